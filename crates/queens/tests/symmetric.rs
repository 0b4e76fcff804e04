//! Symmetric solutions against published numbers, and against a filter of all solutions.

mod common;

use common::{known, sequence, up_to};
use queens::Rotation;
use queens::engines::symmetric::Symmetric;
use queens::{Never, Request, Solution, Square, solutions};

fn counted(size: usize, rotation: Rotation) -> u128 {
    let symmetric = Symmetric::new(size, rotation);
    (0..symmetric.jobs()).map(|job| u128::from(symmetric.run(job, &Never).unwrap())).sum()
}

/// The solutions symmetric under a rotation, filtered from those of plain backtracking.
fn filtered(size: usize, rotation: Rotation) -> Vec<Solution> {
    let is_fixed = |solution: &Solution| solution.image(rotation.symmetry()) == *solution;
    solutions(size).unwrap().filter(is_fixed).collect()
}

fn check_published(name: &str, rotation: Rotation, largest: usize) {
    for (size, published) in sequence(name).into_iter().take_while(|&(size, _)| size <= largest) {
        assert_eq!(counted(size, rotation), published, "N = {size}, rotation {rotation}");
    }
}

#[test]
fn numbers_of_solutions_symmetric_under_180_degrees_equal_the_published_ones() {
    check_published("symmetric_180", Rotation::By180, up_to(24, 21));
}

#[test]
fn numbers_of_solutions_symmetric_under_90_degrees_equal_the_published_ones() {
    check_published("symmetric_90", Rotation::By90, 32);
}

#[test]
fn symmetric_solutions_are_those_unchanged_by_the_rotation() {
    for rotation in Rotation::ALL {
        for size in 0..=up_to(12, 9) {
            let fixed = filtered(size, rotation).len() as u128;
            assert_eq!(counted(size, rotation), fixed, "N = {size}, rotation {rotation}");
        }
    }
}

#[test]
fn every_symmetric_job_counts_the_solutions_with_its_queens() {
    for rotation in Rotation::ALL {
        for size in 0..=up_to(13, 12) {
            let fixed = filtered(size, rotation);
            let symmetric = Symmetric::new(size, rotation);
            for job in 0..symmetric.jobs() {
                let queens = symmetric.job(job);
                let holds = |solution: &&Solution| {
                    queens.iter().all(|queen| solution.squares().any(|square| square == *queen))
                };
                let expected = symmetric.weight(job) * fixed.iter().filter(holds).count() as u64;
                assert_eq!(
                    symmetric.run(job, &Never),
                    Ok(expected),
                    "N = {size}, rotation {rotation}, job {job}"
                );
            }
        }
    }
}

#[test]
fn the_rotation_maps_the_queens_of_a_symmetric_job_to_each_other() {
    for rotation in Rotation::ALL {
        for size in 0..=32 {
            let symmetric = Symmetric::new(size, rotation);
            for queens in (0..symmetric.jobs()).map(|job| symmetric.job(job)) {
                let rotated = |&queen: &Square| rotation.symmetry().apply(queen, size as u32);
                assert!(queens.iter().all(|queen| queens.contains(&rotated(queen))));
            }
        }
    }
}

#[test]
fn symmetric_solutions_give_the_number_of_fundamental_ones() {
    for size in 2..=14 {
        let all = Request::count(size).unwrap().run().unwrap().solutions;
        let images = all + counted(size, Rotation::By180) + 2 * counted(size, Rotation::By90);
        assert_eq!(images % 8, 0, "N = {size}");
        assert_eq!(images / 8, known("fundamental", size), "N = {size}");
    }
}
