//! Boards with coloured regions: line by line on bit masks, equal states counted once, and the last lines looked up.
//!
//! A *line* is a row or a column, whichever direction cuts fewer regions; a *crossing* is a line of the other direction. Lines are filled
//! in order. The *state* after a line is the number of queens that each crossing and each region still needs, and the crossings
//! next to the queens of that line. Many ways to fill the first lines lead to the same state, so the number of its completions is
//! kept in a table and looked up (`table`). The table has a limited size; an entry may replace another one.
//!
//! ```text
//!    A A A B    Two queens in the first two lines, on A1 and C2 or on C1 and A2,
//!    C C D B    take the same columns. If they take the same regions, and if the
//!    ♛ . . .    same squares of the third line are next to a queen, the state
//!    . . ♛ .    is the same.
//! ```
//!
//! The more the squares of a region are scattered, the fewer states are equal. So the search also meets in the middle: the last lines are
//! filled in all ways from the other end of the board (`endings`), and the search of the first lines looks up what fits. The longer the
//! search takes, the more lines are looked up.
//!
//! A state is dropped if a line, a crossing or a region has no open square left for its queens, or if the regions that end
//! within the next lines need more queens than those lines. Tests that rarely succeed on the states of a line are skipped there.
//!
//! Work: at most one step per state and open square.  Memory: up to 2^20 states per worker, 24 to 48 bytes each, and up to 2^22 endings
//! for all workers, 16 to 40 bytes each.
//! Range: N <= 32, 1 to 8 queens per line.  Checked against `domains`, a brute force, and job by job against plain backtracking.
//! Reference: docs/engines.md#regions

mod cut;
mod endings;
mod lines;
pub(crate) mod plain;
mod search;
mod state;
mod table;

use super::{Costs, Counts, Engine, EngineInfo, EngineWorker, Random, WorkerCosts, run_whole_job};
use crate::job::{Count, Details, JobResult, Subproblem, Weight};
use crate::{Board, CheckError, Control, Error, MAX_SIZE, Rules, Simd, Square};
use cut::cut;
use lines::Lines;
use search::{RegionWorker, Shared};
use std::sync::Arc;

/// The table row.
pub(crate) static INFO: EngineInfo = EngineInfo {
    name: "regions",
    title: "Regions",
    idea: "line by line on masks of columns and regions, equal states counted once, last lines looked up",
    counts: Counts::Rules(Rules::Regions),
    max_n: MAX_SIZE,
    takes_given_queens: true,
    build: |problem| Arc::new(RegionBoard::new(&problem.board)),
    ..EngineInfo::NEW
};

/// The engine for boards with regions: numbered jobs, the same on every machine.
#[derive(Debug)]
pub struct RegionBoard {
    board: Board,
    lines: Lines,
    /// The lines from the other end of the board.
    reverse: Lines,
    /// The crossings of the queens that each job fixes, line by line.
    starts: Vec<Vec<u8>>,
    endings: AnyEndings,
}

/// The endings, by the number of masks for a number of queens.
#[derive(Debug)]
enum AnyEndings {
    One(Shared<1>),
    Two(Shared<2>),
    Three(Shared<3>),
    Four(Shared<4>),
}

impl RegionBoard {
    /// The engine for a board with regions.
    pub(crate) fn new(board: &Board) -> Self {
        let lines = Lines::new(board);
        // A block of two by two squares holds at most one queen.
        let fits = board.size() * board.stars() <= board.size().div_ceil(2).pow(2);
        let endings = match lines.planes {
            0 | 1 => AnyEndings::One(Shared::new()),
            2 => AnyEndings::Two(Shared::new()),
            3 => AnyEndings::Three(Shared::new()),
            _ => AnyEndings::Four(Shared::new()),
        };
        let starts = match &endings {
            _ if !fits => Vec::new(),
            AnyEndings::One(_) => cut::<1>(&lines),
            AnyEndings::Two(_) => cut::<2>(&lines),
            AnyEndings::Three(_) => cut::<3>(&lines),
            AnyEndings::Four(_) => cut::<4>(&lines),
        };
        Self { board: board.clone(), reverse: lines.reversed(board), lines, starts, endings }
    }
}

impl Engine for RegionBoard {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.starts.len() as u64
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        let start = &self.starts[job as usize];
        let queens: Vec<Square> = self.lines.squares_of(start).collect();
        let mut board = self.board.clone();
        // The other queens of a line that is not full come after the last one.
        if let Some((line, last)) = queens.last().map(|&queen| self.lines.place(queen)) {
            let before = (0..last).map(|crossing| self.lines.square(line, crossing));
            let is_full = self.lines.need_up_to[line] as usize == start.len();
            let skipped = before.filter(|square| {
                !is_full && !queens.contains(square) && !board.given().contains(square)
            });
            for square in skipped.collect::<Vec<_>>() {
                board = board.with_closed(square)?;
            }
        }
        Ok(Subproblem::with_queens(&board, &queens, Weight::Each(1)))
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        match &self.endings {
            AnyEndings::One(shared) => Box::new(RegionWorker::new(self, shared)),
            AnyEndings::Two(shared) => Box::new(RegionWorker::new(self, shared)),
            AnyEndings::Three(shared) => Box::new(RegionWorker::new(self, shared)),
            AnyEndings::Four(shared) => Box::new(RegionWorker::new(self, shared)),
        }
    }

    fn costs(&self) -> Option<&dyn Costs> {
        Some(self)
    }
}

impl Costs for RegionBoard {
    fn forget(&self) {
        match &self.endings {
            AnyEndings::One(shared) => shared.forget(),
            AnyEndings::Two(shared) => shared.forget(),
            AnyEndings::Three(shared) => shared.forget(),
            AnyEndings::Four(shared) => shared.forget(),
        }
    }
}

impl<const P: usize> EngineWorker for RegionWorker<'_, P> {
    fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        let start = &self.engine.starts[job as usize];
        let found = self.count(start, control).map_err(|_| Error::Stopped)?;
        let overflow = Error::Check(CheckError::Overflow { job });
        if found == u64::MAX {
            return Err(overflow);
        }
        let mut count = Count::default();
        count.add(found, 1).ok_or(overflow)?;
        Ok(JobResult::new(count))
    }

    fn costs(&mut self) -> Option<&mut dyn WorkerCosts> {
        Some(self)
    }
}

impl<const P: usize> WorkerCosts for RegionWorker<'_, P> {
    fn run_part(
        &mut self,
        job: u64,
        depth: usize,
        _random: &mut Random,
        control: &dyn Control,
    ) -> Result<Option<f64>, Error> {
        run_whole_job(self, job, depth, control)
    }

    fn memory(&self) -> usize {
        self.bytes()
    }
}

#[cfg(test)]
mod tests;
