//! The number of solutions with a queen on each square.
//!
//! One search counts all squares at once: the solutions below a placed queen are added to its square when the search returns to it.
//! Two undecided columns divide the search into jobs. On an empty board the upper half of the first column is the mirror image of
//! the lower half and is not searched.
//!
//! Work: that of plain backtracking.  Memory: one number per square.  Range: the rules of queens up to N = 32; other positions in
//! one job that finds all solutions one by one.
//! Checked against the list of all solutions, and on empty boards against the eight symmetries.

use super::Solve;
use crate::{Error, Position};
use queens::{Board, CheckError, Control, Event, MAX_SIZE, Rows, Rules, Square, on_threads};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// With at most this many empty columns, all jobs together take a fraction of a second.
const QUICK_COLUMNS: usize = 12;

/// The control is not polled in this many last columns.
const UNPOLLED_COLUMNS: usize = 9;

/// The number of solutions of a position, and how many of them have a queen on each square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareCounts {
    size: usize,
    solutions: u64,
    /// Column by column.
    of: Vec<u64>,
}

impl SquareCounts {
    fn new(size: usize) -> Self {
        Self { size, solutions: 0, of: vec![0; size * size] }
    }

    /// The counts of a job from its parts: the number of solutions, and one number per square, column by column.
    pub fn from_parts(size: usize, solutions: u64, of: Vec<u64>) -> Option<Self> {
        (of.len() == size * size).then_some(Self { size, solutions, of })
    }

    /// The number of solutions.
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// The number of solutions with a queen on a square of the board.
    pub fn of(&self, square: Square) -> u64 {
        self.of[square.col as usize * self.size + square.row as usize]
    }

    /// The number of each square, column by column from A, each from row 1.
    pub fn squares(&self) -> &[u64] {
        &self.of
    }

    /// Adds the counts of another job. It is an error if a sum exceeds 64 bits.
    pub fn add(&mut self, other: &Self) -> Result<(), Error> {
        let overflow = || Error::from(CheckError::Overflow { job: 0 });
        self.solutions = self.solutions.checked_add(other.solutions).ok_or_else(overflow)?;
        // No square has more solutions than there are, so these sums do not overflow.
        self.of.iter_mut().zip(&other.of).for_each(|(sum, more)| *sum += more);
        Ok(())
    }
}

/// A plan to count the solutions of a position by square: numbered jobs, which any worker can run.
///
/// ```
/// use queens::Never;
/// use queens_puzzles::Position;
/// use queens_puzzles::solve::BySquare;
/// let plan = BySquare::of(&Position::new(8)?);
/// let counts = plan.run(2, &Never)?;
/// assert_eq!(counts.solutions(), 92);
/// assert_eq!(counts.of("A1".parse()?), 4);
/// assert_eq!(counts.of("D1".parse()?), 18);
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BySquare {
    position: Position,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// A board for the search on bit masks, and its two columns that divide it into jobs.
    Masks { board: Box<Board>, split: Vec<usize>, is_mirrored: bool },
    /// Given queens attack each other.
    Impossible,
    /// Other rules or a larger board.
    OneByOne,
}

impl BySquare {
    /// The plan for a position.
    pub fn of(position: &Position) -> Self {
        let kind = match position.board() {
            Some(board) => {
                let undecided = |&col: &usize| board.open()[col].len() > 1;
                let split = (0..board.size()).filter(undecided).take(2).collect();
                Kind::Masks { is_mirrored: board.is_empty(), board: Box::new(board), split }
            }
            None if position.rules() == Rules::Queens && position.size() <= MAX_SIZE => {
                Kind::Impossible
            }
            None => Kind::OneByOne,
        };
        Self { position: position.clone(), kind }
    }

    /// The number of jobs.
    pub fn jobs(&self) -> u64 {
        match &self.kind {
            Kind::Masks { board, split, is_mirrored } => {
                let size = board.size() as u64;
                match (split.len(), is_mirrored) {
                    (2, true) => size.div_ceil(2) * size,
                    (rows, _) => size.pow(rows as u32),
                }
            }
            Kind::Impossible | Kind::OneByOne => 1,
        }
    }

    /// Whether all jobs together take only a fraction of a second on one thread.
    pub fn is_quick(&self) -> bool {
        let columns = match &self.kind {
            Kind::Masks { board, .. } => board.open().iter().filter(|rows| rows.len() > 1).count(),
            Kind::Impossible => 0,
            Kind::OneByOne => {
                self.position.size() - self.position.given().len().min(self.position.size())
            }
        };
        columns <= QUICK_COLUMNS
    }

