//! Tests that need a device. Without a device they print a line and pass; with `QUEENS_DEVICE=1` a missing device is an error.
//!
//! A list of functions instead of a test harness: every line of output is seen, and the binary can be copied to a machine that has a
//! device and nothing else.

use queens::gpu::twin;
use queens::{
    Backend, CheckError, Control, Error, Event, Inline, JobByJob, JobResult, Method, Never, Plan,
    Processor, Request, RequestError, Sink, Threads, Total, published,
};
use queens_cuda::Cuda;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

type Test = (&'static str, fn(&Cuda));

const TESTS: [Test; 15] = [
    ("totals_are_the_published_ones", totals_are_the_published_ones),
    ("every_job_counts_what_the_cpu_counts", every_job_counts_what_the_cpu_counts),
    ("steps_are_those_of_the_twin", steps_are_those_of_the_twin),
    ("placements_are_those_of_plain_backtracking", placements_are_those_of_plain_backtracking),
    ("every_job_by_level_is_that_of_the_twin", every_job_by_level_is_that_of_the_twin),
    ("placements_by_level_are_those_of_the_cpu", placements_by_level_are_those_of_the_cpu),
    ("some_jobs_alone_count_the_same", some_jobs_alone_count_the_same),
    ("a_tiny_room_loses_nothing", a_tiny_room_loses_nothing),
    ("phases_one_after_the_other_count_the_same", phases_one_after_the_other_count_the_same),
    ("several_devices_share_the_jobs", several_devices_share_the_jobs),
    ("a_stop_keeps_what_is_finished", a_stop_keeps_what_is_finished),
    (
        "a_sink_that_fails_ends_the_run_and_harms_nothing",
        a_sink_that_fails_ends_the_run_and_harms_nothing,
    ),
    ("runs_on_two_threads_take_turns", runs_on_two_threads_take_turns),
    ("jobs_of_large_boards_count_the_same", jobs_of_large_boards_count_the_same),
    ("the_largest_boards_can_be_begun", the_largest_boards_can_be_begun),
];

fn main() -> ExitCode {
    let cuda = match Cuda::open(&[0]) {
        Ok(cuda) => cuda,
        Err(reason) if std::env::var_os("QUEENS_DEVICE").is_none() => {
            println!("device tests skipped: {reason}");
            return ExitCode::SUCCESS;
        }
        Err(reason) => {
            println!("device tests failed: {reason}");
            return ExitCode::FAILURE;
        }
    };
    let name = std::env::args().nth(1).filter(|name| !name.starts_with('-')).unwrap_or_default();
    for (test, run) in TESTS.iter().filter(|(test, _)| test.contains(&name)) {
        let start = Instant::now();
        // A failed test panics, which ends the program with its message.
        run(&cuda);
        println!("device test {test} ... ok, {:.2} s", start.elapsed().as_secs_f64());
    }
    ExitCode::SUCCESS
}

fn plan(size: usize, method: Method, statistics: bool) -> Plan {
    let request = Request::count(size).unwrap().method(method);
    let request = if statistics { request.statistics() } else { request };
    request.plan().unwrap()
}

fn cross(size: usize) -> Plan {
    plan(size, Method::CROSS, false)
}

fn run(cuda: &Cuda, plan: &Plan) -> JobByJob {
    let mut found = JobByJob::new(plan);
    cuda.run(plan, &plan.all_jobs(), &mut found, &Never).unwrap();
    found
}

fn totals_are_the_published_ones(cuda: &Cuda) {
    for size in 0..=18 {
        assert_eq!(Some(run(cuda, &cross(size)).total.solutions), published(size), "N = {size}");
    }
}

fn every_job_counts_what_the_cpu_counts(cuda: &Cuda) {
    for size in 10..=16 {
        let plan = cross(size);
        let mut right = JobByJob::new(&plan);
        let cpu = Threads::new(4).unwrap();
        cpu.run(&plan, &plan.all_jobs(), &mut right, &Never).unwrap();
        assert_eq!(run(cuda, &plan).counts, right.counts, "N = {size}");
    }
}

fn steps_are_those_of_the_twin(_: &Cuda) {
    for plan in [cross(13), cross(14), plan(11, Method::BITMASK, true)] {
        let cuda = Cuda::counting_steps(&[0]).unwrap();
        let found = run(&cuda, &plan);
        let twin = twin::run(&plan, &plan.all_jobs()).unwrap();
        let steps = |gapped| {
            twin.iter().filter(|job| job.gapped == gapped).map(|job| job.steps).sum::<u64>()
        };
        assert_eq!(cuda.measured().steps, [steps(false), steps(true)], "N = {}", plan.size());
        for job in twin {
            assert_eq!(
                found.counts[job.job as usize],
                Some(job.result.count.solutions),
                "job {}",
                job.job
            );
        }
    }
}

fn placements_are_those_of_plain_backtracking(cuda: &Cuda) {
    // A319283(N) - 1
    let known = [(14, 27_358_552), (15, 171_129_071), (16, 1_141_190_302), (17, 8_017_021_931)];
    for (size, placements) in known {
        let found = run(cuda, &plan(size, Method::BITMASK, true)).total;
        assert_eq!(found.statistics.unwrap().placements, placements, "N = {size}");
        assert_eq!(Some(found.solutions), published(size), "N = {size}");
        let half = run(cuda, &plan(size, Method::STACKED, true)).total;
        let rounded_up = placements.div_ceil(2);
        assert_eq!(half.statistics.unwrap().placements, rounded_up, "N = {size}");
        assert_eq!(Some(half.solutions), published(size), "N = {size}");
    }
    for size in 0..=13 {
        for method in [Method::BITMASK, Method::STACKED] {
            let plan = plan(size, method, true);
            let mut right = Total::new(&plan);
            Inline.run(&plan, &plan.all_jobs(), &mut right, &Never).unwrap();
            assert_eq!(run(cuda, &plan).total, right, "{method}, N = {size}");
        }
    }
}

/// The plans of placements by level: jobs of the first two queens, and jobs of the first queen.
fn plans_by_level(size: usize) -> [Plan; 2] {
    let request = Request::count(size).unwrap().by_level();
    [request.clone(), request.method(Method::BITMASK)].map(|request| request.plan().unwrap())
}

/// Keeps the result of every job.
struct Results(BTreeMap<u64, JobResult>);

impl Sink for Results {
    fn finished(&mut self, job: u64, result: JobResult, _: Processor) -> Result<(), Error> {
        assert_eq!(self.0.insert(job, result), None, "job {job} is finished twice");
        Ok(())
    }
}

fn every_job_by_level_is_that_of_the_twin(cuda: &Cuda) {
    for size in 10..=14 {
        for plan in plans_by_level(size) {
            let mut found = Results(BTreeMap::new());
            cuda.run(&plan, &plan.all_jobs(), &mut found, &Never).unwrap();
            for twin in twin::run(&plan, &plan.all_jobs()).unwrap() {
                let name = plan.name();
                assert_eq!(found.0.get(&twin.job), Some(&twin.result), "{name}, N = {size}");
            }
            assert_eq!(found.0.len() as u64, plan.jobs(), "N = {size}");
        }
    }
}

fn placements_by_level_are_those_of_the_cpu(cuda: &Cuda) {
    let cpu = Threads::new(8).unwrap();
    for size in 0..=16 {
        let plan = Request::count(size).unwrap().by_level().plan().unwrap();
        let right = plan.run(&cpu, &Never).unwrap();
        for plan in plans_by_level(size) {
            let found = run(cuda, &plan).total;
            let name = plan.name();
            assert_eq!(found.by_level, right.by_level, "{name}, N = {size}");
            assert_eq!(found.statistics, right.statistics, "{name}, N = {size}");
            assert_eq!(found.solutions, right.solutions, "{name}, N = {size}");
        }
    }
    // Every warp of the first phase saves its state and resumes from it, many times.
    let tiny = Cuda::open(&[0]).unwrap().room(16 << 10);
    let two = Cuda::open(&[0, 0]).unwrap();
    for plan in plans_by_level(14) {
        let by_level = plan.run(&cpu, &Never).unwrap().by_level;
        assert_eq!(run(&tiny, &plan).total.by_level, by_level, "{}", plan.name());
        assert_eq!(run(&two, &plan).total.by_level, by_level, "{}", plan.name());
    }
    assert!(tiny.measured().batches > 10, "{:?}", tiny.measured());
    // The phases one after the other, and a sample of jobs of a board that is too large for the CPU.
    let timed = Cuda::open(&[0]).unwrap().timed();
    for plan in plans_by_level(17) {
        assert_eq!(run(&timed, &plan).total.by_level, run(cuda, &plan).total.by_level);
    }
    let [plan, _] = plans_by_level(18);
    let jobs = plan.sample(2);
    let (mut found, mut right) = (Results(BTreeMap::new()), Results(BTreeMap::new()));
    cuda.run(&plan, &jobs, &mut found, &Never).unwrap();
    cpu.run(&plan, &jobs, &mut right, &Never).unwrap();
    assert_eq!(found.0, right.0);
}

fn some_jobs_alone_count_the_same(cuda: &Cuda) {
    let plan = cross(15);
    let all = run(cuda, &plan);
    let mut some = JobByJob::new(&plan);
    let jobs: Vec<u64> = (0..plan.jobs()).rev().filter(|job| job % 7 == 3).collect();
    cuda.run(&plan, &jobs, &mut some, &Never).unwrap();
    for (job, (count, again)) in all.counts.iter().zip(&some.counts).enumerate() {
        assert_eq!(*again, count.filter(|_| job % 7 == 3), "job {job}");
    }
    cuda.run(&plan, &[], &mut some, &Never).unwrap();
    let mut twice = JobByJob::new(&plan);
    cuda.run(&plan, &[5, 5], &mut twice, &Never).unwrap();
    assert_eq!(twice.total.solutions, 2 * u128::from(all.counts[5].unwrap()));
    let error = cuda.run(&plan, &[plan.jobs()], &mut some, &Never).unwrap_err();
    assert!(matches!(error, Error::Request(RequestError::NoSuchJob { .. })), "{error}");
}

/// Every warp of the first phase saves its state and resumes from it, many times.
fn a_tiny_room_loses_nothing(_: &Cuda) {
    for (room, size) in [(4 << 10, 12), (64 << 10, 14), (1 << 20, 16), (16 << 20, 18)] {
        let cuda = Cuda::open(&[0]).unwrap().room(room);
        let found = run(&cuda, &cross(size)).total.solutions;
        assert_eq!(Some(found), published(size), "N = {size} in rooms of {room} bytes");
        assert!(cuda.measured().batches > 10, "{:?}", cuda.measured());
    }
    let cuda = Cuda::open(&[0]).unwrap().room(16 << 10);
    let plan = plan(14, Method::BITMASK, true);
    assert_eq!(run(&cuda, &plan).total.statistics.unwrap().placements, 27_358_552);
}

fn phases_one_after_the_other_count_the_same(_: &Cuda) {
    let cuda = Cuda::open(&[0]).unwrap().timed();
    assert_eq!(Some(run(&cuda, &cross(17)).total.solutions), published(17));
    let measured = cuda.measured();
    assert!(measured.seconds.iter().all(|&seconds| seconds > 0.0), "{measured:?}");
    assert!(measured.parents.iter().all(|&parents| parents > 0), "{measured:?}");
}

/// The same device twice stands for two.
fn several_devices_share_the_jobs(_: &Cuda) {
    let cuda = Cuda::open(&[0, 0]).unwrap();
    assert_eq!(cuda.devices().count(), 2);
    for size in [12, 17] {
        let found = run(&cuda, &cross(size));
        assert_eq!(Some(found.total.solutions), published(size), "N = {size}");
        assert!(found.counts.iter().all(Option::is_some));
    }
}

/// Stops after this number of jobs.
struct StopAfterJobs {
    finished: AtomicU64,
    most: u64,
}

impl Control for StopAfterJobs {
    fn stopped(&self) -> bool {
        self.finished.load(Ordering::Relaxed) >= self.most
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Progress(..) = event {
            self.finished.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn a_stop_keeps_what_is_finished(cuda: &Cuda) {
    let plan = cross(20);
    let mut part = JobByJob::new(&plan);
    let after = StopAfterJobs { finished: AtomicU64::new(0), most: 1 };
    let end = cuda.run(&plan, &plan.all_jobs(), &mut part, &after);
    assert_eq!(end, Err(Error::Stopped));
    assert!((1..plan.jobs()).contains(&part.total.jobs), "{} jobs", part.total.jobs);
    let jobs: Vec<u64> =
        part.counts.iter().zip(0..).filter(|(c, _)| c.is_some()).map(|x| x.1).collect();
    let again = plan.compare(&part, &jobs[..jobs.len().min(64)], cuda, "again", &Never);
    assert_eq!(again, Ok(()));
    let stopped = AtomicBool::new(true);
    let end = cuda.run(&plan, &plan.all_jobs(), &mut NoResult, &stopped);
    assert_eq!(end, Err(Error::Stopped));
}

/// A sink that fails at the tenth job.
struct FailingSink(u64);

impl Sink for FailingSink {
    fn finished(&mut self, _: u64, _: JobResult, _: Processor) -> Result<(), Error> {
        self.0 += 1;
        if self.0 < 10 { Ok(()) } else { Err(Error::Check(CheckError::Overflow { job: self.0 })) }
    }
}

fn a_sink_that_fails_ends_the_run_and_harms_nothing(cuda: &Cuda) {
    let two = Cuda::open(&[0, 0]).unwrap();
    for cuda in [cuda, &two] {
        let plan = cross(18);
        let end = cuda.run(&plan, &plan.all_jobs(), &mut FailingSink(0), &Never);
        assert_eq!(end, Err(Error::Check(CheckError::Overflow { job: 10 })));
        assert_eq!(Some(run(cuda, &plan).total.solutions), published(18));
    }
}

fn runs_on_two_threads_take_turns(cuda: &Cuda) {
    std::thread::scope(|scope| {
        for size in [13, 17] {
            scope.spawn(move || {
                for _ in 0..3 {
                    let found = run(cuda, &cross(size)).total.solutions;
                    assert_eq!(Some(found), published(size), "N = {size}");
                }
            });
        }
    });
}

/// A sink that must receive no result.
struct NoResult;

impl Sink for NoResult {
    fn finished(&mut self, job: u64, _: JobResult, _: Processor) -> Result<(), Error> {
        panic!("job {job} of a run that was stopped before it began");
    }
}

/// Boards without room for a mark.
fn jobs_of_large_boards_count_the_same(cuda: &Cuda) {
    for size in [23, 24] {
        let plan = cross(size);
        let jobs = plan.sample(3);
        let mut found = JobByJob::new(&plan);
        cuda.run(&plan, &jobs, &mut found, &Never).unwrap();
        assert!(found.total.solutions > 0);
        let cpu = Threads::new(3).unwrap();
        assert_eq!(plan.compare(&found, &jobs, &cpu, "the CPU", &Never), Ok(()));
    }
}

/// Boards far too large to count are stopped after a second. The printed time shows how soon the run ends.
fn the_largest_boards_can_be_begun(cuda: &Cuda) {
    for size in [27, 30, 31, 32] {
        let plan = cross(size);
        let start = Instant::now();
        let control = StopAfterSeconds { start, seconds: 1.0 };
        let jobs: Vec<u64> = (0..4).map(|i| i * plan.jobs() / 4).collect();
        let mut total = Total::new(&plan);
        assert_eq!(cuda.run(&plan, &jobs, &mut total, &control), Err(Error::Stopped), "N = {size}");
    }
}

/// Stops after this number of seconds.
struct StopAfterSeconds {
    start: Instant,
    seconds: f64,
}

impl Control for StopAfterSeconds {
    fn stopped(&self) -> bool {
        self.start.elapsed().as_secs_f64() > self.seconds
    }
}
