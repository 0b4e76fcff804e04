//! The symmetric solutions against published numbers, and against all solutions filtered.

mod common;

use common::{known, sequence, up_to};
use queens::Rotation;
use queens::engines::symmetric::Symmetric;
use queens::{Never, Request, Solution, Square, solutions};

fn counted(size: usize, turn: Rotation) -> u128 {
    let symmetric = Symmetric::new(size, turn);
    (0..symmetric.jobs()).map(|job| u128::from(symmetric.run(job, &Never).unwrap())).sum()
}

/// All solutions that the rotation maps to themselves, from plain backtracking.
fn filtered(size: usize, turn: Rotation) -> Vec<Solution> {
    let is_fixed = |solution: &Solution| solution.image(turn.symmetry()) == *solution;
    solutions(size).unwrap().filter(is_fixed).collect()
}

fn check_published(name: &str, turn: Rotation, largest: usize) {
    for (size, published) in sequence(name).into_iter().take_while(|&(size, _)| size <= largest) {
        assert_eq!(counted(size, turn), published, "N = {size}, turn {turn}");
    }
}

#[test]
fn half_turn_symmetric_solutions_are_as_many_as_published() {
    check_published("symmetric_180", Rotation::By180, up_to(24, 21));
}

#[test]
fn quarter_turn_symmetric_solutions_are_as_many_as_published() {
    check_published("symmetric_90", Rotation::By90, 32);
}

#[test]
fn symmetric_solutions_are_those_of_all_that_a_turn_leaves_as_they_are() {
    for turn in Rotation::ALL {
        for size in 0..=up_to(12, 9) {
            let fixed = filtered(size, turn).len() as u128;
            assert_eq!(counted(size, turn), fixed, "N = {size}, turn {turn}");
        }
    }
}

#[test]
fn every_symmetric_job_counts_the_solutions_with_its_queens() {
    for turn in Rotation::ALL {
        for size in 0..=up_to(13, 12) {
            let fixed = filtered(size, turn);
            let symmetric = Symmetric::new(size, turn);
            for job in 0..symmetric.jobs() {
                let queens = symmetric.job(job);
                let holds = |solution: &&Solution| {
                    queens.iter().all(|queen| solution.squares().any(|square| square == *queen))
                };
                let expected = symmetric.weight(job) * fixed.iter().filter(holds).count() as u64;
                assert_eq!(
                    symmetric.run(job, &Never),
                    Ok(expected),
                    "N = {size}, turn {turn}, job {job}"
                );
            }
        }
    }
}

#[test]
fn the_queens_of_a_symmetric_job_are_turned_to_each_other() {
    for turn in Rotation::ALL {
        for size in 0..=32 {
            let symmetric = Symmetric::new(size, turn);
            for queens in (0..symmetric.jobs()).map(|job| symmetric.job(job)) {
                let turned = |&queen: &Square| turn.symmetry().apply(queen, size as u32);
                assert!(queens.iter().all(|queen| queens.contains(&turned(queen))));
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
