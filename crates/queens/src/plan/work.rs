//! Plans.

use super::{Backend, Sink, Total};
use crate::engines::{Counts, Engine, EngineWorker, ThreadUse};
use crate::job::{Control, Details, JobResult, Problem, Queens, Subproblem};
use crate::{Board, Error, Method, RequestError, Rotation, Rules, Simd};
use std::any::Any;
use std::sync::Arc;

/// The number of jobs that a run passes to its backend at once. Only plans of the largest boards have more.
const BATCH: u64 = 1 << 22;

/// The work of a request: a problem, and an engine that divides it into numbered jobs.
///
/// A plan is pure data and the same on every machine, so jobs can be distributed by their ids.
///
/// ```
/// use queens::{Inline, Method, Never, Request, Total};
/// use queens::Backend as _;
/// let plan = Request::count(12)?.method(Method::CROSS).plan()?;
/// // All jobs in one call.
/// assert_eq!(plan.run(&Inline, &Never)?.solutions, 14_200);
/// // The jobs in two parts, as two machines would run them.
/// let (first, second): (Vec<u64>, Vec<u64>) = plan.all_jobs().into_iter().partition(|job| job % 2 == 0);
/// let mut total = Total::new(&plan);
/// Inline.run(&plan, &first, &mut total, &Never)?;
/// Inline.run(&plan, &second, &mut total, &Never)?;
/// assert_eq!((total.solutions, total.jobs), (14_200, plan.jobs()));
/// // One job, and a recount of it by plain backtracking.
/// assert_eq!(plan.run_job(7, &Never)?.count.solutions, plan.recount(7, &Never)?);
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    problem: Problem,
    details: Details,
    engine: Arc<dyn Engine>,
}

impl PartialEq for Plan {
    fn eq(&self, other: &Self) -> bool {
        let parts = |plan: &Self| (plan.details, plan.name());
        self.problem == other.problem && parts(self) == parts(other)
    }
}

impl Eq for Plan {}

impl Plan {
    /// The version of the division into jobs. A job id means the same boards wherever the version is the same.
    pub const VERSION: u32 = 1;

    pub(super) fn new(problem: Problem, details: Details, engine: Arc<dyn Engine>) -> Self {
        Self { problem, details, engine }
    }

    /// The same problem, divided by another engine.
    pub(crate) fn with_engine(&self, engine: Arc<dyn Engine>) -> Self {
        Self { engine, ..self.clone() }
    }

    /// The same request for the empty board of a smaller size, with the same engine. The number of queens, if it is a number, is
    /// about the same part of the size.
    pub(crate) fn on_smaller(&self, size: usize) -> Result<Self, Error> {
        let queens = self.queens().scaled(self.size(), size);
        let problem = Problem { board: Board::new(size)?, queens, ..self.problem.clone() };
        let info = self.engine.info();
        info.check(&problem, self.details)?;
        let engine = (info.build)(&problem);
        Ok(Self::new(problem, self.details, engine))
    }

    /// The problem whose solutions are counted.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.problem.board
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.board().size()
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.problem.rules
    }

    /// The rotation, if only solutions symmetric under one are counted.
    pub fn only(&self) -> Option<Rotation> {
        self.problem.only
    }

    /// How many queens stand on the board.
    pub fn queens(&self) -> Queens {
        self.problem.queens
    }

    /// What is determined in addition to the number of solutions.
    pub fn details(&self) -> Details {
        self.details
    }

    /// Whether steps are counted.
    pub fn statistics(&self) -> bool {
        self.details.statistics
    }

    /// Whether solutions are sorted.
    pub fn tally(&self) -> bool {
        self.details.tally
    }

    /// The engine that counts.
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// The engine that counts, if it is of this type.
    ///
    /// ```
    /// use queens::{Method, Request, engines::cross::Cross};
    /// let plan = Request::count(12)?.method(Method::CROSS).plan()?;
    /// assert_eq!(plan.engine_as::<Cross>().unwrap().jobs(), 342);
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn engine_as<E: Engine>(&self) -> Option<&E> {
        let engine: &dyn Any = &*self.engine;
        engine.downcast_ref()
    }

    /// The name of the engine.
    pub fn name(&self) -> &'static str {
        self.engine.info().name
    }

    /// The method, if the engine is one: an engine that counts all solutions by the rules of queens.
    pub fn method(&self) -> Option<Method> {
        let info = self.engine.info();
        (info.counts == Counts::All).then(|| Method::new(info))
    }

    /// The names and values of the statistics of a finished run, if they were counted.
    pub fn named_statistics(&self, total: &Total) -> Option<Vec<(&'static str, u128)>> {
        let statistics = total.statistics.as_ref()?;
        let named = self.engine.info().statistics.iter();
        Some(named.map(|one| (one.name, one.value(statistics, total.solutions))).collect())
    }

    /// The number of threads that the jobs can use.
    pub fn threads(&self) -> ThreadUse {
        self.engine.info().threads
    }

    /// The number of jobs. Their ids count from 0.
    pub fn jobs(&self) -> u64 {
        self.engine.jobs()
    }

    /// The ids of all jobs.
    pub fn all_jobs(&self) -> Vec<u64> {
        (0..self.jobs()).collect()
    }

    pub(super) fn check_job(&self, job: u64) -> Result<(), Error> {
        match self.jobs() {
            jobs if job < jobs => Ok(()),
            jobs => Err(Error::Request(RequestError::NoSuchJob { job, jobs })),
        }
    }

    /// Drops what jobs have built and kept for later jobs, so that the next run takes as long as the first.
    pub fn forget(&self) {
        if let Some(costs) = self.engine.costs() {
            costs.forget();
        }
    }

    /// The boards and weights that a job counts, with which any search can recount it.
    pub fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        self.check_job(job)?;
        self.engine.subproblems(job)
    }

    /// Runs all jobs on a backend and adds up their results.
    pub fn run(&self, backend: &dyn Backend, control: &dyn Control) -> Result<Total, Error> {
        let mut total = Total::new(self);
        self.run_into(backend, &mut total, control)?;
        Ok(total)
    }

    /// Runs all jobs on a backend and passes each result to a sink.
    pub fn run_into(
        &self,
        backend: &dyn Backend,
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        // In batches: the ids of all jobs of the largest plans need 400 MB.
        for start in (0..self.jobs()).step_by(BATCH as usize) {
            let jobs: Vec<u64> = (start..self.jobs().min(start + BATCH)).collect();
            backend.run(self, &jobs, sink, control)?;
        }
        Ok(())
    }

    /// Runs one job on the calling thread.
    pub fn run_job(&self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        self.check_job(job)?;
        self.worker(Simd::best()).run(job, control)
    }

    /// A worker, which runs jobs of this plan one after the other on the calling thread and reuses memory between them.
    ///
    /// # Panics
    ///
    /// If this CPU does not support the vector instructions.
    pub fn worker(&self, simd: Simd) -> Box<dyn EngineWorker + '_> {
        assert!(simd.is_available(), "this CPU does not support {simd}");
        self.engine.worker(self.details, simd)
    }
}
