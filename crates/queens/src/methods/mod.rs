//! The methods, one file each, and the table that describes them.

pub mod arrays;
pub mod arrays_half;
pub mod arrays_iterative;
pub mod bitmask;
pub mod bitmask_half;
pub mod bitmask_iterative;
pub mod bitset;
pub mod bitset_half;
pub mod bitset_mutable;
pub mod bitset_pipeline;
pub mod breadth;
pub mod columns;
#[allow(dead_code)] // Not in the table of methods yet.
pub mod cross;
pub mod dancing_links;
pub mod join;
mod lines;
pub mod stacked;
pub mod superqueens;
pub mod symmetric;
pub mod tiles;
pub mod torus;

use crate::search::first_rows;
use crate::{Board, Error, MAX_SIZE, Observer, Simd, Statistics, Stopped};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A way to search the board.
///
/// ```
/// use queens::Method;
/// assert_eq!("bitmask-half".parse::<Method>()?, Method::BitmaskHalf);
/// let error = "bitmsk".parse::<Method>().unwrap_err().to_string();
/// assert!(error.contains("did you mean 'bitmask'?"));
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Method {
    /// See [`arrays`].
    Arrays,
    /// See [`arrays_half`].
    ArraysHalf,
    /// See [`arrays_iterative`].
    ArraysIterative,
    /// See [`bitset`].
    Bitset,
    /// See [`bitset_pipeline`].
    BitsetPipeline,
    /// See [`bitset_half`].
    BitsetHalf,
    /// See [`bitset_mutable`].
    BitsetMutable,
    /// See [`bitmask`].
    Bitmask,
    /// See [`bitmask_half`].
    BitmaskHalf,
    /// See [`bitmask_iterative`].
    BitmaskIterative,
    /// See [`stacked`].
    Stacked,
    /// See [`columns`].
    Columns,
    /// See [`breadth`].
    Breadth,
    /// See [`tiles`].
    Tiles,
    /// See [`dancing_links`].
    DancingLinks,
    /// See [`cross`].
    Cross,
    /// See [`join`].
    Join,
}

/// The order in which a method lists solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As words in a dictionary, by the rows of the columns from A on.
    Lexicographic,
    /// Each solution and then its mirror image; the first of each pair in lexicographic order.
    Mirrored,
    /// As the search comes upon them.
    Found,
    /// Not at all: it only counts.
    Unlisted,
}

/// How many threads a method runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadUse {
    /// One.
    One,
    /// As many as it is given.
    Any,
    /// One for each place of the first queen, whatever it is given.
    OneAPlace,
}

/// A number that a method reports of its search: its name, its meaning, where it is read.
#[derive(Clone, Copy)]
pub struct Statistic {
    /// The name in tables and in JSON.
    pub name: &'static str,
    /// What it counts.
    pub about: &'static str,
    read: fn(&Statistics, u128) -> u128,
}

impl Statistic {
    /// The value, from the steps counted and the number of solutions.
    pub fn value(&self, statistics: &Statistics, solutions: u128) -> u128 {
        (self.read)(statistics, solutions)
    }
}

impl fmt::Debug for Statistic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

const PLACEMENTS: Statistic =
    Statistic { name: "placements", about: "queens set", read: |s, _| s.placements.into() };
const REJECTS: Statistic = Statistic {
    name: "rejects",
    about: "squares tried and attacked",
    read: |s, _| s.rejects.into(),
};
const DROPPED: Statistic = Statistic {
    name: "dropped",
    about: "states that cannot be finished",
    read: |s, _| s.rejects.into(),
};
const DEQUEUES: Statistic =
    Statistic { name: "dequeues", about: "states taken up", read: |s, _| s.dequeues.into() };
const QUEUE_PEAK: Statistic = Statistic {
    name: "queue_peak",
    about: "most states waiting",
    read: |s, _| s.queue_peak.into(),
};
const RAW: Statistic = Statistic {
    name: "raw",
    about: "solutions with repeats",
    read: |s, n| n + u128::from(s.duplicates),
};

const STEPS: &[Statistic] = &[PLACEMENTS];
const TESTS: &[Statistic] = &[PLACEMENTS, REJECTS];
const QUEUE: &[Statistic] = &[PLACEMENTS, DEQUEUES, DROPPED, QUEUE_PEAK];
const QUEUE_RAW: &[Statistic] = &[PLACEMENTS, DEQUEUES, DROPPED, QUEUE_PEAK, RAW];

/// What there is to know of a method: one row of the table that `queens methods` prints.
#[derive(Clone, Copy, Debug)]
pub struct MethodInfo {
    /// The method.
    pub method: Method,
    /// Its name, as typed.
    pub name: &'static str,
    /// Its idea in a line.
    pub about: &'static str,
    /// The largest board.
    pub max_size: usize,
    /// Whether it takes boards with given queens and closed squares.
    pub boards: bool,
    /// How many threads it runs on.
    pub threads: ThreadUse,
    /// The order in which it lists.
    pub order: Order,
    /// The statistics it gives.
    pub statistics: &'static [Statistic],
    /// Whether it comes upon the solutions one by one, so that they can be listed, sorted and traced.
    pub visits: bool,
}

