//! The jobs of a plan, and the workers that run them.

use super::{Control, Count, Guard, JobResult, Plan, Share, Weight, share};
use crate::methods::cross::{self, Cross};
use crate::methods::join::{self, Join};
use crate::methods::superqueens::Superqueens;
use crate::methods::symmetric::Symmetric;
use crate::methods::torus::Torus;
use crate::methods::{ThreadUse, search_job};
use crate::{Error, Method, Observer, Silent, Simd, Square, Statistics, Tally};
use std::sync::Arc;

/// What a plan is cut into: a pure function of what the plan counts.
#[derive(Clone, Debug)]
pub(super) enum Jobs {
    /// Some searches are cut by the row of the first queen, the others are one job.
    Search(u64),
    Cross(Arc<Cross>),
    Join(Arc<Join>),
    Symmetric(Arc<Symmetric>),
    Torus(Arc<Torus>),
    Superqueens(Arc<Superqueens>),
}

impl Jobs {
    pub(super) fn len(&self) -> u64 {
        match self {
            Self::Search(jobs) => *jobs,
            Self::Cross(cross) => cross.jobs(),
            Self::Join(join) => join.jobs(),
            Self::Symmetric(symmetric) => symmetric.jobs(),
            Self::Torus(torus) => torus.jobs(),
            Self::Superqueens(superqueens) => superqueens.jobs(),
        }
    }
}

impl Plan {
    /// What a job counts: boards and weights, so that any search can count it again.
    pub fn shares(&self, job: u64) -> Result<Vec<Share>, Error> {
        self.check_job(job)?;
        let with = |queens: &[Square], weight: Weight| {
            let mut missing = queens.iter().filter(|queen| !self.board().given().contains(queen));
            let board = missing.try_fold(self.board().clone(), |board, &q| board.with_queen(q));
            // Where the queens cannot stand there is nothing to count.
            board.map_or(vec![], |board| vec![Share { board, weight }])
        };
        Ok(match &self.jobs {
            Jobs::Search(1) => with(&[], Weight::Each(1)),
            Jobs::Search(_) => {
                let first = Square::new(0, job as u32);
                let halved = self.method() != Method::Bitmask;
                let middle = 2 * job + 1 == self.size() as u64;
                with(&[first], Weight::Each(if halved && !middle { 2 } else { 1 }))
            }
            Jobs::Cross(cross) => {
                let cross::Job { given, weight } = cross.job(job);
                with(&given, Weight::Each(weight))
            }
            Jobs::Join(join) => share::of_join(join, join.job(job))?,
            Jobs::Symmetric(symmetric) => {
                let weight = Weight::Fixed(symmetric.turn(), symmetric.weight(job));
                with(&symmetric.job(job), weight)
            }
            Jobs::Torus(_) | Jobs::Superqueens(_) => {
                let reason = "it knows the rules of queens only".to_string();
                return Err(Error::Unsupported { backend: "the plain search", reason });
            }
        })
    }

    /// A worker for the jobs of this plan, with the memory that they need. The CPU must have the instructions.
    pub fn worker(&self, simd: Simd) -> Worker<'_> {
        let engine = match &self.jobs {
            Jobs::Search(_) => Engine::Search,
            Jobs::Cross(cross) => Engine::Cross(Box::new(cross.worker(simd))),
            Jobs::Join(join) => Engine::Join(Box::new(join.worker(simd))),
            Jobs::Symmetric(symmetric) => Engine::Symmetric(symmetric),
            Jobs::Torus(torus) => Engine::Torus(torus),
            Jobs::Superqueens(superqueens) => Engine::Superqueens(superqueens),
        };
        Worker { plan: self, engine }
    }

    pub(super) fn check_job(&self, job: u64) -> Result<(), Error> {
        match self.jobs() {
            jobs if job < jobs => Ok(()),
            jobs => Err(Error::NoSuchJob { job, jobs }),
        }
    }
}

impl Plan {
    /// The jobs of the central cross, if it is what counts.
    pub fn cross(&self) -> Option<&Cross> {
        match &self.jobs {
            Jobs::Cross(cross) => Some(cross),
            _ => None,
        }
    }

