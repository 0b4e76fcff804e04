//! Widths of texts.
//!
//! A PDF uses Helvetica, which every reader has. SVG and PNG use DejaVu Sans or, in a browser without it, a font of about its
//! width. Space is reserved for the widest of these fonts, so a text that fits into it fits in every file.

/// The widths of the characters from the space to `~`, in thousandths of the font size.
type Widths = [u16; 95];

#[rustfmt::skip]
const HELVETICA: Widths = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015,
    667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333,
    556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833,
    556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

#[rustfmt::skip]
const HELVETICA_BOLD: Widths = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975,
    722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333,
    556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889,
    611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

#[rustfmt::skip]
const DEJAVU_SANS: Widths = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
    636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000,
    684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863,
    748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500,
    613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974,
    634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];

#[rustfmt::skip]
const DEJAVU_SANS_BOLD: Widths = [
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365,
    696, 696, 696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000,
    774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995,
    837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500, 500,
    675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042,
    712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
];

/// The width of a text by the width of each letter, in thousandths of the font size.
fn width(text: &str, size: f64, of: impl Fn(usize) -> Option<u16>, other: u16) -> f64 {
    let of = |letter: char| {
        let place = u32::from(letter).checked_sub(32).map(|place| place as usize);
        f64::from(place.and_then(&of).unwrap_or(other))
    };
    text.chars().map(of).sum::<f64>() * size / 1000.0
}

/// The width of a text in a PDF. That of letters with accents is approximate; they are as wide as most other letters.
#[cfg(feature = "pdf")]
pub(super) fn helvetica(text: &str, size: f64, is_bold: bool) -> f64 {
    let (widths, other) = if is_bold { (&HELVETICA_BOLD, 611) } else { (&HELVETICA, 556) };
    width(text, size, |place| widths.get(place).copied(), other)
}

/// The largest width of a text in any font of the writers. A bold text may be written in a regular font, if there is no other.
pub(super) fn widest(text: &str, size: f64, is_bold: bool) -> f64 {
    let regular = [&HELVETICA, &DEJAVU_SANS];
    let fonts = if is_bold { [&HELVETICA_BOLD, &DEJAVU_SANS_BOLD] } else { regular };
    let fonts = fonts.into_iter().chain(regular);
    let of = |place: usize| fonts.clone().filter_map(|widths| widths.get(place)).copied().max();
    // No other letter of these fonts is wider than this.
    width(text, size, of, 1400)
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
