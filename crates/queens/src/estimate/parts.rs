//! Estimates from random parts of jobs.
//!
//! Jobs are drawn in proportion to the work that their engine expects of them, and of each drawn job one random part is run.
//! If the job is drawn with probability p and the part stands for k parts of its job, then k / p times the time of the part
//! is an unbiased estimate of the time of the plan. The mean of many such estimates is the result, and their spread is its
//! error. The parts run on all threads of the backend, because threads slow each other down.

use super::range::{Range, mean};
use super::timer::{Nowhere, Timer};
use super::{Basis, Timed, Trial, whole};
use crate::engines::{Engine, EngineInfo, EngineWorker, Random};
use crate::job::{Control, Count, Details, Event, JobResult, Subproblem};
use crate::{Error, Plan, Simd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// The fractional part of the golden ratio. Its multiples are spread evenly at any number of draws.
const GOLDEN: f64 = 0.618_033_988_749_894_9;
/// The number of parts per thread by which the size of parts is chosen.
const PILOT: usize = 4;
/// The part of the budget in which these must end.
const PILOT_SECONDS: f64 = 0.03;
/// The number of parts per thread that a sample has, if parts can be that small.
const PARTS: f64 = 500.0;
/// Parts are not made smaller than this many seconds: the start and the end of a part would take too much of it.
const SMALL: f64 = 0.005;
/// The most parts per thread of a sample.
const MAX_PARTS: f64 = 10_000.0;
/// The part of the budget for a first, rough estimate, which decides whether the whole plan can be run.
const ROUGH: f64 = 0.2;
/// The first sample is stopped after this many times the budget: then parts are too long. The time of other estimates is left.
const LIMIT: f64 = 1.1;
/// Further samples are stopped this many times the budget after the first one began.
const END: f64 = 1.8;
/// The number of parts whose spread tells the error. Fewer are used only if there is no other estimate.
const FEW: usize = 8;
/// The relative error above which the measurement takes twice the budget.
const ENOUGH: f64 = 0.05;

/// All jobs in an order in which every prefix is spread evenly over the plan.
pub(super) fn spread(jobs: u64) -> impl Iterator<Item = u64> + Clone {
    let coprime =
        move |step: &u64| (2..=*step).all(|d| !step.is_multiple_of(d) || !jobs.is_multiple_of(d));
    let golden = (jobs as f64 * GOLDEN) as u64;
    let step = (golden..).find(|step| *step > 0 && coprime(step)).expect("1 or a larger prime");
    (0..jobs).map(move |place| (u128::from(place) * u128::from(step) % u128::from(jobs)) as u64)
}

/// The most jobs from which some are drawn. Of a plan with more jobs, one job stands for its neighbours.
const MAX_JOBS: u64 = 1 << 18;

/// Draws jobs in proportion to their expected work.
pub(super) struct Draws {
    /// The number of jobs of the plan.
    jobs: u64,
    /// The sum of the work of all jobs up to each one, or of [`MAX_JOBS`] of them.
    pub(super) sums: Vec<f64>,
    place: f64,
}

impl Draws {
    pub(super) fn new(plan: &Plan) -> Self {
        let mut sum = 0.0;
        let jobs = plan.jobs();
        let costs = plan.engine().costs();
        let add = |place| {
            sum += costs.map_or(1.0, |costs| costs.relative_work(job_at(place, jobs)));
            sum
        };
        Self { jobs, sums: (0..jobs.min(MAX_JOBS)).map(add).collect(), place: 0.5 }
    }

    /// The number of jobs that each job stands for.
    pub(super) fn each(&self) -> f64 {
        self.jobs as f64 / self.sums.len() as f64
    }

    /// The next job, and the inverse of the probability with which it is drawn.
    fn next(&mut self) -> (u64, f64) {
        self.place = (self.place + GOLDEN).fract();
        let all = self.sums.last().copied().unwrap_or(0.0);
        let job = self.sums.partition_point(|&sum| sum <= self.place * all);
        let job = job.min(self.sums.len() - 1);
        let before = if job > 0 { self.sums[job - 1] } else { 0.0 };
        (job_at(job as u64, self.jobs), self.each() * all / (self.sums[job] - before))
    }
}

/// The job at a place: the job with this number or, of more than [`MAX_JOBS`] jobs, one within an equal part of them.
fn job_at(place: u64, jobs: u64) -> u64 {
    if jobs <= MAX_JOBS {
        return place;
    }
    let within = (place as f64 * GOLDEN).fract();
    let job = (place as f64 + within) * (jobs as f64 / MAX_JOBS as f64);
    (job as u64).min(jobs - 1)
}

/// Parts of the jobs of a plan, as the jobs of an engine, so that a backend can run them on its threads.
#[derive(Debug)]
struct Parts {
    plan: Plan,
    depth: usize,
    draws: Vec<Draw>,
    /// Set when no further part is to be started. Parts that run are finished: otherwise long ones would be missing.
    closed: AtomicBool,
    /// The most bytes that a worker held after a part.
    held: AtomicUsize,
}

/// A drawn job.
#[derive(Debug)]
struct Draw {
    job: u64,
    /// The inverse of the probability with which it is drawn.
    inverse: f64,
    seed: u64,
    /// The number of parts that its part stands for, as bits: [`NOT_RUN`], or infinite if it has no parts.
    parts: AtomicU64,
}

/// The number of parts before a part was run.
const NOT_RUN: f64 = -1.0;

static INFO: EngineInfo =
    EngineInfo { name: "parts", idea: "random parts of jobs", ..EngineInfo::NEW };

impl Engine for Parts {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.draws.len() as u64
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        self.plan.subproblems(self.draws[job as usize].job)
    }

    fn worker(&self, details: Details, simd: Simd) -> Box<dyn EngineWorker + '_> {
        let worker = self.plan.engine().worker(details, simd);
        Box::new(PartWorker { parts: self, worker, warm: false })
    }
}

