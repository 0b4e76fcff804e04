use super::*;
use crate::Regions;
use crate::engines::{Engine, EngineInfo, EngineWorker, Random, WorkerCosts};
use crate::{
    Board, Count, Details, Event, Inline, JobResult, Method, Never, Queens, Request, Rotation,
    Rules, Sink, Subproblem,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A clock that shows what was added to it.
#[derive(Clone, Debug, Default)]
struct Clock(Arc<AtomicU64>);

impl Clock {
    fn now(&self) -> f64 {
        self.0.load(Ordering::Relaxed) as f64 * 1e-6
    }

    /// The time, and then 0.1 ms pass. Searches read the clock each time that they poll.
    fn tick(&self) -> f64 {
        self.0.fetch_add(100, Ordering::Relaxed) as f64 * 1e-6
    }

    fn advance(&self, seconds: f64) {
        self.0.fetch_add((seconds * 1e6) as u64, Ordering::Relaxed);
    }
}

fn trial<'a>(
    backend: &'a dyn Backend,
    threads: Option<usize>,
    seconds: f64,
    clock: &'a (dyn Fn() -> f64 + Sync),
) -> Trial<'a> {
    Trial { backend, threads, seconds, clock, control: &Never }
}

fn contains(time: Range, seconds: f64) -> bool {
    (time.low..=time.high).contains(&seconds)
}

/// An engine whose jobs take different times, and whose parts have few jobs' worth of it.
#[derive(Debug)]
struct Uneven(Clock);

const JOBS: u64 = 1000;

impl Uneven {
    fn seconds(job: u64) -> f64 {
        // The long jobs are all at the end.
        if job > 900 { 10.0 } else { 1.0 + (job % 3) as f64 }
    }
}

static UNEVEN: EngineInfo = EngineInfo { name: "uneven", idea: "for tests", ..EngineInfo::NEW };

impl Engine for Uneven {
    fn info(&self) -> &'static EngineInfo {
        &UNEVEN
    }

    fn jobs(&self) -> u64 {
        JOBS
    }

    fn subproblems(&self, _job: u64) -> Result<Vec<Subproblem>, Error> {
        Ok(Vec::new())
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(self)
    }
}

impl EngineWorker for &Uneven {
    fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        self.0.advance(Uneven::seconds(job));
        if control.stopped() { Err(Error::Stopped) } else { Ok(JobResult::new(Count::default())) }
    }

    fn costs(&mut self) -> Option<&mut dyn WorkerCosts> {
        Some(self)
    }
}

impl WorkerCosts for &Uneven {
    /// Preparing a part takes longer than the part, and parts of a job take different times.
    fn run_part(
        &mut self,
        job: u64,
        depth: usize,
        random: &mut Random,
        control: &dyn Control,
    ) -> Result<Option<f64>, Error> {
        let parts = 10f64.powi(depth as i32);
        self.0.advance(1.5 * Uneven::seconds(job) / parts);
        control.event(Event::Begun(job));
        self.0.advance(2.0 * random.fraction() * Uneven::seconds(job) / parts);
        if control.stopped() { Err(Error::Stopped) } else { Ok(Some(parts)) }
    }
}

#[test]
fn the_range_of_uneven_jobs_contains_their_time() {
    let clock = Clock::default();
    let plan = Request::count(8).unwrap().plan().unwrap();
    let plan = plan.with_engine(Arc::new(Uneven(clock.clone())));
    let all: f64 = (0..JOBS).map(Uneven::seconds).sum();
    let now = || clock.now();
    let mut widths = Vec::new();
    for seconds in [20.0, 200.0] {
        let start = clock.now();
        let Estimate { time, basis, samples, .. } =
            Estimate::of(&plan, &trial(&Inline, Some(1), seconds, &now)).unwrap();
        assert!(contains(time, all), "{time:?} {all}");
        assert!(basis == Basis::Parts && samples > 10, "{basis:?} {samples}");
        assert!(clock.now() - start < 3.0 * seconds, "{}", clock.now() - start);
        widths.push(time.high / time.low);
    }
    assert!(widths[1] < widths[0] && widths[1] < 1.5, "{widths:?}");
}

#[test]
fn a_plan_that_fits_into_the_time_is_run() {
    let clock = Clock::default();
    let plan = Request::count(8).unwrap().plan().unwrap();
    let plan = plan.with_engine(Arc::new(Uneven(clock.clone())));
    let all: f64 = (0..JOBS).map(Uneven::seconds).sum();
    let now = || clock.now();
    // At once; and after parts have shown that it fits.
    for seconds in [100.0 * all, 1.5 * all] {
        let estimate = Estimate::of(&plan, &trial(&Inline, Some(1), seconds, &now)).unwrap();
        assert_eq!((estimate.basis, estimate.samples), (Basis::Plan, JOBS));
        assert!((estimate.time.seconds / all - 1.0).abs() < 1e-3 && contains(estimate.time, all));
    }
}

