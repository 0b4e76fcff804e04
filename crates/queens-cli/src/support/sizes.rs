//! Board sizes on the command line: `8`, or an inclusive range `8..14`.

use super::values::whole;
use std::str::FromStr;

/// One size, or an inclusive range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sizes {
    first: usize,
    last: usize,
}

impl Sizes {
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        self.first..=self.last
    }

    pub(crate) fn last(self) -> usize {
        self.last
    }
}

impl FromStr for Sizes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| {
            whole(part).map_err(|_| {
                format!(
                    "expected a whole number from 0 to {}, or a range such as 8..14",
                    queens::MAX_SIZE
                )
            })
        };
        let (first, last) = match text.split_once("..") {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(text)?, number(text)?),
        };
        if first > last {
            return Err(format!("empty range; did you mean {last}..{first}?"));
        }
        Ok(Self { first, last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_both_ends() {
        let sizes = |text: &str| text.parse::<Sizes>().unwrap().iter().collect::<Vec<_>>();
        assert_eq!(sizes("8"), [8]);
        assert_eq!(sizes("8..10"), [8, 9, 10]);
        assert_eq!(sizes("0..0"), [0]);
    }

    #[test]
    fn invalid_sizes_are_rejected() {
        for text in ["", "x", "-1", "+1", "1.5", "..", "8..", "..8", "8...9", "9..8", "8..9..10"] {
            assert!(text.parse::<Sizes>().is_err(), "{text}");
        }
    }
}
