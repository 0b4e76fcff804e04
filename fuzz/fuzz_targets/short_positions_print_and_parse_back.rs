//! Any text: as a short form it parses to a position that prints and parses back, or it is refused at a place in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queens_puzzles::position::Format;
use queens_fuzz::parses_or_points_inside;

fuzz_target!(|text: &str| {
    let Some(position) = parses_or_points_inside(Format::Short, text) else { return };
    let printed = position.to_short();
    assert_eq!(Format::of(&printed), Format::Short);
    assert_eq!(Format::Short.parse(&printed).as_ref(), Ok(&position));
    // Large boards take long to draw.
    if (1..=64).contains(&position.size()) {
        assert_eq!(position.to_text().parse(), Ok(position));
    }
});