    /// Runs one job, which must exist.
    pub fn run_job(&self, job: u64, control: &dyn Control) -> Result<SquareCounts, Error> {
        let size = self.position.size();
        let mut counts = SquareCounts::new(size);
        match &self.kind {
            Kind::Impossible => {}
            Kind::OneByOne => {
                let mut every = Solve::of(&self.position).every();
                while let Some(solution) = every.next(control)? {
                    counts.solutions += 1;
                    for Square { col, row } in solution.squares() {
                        counts.of[col as usize * size + row as usize] += 1;
                    }
                }
            }
            Kind::Masks { board, split, is_mirrored } => {
                let mut open = [Rows::EMPTY; MAX_SIZE];
                open[..size].copy_from_slice(board.open());
                let mut rest = job;
                // The last digit is the row of the second column, so that jobs of one first queen follow each other.
                for &col in split.iter().rev() {
                    open[col] = open[col] & Rows::only((rest % size as u64) as usize);
                    rest /= size as u64;
                }
                let mut search =
                    Search { size, open, control, is_stopped: false, of: &mut counts.of };
                let solutions = search.fill(0, Rows::EMPTY, Rows::EMPTY, Rows::EMPTY);
                if search.is_stopped || control.stopped() {
                    return Err(queens::Stopped.into());
                }
                counts.solutions = solutions;
                let is_middle = |job: u64| 2 * (job / size as u64) + 1 == size as u64;
                if *is_mirrored && split.len() == 2 && !is_middle(job) {
                    counts.solutions *= 2;
                    let found = counts.of.clone();
                    for (col, column) in counts.of.chunks_mut(size).enumerate() {
                        for (row, sum) in column.iter_mut().enumerate() {
                            *sum += found[col * size + size - 1 - row];
                        }
                    }
                }
            }
        }
        Ok(counts)
    }

    /// Runs all jobs on this many threads.
    pub fn run(&self, threads: usize, control: &dyn Control) -> Result<SquareCounts, Error> {
        let next = AtomicU64::new(0);
        let total = Mutex::new(SquareCounts::new(self.position.size()));
        let work = || -> Result<(), Error> {
            loop {
                let job = next.fetch_add(1, Ordering::Relaxed);
                if job >= self.jobs() {
                    return Ok(());
                }
                control.event(Event::Begun(job));
                let counts = self.run_job(job, control)?;
                total.lock().expect("no thread panics while it holds the lock").add(&counts)?;
            }
        };
        on_threads(threads, work)?;
        Ok(total.into_inner().expect("no thread panics while it holds the lock"))
    }
}

struct Search<'a> {
    size: usize,
    open: [Rows; MAX_SIZE],
    control: &'a dyn Control,
    is_stopped: bool,
    of: &'a mut [u64],
}

impl Search<'_> {
    /// Fills the columns from this one on. Returns the number of solutions.
    fn fill(&mut self, col: usize, taken: Rows, up: Rows, down: Rows) -> u64 {
        if col == self.size {
            return 1;
        }
        if col + UNPOLLED_COLUMNS < self.size {
            self.is_stopped |= self.control.stopped();
            if self.is_stopped {
                return 0;
            }
        }
        let mut free = self.open[col % MAX_SIZE] - (taken | up | down);
        let mut sum = 0;
        while !free.is_empty() {
            let queen = free.take_lowest();
            let found = self.fill(col + 1, taken | queen, (up | queen).up(), (down | queen).down());
            if found > 0 {
                self.of[col * self.size + queen.smallest()] += found;
                sum += found;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::{Never, Symmetry, published};
    use std::sync::atomic::AtomicBool;

    /// The counts from all solutions, one by one.
    fn listed(position: &Position) -> SquareCounts {
        let mut counts = SquareCounts::new(position.size());
        let mut every = Solve::of(position).every();
        while let Some(solution) = every.next(&Never).unwrap() {
            counts.solutions += 1;
            for square in solution.squares() {
                counts.of[square.col as usize * position.size() + square.row as usize] += 1;
            }
        }
        counts
    }

    #[test]
    fn counts_are_those_of_all_solutions() {
        for text in [
            "size:0",
            "size:1",
            "size:2",
            "size:3",
            "size:4",
            "size:5",
            "size:6",
            "size:7",
            "size:8",
            "size:9",
            "size:8 given:A1",
            "size:8 given:D4",
            "size:8 given:A1,B2",
            "size:8 closed:A1,H8,D4",
            "size:8 given:A1,B5,C8,D6,E3,F7,G2,H4",
            "size:9 given:E5 closed:A1",
            "size:3 closed:A1",
            "size:1 closed:A1",
            "size:7 rules:torus",
            "size:10 rules:superqueens",
            "size:5 rules:torus given:A2",
            "size:4 regions:AABB/ACBB/ACDD/CCDD",
            "size:6 given:A1",
        ] {
            let position: Position = text.parse().unwrap();
            for threads in [1, 3] {
                let counts = BySquare::of(&position).run(threads, &Never).unwrap();
                assert_eq!(counts, listed(&position), "{text}");
            }
        }
    }

    #[test]
    fn counts_of_empty_boards_are_symmetric_and_sum_up() {
        for size in [10, 11, 12] {
            let counts = BySquare::of(&Position::new(size).unwrap()).run(2, &Never).unwrap();
            assert_eq!(u128::from(counts.solutions()), published(size).unwrap());
            for square in Square::all(size) {
                for symmetry in Symmetry::ALL {
                    assert_eq!(counts.of(square), counts.of(symmetry.apply(square, size as u32)));
                }
            }
            for column in counts.squares().chunks(size) {
                assert_eq!(column.iter().sum::<u64>(), counts.solutions());
            }
        }
    }

    #[test]
    fn a_stopped_search_is_an_error() {
        let plan = BySquare::of(&Position::new(20).unwrap());
        assert!(!plan.is_quick());
        assert_eq!(plan.run(2, &AtomicBool::new(true)), Err(queens::Stopped.into()));
        assert!(
            BySquare::of(&"size:20 given:A1,B3,C5,D2,E4,F9,G7,H10".parse().unwrap()).is_quick()
        );
    }
}