#[rustfmt::skip]
static METHODS: [MethodInfo; 17] = {
    use Method::*;
    use Order::*;
    use ThreadUse::*;
    const ALL: usize = MAX_SIZE;
    #[allow(clippy::too_many_arguments)] // One row of a table, read across.
    const fn row(
        method: Method, name: &'static str, about: &'static str, max_size: usize, boards: bool, threads: ThreadUse,
        order: Order, statistics: &'static [Statistic],
    ) -> MethodInfo {
        let visits = !matches!(method, Cross | Join);
        MethodInfo { method, name, about, max_size, boards, threads, order, statistics, visits }
    }
    [
        row(Arrays, "arrays", "recursion on three boolean arrays (Dijkstra)", ALL, true, One, Lexicographic, TESTS),
        row(ArraysHalf, "arrays-half", "the same over half of the board, each solution counted twice", ALL, false, One, Mirrored, TESTS),
        row(ArraysIterative, "arrays-iterative", "three boolean arrays and an explicit stack", ALL, false, One, Lexicographic, TESTS),
        row(Bitset, "bitset", "an immutable board of 64-bit sets: ok, place, solve", ALL, false, One, Lexicographic, TESTS),
        row(BitsetPipeline, "bitset-pipeline", "the same board as a pipeline: filter, map, sum", ALL, false, One, Lexicographic, STEPS),
        row(BitsetHalf, "bitset-half", "the same board over half of the first line", ALL, false, One, Mirrored, TESTS),
        row(BitsetMutable, "bitset-mutable", "64-bit sets changed in place, without recursion", ALL, false, One, Lexicographic, TESTS),
        row(Bitmask, "bitmask", "recursion on masks of free rows, lowest bit first", ALL, true, Any, Lexicographic, STEPS),
        row(BitmaskHalf, "bitmask-half", "the same over half of the board", ALL, false, One, Mirrored, STEPS),
        row(BitmaskIterative, "bitmask-iterative", "masks on an explicit stack, pausing at each solution", ALL, true, One, Lexicographic, STEPS),
        row(Stacked, "stacked", "a stack of masks over half of the board, cut by first queen", ALL, false, Any, Mirrored, STEPS),
        row(Columns, "columns", "one thread for each place of the first queen (does not scale)", ALL, false, OneAPlace, Mirrored, TESTS),
        row(Breadth, "breadth", "breadth first, columns in two parity tracks (Third)", breadth::MAX_SIZE, false, One, Found, QUEUE),
        row(Tiles, "tiles", "breadth first over tiles, smallest domain next (Third)", tiles::MAX_SIZE, false, One, Lexicographic, QUEUE_RAW),
        row(DancingLinks, "dancing-links", "exact cover, fewest options next (Knuth)", ALL, true, One, Lexicographic, STEPS),
        row(Cross, "cross", "the middle lines first, up to symmetry, then vectors of masks", ALL, true, Any, Unlisted, STEPS),
        row(Join, "join", "half-boards listed by columns, disjoint pairs counted by bits", join::MAX_SIZE, false, Any, Unlisted, &[]),
    ]
};

impl Method {
    /// The method that goes on where others end: it takes every board.
    pub const FURTHEST: Self = Self::Cross;

