//! Any text: as a drawn board it parses to a position that prints and parses back, or it is refused at a place in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queens_puzzles::position::Format;
use queens_fuzz::parses_or_points_inside;

fuzz_target!(|text: &str| {
    let Some(position) = parses_or_points_inside(Format::Text, text) else { return };
    let printed = position.to_text();
    assert_eq!(Format::of(&printed), Format::Text);
    assert_eq!(Format::Text.parse(&printed), Ok(position));
});
