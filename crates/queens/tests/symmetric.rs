//! Symmetric solutions against published numbers, against a filter of all solutions, and against another search.

mod common;

use common::{known, sequence, up_to};
use queens::{
    Classes, Inline, Never, Plan, Request, Rotation, Rules, Solution, Square, Threads,
    published_symmetric, solutions,
};

fn plan(rules: Rules, size: usize, rotation: Rotation) -> Plan {
    Request::count(size).unwrap().rules(rules).only(rotation).plan().unwrap()
}

fn counted(rules: Rules, size: usize, rotation: Rotation) -> u128 {
    plan(rules, size, rotation).run(&Inline, &Never).unwrap().solutions
}

/// The solutions symmetric under a rotation, filtered from those of plain backtracking.
fn filtered(size: usize, rotation: Rotation) -> Vec<Solution> {
    let is_fixed = |solution: &Solution| solution.image(rotation.symmetry()) == *solution;
    solutions(size).unwrap().filter(is_fixed).collect()
}

#[test]
fn numbers_of_symmetric_solutions_are_the_published_ones() {
    for (name, rotation, largest) in
        [("symmetric_180", Rotation::By180, up_to(24, 21)), ("symmetric_90", Rotation::By90, 32)]
    {
        for (size, value) in sequence(name).into_iter().take_while(|&(size, _)| size <= 32) {
            let found = published_symmetric(Rules::Queens, rotation, size);
            assert_eq!(found, Some(value), "N = {size}, rotation {rotation}");
            if size <= largest {
                let found = counted(Rules::Queens, size, rotation);
                assert_eq!(found, value, "N = {size}, rotation {rotation}");
            }
        }
    }
}

#[test]
fn counts_of_symmetric_solutions_are_compared_with_the_published_numbers() {
    for rules in [Rules::Queens, Rules::Superqueens] {
        for (size, rotation) in (1..=16).flat_map(|size| Rotation::ALL.map(|one| (size, one))) {
            let plan = plan(rules, size, rotation);
            let counted = plan.run(&Inline, &Never).unwrap().solutions;
            assert_eq!(plan.published(), Some(counted), "N = {size}, {rules}, {rotation}");
            let error = plan.check_published(counted + 2).unwrap_err().to_string();
            let of = format!("solutions symmetric under {rotation} degrees, published: {counted}");
            assert!(error.ends_with(&of), "{error}");
        }
        // With the numbers of symmetric solutions of a count of all solutions, too.
        let plan = Request::count(12).unwrap().rules(rules).plan().unwrap();
        let all = plan.run(&Inline, &Never).unwrap().solutions;
        assert_eq!(plan.check_total(all, &Inline, &Never), Ok(()));
        let classes = Classes::count(&plan, all, &Inline, &Never).unwrap();
        assert_eq!(plan.check_classes(&classes), Ok(()));
        for wrong in [
            Classes { by_180: classes.by_180 + 8, ..classes },
            Classes { by_180: classes.by_180 + 8, by_90: classes.by_90 + 8, ..classes },
        ] {
            assert_eq!(wrong.check(), Ok(()));
            let error = plan.check_classes(&wrong).unwrap_err().to_string();
            assert!(
                error.contains("solutions symmetric under 180 degrees, published: "),
                "{error}"
            );
        }
    }
    // Larger superqueens and other rules have no published number.
    for (rules, size) in [(Rules::Superqueens, 22), (Rules::Torus, 13), (Rules::Queens, 0)] {
        assert_eq!(published_symmetric(rules, Rotation::By90, size), None, "N = {size}, {rules}");
    }
}

#[test]
fn symmetric_solutions_are_those_unchanged_by_the_rotation() {
    for rotation in Rotation::ALL {
        for size in 0..=up_to(12, 9) {
            let fixed = filtered(size, rotation).len() as u128;
            assert_eq!(
                counted(Rules::Queens, size, rotation),
                fixed,
                "N = {size}, rotation {rotation}"
            );
        }
    }
}

#[test]
fn the_rotation_maps_the_queens_of_a_symmetric_job_to_each_other() {
    for rotation in Rotation::ALL {
        for size in 0..=32 {
            let plan = plan(Rules::Queens, size, rotation);
            for part in (0..plan.jobs()).flat_map(|job| plan.subproblems(job).unwrap()) {
                let queens = part.board.given();
                let rotated = |&queen: &Square| rotation.symmetry().apply(queen, size as u32);
                assert!(queens.iter().all(|queen| queens.contains(&rotated(queen))));
            }
        }
    }
}

