//! Reads positions from a file, standard input or the command line.

use super::failure::{Failure, say};
use super::interrupt::ending_at_once;
use super::progress::Waiting;
use queens::puzzle::PuzzleLink;
use queens::{Error, Position, Rules};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, IsTerminal, Read};
use std::path::Path;

/// The longest text of a position, in bytes. The largest boards need about half of it.
const LONGEST: u64 = 1 << 29;

/// Reads a position from the words of its short form, from a link to the page, or from one file.
pub(crate) fn read(words: &[String]) -> Result<Position, Failure> {
    let (name, text) = if let [link] = words
        && is_link(link)
    {
        ("the link".to_string(), link.clone())
    } else if words.iter().flat_map(|word| word.split_whitespace()).any(is_short) {
        ("the position".to_string(), words.join(" "))
    } else if let [file] = words {
        let path = Path::new(file);
        if is_standard(path) && io::stdin().is_terminal() {
            let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
            say(&format!("reading a position from the terminal; end it with {end}"));
        }
        let text = ending_at_once(|| read_text(&mut *open(path)?, path))?;
        (input_name(path), text)
    } else {
        let given = words.join(" ");
        return Err(Failure::bad(format!(
            "'{given}': expected one file, or a position with size:N"
        )));
    };
    let wrong = |error: Error| Failure::bad(format!("{name}: {error}"));
    match PuzzleLink::of(&text).map_err(wrong)? {
        Some(link) => Ok(link.position(&Waiting::new("creating a puzzle"))?),
        None => text.parse().map_err(wrong),
    }
}

/// Reads a position as [`read`] does, with other rules and another number of stars, where they are requested.
pub(crate) fn read_by(
    words: &[String],
    rules: Option<Rules>,
    stars: Option<usize>,
) -> Result<Position, Failure> {
    Ok(with(read(words)?, rules, stars)?)
}

/// The position with other rules and another number of stars, where they are requested.
pub(crate) fn with(
    position: Position,
    rules: Option<Rules>,
    stars: Option<usize>,
) -> Result<Position, Error> {
    // The rules of a position with several stars can change only together with the stars.
    let position = match (rules, stars) {
        (Some(_), Some(_)) => position.with_stars(1)?,
        _ => position,
    };
    let position = rules.map_or(Ok(position.clone()), |rules| position.with_rules(rules))?;
    stars.map_or(Ok(position.clone()), |stars| position.with_stars(stars))
}

/// Whether a word belongs to the short form.
fn is_short(word: &str) -> bool {
    let keys = ["size", "given", "closed", "rules", "stars", "regions"];
    word.split_once(':').is_some_and(|(key, _)| keys.contains(&key))
}

/// Whether a word is a link to the page.
fn is_link(word: &str) -> bool {
    word.starts_with("#/") || word.contains("://")
}

/// Opens a file or standard input and converts it to UTF-8 without a byte order mark.
pub(crate) fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    let fails = |error: io::Error| unreadable(path, &error);
    if is_standard(path) {
        return as_utf8(io::stdin().lock()).map_err(fails);
    }
    let file = File::open(path).map_err(fails)?;
    as_utf8(BufReader::with_capacity(1 << 16, file)).map_err(fails)
}

/// Skips the byte order mark of UTF-8 and decodes UTF-16. Both are written by editors and shells on Windows; `>` in
/// PowerShell 5 writes UTF-16.
fn as_utf8(mut input: impl BufRead + 'static) -> io::Result<Box<dyn BufRead>> {
    let mut head = Vec::new();
    input.by_ref().take(3).read_to_end(&mut head)?;
    let order: fn([u8; 2]) -> u16 = match head[..] {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        [0xef, 0xbb, 0xbf] => return Ok(Box::new(input)),
        _ => return Ok(Box::new(Cursor::new(head).chain(input))),
    };
    input.read_to_end(&mut head)?;
    let (pairs, rest) = head[2..].as_chunks();
    let text = String::from_utf16(&pairs.iter().map(|&pair| order(pair)).collect::<Vec<u16>>());
    match text {
        Ok(text) if rest.is_empty() => Ok(Box::new(Cursor::new(text))),
        _ => Err(io::Error::new(ErrorKind::InvalidData, "invalid UTF-16")),
    }
}

/// Reads all text that is left.
pub(crate) fn read_text(input: &mut dyn BufRead, path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    input.take(LONGEST + 1).read_to_string(&mut text).map_err(|error| unreadable(path, &error))?;
    if text.len() as u64 > LONGEST {
        let (name, most) = (input_name(path), LONGEST >> 20);
        return Err(Failure::bad(format!(
            "{name}: longer than {most} MiB, the limit of a position"
        )));
    }
    Ok(text)
}

/// The error of a file that cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::bad(format!("cannot read {}: {error}", input_name(path)))
}

/// Whether the path stands for standard input.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// What messages call the input.
pub(crate) fn input_name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_string() } else { path.display().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_as_utf8(bytes: &'static [u8]) -> io::Result<String> {
        let mut text = String::new();
        as_utf8(bytes)?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn encodings_with_a_byte_order_mark_are_read() {
        for bytes in [
            b"Q.\r\n" as &[u8],
            b"\xef\xbb\xbfQ.\r\n",
            b"\xff\xfeQ\0.\0\r\0\n\0",
            b"\xfe\xff\0Q\0.\0\r\0\n",
        ] {
            assert_eq!(read_as_utf8(bytes).unwrap(), "Q.\r\n", "{bytes:x?}");
        }
        for short in [b"" as &[u8], b"1", b"12"] {
            assert_eq!(read_as_utf8(short).unwrap().as_bytes(), short);
        }
        assert_eq!(read_as_utf8("♛".as_bytes()).unwrap(), "♛");
        assert_eq!(read_as_utf8(b"\xff\xfe\x5b\x26").unwrap(), "♛");
    }

    #[test]
    fn broken_utf_16_is_refused() {
        // Half a unit, and half a pair.
        for bytes in [b"\xff\xfeQ\0." as &[u8], b"\xff\xfe\0\xd8Q\0", b"\xff\xfeQ"] {
            assert_eq!(read_as_utf8(bytes).unwrap_err().kind(), ErrorKind::InvalidData);
        }
    }
}
