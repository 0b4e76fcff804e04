//! Any text: as a JSON object it parses to a position that prints and parses back, or it is refused at a place in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queens_puzzles::position::Format;
use queens_fuzz::parses_or_points_inside;

fuzz_target!(|text: &str| {
    let Some(position) = parses_or_points_inside(Format::Json, text) else { return };
    let printed = position.to_json();
    assert_eq!(Format::of(&printed), Format::Json);
    assert_eq!(Format::Json.parse(&printed).as_ref(), Ok(&position));
    assert_eq!(position.to_short().parse(), Ok(position));
});
