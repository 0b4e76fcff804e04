//! Any text: as an instance of CSPLib it parses to a position that prints in the other formats and parses back, or it is refused
//! at a place in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queens_puzzles::position::Format;
use queens_fuzz::parses_or_points_inside;

fuzz_target!(|text: &str| {
    // Excluded diagonals of a large board close many squares.
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    if numbers.filter_map(|number| number.parse::<u64>().ok()).any(|n| (65..=5000).contains(&n)) {
        return;
    }
    let Some(position) = parses_or_points_inside(Format::Csplib, text) else { return };
    assert_eq!(position.to_short().parse().as_ref(), Ok(&position));
    assert_eq!(position.to_json().parse().as_ref(), Ok(&position));
    if position.size() > 0 {
        assert_eq!(position.to_text().parse(), Ok(position));
    }
});
