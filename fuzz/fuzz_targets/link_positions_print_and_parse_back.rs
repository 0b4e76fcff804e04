//! Any text: as a link it parses to a position that prints and parses back, or it is refused at a place in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queens_puzzles::position::Format;
use queens_fuzz::parses_or_points_inside;

fuzz_target!(|text: &str| {
    let Some(position) = parses_or_points_inside(Format::Link, text) else { return };
    let printed = position.to_link();
    assert_eq!(Format::of(&printed), Format::Link);
    assert_eq!(Format::Link.parse(&printed), Ok(position));
});
