//! What an engine is: the interface behind which every method counts.
//!
//! An engine is one file and one row of the table in `mod.rs`. The row is an [`EngineInfo`]: what is known before there is a board.
//! Its `build` makes an [`Engine`] for a problem: numbered jobs, what each of them counts, and workers that run them.

use super::Method;
use crate::job::{Control, Count, Details, JobResult, Problem, Subproblem};
use crate::observe::AnyObserver;
use crate::{CheckError, Error, RequestError, Rules, Simd, Statistics, Stopped};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// An engine, built for a problem: pure data, the same on every machine, and cut into numbered jobs.
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
    /// The row of the table that it was built from.
    fn info(&self) -> &'static EngineInfo;

    /// The number of jobs; their ids count from 0. There are none if the board alone shows that there is no solution.
    fn jobs(&self) -> u64;

    /// The boards and weights whose solutions a job counts, for counting it again; an error for rules other than queens.
    ///
    /// The id is one of the jobs.
    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error>;

    /// A worker, which owns the memory that jobs need. The CPU has the instructions, and the details are among those that the
    /// row promises.
    fn worker(&self, details: Details, simd: Simd) -> Box<dyn EngineWorker + '_>;

    /// The engine as a search that finds the solutions one by one, if it is one: then its row has an [`Order`].
    fn search(&self) -> Option<&dyn Search> {
        None
    }
}

/// Runs jobs of an engine one after the other, on the thread that it is on.
pub trait EngineWorker: Send {
    /// Runs one job, whose id is one of the engine's. The control is polled often enough to stop within a second.
    fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error>;

    /// The bytes that the worker holds for itself, in addition to what all workers share.
    fn memory(&self) -> usize {
        0
    }

    /// The approximate number of bytes that all workers share once they have run many jobs.
    fn shared_memory(&self) -> usize {
        0
    }
}

/// An engine whose jobs need no memory between them: its worker is the engine itself.
pub(crate) trait Stateless: Engine {
    /// Counts a job: the number of solutions found, and the weight of each.
    fn count(&self, job: u64, control: &dyn Control) -> Result<(u64, u64), Error>;
}

/// Runs jobs of an engine that needs no memory between them.
pub(crate) struct StatelessWorker<'a, E>(pub(crate) &'a E);

impl<E: Stateless> EngineWorker for StatelessWorker<'_, E> {
    fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        let (found, weight) = self.0.count(job, control)?;
        let mut count = Count::default();
        let overflow = Error::Check(CheckError::Overflow { job });
        count.add(found, weight).ok_or(overflow)?;
        Ok(JobResult::new(count))
    }
}

/// A search that finds the solutions one by one.
pub trait Search {
    /// Runs one job, watched by the observer, and counts the solutions.
    fn visit(&self, job: u64, observer: &mut dyn AnyObserver) -> Result<u64, Stopped>;

    /// What is needed to list the solutions in the order of the row.
    fn sorting(&self) -> Sorting;
}

/// What is needed to list solutions in the promised order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorting {
    /// Nothing: they are found in this order.
    None,
    /// Sort those with the same first queen; the first queens are found in order.
    WithinFirstQueen,
    /// Sort all of them.
    All,
}

/// Which solutions an engine counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// All, by the rules of queens: such an engine is a [`Method`].
    All,
    /// Those that a rotation maps to themselves.
    Symmetric,
    /// All, by other rules.
    Rules(Rules),
}

/// The order in which a method lists solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Ascending by the rows of the columns from A on.
    Lexicographic,
    /// Each solution and then its mirror image; the first of each pair in lexicographic order.
    Mirrored,
    /// In the order in which the search finds them.
    AsFound,
}

/// The number of threads that an engine runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ThreadUse {
    /// One.
    One,
    /// As many as the backend has.
    Any,
    /// One per row of the first queen, whatever the backend has.
    OnePerFirstQueen,
}

/// A number that a method reports about its search.
#[derive(Clone, Copy)]
pub struct Statistic {
    /// The name in tables and in JSON.
    pub name: &'static str,
    /// What it counts.
    pub about: &'static str,
    read: fn(&Statistics, u128) -> u128,
}

impl Statistic {
    /// Queens placed.
    pub const PLACEMENTS: Self =
        Self { name: "placements", about: "queens placed", read: |s, _| s.placements.into() };
    /// Squares tried and attacked.
    pub const REJECTS: Self = Self {
        name: "rejects",
        about: "squares tried and attacked",
        read: |s, _| s.rejects.into(),
    };
    /// States that cannot be completed.
    pub const DROPPED: Self = Self {
        name: "dropped",
        about: "states that cannot be completed",
        read: |s, _| s.rejects.into(),
    };
    /// States taken from the queue.
    pub const DEQUEUES: Self = Self {
        name: "dequeues",
        about: "states taken from the queue",
        read: |s, _| s.dequeues.into(),
    };
    /// The largest number of states in the queue.
    pub const QUEUE_PEAK: Self = Self {
        name: "queue_peak",
        about: "most states in the queue",
        read: |s, _| s.queue_peak.into(),
    };
    /// Solutions, those found again included.
    pub const RAW: Self = Self {
        name: "raw",
        about: "solutions with repeats",
        read: |s, solutions| solutions + u128::from(s.duplicates),
    };

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

/// One row of the table of engines: what is known before there is a board.
#[derive(Clone, Copy, Debug)]
pub struct EngineInfo {
    /// The name, as typed and as it stands in results.
    pub name: &'static str,
    /// The idea in one line.
    pub idea: &'static str,
    /// Which solutions it counts.
    pub counts: Counts,
    /// The largest board.
    pub max_n: usize,
    /// Whether it takes boards with given queens and closed squares.
    pub takes_given_queens: bool,
    /// The number of threads that it runs on.
    pub threads: ThreadUse,
    /// The order in which it lists solutions; none if it only counts.
    pub order: Option<Order>,
    /// The statistics that it reports.
    pub statistics: &'static [Statistic],
    /// Builds the engine for a problem that the row accepts.
    pub build: fn(&Problem) -> Arc<dyn Engine>,
}

impl EngineInfo {
    /// The values of an engine that counts all solutions of empty boards on any number of threads, and nothing else. Name, idea, sizes and
    /// `build` must be replaced.
    pub const NEW: Self = Self {
        name: "",
        idea: "",
        counts: Counts::All,
        max_n: 0,
        takes_given_queens: false,
        threads: ThreadUse::Any,
        order: None,
        statistics: &[],
        build: |_| unreachable!("a row without an engine"),
    };

    /// Whether it finds solutions one by one, so that they can be listed, sorted and traced.
    pub const fn lists(&self) -> bool {
        self.order.is_some()
    }

    /// Whether the engine takes the problem and finds out the details; otherwise what is wrong with the request.
    pub(crate) fn check(&'static self, problem: &Problem, details: Details) -> Result<(), Error> {
        let (board, method) = (&problem.board, Method::new(self));
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
        if details.tally && !self.lists() {
            return Err(Error::Request(RequestError::CountsOnly { method }));
        }
        if details.statistics && self.statistics.is_empty() {
            return Err(Error::Request(RequestError::NoStatistics { method }));
        }
        Ok(())
    }
}
