//! Any solution and any two symmetries: images are solutions, inverses undo, the canonical image is the same for all.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queens::{Solution, Symmetry, solutions};

fuzz_target!(|input: (u8, u8, u8, u8)| {
    let (size, which, one, other) = input;
    let all: Vec<Solution> = solutions(usize::from(size % 9)).unwrap().collect();
    let Some(solution) = all.get(usize::from(which) % all.len().max(1)) else { return };
    let symmetry = |number: u8| Symmetry::ALL[usize::from(number % 8)];
    let image = solution.image(symmetry(one));
    assert_eq!(Solution::new(image.rows()).as_ref(), Ok(&image));
    assert!(all.contains(&image));
    assert_eq!(image.image(symmetry(one).inverse()), *solution);
    assert_eq!(image.canonical(), solution.canonical());
    assert_eq!(image.orbit(), solution.orbit());
    assert_eq!(image.symmetry_class(), solution.symmetry_class());
    // The eight are a group: one after the other is one of them.
    let twice = image.image(symmetry(other));
    assert!(Symmetry::ALL.iter().any(|&symmetry| solution.image(symmetry) == twice));
});
