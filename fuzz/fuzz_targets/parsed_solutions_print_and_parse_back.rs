//! Any text: it parses to a valid solution that prints and parses back, or it is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queens::{Solution, Square};

fuzz_target!(|text: &str| {
    let Ok(solution) = text.parse::<Solution>() else { return };
    let queens: Vec<Square> = solution.squares().collect();
    for (i, queen) in queens.iter().enumerate() {
        assert!((queen.row as usize) < solution.size());
        assert!(!queens[..i].iter().any(|other| other.attacks(*queen)));
    }
    assert_eq!(solution.to_string().parse(), Ok(solution.clone()));
    assert_eq!(solution.square_names().parse(), Ok(solution));
});
