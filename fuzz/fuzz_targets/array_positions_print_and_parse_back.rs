//! Any text: as an array it parses to a position whose given queens and regions print and parse back, or it is refused at a place
//! in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queens_puzzles::Position;
use queens_puzzles::position::Format;
use queens_fuzz::parses_or_points_inside;

fuzz_target!(|text: &str| {
    let Some(position) = parses_or_points_inside(Format::Array, text) else { return };
    let printed = format!("[{:?}]", position.to_leetcode());
    assert_eq!(Format::of(&printed), Format::Array);
    let queens = position.given().iter().copied();
    let queens = Position::new(position.size()).unwrap().with_given(queens).unwrap();
    assert_eq!(Format::Array.parse(&printed), Ok(queens));
    // An array has a board or regions.
    assert!(position.regions().is_none() || position.given().is_empty());
    assert_eq!(position.to_short().parse().as_ref(), Ok(&position));
    assert_eq!(position.to_json().parse(), Ok(position));
});