/// The join looks at the control once per tile, so a clock that advances at each look measures its work.
#[test]
fn parts_of_the_join_stand_for_all_jobs() {
    let looks = AtomicU64::new(0);
    let clock = || looks.fetch_add(1, Ordering::Relaxed) as f64 * 1e-4;
    for size in [14, 15] {
        let plan = Request::count(size).unwrap().method(Method::JOIN).plan().unwrap();
        let now = trial(&Inline, Some(1), 0.05, &clock);
        let true_seconds = run(&plan, &plan.all_jobs(), &now, f64::INFINITY).unwrap().unwrap();
        let estimate = Estimate::of(&plan, &now).unwrap();
        assert_eq!(estimate.basis, Basis::Parts);
        assert!(contains(estimate.time, true_seconds), "{estimate:?} {true_seconds}");
    }
}

/// An accelerator that takes a fixed time for each run, and a time for each placed queen.
struct Device(Clock);

const FIXED: f64 = 0.5;
const PER_QUEEN: f64 = 1e-5;

impl Backend for Device {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        _sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        self.0.advance(FIXED + PER_QUEEN * queens(plan, jobs));
        if control.stopped() { Err(Error::Stopped) } else { Ok(()) }
    }
}

fn queens(plan: &Plan, jobs: &[u64]) -> f64 {
    let request = Request::count(plan.size()).unwrap().method(Method::CROSS).statistics();
    let plan = request.plan().unwrap();
    let mut worker = plan.worker(Simd::best());
    let placed = |&job: &u64| worker.run(job, &Never).unwrap().statistics.unwrap().placements;
    jobs.iter().map(placed).sum::<u64>() as f64
}

#[test]
fn the_range_of_an_accelerator_contains_its_time() {
    let clock = Clock::default();
    let device = Device(clock.clone());
    let now = || clock.now();
    let plan = Request::count(14).unwrap().method(Method::CROSS).plan().unwrap();
    let all = FIXED + PER_QUEEN * queens(&plan, &plan.all_jobs());
    let cases = [(10.0 * all, Basis::Plan), (1.2 * all, Basis::Plan), (0.3 * all, Basis::Jobs)];
    for (seconds, basis) in cases {
        let estimate = Estimate::of(&plan, &trial(&device, None, seconds, &now)).unwrap();
        assert_eq!(estimate.basis, basis);
        assert!(contains(estimate.time, all), "{estimate:?} {all}");
        assert!(estimate.time.high < 1.5 * estimate.time.low, "{estimate:?}");
    }
}

/// On this accelerator no job of the large board ends in time.
struct Slow(Device);

impl Backend for Slow {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        if plan.size() < 14 {
            return self.0.run(plan, jobs, sink, control);
        }
        self.0.0.advance(1e6);
        Err(Error::Stopped)
    }
}

#[test]
fn the_range_from_a_smaller_board_contains_the_time() {
    let clock = Clock::default();
    let device = Slow(Device(clock.clone()));
    let now = || clock.now();
    let plan = Request::count(14).unwrap().method(Method::CROSS).plan().unwrap();
    let estimate = Estimate::of(&plan, &trial(&device, None, 5.0, &now)).unwrap();
    assert_eq!(estimate.basis, Basis::Size(12));
    let all = FIXED + PER_QUEEN * queens(&plan, &plan.all_jobs());
    assert!(contains(estimate.time, all), "{estimate:?} {all}");
}

/// Methods whose jobs have no parts are estimated from smaller boards.
#[test]
fn every_method_has_a_range() {
    let time = Clock::default();
    for method in [Method::ARRAYS, Method::BITMASK] {
        let plan = Request::count(20).unwrap().method(method).plan().unwrap();
        let estimate = Estimate::of(&plan, &trial(&Inline, Some(1), 0.3, &|| time.tick())).unwrap();
        let Range { seconds, low, high } = estimate.time;
        assert!(matches!(estimate.basis, Basis::Size(8..20)), "{estimate:?}");
        assert!(10.0 < low && low < seconds && seconds < high && high < 1e8, "{estimate:?}");
        assert!(estimate.memory(2) >= estimate.memory(1));
    }
}

#[test]
fn an_estimate_can_be_stopped() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let plan = Request::count(24).unwrap().plan().unwrap();
    let trial = Trial { control: &stop, ..trial(&Inline, Some(1), 60.0, &|| 0.0) };
    assert_eq!(Estimate::of(&plan, &trial), Err(Error::Stopped));
}