    /// The table of all methods, the simplest first.
    pub fn all() -> &'static [MethodInfo] {
        &METHODS
    }

    /// Those that come upon the solutions one by one, so that they can be listed and traced.
    pub fn searches() -> impl Iterator<Item = &'static MethodInfo> + Clone {
        METHODS.iter().filter(|info| info.visits)
    }

    /// The fastest for a board on a CPU with these vector instructions, by measured times: milliseconds, the best of 15 (N = 17
    /// and 18: of 7 and 3), one thread, AMD EPYC, 2026-11-15, `queens count N --method M --simd S --threads 1 --format csv`.
    ///
    /// | N | cross portable | join portable | cross avx2 | join avx2 | cross avx512 | join avx512 |
    /// |--:|--:|--:|--:|--:|--:|--:|
    /// | 12 | 0.72 | 1.58 | 0.58 | 0.80 | 0.53 | 0.77 |
    /// | 13 | 2.81 | 6.78 | 1.66 | 3.37 | 1.50 | 3.25 |
    /// | 14 | 10.9 | 10.6 | 2.92 | 4.30 | 2.40 | 3.89 |
    /// | 15 | 67.6 | 52.3 | 13.4 | 23.4 | 10.9 | 21.0 |
    /// | 16 | 410 | 141 | 65.5 | 45.1 | 45.8 | 38.2 |
    /// | 17 | 3618 | 892 | 565 | 238 | 330 | 241 |
    /// | 18 | | | 3434 | 1194 | 2458 | 1077 |
    ///
    /// On boards up to 10 `stacked` (or `bitmask`, which takes given queens) is done before the engines have planned their jobs:
    /// 0.108 ms at N = 10 against 0.257 by `cross`, 0.506 against 0.305 at N = 11. Of the engines, `cross` takes boards with
    /// given queens or closed squares.
    pub fn auto(board: &Board, simd: Simd) -> Self {
        let join_from = match simd {
            // NEON by executed instructions, not by time: docs/benchmarks.md, "64-bit ARM".
            Simd::Portable | Simd::Neon => 14,
            Simd::Avx2 | Simd::Avx512 => 16,
        };
        match board.size() {
            0..=10 if board.is_empty() => Self::Stacked,
            0..=10 => Self::Bitmask,
            size if board.is_empty() && (join_from..=join::MAX_SIZE).contains(&size) => Self::Join,
            _ => Self::Cross,
        }
    }

    /// The row of this method.
    pub fn info(self) -> &'static MethodInfo {
        &METHODS[self as usize]
    }

    /// The name, as typed.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Whether the method takes the board.
    pub fn check(self, board: &Board) -> Result<(), Error> {
        let (size, info) = (board.size(), self.info());
        if size > info.max_size {
            return Err(Error::MethodTooSmall { size, method: self, further: Self::FURTHEST });
        }
        if !board.is_empty() && !info.boards {
            return Err(Error::EmptyBoardOnly { method: self });
        }
        Ok(())
    }

    /// Whether the method takes the board and comes upon its solutions one by one.
    pub fn check_visits(self, board: &Board) -> Result<(), Error> {
        self.check(board)?;
        if self.info().visits { Ok(()) } else { Err(Error::CountsOnly { method: self }) }
    }

    /// How many jobs a search is cut into: by first queen where threads apply, otherwise one.
    pub(crate) fn first_queens(self, size: usize) -> u64 {
        let jobs = match self {
            Self::Bitmask => size,
            Self::Stacked | Self::Columns => first_rows(size),
            _ => 1,
        };
        jobs.max(1) as u64
    }

    /// The rows of the first column that a job tries, for methods that fill the columns in order.
    pub(crate) fn first_rows(self, size: usize, job: u64) -> Option<Range<usize>> {
        use Method::*;
        match self {
            Bitmask | Stacked | Columns => Some(job as usize..job as usize + 1),
            ArraysHalf | BitsetHalf | BitmaskHalf => Some(0..first_rows(size)),
            Breadth | Tiles | DancingLinks | Cross | Join => None,
            Arrays | ArraysIterative | Bitset | BitsetPipeline | BitsetMutable
            | BitmaskIterative => Some(0..size),
        }
    }
}

/// Runs one job of a method over the board, watched by the observer, and counts the solutions.
///
/// The board must be one that the method takes: see [`Method::check`].
pub(crate) fn search_job<O: Observer>(
    method: Method,
    board: &Board,
    job: u64,
    observer: &mut O,
) -> Result<u64, Stopped> {
    debug_assert_eq!(method.check(board), Ok(()));
    let size = board.size();
    match method {
        Method::Arrays => arrays::search(board, observer),
        Method::ArraysHalf => arrays_half::search(size, observer),
        Method::ArraysIterative => arrays_iterative::search(size, observer),
        Method::Bitset => bitset::search(size, observer),
        Method::BitsetPipeline => bitset_pipeline::search(size, observer),
        Method::BitsetHalf => bitset_half::search(size, observer),
        Method::BitsetMutable => bitset_mutable::search(size, observer),
        Method::Bitmask => bitmask::search(board, job as usize, observer),
        Method::BitmaskHalf => bitmask_half::search(size, observer),
        Method::BitmaskIterative => bitmask_iterative::search(board, observer),
        Method::Stacked => stacked::search(size, job as usize, observer),
        Method::Columns => columns::search(size, job as usize, observer),
        Method::Breadth => breadth::search(size, observer),
        Method::Tiles => tiles::search(size, observer),
        Method::DancingLinks => dancing_links::search(board, observer),
        Method::Cross | Method::Join => unreachable!("{method} visits no solutions"),
    }
}

/// Runs all jobs of a method over the board one after the other, watched by the observer.
pub fn search<O: Observer>(method: Method, board: &Board, observer: &mut O) -> Result<u64, Error> {
    method.check_visits(board)?;
    let mut solutions: u64 = 0;
    for job in 0..method.first_queens(board.size()) {
        let found = search_job(method, board, job, observer)?;
        solutions = solutions.checked_add(found).ok_or(Error::Overflow { job })?;
    }
    Ok(solutions)
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        if let Some(info) = METHODS.iter().find(|info| info.name == name) {
            return Ok(info.method);
        }
        // A part of a name is nearer than any misspelling.
        let near = |info: &&MethodInfo| {
            let part = !name.is_empty() && info.name.contains(name);
            f64::from(u8::from(part)) + strsim::jaro_winkler(name, info.name)
        };
        let nearest = METHODS.iter().max_by(|a, b| near(a).total_cmp(&near(b)));
        Err(Error::UnknownMethod {
            name: name.to_string(),
            nearest: nearest.expect("the table has rows").name,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_stands_at_its_methods_place() {
        for info in Method::all() {
            assert_eq!(info.method.info().name, info.name);
            assert_eq!(info.name.parse::<Method>(), Ok(info.method));
        }
    }
}