struct PartWorker<'a> {
    parts: &'a Parts,
    worker: Box<dyn EngineWorker + 'a>,
    /// Whether the worker has run a part. The first part also fills its memory, which a whole run does only once.
    warm: bool,
}

impl EngineWorker for PartWorker<'_> {
    fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        if self.parts.closed.load(Ordering::Relaxed) {
            return Ok(JobResult::new(Count::default()));
        }
        let draw = &self.parts.draws[job as usize];
        let renamed = Renamed { control, job };
        for _ in usize::from(self.warm)..2 {
            let mut random = Random::new(draw.seed);
            let parts = match self.worker.costs() {
                Some(costs) => {
                    let depth = self.parts.depth;
                    let parts = costs.run_part(draw.job, depth, &mut random, &renamed)?;
                    self.parts.held.fetch_max(costs.memory(), Ordering::Relaxed);
                    parts
                }
                None => None,
            };
            draw.parts.store(parts.unwrap_or(f64::INFINITY).to_bits(), Ordering::Relaxed);
            // Without work, nothing is filled.
            self.warm |= parts.is_some_and(|parts| parts > 0.0);
        }
        Ok(JobResult::new(Count::default()))
    }
}

/// A control that reports a drawn job by the index of its draw.
struct Renamed<'a> {
    control: &'a dyn Control,
    job: u64,
}

impl Control for Renamed<'_> {
    fn stopped(&self) -> bool {
        self.control.stopped()
    }

    fn event(&self, event: Event<'_>) {
        match event {
            Event::Begun(_) => self.control.event(Event::Begun(self.job)),
            Event::Warning(_) => self.control.event(event),
            Event::Selected(_) | Event::Progress(..) => {}
        }
    }
}

/// The estimates of the processor time of the plan, one for each part that was run; and the mean time of these parts.
#[derive(Default)]
struct Sample {
    estimates: Vec<f64>,
    part_seconds: f64,
}

/// What became of a sample.
enum Outcome {
    Finished(Sample),
    /// It was stopped at the limit.
    TooLong,
    /// Jobs have no parts of this depth.
    NoParts,
}

/// Samples parts of a plan.
struct Sampler<'a> {
    plan: &'a Plan,
    trial: &'a Trial<'a>,
    draws: Draws,
    seeds: Random,
    /// The mean time of a part in the pilot.
    part_seconds: f64,
    /// The most bytes that a worker held after a part.
    held: &'a mut usize,
}

/// The estimate from parts.
pub(super) enum Sampled {
    Enough(Timed),
    /// From so few parts that its error is uncertain.
    Few(Timed),
    /// The jobs of the plan have no parts, or these are too long.
    None,
}