    /// How many threads the jobs can use.
    pub fn threads(&self) -> ThreadUse {
        match &self.jobs {
            Jobs::Search(_) => self.method().info().threads,
            _ => ThreadUse::Any,
        }
    }

    /// The name of what counts: the method, or the search for symmetric solutions or by other rules.
    pub fn name(&self) -> &'static str {
        match &self.jobs {
            Jobs::Symmetric(_) => "symmetric",
            Jobs::Torus(_) => "torus",
            Jobs::Superqueens(_) => "superqueens",
            _ => self.method().name(),
        }
    }
}

/// Runs jobs of a plan one after the other on the thread that it is on.
pub struct Worker<'a> {
    plan: &'a Plan,
    engine: Engine<'a>,
}

enum Engine<'a> {
    Search,
    Cross(Box<cross::Worker<'a>>),
    Join(Box<join::Worker<'a>>),
    Symmetric(&'a Symmetric),
    Torus(&'a Torus),
    Superqueens(&'a Superqueens),
}

impl Worker<'_> {
    /// Runs one job.
    pub fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        self.plan.check_job(job)?;
        let mut count = Count::default();
        let mut add = |found, weight| count.add(found, weight).ok_or(Error::Overflow { job });
        match &mut self.engine {
            Engine::Search => return self.plan.search(job, control),
            Engine::Symmetric(symmetric) => add(symmetric.run(job, control)?, 1)?,
            Engine::Torus(torus) => {
                let (found, weight) = torus.run(job, control)?;
                add(found, weight)?;
            }
            Engine::Superqueens(superqueens) => add(superqueens.run(job, control)?, 1)?,
            Engine::Join(worker) => worker.run(job, control, add)?,
            Engine::Cross(worker) => {
                let placements = worker.run(job, control, add)?;
                let statistics = Statistics { placements, ..Statistics::default() };
                let statistics = self.plan.statistics().then_some(statistics);
                return Ok(JobResult { statistics, ..JobResult::new(count) });
            }
        }
        Ok(JobResult::new(count))
    }

    /// The bytes that the worker holds for itself, beside what all share; 0 for the searches, which hold next to nothing.
    pub fn memory(&self) -> usize {
        match &self.engine {
            Engine::Join(worker) => worker.memory(),
            Engine::Cross(worker) => worker.memory(),
            _ => 0,
        }
    }
}

impl Worker<'_> {
    /// The bytes that all workers of the plan share once they have run many jobs, about.
    pub fn shared_memory(&self) -> usize {
        match &self.engine {
            Engine::Join(worker) => worker.shared_memory(),
            Engine::Cross(worker) => worker.shared_memory(),
            _ => 0,
        }
    }
}

impl Plan {
    fn search(&self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        match (self.statistics(), self.tally()) {
            (false, false) => {
                let (result, _) = self.observed(job, control, Silent)?;
                Ok(result)
            }
            (true, false) => {
                let (result, statistics) = self.observed(job, control, Statistics::default())?;
                Ok(JobResult { statistics: Some(statistics), ..result })
            }
            (false, true) => {
                let (result, tally) = self.observed(job, control, Tally::new(self.size()))?;
                Ok(JobResult { tally: Some(tally), ..result })
            }
            (true, true) => {
                let both = (Statistics::default(), Tally::new(self.size()));
                let (result, (statistics, tally)) = self.observed(job, control, both)?;
                Ok(JobResult { statistics: Some(statistics), tally: Some(tally), ..result })
            }
        }
    }

    fn observed<O: Observer>(
        &self,
        job: u64,
        control: &dyn Control,
        observer: O,
    ) -> Result<(JobResult, O), Error> {
        let mut guard = Guard::new(control, self.method(), self.size(), job, observer);
        let solutions = search_job(self.method(), self.board(), job, &mut guard)?;
        let mut count = Count::default();
        count.add(solutions, 1).ok_or(Error::Overflow { job })?;
        Ok((JobResult::new(count), guard.inner))
    }
}
