//! What can be wrong with a request, with the value that was wrong and the values that are right.

use crate::engines::ThreadUse;
use crate::solve::{Grade, Solver};
use crate::{Method, Rotation, Rules, Simd, Square};
use std::fmt;

/// A request that cannot be met. Its text is one line for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The board is larger than the searches go.
    #[error("N = {size} is too large: boards go from 0 to {limit}")]
    BoardTooLarge {
        /// The size asked for.
        size: usize,
        /// The largest size.
        limit: usize,
    },
    /// The board is larger than this method goes.
    #[error(
        "N = {size} is too large for method '{method}', which goes to {}: {further} goes to {}",
        method.info().max_n, further.info().max_n
    )]
    MethodTooSmall {
        /// The size asked for.
        size: usize,
        /// The method asked for.
        method: Method,
        /// A method that goes further.
        further: Method,
    },
    /// There is no such method.
    #[error("unknown method '{name}': did you mean '{nearest}'?")]
    UnknownMethod {
        /// The name asked for.
        name: String,
        /// The nearest name there is.
        nearest: &'static str,
    },
    /// The method works on empty boards only.
    #[error(
        "method '{method}' takes empty boards only; with given queens or closed squares use bitmask"
    )]
    EmptyBoardOnly {
        /// The method asked for.
        method: Method,
    },
    /// A method that does not come upon the solutions one by one.
    #[error(
        "method '{method}' counts without visiting solutions: to list, sort or trace them use bitmask or another search"
    )]
    CountsOnly {
        /// The method asked for.
        method: Method,
    },
    /// A method that has no statistics.
    #[error(
        "method '{method}' sets no queens one by one, and so has no placements to count: cross and the searches have"
    )]
    NoStatistics {
        /// The method asked for.
        method: Method,
    },
    /// Symmetric solutions of what is not an empty board, or with what does not go with them.
    #[error(
        "solutions that are symmetric under a rotation by {rotation} degrees can be counted on empty boards only, without a method and without other numbers"
    )]
    OnlyCounts {
        /// The rotation asked for.
        rotation: Rotation,
    },
    /// Numbers of solutions that no board can have.
    #[error(
        "N = {size}: {all} solutions, of which {} and {} are symmetric under rotations by 180 and 90 degrees, \
         is impossible: the others come in eights, fours and twos",
        symmetric[0].1, symmetric[1].1
    )]
    NotSymmetric {
        /// The size of the board.
        size: usize,
        /// All solutions counted.
        all: u128,
        /// Those that each rotation maps to themselves.
        symmetric: [(Rotation, u128); 2],
    },
    /// A job that is counted otherwise the second time.
    #[error("N = {size}, job {job}: '{name}' counts {counted} solutions, {by} {again}")]
    WrongJob {
        /// The size of the board.
        size: usize,
        /// The number of the job.
        job: u64,
        /// What counted it first.
        name: &'static str,
        /// The first count.
        counted: u64,
        /// What counted it the second time.
        by: &'static str,
        /// The second count.
        again: u64,
    },
    /// A count whose remainders are not those of the sum.
    #[error(
        "job {job}: the count does not fit its remainders; the sum overflowed unseen, or this machine makes mistakes"
    )]
    Inconsistent {
        /// The number of the job.
        job: u64,
    },
    /// Vector instructions that do not exist, or not on this CPU.
    #[error("vector instructions '{name}': this CPU has {}", {
        Simd::available().map(Simd::name).collect::<Vec<_>>().join(", ")
    })]
    UnknownSimd {
        /// The name asked for.
        name: String,
    },
    /// There is no such rotation of the board.
    #[error("unknown rotation '{name}': there are {}", {
        Rotation::ALL.map(Rotation::name).join(" and ")
    })]
    UnknownRotation {
        /// The name asked for.
        name: String,
    },
    /// The number of threads is not for the request to choose.
    #[error("method '{method}' {}; the number can be chosen for bitmask, stacked, cross and join", match method.info().threads {
        ThreadUse::OnePerFirstQueen => "runs on one thread for each place of the first queen",
        _ => "runs on one thread",
    })]
    ThreadsFixed {
        /// The method asked for.
        method: Method,
    },
    /// The number of threads is out of range.
    #[error("{threads} threads: allowed are 1 to {limit}")]
    BadThreads {
        /// The number asked for.
        threads: usize,
        /// The largest number.
        limit: usize,
    },
    /// The threads could not be started.
    #[error("{threads} threads could not be started: {reason}")]
    Threads {
        /// The number asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
    /// A square outside the board.
    #[error("square {square} is not on a board of size {size}")]
    OffBoard {
        /// The square.
        square: Square,
        /// The size of the board.
        size: usize,
    },
    /// A text that names no square.
    #[error("'{text}' is not a square: a column letter and a row from 1, such as A1")]
    BadSquare {
        /// The text.
        text: String,
    },
    /// Two queens that attack each other, or stand on one square.
    #[error("the queens on {first} and {second} attack each other")]
    Attack {
        /// The one queen.
        first: Square,
        /// The other queen.
        second: Square,
    },
    /// There are no such rules.
    #[error("unknown rules '{name}': there are {}", Rules::ALL.map(Rules::name).join(", "))]
    UnknownRules {
        /// The name asked for.
        name: String,
    },
    /// A count by other rules, with what does not go with them.
    #[error(
        "rules '{rules}': torus and superqueens can be counted on empty boards, without a method and nothing beside"
    )]
    RulesCount {
        /// The rules asked for.
        rules: Rules,
    },
    /// There is no such grade.
    #[error("unknown grade '{name}': there are {}", Grade::ALL.map(Grade::name).join(", "))]
    UnknownGrade {
        /// The name asked for.
        name: String,
    },
    /// Rules by which no puzzles are made.
    #[error("there are no puzzles by the rules '{rules}': queens or regions")]
    NoPuzzles {
        /// The rules asked for.
        rules: Rules,
    },
    /// A size that puzzles do not have.
    #[error("a puzzle by the rules '{rules}' has size {least} to {most}, not {size}")]
    PuzzleSize {
        /// The size asked for.
        size: usize,
        /// The rules asked for.
        rules: Rules,
        /// The smallest size.
        least: usize,
        /// The largest size.
        most: usize,
    },
    /// A puzzle of a grade that did not turn up.
    #[error(
        "no{} puzzle of size {size} by the rules '{rules}' turned up in {tries} tries: another size, grade or seed may have one",
        grade.map_or(String::new(), |grade| format!(" {grade}"))
    )]
    NoSuchPuzzle {
        /// The size asked for.
        size: usize,
        /// The rules asked for.
        rules: Rules,
        /// The grade asked for.
        grade: Option<Grade>,
        /// How many were made.
        tries: usize,
    },
    /// There is no such solver, or it was not built in.
    #[error("unknown solver '{name}': there are {}", {
        Solver::ALL.iter().map(|solver| solver.name()).collect::<Vec<_>>().join(", ")
    })]
    UnknownSolver {
        /// The name asked for.
        name: String,
    },
    /// A text that is no position, and where it goes wrong.
    #[error("line {line}, column {column}: {reason}")]
    Parse {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong, and what is allowed.
        reason: String,
    },
    /// Coloured regions that are not one for each queen, or rules that need regions where there are none.
    #[error("a board of size {size} needs {size} regions, and there are {regions}")]
    WrongRegions {
        /// The size of the board.
        size: usize,
        /// The number of regions.
        regions: usize,
    },
    /// A name that no region can have.
    #[error("'{}' names no region: letters and digits do", name.escape_default())]
    BadRegion {
        /// The name.
        name: char,
    },
    /// A solution of another size than its position.
    #[error("{queens} queens on a board of size {size}")]
    WrongSize {
        /// The queens.
        queens: usize,
        /// The size of the board.
        size: usize,
    },
    /// A solution that leaves out a given queen.
    #[error("the given queen on {square} is missing")]
    MissingGiven {
        /// Where the queen is given.
        square: Square,
    },
    /// A solution with a queen on a closed square.
    #[error("the queen on {square} stands on a closed square")]
    OnClosed {
        /// The square.
        square: Square,
    },
    /// Two queens in one coloured region.
    #[error("the queens on {first} and {second} stand in one region")]
    SameRegion {
        /// The one queen.
        first: Square,
        /// The other queen.
        second: Square,
    },
    /// A queen given on a closed square.
    #[error("square {square} cannot both hold a queen and be closed")]
    QueenOnClosedSquare {
        /// The square.
        square: Square,
    },
    /// A word in a solution that is no row number.
    #[error(
        "'{text}' is not a row: a solution is the row of the queen in each column, such as 2 4 1 3"
    )]
    BadRow {
        /// The word.
        text: String,
    },
    /// A row number outside the board.
    #[error("row {row} in column {}: rows go from 1 to {size}", Square::column_name(*.col))]
    RowOutOfRange {
        /// The row, counted from 1.
        row: u64,
        /// The column, counted from 0.
        col: u32,
        /// The size of the board.
        size: usize,
    },
    /// A search tree too large to draw.
    #[error(
        "the tree of N = {size} has more than {limit} nodes {depth} queens deep: ask for a smaller depth"
    )]
    TreeTooLarge {
        /// The size of the board.
        size: usize,
        /// The depth asked for.
        depth: usize,
        /// The largest number of nodes drawn.
        limit: usize,
    },
    /// A board without bit sets, because its queens do not fill the first rows.
    #[error(
        "row {} has {queens} queens: bit sets need one queen in each row, from row 1 on",
        row + 1
    )]
    RowsNotFilled {
        /// The row, counted from 0.
        row: u32,
        /// The queens in it.
        queens: usize,
    },
    /// A picture that could not be made.
    #[error("the picture could not be drawn: {reason}")]
    Picture {
        /// What the renderer said.
        reason: String,
    },
    /// A sum that does not fit its type.
    #[error("the sum overflows at job {job}")]
    Overflow {
        /// The number of the job.
        job: u64,
    },
    /// A job that the plan does not have.
    #[error("there is no job {job}: the plan has {jobs} jobs, counted from 0")]
    NoSuchJob {
        /// The number of the job.
        job: u64,
        /// How many jobs there are.
        jobs: u64,
    },
    /// Two methods that should agree do not: one of them is wrong.
    #[error("N = {size}: method '{}' counts {} solutions, '{}' counts {}", first.0, first.1, second.0, second.1)]
    Disagree {
        /// The size of the board.
        size: usize,
        /// An engine and its count.
        first: (&'static str, u128),
        /// Another engine and its count.
        second: (&'static str, u128),
    },
    /// A backend that cannot run a plan.
    #[error("{backend} cannot count this: {reason}")]
    Unsupported {
        /// The backend.
        backend: &'static str,
        /// What it cannot do, and what it can.
        reason: String,
    },
    /// A backend that failed while it ran.
    #[error("{backend} failed: {reason}")]
    Backend {
        /// The backend, or which part of it.
        backend: String,
        /// What went wrong.
        reason: String,
    },
    /// A job that ended in a panic.
    #[error("job {job} panicked: {reason}")]
    Panicked {
        /// The number of the job.
        job: u64,
        /// What the panic said.
        reason: String,
    },
    /// Results that could not be kept.
    #[error("the results cannot be kept: {reason}")]
    Sink {
        /// What went wrong.
        reason: String,
    },
    /// The work was stopped before its end.
    #[error("stopped")]
    Stopped,
}

impl Error {
    /// Whether something failed on the way, rather than that the request was a bad one.
    pub fn is_failure(&self) -> bool {
        matches!(
            self,
            Self::Disagree { .. }
                | Self::Overflow { .. }
                | Self::Inconsistent { .. }
                | Self::NotSymmetric { .. }
                | Self::Backend { .. }
                | Self::Panicked { .. }
                | Self::Sink { .. }
                | Self::NoSuchPuzzle { .. }
                | Self::WrongJob { .. }
        )
    }
}

/// A search was stopped by its observer before its end; what it counted is not a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped")
    }
}

impl std::error::Error for Stopped {}

impl From<Stopped> for Error {
    fn from(_: Stopped) -> Self {
        Error::Stopped
    }
}
