//! Widths of texts.
//!
//! A PDF uses Helvetica, which every reader has. SVG and PNG use DejaVu Sans or, in a browser without it, a font of about its
//! width. Space is reserved for the widest of these fonts, so a text that fits into it fits in every file.

/// The largest widths of the characters from the space to `~` in these fonts, in thousandths of the font size.
type Widths = [u16; 95];

#[rustfmt::skip]
const REGULAR: Widths = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
    636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 556, 1015,
    684, 686, 722, 770, 667, 611, 778, 752, 295, 500, 667, 557, 863,
    748, 787, 667, 787, 722, 667, 611, 732, 684, 989, 685, 667, 685, 390, 337, 390, 838, 556, 500,
    613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
    635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];

/// A bold text may be written in a regular font, if there is no other.
#[rustfmt::skip]
const BOLD: Widths = [
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365,
    696, 696, 696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 611, 1015,
    774, 762, 734, 830, 683, 683, 821, 837, 372, 556, 775, 637, 995,
    837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 556, 500,
    675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687,
    716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
];

/// The largest width of a text in any font of the writers.
pub(super) fn widest(text: &str, size: f64, is_bold: bool) -> f64 {
    let widths = if is_bold { &BOLD } else { &REGULAR };
    // No other letter of these fonts is wider than 1400.
    let of = |letter: char| match letter {
        ' '..='~' => f64::from(widths[letter as usize - 32]),
        _ => 1400.0,
    };
    text.chars().map(of).sum::<f64>() * size / 1000.0
}

/// A regular text in lines of at most this width. Lines end at a blank, after `?` or `&` of a link, or anywhere if nothing else helps.
pub(super) fn wrapped(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    let fits =
        |line: &str, part: &str| widest(&format!("{line}{}", part.trim_end()), size, false) <= most;
    for part in text.split_inclusive([' ', '?', '&']) {
        if !lines.last().is_some_and(|line| fits(line, part)) {
            lines.push(String::new());
        }
        for letter in part.chars() {
            if !lines.last().is_some_and(|line| fits(line, letter.encode_utf8(&mut [0; 4]))) {
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut() {
                line.push(letter);
            }
        }
    }
    let trimmed = lines.into_iter().map(|line| line.trim_end().to_string());
    trimmed.filter(|line| !line.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_text_is_as_wide_as_its_letters() {
        assert_eq!(widest("1 W", 1000.0, true), 696.0 + 348.0 + 1103.0);
        assert_eq!(widest("1 W", 1000.0, false), 636.0 + 318.0 + 989.0);
        assert_eq!(widest("J@é", 1000.0, true), 556.0 + 1015.0 + 1400.0);
    }

    #[test]
    fn lines_end_where_a_reader_expects_it() {
        let link = "https://example.org/#/play?puzzle=regions&size=8&seed=5";
        let lines = wrapped(link, 10.0, 150.0);
        assert_eq!(lines, ["https://example.org/#/play?", "puzzle=regions&size=8&", "seed=5"]);
        assert_eq!(wrapped("one two three", 10.0, 60.0), ["one two", "three"]);
        assert_eq!(wrapped("", 10.0, 60.0), Vec::<String>::new());
    }

    proptest! {
        #[test]
        fn lines_fit_and_lose_no_letter(text in "[a-zA-Z&? =é]{0,60}", most in 20.0_f64..200.0) {
            let lines = wrapped(&text, 10.0, most);
            prop_assert!(lines.iter().all(|line| widest(line, 10.0, false) <= most), "{:?}", lines);
            let letters = |text: &str| text.replace(' ', "");
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
        }
    }
}