/// The superqueens symmetric under a rotation, counted by a search that shares nothing with the engine: the columns are filled from
/// the left edge, all squares of an orbit at once, without other symmetries and without jobs.
struct FromTheEdge {
    size: usize,
    rotation: Rotation,
    /// The row of the queen of each column.
    queens: Vec<Option<usize>>,
    rows: u64,
    sums: u64,
    differences: u64,
}

impl FromTheEdge {
    fn count(size: usize, rotation: Rotation) -> u128 {
        let queens = vec![None; size];
        let mut search = Self { size, rotation, queens, rows: 0, sums: 0, differences: 0 };
        u128::from(search.fill(0))
    }

    fn fill(&mut self, from: usize) -> u64 {
        let Some(col) = (from..self.size).find(|&col| self.queens[col].is_none()) else { return 1 };
        let attacked = self.rows | self.sums >> col | self.differences >> (self.size - col);
        let mut free = !attacked & ((1 << self.size) - 1);
        let mut found = 0;
        while free != 0 {
            let row = free.trailing_zeros() as usize;
            free &= free - 1;
            let before = (self.rows, self.sums, self.differences);
            let (mut square, mut placed) = ((col, row), 0);
            let fits = loop {
                if !self.place(square) {
                    break false;
                }
                placed += 1;
                square = self.rotated(square);
                if square == (col, row) {
                    break true;
                }
            };
            if fits {
                found += self.fill(col + 1);
            }
            square = (col, row);
            for _ in 0..placed {
                self.queens[square.0] = None;
                square = self.rotated(square);
            }
            (self.rows, self.sums, self.differences) = before;
        }
        found
    }

    fn rotated(&self, (col, row): (usize, usize)) -> (usize, usize) {
        let last = self.size - 1;
        match self.rotation {
            Rotation::By180 => (last - col, last - row),
            Rotation::By90 => (row, last - col),
        }
    }

    /// Places a queen unless another one attacks it.
    fn place(&mut self, (col, row): (usize, usize)) -> bool {
        let lines = (1 << row, 1 << (col + row), 1 << (row + self.size - col));
        if self.queens[col].is_some()
            || self.rows & lines.0 != 0
            || self.sums & lines.1 != 0
            || self.differences & lines.2 != 0
        {
            return false;
        }
        for (far, step) in [(1, 2), (2, 1)] {
            for other in [col.wrapping_sub(far), col + far] {
                let queen = self.queens.get(other).copied().flatten();
                if queen.is_some_and(|queen| queen.abs_diff(row) == step) {
                    return false;
                }
            }
        }
        self.queens[col] = Some(row);
        self.rows |= lines.0;
        self.sums |= lines.1;
        self.differences |= lines.2;
        true
    }
}

/// The long test is the second computation of docs/results.md#superqueens-by-symmetry.
#[test]
fn a_search_from_the_edge_finds_the_same_number_of_symmetric_superqueens() {
    let machine = Threads::new(2).unwrap();
    let largest = |rotation| match rotation {
        Rotation::By180 => up_to(26, 18),
        Rotation::By90 => up_to(32, 26),
    };
    for rotation in Rotation::ALL {
        for size in 0..=largest(rotation) {
            let plan = plan(Rules::Superqueens, size, rotation);
            let counted = plan.run(&machine, &Never).unwrap().solutions;
            let from_the_edge = FromTheEdge::count(size, rotation);
            println!("N = {size}, rotation {rotation}: {from_the_edge}");
            assert_eq!(counted, from_the_edge, "N = {size}, rotation {rotation}");
        }
    }
}

#[test]
fn classes_of_superqueens_by_symmetry_equal_the_published_ones() {
    let fixed = |size, rotation| counted(Rules::Superqueens, size, rotation);
    for (size, doubly) in sequence("superqueens_fixed_by_90").into_iter().skip(1) {
        let (by_180, by_90) = (fixed(size, Rotation::By180), fixed(size, Rotation::By90));
        let all = known("superqueens", size);
        let classes = Classes { size, all, by_180, by_90 };
        assert_eq!(classes.check(), Ok(()), "N = {size}");
        assert_eq!(by_90 / 2, doubly, "N = {size}");
        let singly = known("superqueens_fixed_by_180_only", size);
        assert_eq!((by_180 - by_90) / 4, singly, "N = {size}");
        assert_eq!((all - by_180) / 8, known("superqueens_fixed_by_none", size), "N = {size}");
        assert_eq!(classes.fundamental(), known("superqueens_fundamental", size), "N = {size}");
    }
}
