//! The interface of engines.
//!
//! An engine is one file and one row of the table in `mod.rs`. The row is an [`EngineInfo`]: properties that do not depend on a
//! board. Its `build` creates an [`Engine`] for a problem, with numbered jobs, their subproblems, and workers that run them.

use super::{Method, Random};
use crate::job::{Control, Count, Details, Event, JobResult, Problem, Queens, Subproblem};
use crate::{CheckError, Error, Observer, RequestError, Rules, Simd, Statistics, Stopped};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// An algorithm that divides a problem into numbered jobs and counts them. An engine is pure data, the same on every machine.
///
/// ```
/// use queens::engines::{Counts, Engine, EngineInfo, EngineWorker, ThreadUse};
/// use queens::{
///     CheckError, Control, Count, Details, Error, JobResult, Method, Problem, Request, Simd, Subproblem, Weight, solutions,
/// };
/// use std::sync::Arc;
///
/// /// Counts by listing all solutions.
/// #[derive(Debug)]
/// struct Listing(Problem);
///
/// static INFO: EngineInfo = EngineInfo {
///     name: "listing",
///     idea: "list all solutions and count the lines",
///     max_n: 10,
///     build: |problem| Arc::new(Listing(problem.clone())),
///     ..EngineInfo::NEW
/// };
///
/// impl Engine for Listing {
///     fn info(&self) -> &'static EngineInfo {
///         &INFO
///     }
///     fn jobs(&self) -> u64 {
///         1
///     }
///     fn subproblems(&self, _job: u64) -> Result<Vec<Subproblem>, Error> {
///         Ok(vec![Subproblem { board: self.0.board.clone(), weight: Weight::Each(1) }])
///     }
///     fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
///         Box::new(self)
///     }
/// }
///
/// impl EngineWorker for &Listing {
///     fn run(&mut self, job: u64, _control: &dyn Control) -> Result<JobResult, Error> {
///         let found = solutions(self.0.board.size())?.count() as u64;
///         let mut count = Count::default();
///         count.add(found, 1).ok_or(Error::Check(CheckError::Overflow { job }))?;
///         Ok(JobResult::new(count))
///     }
/// }
///
/// let total = Request::count(8)?.method(Method::new(&INFO)).run()?;
/// assert_eq!(total.solutions, 92);
/// # Ok::<(), queens::Error>(())
/// ```
pub trait Engine: Any + fmt::Debug + Send + Sync {
    /// The table row of the engine.
    fn info(&self) -> &'static EngineInfo;

    /// The number of jobs. Their ids count from 0. It may be 0 if the board obviously has no solution.
    fn jobs(&self) -> u64;

    /// The boards and weights that a job counts, for a recount.
    ///
    /// The caller guarantees that the job exists.
    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error>;

    /// Creates a worker, which owns the memory that jobs need.
    ///
    /// The caller guarantees that the CPU supports the vector instructions, and that the table row of the engine allows the
    /// details.
    fn worker(&self, details: Details, simd: Simd) -> Box<dyn EngineWorker + '_>;

    /// What the engine knows about the time of its jobs, for an estimate.
    fn costs(&self) -> Option<&dyn Costs> {
        None
    }

    /// The engine as a search, if it finds solutions one by one. Its table row then has an [`Order`].
    fn search(&self) -> Option<&dyn Search> {
        None
    }
}

/// Runs jobs of an engine one after the other on the calling thread.
pub trait EngineWorker: Send {
    /// Runs one job. It must poll the control often enough to stop within a second.
    ///
    /// The caller guarantees that the job exists.
    fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error>;

    /// The worker as one whose time and memory can be measured, for an estimate.
    fn costs(&mut self) -> Option<&mut dyn WorkerCosts> {
        None
    }
}

/// What an engine knows about the time of its jobs, for an estimate.
pub trait Costs {
    /// The work of a job compared with other jobs, if it is known without running the job. For an estimate, jobs are drawn in
    /// proportion to it.
    ///
    /// The caller guarantees that the job exists.
    fn relative_work(&self, _job: u64) -> f64 {
        1.0
    }

    /// Half the logarithm of the factor by which parts of jobs may take longer on their own than in whole jobs. An estimate from
    /// parts is corrected by it, and its range is wider.
    fn part_bias(&self) -> f64 {
        0.0
    }

    /// An unbiased estimate of the number of queens that a job places: follows one random path from the root of its search
    /// tree to a leaf and multiplies the numbers of branches (Knuth 1975). `None` if the engine does not support it.
    ///
    /// The caller guarantees that the job exists.
    fn probe(&self, _job: u64, _random: &mut Random) -> Option<f64> {
        None
    }

    /// Drops what jobs have built and kept for later jobs, so that the next run takes as long as the first.
    fn forget(&self) {}
}