#[test]
fn every_job_is_in_the_spread_once() {
    for jobs in 0..70 {
        let mut order: Vec<u64> = parts::spread(jobs).collect();
        order.sort();
        assert_eq!(order, (0..jobs).collect::<Vec<_>>());
    }
}

#[test]
fn other_numbers_of_queens_are_estimated_from_jobs_or_from_smaller_boards() {
    let time = Clock::default();
    let estimate = |size, queens, seconds| {
        let plan = Request::count(size).unwrap().queens(Queens::Exactly(queens)).plan().unwrap();
        Estimate::of(&plan, &trial(&Inline, Some(1), seconds, &|| time.tick())).unwrap()
    };
    // Jobs take milliseconds, the plan takes seconds.
    let found = estimate(13, 6, 0.2);
    assert!(found.time.low > 0.0 && found.time.low <= found.time.high && found.samples > 0);
    // A job takes years.
    let found = estimate(32, 16, 0.3);
    assert!(matches!(found.basis, Basis::Size(8..20)) && found.time.low > 1e9, "{found:?}");
}

/// Problems of every kind whose jobs take far longer than the time of the trial.
fn long_problems() -> Vec<Request> {
    let count = |size| Request::count(size).unwrap();
    vec![
        count(31).rules(Rules::Torus),
        count(24).rules(Rules::Superqueens),
        count(22).rules(Rules::Semiqueens),
        count(24).rules(Rules::Reflecting),
        count(32).only(Rotation::By180),
        count(32).rules(Rules::Superqueens).only(Rotation::By180),
        count(20).queens(Queens::Exactly(10)),
        count(16).queens(Queens::Any),
        count(20).queens(Queens::Maximal),
        count(24).queens(Queens::WithPawn),
        count(24).by_level(),
        count(24).statistics(),
        count(24).tally(),
        count(24).method(Method::ARRAYS),
        count(24).method(Method::CROSS),
        Request::on(scattered_regions(24)),
    ]
}

/// A board whose regions are scattered, so that few states are equal.
fn scattered_regions(size: usize) -> Board {
    let name =
        |col: usize, row: usize| (b'A' + ((5 * col + 7 * row + col * row) % size) as u8) as char;
    let rows: Vec<Vec<char>> =
        (0..size).map(|row| (0..size).map(|col| name(col, row)).collect()).collect();
    Board::new(size).unwrap().with_regions(Regions::new(&rows).unwrap(), 1).unwrap()
}

/// Engines look at the control at equal amounts of work, so a clock that advances at each look measures work.
#[test]
fn an_estimate_ends_in_time_for_every_kind_of_problem() {
    let mut estimated = Vec::new();
    for request in long_problems() {
        let looks = AtomicU64::new(0);
        let clock = || looks.fetch_add(1, Ordering::Relaxed) as f64 * 1e-3;
        let plan = request.plan().unwrap();
        let seconds = 1.0;
        let estimate = Estimate::of(&plan, &trial(&Inline, Some(1), seconds, &clock));
        let took = looks.load(Ordering::Relaxed) as f64 * 1e-3;
        assert!(took < 2.2 * seconds, "{} {}: {took}", plan.name(), plan.rules());
        match estimate {
            Ok(Estimate { time, .. }) => {
                assert!(time.seconds > 2.2 * seconds, "{} {time:?}", plan.name());
                estimated.push(plan.name());
            }
            Err(error) => {
                // Too few smaller boards fit into the time, or there are none: other regions are other problems.
                let start = format!("no estimate of N = {} in 1 seconds: ", plan.size());
                assert!(error.to_string().starts_with(&start), "{error}");
            }
        }
    }
    for name in ["superqueens", "reflecting", "symmetric", "exactly", "cross"] {
        assert!(estimated.contains(&name), "{name} is not in {estimated:?}");
    }
}

/// Of many jobs only some are looked at, which stand for all of them.
#[test]
fn draws_from_some_jobs_stand_for_all() -> Result<(), Error> {
    let plan = Request::count(26)?.method(Method::JOIN).plan()?;
    let draws = parts::Draws::new(&plan);
    assert!(draws.each() > 3.0, "{} jobs", plan.jobs());
    let all: f64 =
        (0..plan.jobs()).map(|job| plan.engine().costs().unwrap().relative_work(job)).sum();
    let estimate = draws.each() * draws.sums.last().unwrap();
    assert!((estimate / all - 1.0).abs() < 0.01, "{estimate} instead of {all}");
    Ok(())
}