impl Sampler<'_> {
    /// Runs at most this number of parts, and starts none after this time.
    fn run(
        &mut self,
        depth: usize,
        count: usize,
        seconds: f64,
        limit: f64,
    ) -> Result<Outcome, Error> {
        let draws: Vec<Draw> = (0..count).map(|_| self.draw()).collect();
        let (closed, held) = (AtomicBool::new(false), AtomicUsize::new(0));
        let parts = Arc::new(Parts { plan: self.plan.clone(), depth, draws, closed, held });
        let plan = self.plan.with_engine(Arc::clone(&parts) as Arc<dyn Engine>);
        let Trial { backend, clock, control, .. } = *self.trial;
        let start = clock();
        let times = Timer::times(count);
        let (end, close) = (start + limit, start + seconds);
        let timer = Timer { control, clock, end, close, closed: &parts.closed, times };
        let end = backend.run(&plan, &plan.all_jobs(), &mut Nowhere, &timer);
        *self.held = parts.held.load(Ordering::Relaxed).max(*self.held);
        match end {
            Err(Error::Stopped) if !control.stopped() => return Ok(Outcome::TooLong),
            end => end?,
        }
        let mut sample = Sample::default();
        let mut sum = 0.0;
        for (place, draw) in parts.draws.iter().enumerate() {
            let parts = f64::from_bits(draw.parts.load(Ordering::Relaxed));
            if parts == f64::INFINITY {
                return Ok(Outcome::NoParts);
            }
            if parts != NOT_RUN {
                let seconds = timer.seconds(place);
                sum += seconds;
                sample.estimates.push(seconds * parts * draw.inverse);
            }
        }
        sample.part_seconds = sum / sample.estimates.len() as f64;
        Ok(Outcome::Finished(sample))
    }

    fn draw(&mut self) -> Draw {
        let (job, inverse) = self.draws.next();
        let parts = AtomicU64::new(NOT_RUN.to_bits());
        Draw { job, inverse, seed: self.seeds.bits(), parts }
    }

    /// The smallest depth at which parts are short enough; `None` if jobs have no parts. Jobs of some engines have parts of
    /// one depth only, which may be long.
    fn depth(&mut self, threads: usize) -> Result<Option<usize>, Error> {
        let seconds = self.trial.seconds;
        let wanted = (seconds / PARTS).max(SMALL);
        for depth in 1.. {
            let limit = (PILOT_SECONDS * seconds).max(4.0 * SMALL);
            match self.run(depth, PILOT * threads, f64::INFINITY, limit)? {
                Outcome::Finished(sample) if sample.part_seconds <= wanted => {
                    self.part_seconds = sample.part_seconds;
                    return Ok(Some(depth));
                }
                Outcome::NoParts => return Ok((depth > 1).then_some(depth - 1)),
                Outcome::Finished(_) | Outcome::TooLong => {}
            }
        }
        unreachable!("a board has finitely many columns")
    }

    /// Adds parts to the estimates for this time; `false` if they do not end within the limit.
    fn fill(
        &mut self,
        estimates: &mut Vec<f64>,
        depth: usize,
        threads: usize,
        seconds: f64,
        limit: f64,
    ) -> Result<bool, Error> {
        // More parts than fit into the time, because the pilot may have met long ones.
        let fitting = (seconds / self.part_seconds.max(1e-6)).min(MAX_PARTS);
        let count = (4.0 * fitting) as usize * threads + 2 * threads;
        let outcome = self.run(depth, count, seconds, limit)?;
        let Outcome::Finished(sample) = outcome else { return Ok(false) };
        estimates.extend(sample.estimates);
        Ok(true)
    }
}

/// The estimate from parts of jobs. Also determines the most bytes that a worker held.
pub(super) fn estimate(
    plan: &Plan,
    trial: &Trial<'_>,
    threads: usize,
    held: &mut usize,
) -> Result<Sampled, Error> {
    if plan.jobs() == 0 {
        return Ok(Sampled::None);
    }
    let mut sampler = Sampler {
        plan,
        trial,
        draws: Draws::new(plan),
        seeds: Random::new(0),
        part_seconds: SMALL,
        held,
    };
    let Some(depth) = sampler.depth(threads)? else { return Ok(Sampled::None) };
    let start = (trial.clock)();
    let mut estimates = Vec::new();
    for (round, part) in [ROUGH, 1.0 - ROUGH, 1.0].into_iter().enumerate() {
        let limit = match round {
            0 => LIMIT * trial.seconds,
            _ => start + END * trial.seconds - (trial.clock)(),
        };
        let filled = sampler.fill(&mut estimates, depth, threads, part * trial.seconds, limit)?;
        if estimates.is_empty() {
            return Ok(Sampled::None);
        }
        let (mean, error) = mean(&estimates);
        let seconds = mean / threads as f64;
        let last = !filled || round == 2;
        if round == 0 {
            if seconds <= trial.seconds
                && let Some(timed) = whole(plan, trial, trial.seconds)?
            {
                return Ok(Sampled::Enough(timed));
            }
        } else if error <= ENOUGH || last {
            let time = Range::biased(
                seconds,
                error,
                plan.engine().costs().map_or(0.0, |costs| costs.part_bias()),
            );
            let timed = (time, Basis::Parts, estimates.len() as u64);
            let few = estimates.len() < FEW;
            return Ok(if few { Sampled::Few(timed) } else { Sampled::Enough(timed) });
        }
    }
    Ok(Sampled::None)
}