/// A worker whose time and memory can be measured, for an estimate.
pub trait WorkerCosts {
    /// Runs a random part of a job and returns the number of parts that it stands for: over all random choices, the mean of this
    /// number times the time of the part is the time of the job. A part at a greater depth is smaller; the depth is at least 1.
    /// `None` if the job has no parts at this depth.
    ///
    /// It must report `Event::Begun` when it has prepared what a whole job prepares only once. The time is measured
    /// from then on. The caller guarantees that the job exists.
    fn run_part(
        &mut self,
        job: u64,
        depth: usize,
        random: &mut Random,
        control: &dyn Control,
    ) -> Result<Option<f64>, Error>;

    /// The number of bytes that this worker holds, without the memory that all workers share.
    fn memory(&self) -> usize {
        0
    }

    /// The approximate number of bytes that all workers share once they have run many jobs.
    fn shared_memory(&self) -> usize {
        0
    }
}

/// An engine whose workers keep no memory between jobs.
pub(crate) trait Stateless: Engine {
    /// Counts a job: the number of solutions found, and the weight of each.
    fn count(&self, job: u64, control: &dyn Control) -> Result<(u64, u64), Error>;
}

/// The worker of a [`Stateless`] engine.
pub(crate) struct StatelessWorker<'a, E>(pub(crate) &'a E);

impl<E: Stateless> EngineWorker for StatelessWorker<'_, E> {
    fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        let (found, weight) = self.0.count(job, control)?;
        let mut count = Count::default();
        let overflow = Error::Check(CheckError::Overflow { job });
        count.add(found, weight).ok_or(overflow)?;
        Ok(JobResult::new(count))
    }

    fn costs(&mut self) -> Option<&mut dyn WorkerCosts> {
        Some(self)
    }
}

impl<E: Stateless> WorkerCosts for StatelessWorker<'_, E> {
    fn run_part(
        &mut self,
        job: u64,
        depth: usize,
        _random: &mut Random,
        control: &dyn Control,
    ) -> Result<Option<f64>, Error> {
        run_whole_job(self, job, depth, control)
    }
}

/// Runs a part of a job that is its only part.
pub(crate) fn run_whole_job(
    worker: &mut dyn EngineWorker,
    job: u64,
    depth: usize,
    control: &dyn Control,
) -> Result<Option<f64>, Error> {
    if depth > 1 {
        return Ok(None);
    }
    control.event(Event::Begun(job));
    worker.run(job, control)?;
    Ok(Some(1.0))
}

/// A search that finds solutions one by one.
pub trait Search {
    /// Runs one job, watched by the observer, and returns its number of solutions.
    fn visit(&self, job: u64, observer: &mut dyn Observer) -> Result<u64, Stopped>;

    /// How solutions must be sorted to be in the [`Order`] of the table row.
    fn sorting(&self) -> Sorting;
}

/// How the solutions of a search must be sorted to be in the order of its method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorting {
    /// Not at all: they are found in this order.
    None,
    /// Solutions with the same first queen must be sorted. The first queens are found in order.
    WithinFirstQueen,
    /// All solutions must be sorted.
    All,
}

/// Which solutions an engine counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// All solutions by the rules of queens. Such an engine is a [`Method`].
    All,
    /// The solutions symmetric under a rotation.
    Symmetric,
    /// All solutions by the rules of queens, and the placements of plain backtracking in each column.
    ByLevel,
    /// All solutions by other rules.
    Rules(Rules),
    /// Arrangements of a given number of queens.
    Exactly,
    /// Arrangements of any number of queens.
    Any,
    /// Arrangements to which no queen can be added.
    Maximal,
    /// Arrangements of N + 1 queens and a pawn.
    WithPawn,
}

impl Counts {
    /// The engines that count this many queens by the rules of queens.
    pub fn of(queens: Queens) -> Self {
        match queens {
            Queens::Full => Self::All,
            Queens::Exactly(_) => Self::Exactly,
            Queens::Any => Self::Any,
            Queens::Maximal => Self::Maximal,
            Queens::WithPawn => Self::WithPawn,
        }
    }
}

/// The order in which a method lists solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Ascending by the row in column A, then in column B, and so on.
    Lexicographic,
    /// Each solution is followed by its mirror image. The first solutions of the pairs are in lexicographic order.
    Mirrored,
    /// In the order in which the search finds them.
    AsFound,
}

/// The number of threads that an engine runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ThreadUse {
    /// One thread.
    One,
    /// All threads of the backend.
    Any,
    /// One thread per row of the first queen, whatever the number of threads of the backend.
    OnePerFirstQueen,
}

