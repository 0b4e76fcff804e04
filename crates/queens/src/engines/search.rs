//! The common part of the methods that find solutions one by one.

use super::engine::{
    Engine, EngineInfo, EngineWorker, Order, Search, Sorting, Statistic, ThreadUse,
};
use crate::job::{Control, Count, Details, Guard, JobResult, Problem, Subproblem, Weight};
use crate::observe::{ByLevel, Dynamic, first_rows};
use crate::{
    Board, CheckError, Error, MAX_SIZE, Observer, Silent, Simd, Square, Statistics, Stopped, Tally,
};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

/// How a search is divided into jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// One job.
    None,
    /// One job per row of the first queen.
    FirstQueen,
    /// One job per row of the first queen in the lower half, including the middle row of an odd board. The upper half follows by
    /// reflection.
    HalfOfFirstQueens,
}

impl Cut {
    fn jobs(self, size: usize) -> u64 {
        let jobs = match self {
            Self::None => 1,
            Self::FirstQueen => size,
            Self::HalfOfFirstQueens => first_rows(size),
        };
        jobs.max(1) as u64
    }
}

/// A method that finds solutions one by one, as its file defines it.
///
/// The observer is a generic parameter: with [`Silent`] its calls compile to nothing.
pub(crate) trait SearchMethod: Send + Sync + 'static {
    /// The table row.
    const INFO: EngineInfo;
    /// How the search is divided into jobs.
    const CUT: Cut = Cut::None;

    /// Runs one job on a supported board and returns its number of solutions, including mirror images. With [`Cut::FirstQueen`]
    /// and [`Cut::HalfOfFirstQueens`], `job` is the row of the first queen. N = 0 has one job and one solution.
    fn search<O: Observer>(board: &Board, job: u64, observer: &mut O) -> Result<u64, Stopped>;

    /// The rows of the first column in the order in which they are tried, from which progress is computed, or `None` if the
    /// search does not start with the first column.
    fn progress_rows(size: usize) -> Option<Range<usize>> {
        Some(0..size)
    }

    /// How solutions must be sorted to be in the order of the table row.
    fn sorting(_board: &Board) -> Sorting {
        Sorting::None
    }
}

/// The table row of most methods: they list solutions in lexicographic order, on one thread. Replace at least `name` and `idea`.
pub(super) const fn info<M: SearchMethod>() -> EngineInfo {
    EngineInfo {
        max_n: MAX_SIZE,
        threads: ThreadUse::One,
        order: Some(Order::Lexicographic),
        statistics: &[Statistic::PLACEMENTS],
        build: build::<M>,
        ..EngineInfo::NEW
    }
}

/// Builds the engine of a method.
fn build<M: SearchMethod>(problem: &Problem) -> Arc<dyn Engine> {
    Arc::new(SearchEngine::<M> { board: problem.board.clone(), method: PhantomData })
}

/// The engine of a search method for a board.
struct SearchEngine<M> {
    board: Board,
    method: PhantomData<M>,
}

impl<M: SearchMethod> fmt::Debug for SearchEngine<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(M::INFO.name).field(&self.board).finish()
    }
}

impl<M: SearchMethod> Engine for SearchEngine<M> {
    fn info(&self) -> &'static EngineInfo {
        &M::INFO
    }

    fn jobs(&self) -> u64 {
        M::CUT.jobs(self.board.size())
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        let mirrored = M::CUT == Cut::HalfOfFirstQueens && 2 * job + 1 != self.board.size() as u64;
        // A single job does not fix the first queen.
        let first = if self.jobs() == 1 { vec![] } else { vec![Square::new(0, job as u32)] };
        let weight = if mirrored && !first.is_empty() { 2 } else { 1 };
        Ok(Subproblem::with_queens(&self.board, &first, Weight::Each(weight)))
    }

    fn worker(&self, details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(SearchWorker { engine: self, details })
    }

    fn search(&self) -> Option<&dyn Search> {
        Some(self)
    }
}

impl<M: SearchMethod> Search for SearchEngine<M> {
    fn visit(&self, job: u64, observer: &mut dyn Observer) -> Result<u64, Stopped> {
        M::search(&self.board, job, &mut Dynamic::new(observer))
    }

    fn sorting(&self) -> Sorting {
        M::sorting(&self.board)
    }
}

/// The worker of a search. It keeps no memory between jobs.
struct SearchWorker<'a, M> {
    engine: &'a SearchEngine<M>,
    details: Details,
}

impl<M: SearchMethod> EngineWorker for SearchWorker<'_, M> {
    fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        let size = self.engine.board.size();
        let Details { statistics, tally, by_level } = self.details;
        if by_level {
            let both = (Statistics::default(), ByLevel(vec![0; size]));
            let (result, (statistics, ByLevel(placed))) = self.observed(job, control, both)?;
            return Ok(JobResult {
                statistics: Some(statistics),
                by_level: Some(placed),
                ..result
            });
        }
        match (statistics, tally) {
            (false, false) => {
                let (result, Silent) = self.observed(job, control, Silent)?;
                Ok(result)
            }
            (true, false) => {
                let (result, statistics) = self.observed(job, control, Statistics::default())?;
                Ok(JobResult { statistics: Some(statistics), ..result })
            }
            (false, true) => {
                let (result, tally) = self.observed(job, control, Tally::new(size))?;
                Ok(JobResult { tally: Some(tally), ..result })
            }
            (true, true) => {
                let both = (Statistics::default(), Tally::new(size));
                let (result, (statistics, tally)) = self.observed(job, control, both)?;
                Ok(JobResult { statistics: Some(statistics), tally: Some(tally), ..result })
            }
        }
    }
}

impl<M: SearchMethod> SearchWorker<'_, M> {
    fn observed<O: Observer>(
        &self,
        job: u64,
        control: &dyn Control,
        observer: O,
    ) -> Result<(JobResult, O), Error> {
        let board = &self.engine.board;
        let rows = match M::CUT {
            Cut::None => M::progress_rows(board.size()),
            _ => Some(job as usize..job as usize + 1),
        };
        let mut guard = Guard::new(control, job, board.size(), rows, observer);
        let solutions = M::search(board, job, &mut guard)?;
        let mut count = Count::default();
        count.add(solutions, 1).ok_or(Error::Check(CheckError::Overflow { job }))?;
        Ok((JobResult::new(count), guard.inner))
    }
}
