//! Plans: the work of a request as pure data.

use super::{Backend, Sink, Total};
use crate::engines::{Counts, Engine, EngineWorker, ThreadUse};
use crate::job::{Control, Details, JobResult, Problem, Subproblem};
use crate::{Board, Error, Method, RequestError, Rotation, Rules, Simd};
use std::any::Any;
use std::sync::Arc;

/// The work of a request: a problem, and an engine that cuts it into numbered jobs. Pure data: the same on every machine.
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
    /// The version of the cut into jobs: job 7 of a plan counts the same boards wherever the version is the same.
    pub const VERSION: u32 = 1;

    pub(super) fn new(problem: Problem, details: Details, engine: Arc<dyn Engine>) -> Self {
        Self { problem, details, engine }
    }

    /// What is counted.
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

    /// The rules: those of queens, or others on an empty board.
    pub fn rules(&self) -> Rules {
        self.problem.rules
    }

    /// The rotation that must map a solution to itself, if only such solutions are counted.
    pub fn only(&self) -> Option<Rotation> {
        self.problem.only
    }

    /// What is found out in addition to the number of solutions.
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

    /// The method, if the engine is one: it counts all solutions by the rules of queens.
    pub fn method(&self) -> Option<Method> {
        let info = self.engine.info();
        (info.counts == Counts::All).then(|| Method::new(info))
    }

    /// The statistics of a finished run under their names, if they were counted.
    pub fn named_statistics(&self, total: &Total) -> Option<Vec<(&'static str, u128)>> {
        let statistics = total.statistics.as_ref()?;
        let named = self.engine.info().statistics.iter();
        Some(named.map(|one| (one.name, one.value(statistics, total.solutions))).collect())
    }

    /// The number of threads that the jobs can use.
    pub fn threads(&self) -> ThreadUse {
        self.engine.info().threads
    }

    /// The number of jobs; their ids count from 0.
    pub fn jobs(&self) -> u64 {
        self.engine.jobs()
    }

    /// The ids of all jobs.
    pub fn all_jobs(&self) -> Vec<u64> {
        (0..self.jobs()).collect()
    }

    fn check_job(&self, job: u64) -> Result<(), Error> {
        match self.jobs() {
            jobs if job < jobs => Ok(()),
            jobs => Err(Error::Request(RequestError::NoSuchJob { job, jobs })),
        }
    }

    /// What a job counts: boards and weights, so that any search can count it again.
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

    /// Runs all jobs on a backend and sends each result to a sink.
    pub fn run_into(
        &self,
        backend: &dyn Backend,
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        backend.run(self, &self.all_jobs(), sink, control)
    }

    /// Runs one job on the calling thread.
    pub fn run_job(&self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        self.worker(Simd::best()).run(job, control)
    }

    /// A worker for the jobs of this plan, with the memory that they need. The CPU must have the instructions.
    pub fn worker(&self, simd: Simd) -> Worker<'_> {
        assert!(simd.is_available(), "this CPU has no {simd}");
        Worker { plan: self, worker: self.engine.worker(self.details, simd) }
    }
}

/// Runs jobs of a plan one after the other, on the thread that it is on.
pub struct Worker<'a> {
    plan: &'a Plan,
    worker: Box<dyn EngineWorker + 'a>,
}

impl Worker<'_> {
    /// Runs one job.
    pub fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        self.plan.check_job(job)?;
        self.worker.run(job, control)
    }

    /// The bytes that the worker holds for itself, in addition to what all workers share; 0 for the searches, which need no buffers.
    pub fn memory(&self) -> usize {
        self.worker.memory()
    }

    /// The approximate number of bytes that all workers of the plan share once they have run many jobs.
    pub fn shared_memory(&self) -> usize {
        self.worker.shared_memory()
    }
}
