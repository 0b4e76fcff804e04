//! Any text: as LeetCode's rows it parses to a position whose given queens print and parse back, or it is refused at a place in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queens::Position;
use queens::position::Format;
use queens_fuzz::parses_or_points_inside;

fuzz_target!(|text: &str| {
    let Some(position) = parses_or_points_inside(Format::Leetcode, text) else { return };
    let printed = format!("[{:?}]", position.to_leetcode());
    assert_eq!(Format::of(&printed), Format::Leetcode);
    let queens = position.given().iter().copied();
    let queens = Position::new(position.size()).unwrap().with_given(queens).unwrap();
    assert_eq!(Format::Leetcode.parse(&printed), Ok(queens));
});
