//! Tests that need a device. Without a device they print a line and pass; with `QUEENS_WGPU=1` a missing device is an error.
//!
//! They run on the first adapter. A software device counts small boards only, a GPU also large ones. A list of functions instead of a
//! test harness: every line of output is seen, and the binary can be copied to a machine that has a device and nothing else.

use queens::gpu::{DeviceKind, twin};
use queens::{
    Backend, BackendError, CheckError, Control, Error, Event, Inline, JobByJob, JobResult, Method,
    Never, Plan, Processor, Request, RequestError, Sink, Threads, Total, published,
};
use queens_wgpu::{Unavailable, Wgpu, devices};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

type Test = (&'static str, fn(&Wgpu));

const TESTS: [Test; 15] = [
    ("the_list_names_the_opened_device", the_list_names_the_opened_device),
    ("totals_are_the_published_ones", totals_are_the_published_ones),
    ("every_job_counts_what_the_cpu_counts", every_job_counts_what_the_cpu_counts),
    ("every_job_counts_what_the_twin_counts", every_job_counts_what_the_twin_counts),
    ("placements_are_those_of_plain_backtracking", placements_are_those_of_plain_backtracking),
    ("placements_by_level_are_those_of_the_twin", placements_by_level_are_those_of_the_twin),
    ("some_jobs_alone_count_the_same", some_jobs_alone_count_the_same),
    ("tiny_buffers_lose_nothing", tiny_buffers_lose_nothing),
    ("several_devices_share_the_jobs", several_devices_share_the_jobs),
    ("a_stop_keeps_what_is_finished", a_stop_keeps_what_is_finished),
    (
        "a_sink_that_fails_ends_the_run_and_harms_nothing",
        a_sink_that_fails_ends_the_run_and_harms_nothing,
    ),
    ("runs_on_two_threads_take_turns", runs_on_two_threads_take_turns),
    ("a_lost_device_keeps_what_is_finished_and_returns", {
        a_lost_device_keeps_what_is_finished_and_returns
    }),
    ("jobs_of_large_boards_count_the_same", jobs_of_large_boards_count_the_same),
    ("the_largest_boards_can_be_begun", the_largest_boards_can_be_begun),
];

fn main() -> ExitCode {
    let wgpu = match Wgpu::open(&[0]) {
        Ok(wgpu) => wgpu,
        Err(reason) if std::env::var_os("QUEENS_WGPU").is_none() => {
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
        run(&wgpu);
        println!("device test {test} ... ok, {:.2} s", start.elapsed().as_secs_f64());
    }
    ExitCode::SUCCESS
}

/// One size for a software device, another for a GPU.
fn sized(wgpu: &Wgpu, software: usize, gpu: usize) -> usize {
    let kind = wgpu.devices().next().map(|device| device.kind);
    if kind == Some(DeviceKind::Software) { software } else { gpu }
}

fn plan(size: usize, method: Method, statistics: bool) -> Plan {
    let request = Request::count(size).unwrap().method(method);
    let request = if statistics { request.statistics() } else { request };
    request.plan().unwrap()
}

fn cross(size: usize) -> Plan {
    plan(size, Method::CROSS, false)
}

fn run(wgpu: &Wgpu, plan: &Plan) -> JobByJob {
    let mut found = JobByJob::new(plan);
    wgpu.run(plan, &plan.all_jobs(), &mut found, &Never).unwrap();
    found
}

fn the_list_names_the_opened_device(wgpu: &Wgpu) {
    let listed = devices().unwrap();
    assert_eq!(wgpu.devices().next(), listed.first());
    assert!(listed.iter().enumerate().all(|(number, info)| info.device == number));
    let info = &listed[0];
    assert!(!info.name.is_empty() && info.buffer_bytes >= 128 << 20, "{info:?}");
    let Err(error) = Wgpu::open(&[listed.len()]) else { panic!("a device that does not exist") };
    let (device, devices) = (listed.len(), listed.len());
    assert_eq!(error, Unavailable::NoSuchDevice { device, devices });
    assert!(wgpu.memory() > 1 << 20);
}

fn totals_are_the_published_ones(wgpu: &Wgpu) {
    // A software device that ends every loop after 65,535 turns counts N = 15 wrong unless the kernels take care.
    for size in (0..=sized(wgpu, 13, 19)).chain([15]) {
        assert_eq!(Some(run(wgpu, &cross(size)).total.solutions), published(size), "N = {size}");
    }
    let measured = wgpu.measured();
    assert!(measured.batches > 0 && measured.parents.iter().all(|&parents| parents > 0));
}

fn every_job_counts_what_the_cpu_counts(wgpu: &Wgpu) {
    for size in 10..=sized(wgpu, 13, 16) {
        let plan = cross(size);
        let mut right = JobByJob::new(&plan);
        let cpu = Threads::new(2).unwrap();
        cpu.run(&plan, &plan.all_jobs(), &mut right, &Never).unwrap();
        assert_eq!(run(wgpu, &plan).counts, right.counts, "N = {size}");
    }
}

fn every_job_counts_what_the_twin_counts(wgpu: &Wgpu) {
    for plan in [cross(11), cross(12), plan(10, Method::BITMASK, true)] {
        let found = run(wgpu, &plan);
        for job in twin::run(&plan, &plan.all_jobs()).unwrap() {
            assert_eq!(
                found.counts[job.job as usize],
                Some(job.result.count.solutions),
                "job {}",
                job.job
            );
        }
    }
}

fn placements_are_those_of_plain_backtracking(wgpu: &Wgpu) {
    // A319283(N) - 1
    let known = [(11, 166_925), (14, 27_358_552), (15, 171_129_071), (16, 1_141_190_302)];
    let largest = sized(wgpu, 11, 16);
    for (size, placements) in known.into_iter().filter(|(size, _)| *size <= largest) {
        let found = run(wgpu, &plan(size, Method::BITMASK, true)).total;
        assert_eq!(found.statistics.unwrap().placements, placements, "N = {size}");
        assert_eq!(Some(found.solutions), published(size), "N = {size}");
        let half = run(wgpu, &plan(size, Method::STACKED, true)).total;
        let rounded_up = placements.div_ceil(2);
        assert_eq!(half.statistics.unwrap().placements, rounded_up, "N = {size}");
        assert_eq!(Some(half.solutions), published(size), "N = {size}");
    }
    for size in 0..=sized(wgpu, 11, 13) {
        for method in [Method::BITMASK, Method::STACKED] {
            let plan = plan(size, method, true);
            let mut right = Total::new(&plan);
            Inline.run(&plan, &plan.all_jobs(), &mut right, &Never).unwrap();
            assert_eq!(run(wgpu, &plan).total, right, "{method}, N = {size}");
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

fn placements_by_level_are_those_of_the_twin(wgpu: &Wgpu) {
    for size in 10..=sized(wgpu, 12, 14) {
        for plan in plans_by_level(size) {
            let mut found = Results(BTreeMap::new());
            wgpu.run(&plan, &plan.all_jobs(), &mut found, &Never).unwrap();
            for twin in twin::run(&plan, &plan.all_jobs()).unwrap() {
                let name = plan.name();
                assert_eq!(found.0.get(&twin.job), Some(&twin.result), "{name}, N = {size}");
            }
            assert_eq!(found.0.len() as u64, plan.jobs(), "N = {size}");
        }
    }
    for size in (0..10).chain([sized(wgpu, 13, 16)]) {
        let plan = Request::count(size).unwrap().by_level().plan().unwrap();
        let right = plan.run(&Threads::new(2).unwrap(), &Never).unwrap();
        assert_eq!(run(wgpu, &plan).total, right, "N = {size}");
    }
    // Every lane of the first phase saves its state and resumes from it, many times.
    let tiny = Wgpu::open(&[0]).unwrap().buffer_bytes(4 << 10);
    let [plan, _] = plans_by_level(12);
    assert_eq!(run(&tiny, &plan).total, plan.run(&Inline, &Never).unwrap());
    assert!(tiny.measured().batches > 5, "{:?}", tiny.measured());
}

fn some_jobs_alone_count_the_same(wgpu: &Wgpu) {
    let plan = cross(sized(wgpu, 12, 15));
    let all = run(wgpu, &plan);
    let mut some = JobByJob::new(&plan);
    let jobs: Vec<u64> = (0..plan.jobs()).rev().filter(|job| job % 7 == 3).collect();
    wgpu.run(&plan, &jobs, &mut some, &Never).unwrap();
    for (job, (count, again)) in all.counts.iter().zip(&some.counts).enumerate() {
        assert_eq!(*again, count.filter(|_| job % 7 == 3), "job {job}");
    }
    wgpu.run(&plan, &[], &mut some, &Never).unwrap();
    let mut twice = JobByJob::new(&plan);
    wgpu.run(&plan, &[5, 5], &mut twice, &Never).unwrap();
    assert_eq!(twice.total.solutions, 2 * u128::from(all.counts[5].unwrap()));
    let error = wgpu.run(&plan, &[plan.jobs()], &mut some, &Never).unwrap_err();
    assert!(matches!(error, Error::Request(RequestError::NoSuchJob { .. })), "{error}");
    let torus = Request::count(12).unwrap().rules(queens::Rules::Torus).plan().unwrap();
    let error = wgpu.run(&torus, &[0], &mut some, &Never).unwrap_err().to_string();
    assert!(error.contains("the wgpu backend cannot run this request"), "{error}");
}

/// Every lane of the first phase saves its state and resumes from it, many times.
fn tiny_buffers_lose_nothing(wgpu: &Wgpu) {
    for (bytes, size) in [(4 << 10, 12), (16 << 10, sized(wgpu, 13, 15))] {
        let wgpu = Wgpu::open(&[0]).unwrap().buffer_bytes(bytes);
        let found = run(&wgpu, &cross(size)).total.solutions;
        assert_eq!(Some(found), published(size), "N = {size} in buffers of {bytes} bytes");
        assert!(wgpu.measured().batches > 10, "{:?}", wgpu.measured());
    }
    let wgpu = Wgpu::open(&[0]).unwrap().buffer_bytes(512);
    let plan = plan(11, Method::BITMASK, true);
    assert_eq!(run(&wgpu, &plan).total.statistics.unwrap().placements, 166_925);
    assert!(wgpu.measured().batches > 5, "{:?}", wgpu.measured());
}

/// The same device twice stands for two.
fn several_devices_share_the_jobs(wgpu: &Wgpu) {
    let two = Wgpu::open(&[0, 0]).unwrap();
    assert_eq!(two.devices().count(), 2);
    let found = run(&two, &cross(sized(wgpu, 11, 17)));
    assert_eq!(Some(found.total.solutions), published(sized(wgpu, 11, 17)));
    assert!(found.counts.iter().all(Option::is_some));
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

fn a_stop_keeps_what_is_finished(wgpu: &Wgpu) {
    let plan = cross(sized(wgpu, 14, 20));
    let mut part = JobByJob::new(&plan);
    let after = StopAfterJobs { finished: AtomicU64::new(0), most: 1 };
    let end = wgpu.run(&plan, &plan.all_jobs(), &mut part, &after);
    assert_eq!(end, Err(Error::Stopped));
    assert!((1..plan.jobs()).contains(&part.total.jobs), "{} jobs", part.total.jobs);
    let jobs: Vec<u64> =
        part.counts.iter().zip(0..).filter(|(c, _)| c.is_some()).map(|x| x.1).collect();
    let cpu = Threads::new(2).unwrap();
    let again = plan.compare(&part, &jobs[..jobs.len().min(64)], &cpu, "again", &Never);
    assert_eq!(again, Ok(()));
    let stopped = AtomicBool::new(true);
    let end = wgpu.run(&plan, &plan.all_jobs(), &mut NoResult, &stopped);
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

fn a_sink_that_fails_ends_the_run_and_harms_nothing(wgpu: &Wgpu) {
    let size = sized(wgpu, 11, 18);
    let plan = cross(size);
    let end = wgpu.run(&plan, &plan.all_jobs(), &mut FailingSink(0), &Never);
    assert_eq!(end, Err(Error::Check(CheckError::Overflow { job: 10 })));
    assert_eq!(Some(run(wgpu, &plan).total.solutions), published(size));
}

fn runs_on_two_threads_take_turns(wgpu: &Wgpu) {
    std::thread::scope(|scope| {
        for size in [10, 11] {
            scope.spawn(move || {
                for _ in 0..2 {
                    let found = run(wgpu, &cross(size)).total.solutions;
                    assert_eq!(Some(found), published(size), "N = {size}");
                }
            });
        }
    });
}

fn a_lost_device_keeps_what_is_finished_and_returns(wgpu: &Wgpu) {
    let size = sized(wgpu, 12, 15);
    let plan = cross(size);
    let losing = Wgpu::open(&[0]).unwrap().buffer_bytes(16 << 10).lose_after(3);
    let mut found = JobByJob::new(&plan);
    let end = losing.run(&plan, &plan.all_jobs(), &mut found, &Never);
    let Err(Error::Backend(BackendError::Lost { backend, .. })) = end else {
        panic!("{end:?}");
    };
    assert!(backend.starts_with("device wgpu:0 ("), "{backend}");
    assert!(found.total.jobs < plan.jobs());
    // The next run opens the device again.
    let missing: Vec<u64> =
        plan.all_jobs().into_iter().filter(|&job| found.counts[job as usize].is_none()).collect();
    losing.run(&plan, &missing, &mut found, &Never).unwrap();
    assert_eq!(Some(found.total.solutions), published(size));
}

/// A sink that must receive no result.
struct NoResult;

impl Sink for NoResult {
    fn finished(&mut self, job: u64, _: JobResult, _: Processor) -> Result<(), Error> {
        panic!("job {job} of a run that was stopped before it began");
    }
}

/// Boards without room for a mark; on a software device smaller ones, which take long enough there.
fn jobs_of_large_boards_count_the_same(wgpu: &Wgpu) {
    for (size, jobs) in [(sized(wgpu, 16, 23), 3), (sized(wgpu, 17, 24), sized(wgpu, 40, 3))] {
        let plan = cross(size);
        let jobs = plan.sample(jobs as u64);
        let mut found = JobByJob::new(&plan);
        wgpu.run(&plan, &jobs, &mut found, &Never).unwrap();
        assert!(found.total.solutions > 0);
        let cpu = Threads::new(3).unwrap();
        assert_eq!(plan.compare(&found, &jobs, &cpu, "the CPU", &Never), Ok(()));
    }
}

/// Boards far too large to count are stopped after a moment. A software device may end larger ones too early.
fn the_largest_boards_can_be_begun(wgpu: &Wgpu) {
    for size in [sized(wgpu, 20, 27), sized(wgpu, 21, 31), sized(wgpu, 22, 32)] {
        let plan = cross(size);
        let start = Instant::now();
        let control = StopAfterSeconds { start, seconds: 0.3 };
        let jobs: Vec<u64> = (0..4).map(|i| i * plan.jobs() / 4).collect();
        let mut total = Total::new(&plan);
        assert_eq!(wgpu.run(&plan, &jobs, &mut total, &control), Err(Error::Stopped), "N = {size}");
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