/// A number that a method reports about its search, with its name.
#[derive(Clone, Copy)]
pub struct Statistic {
    /// The name in tables and in JSON.
    pub name: &'static str,
    /// What the number means, in a few words.
    pub about: &'static str,
    read: fn(&Statistics, u128) -> u128,
}

impl Statistic {
    /// The number of queens placed.
    pub const PLACEMENTS: Self =
        Self { name: "placements", about: "queens placed", read: |s, _| s.placements.into() };
    /// The number of tried squares that are attacked.
    pub const REJECTS: Self = Self {
        name: "rejects",
        about: "tried squares that are attacked",
        read: |s, _| s.rejects.into(),
    };
    /// The number of states that cannot be completed.
    pub const DROPPED: Self = Self {
        name: "dropped",
        about: "states that cannot be completed",
        read: |s, _| s.rejects.into(),
    };
    /// The number of states taken from the queue.
    pub const DEQUEUES: Self = Self {
        name: "dequeues",
        about: "states taken from the queue",
        read: |s, _| s.dequeues.into(),
    };
    /// The largest number of states in the queue.
    pub const QUEUE_PEAK: Self = Self {
        name: "queue_peak",
        about: "largest number of states in the queue",
        read: |s, _| s.queue_peak.into(),
    };
    /// The number of solutions including duplicates.
    pub const RAW: Self = Self {
        name: "raw",
        about: "solutions including duplicates",
        read: |s, solutions| solutions + u128::from(s.duplicates),
    };

    /// The value of this number in the statistics of a search.
    pub fn value(&self, statistics: &Statistics, solutions: u128) -> u128 {
        (self.read)(statistics, solutions)
    }
}

impl fmt::Debug for Statistic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A row of the table of engines: the properties that do not depend on a board.
#[derive(Clone, Copy, Debug)]
pub struct EngineInfo {
    /// The name, as typed and as printed in results.
    pub name: &'static str,
    /// The name in words, as readers see it. Empty: the same as the name.
    pub title: &'static str,
    /// The idea in one line.
    pub idea: &'static str,
    /// Which solutions the engine counts.
    pub counts: Counts,
    /// The size of the largest supported board.
    pub max_n: usize,
    /// Whether the engine supports given queens and closed squares.
    pub takes_given_queens: bool,
    /// The number of threads that the engine uses.
    pub threads: ThreadUse,
    /// The order in which the engine lists solutions, or `None` if it only counts.
    pub order: Option<Order>,
    /// The statistics that the engine reports.
    pub statistics: &'static [Statistic],
    /// Whether the engine can count the placements of plain backtracking in each column. Results with `by_level` must also have
    /// `statistics`.
    pub by_level: bool,
    /// Builds the engine for a problem that it supports.
    pub build: fn(&Problem) -> Arc<dyn Engine>,
}

impl EngineInfo {
    /// Default values, for an engine that only counts all solutions of empty boards, on any number of threads. Replace at least
    /// `name`, `idea`, `max_n` and `build`.
    pub const NEW: Self = Self {
        name: "",
        title: "",
        idea: "",
        counts: Counts::All,
        max_n: 0,
        takes_given_queens: false,
        threads: ThreadUse::Any,
        order: None,
        statistics: &[],
        by_level: false,
        build: |_| unreachable!("a table row without an engine"),
    };

    /// The name in words.
    pub const fn title(&self) -> &'static str {
        if self.title.is_empty() { self.name } else { self.title }
    }

    /// Whether the engine finds solutions one by one, so that they can be listed, sorted and traced.
    pub const fn lists(&self) -> bool {
        self.order.is_some()
    }

    /// Checks that the engine supports the problem and the details.
    pub(crate) fn check(&'static self, problem: &Problem, details: Details) -> Result<(), Error> {
        let (board, method) = (&problem.board, Method::new(self));
        if board.regions().is_some() != (self.counts == Counts::Rules(Rules::Regions)) {
            return Err(Error::Request(RequestError::RulesCount { rules: board.rules() }));
        }
        if board.size() > self.max_n {
            return Err(Error::Request(RequestError::MethodTooSmall {
                size: board.size(),
                method,
                further: Method::FURTHEST,
            }));
        }
        if !board.is_empty() && !self.takes_given_queens {
            return Err(Error::Request(RequestError::EmptyBoardOnly { method }));
        }
        let only_by_level = self.counts == Counts::ByLevel;
        let alone = board.is_empty() && !details.tally;
        if details.by_level && !(self.by_level && alone) || only_by_level && !details.by_level {
            return Err(Error::Request(RequestError::ByLevelCounts));
        }
        if details.tally && !self.lists() {
            return Err(Error::Request(RequestError::CountsOnly { method }));
        }
        if details.statistics && self.statistics.is_empty() {
            return Err(Error::Request(RequestError::NoStatistics { method }));
        }
        Ok(())
    }
}
