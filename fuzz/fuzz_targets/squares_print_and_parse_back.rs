//! Any square prints and parses back; any text parses to a square that does, or it is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queens::Square;

fuzz_target!(|input: (u32, u32, &str)| {
    let (col, row, text) = input;
    let square = Square::new(col, row);
    assert_eq!(square.to_string().parse(), Ok(square));
    if let Ok(square) = text.parse::<Square>() {
        assert_eq!(square.to_string().parse(), Ok(square));
    }
});
