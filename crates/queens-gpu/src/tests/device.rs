//! Laws that every backend follows on a device. Without a device they print a line and pass; with `QUEENS_DEVICE=1` for CUDA, or
//! `QUEENS_WGPU=1` for wgpu, a missing device is an error.
//!
//! They run on the first device, one after the other. A software device counts small boards only, a GPU also large ones. The binary
//! can be copied to a machine that has a device and nothing else.

use crate::DeviceKind;
use crate::devices::{Devices, Gpus, Options, Platform};
use crate::tests::{cross, plain, plans_by_level};
use queens::{
    Backend, CheckError, Control, Error, Event, JobByJob, JobResult, Method, Never, Plan,
    Processor, Request, RequestError, Rules, Sink, Threads, Total, published,
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A test of each law on each platform.
macro_rules! laws {
    ($($law:ident)*) => {
        #[cfg(feature = "cuda")]
        mod cuda {
            $(#[test] fn $law() { super::test(super::Platform::Cuda, super::$law); })*
        }
        #[cfg(feature = "wgpu")]
        mod wgpu {
            $(#[test] fn $law() { super::test(super::Platform::Wgpu, super::$law); })*
        }
    };
}

laws! {
    the_list_names_the_opened_device
    totals_are_the_published_ones
    every_job_counts_what_the_cpu_counts
    placements_are_those_of_plain_backtracking
    placements_by_level_are_those_of_the_cpu
    some_jobs_alone_count_the_same
    tiny_buffers_lose_nothing
    several_devices_share_the_jobs
    a_stop_keeps_what_is_finished
    a_sink_that_fails_ends_the_run_and_harms_nothing
    runs_on_two_threads_take_turns
    jobs_of_large_boards_count_the_same
    the_largest_boards_can_be_begun
}

/// Tests a law of the first device of a platform.
fn test(platform: Platform, law: fn(&Tested)) {
    static IN_TURN: Mutex<()> = Mutex::new(());
    let _turn = IN_TURN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(gpu) = Tested::open(platform, 1, Options::default()) {
        law(&gpu);
    }
}

/// The first device of a platform, once or several times.
pub(super) struct Tested {
    platform: Platform,
    is_software: bool,
    pub(super) gpus: Gpus,
}

impl Tested {
    /// Opens the device; none if there is none, and the tests need none.
    pub(super) fn open(platform: Platform, times: usize, options: Options) -> Option<Self> {
        let required = match platform {
            Platform::Cuda => "QUEENS_DEVICE",
            Platform::Wgpu => "QUEENS_WGPU",
        };
        let devices = Devices { platform, numbers: vec![0; times] };
        match Gpus::with_options(&devices, options) {
            Ok(gpus) => {
                let kind = platform.devices().unwrap()[0].kind;
                Some(Self { platform, is_software: kind == DeviceKind::Software, gpus })
            }
            Err(reason) => {
                assert!(std::env::var_os(required).is_none(), "{reason}");
                println!("skipped: {reason}");
                None
            }
        }
    }

    /// The same device with other options.
    fn with(&self, options: Options) -> Self {
        Self::open(self.platform, 1, options).unwrap()
    }

    /// The same device with buffers of at most this number of bytes.
    fn with_buffers(&self, bytes: u64) -> Self {
        self.with(Options { buffer_bytes: Some(bytes), ..Options::default() })
    }

    /// The same device twice, which stands for two.
    fn twice(&self) -> Self {
        Self::open(self.platform, 2, Options::default()).unwrap()
    }

    /// One size for a software device, another for a GPU.
    fn sized(&self, software: usize, gpu: usize) -> usize {
        if self.is_software { software } else { gpu }
    }

    /// The result of every job.
    fn run(&self, plan: &Plan) -> JobByJob {
        let mut found = JobByJob::new(plan);
        self.gpus.run(plan, &plan.all_jobs(), &mut found, &Never).unwrap();
        found
    }

    fn solutions(&self, size: usize) -> Option<u128> {
        Some(self.run(&cross(size)).total.solutions)
    }
}

fn the_list_names_the_opened_device(gpu: &Tested) {
    let listed = gpu.platform.devices().unwrap();
    assert_eq!(gpu.gpus.names(), [&listed[0].result.name]);
    assert!(listed.iter().enumerate().all(|(number, device)| device.number == number));
    assert!(!listed[0].result.name.is_empty() && gpu.gpus.memory() > 1 << 20, "{:?}", listed[0]);
    let devices = Devices { platform: gpu.platform, numbers: vec![listed.len()] };
    let Err(error) = Gpus::open(&devices) else { panic!("a device that does not exist") };
    assert!(error.to_string().starts_with(&format!("no device {devices}; ")), "{error}");
}

fn totals_are_the_published_ones(gpu: &Tested) {
    // A software device that ends every loop after 65,535 turns counts N = 15 wrong unless the kernels take care.
    for size in (0..=gpu.sized(13, 19)).chain([15]) {
        assert_eq!(gpu.solutions(size), published(size), "N = {size}");
    }
    let measured = gpu.gpus.measured();
    assert!(measured.batches > 0 && measured.parents.iter().all(|&parents| parents > 0));
}

fn every_job_counts_what_the_cpu_counts(gpu: &Tested) {
    let cpu = Threads::new(4).unwrap();
    let methods = [Method::BITMASK, Method::STACKED];
    let placements = |size: usize| methods.map(|method| plain(size, method));
    let plans = (10..=gpu.sized(13, 16)).map(cross);
    let plans = plans.chain((0..=gpu.sized(11, 13)).flat_map(placements));
    for plan in plans.chain((10..=gpu.sized(12, 14)).flat_map(plans_by_level)) {
        let jobs = plan.all_jobs();
        let (found, right) = (results(&gpu.gpus, &plan, &jobs), results(&cpu, &plan, &jobs));
        assert_eq!(found, right, "{}, N = {}", plan.name(), plan.size());
    }
}

/// With CUDA, whose steps can be counted.
#[cfg(feature = "cuda")]
#[test]
fn steps_are_those_of_the_twin() {
    test(Platform::Cuda, |gpu| {
        for plan in [cross(13), cross(14), plain(11, Method::BITMASK)] {
            let gpu = gpu.with(Options { steps: true, ..Options::default() });
            gpu.run(&plan);
            let twin = crate::twin::run(&plan, &plan.all_jobs()).unwrap();
            let steps = |gapped| {
                twin.iter().filter(|job| job.gapped == gapped).map(|job| job.steps).sum::<u64>()
            };
            let measured = gpu.gpus.measured().steps;
            assert_eq!(measured, [steps(false), steps(true)], "N = {}", plan.size());
        }
    });
}

fn placements_are_those_of_plain_backtracking(gpu: &Tested) {
    // A319283(N) - 1
    let known = [
        (11, 166_925),
        (14, 27_358_552),
        (15, 171_129_071),
        (16, 1_141_190_302),
        (17, 8_017_021_931),
    ];
    let largest = gpu.sized(11, 17);
    for (size, placements) in known.into_iter().filter(|(size, _)| *size <= largest) {
        let found = gpu.run(&plain(size, Method::BITMASK)).total;
        assert_eq!(found.statistics.unwrap().placements, placements, "N = {size}");
        assert_eq!(Some(found.solutions), published(size), "N = {size}");
        let half = gpu.run(&plain(size, Method::STACKED)).total;
        let rounded_up = placements.div_ceil(2);
        assert_eq!(half.statistics.unwrap().placements, rounded_up, "N = {size}");
        assert_eq!(Some(half.solutions), published(size), "N = {size}");
    }
}

/// Keeps the result of every job.
#[derive(Default)]
pub(super) struct Results(pub(super) BTreeMap<u64, JobResult>);

impl Sink for Results {
    fn finished(&mut self, job: u64, result: JobResult, _: Processor) -> Result<(), Error> {
        assert_eq!(self.0.insert(job, result), None, "job {job} is finished twice");
        Ok(())
    }
}

/// The result of each of these jobs.
fn results(backend: &dyn Backend, plan: &Plan, jobs: &[u64]) -> BTreeMap<u64, JobResult> {
    let mut found = Results::default();
    backend.run(plan, jobs, &mut found, &Never).unwrap();
    found.0
}

fn placements_by_level_are_those_of_the_cpu(gpu: &Tested) {
    let cpu = Threads::new(8).unwrap();
    for size in (0..10).chain(gpu.sized(13, 10)..=gpu.sized(13, 16)) {
        let plans = plans_by_level(size);
        let right = plans[0].run(&cpu, &Never).unwrap();
        for plan in plans {
            let found = gpu.run(&plan).total;
            let name = plan.name();
            assert_eq!(found.by_level, right.by_level, "{name}, N = {size}");
            assert_eq!(found.statistics, right.statistics, "{name}, N = {size}");
            assert_eq!(found.solutions, right.solutions, "{name}, N = {size}");
        }
    }
    // Every lane or warp of the first phase saves its state and resumes from it, many times.
    let tiny = gpu.with_buffers(gpu.sized(4 << 10, 16 << 10) as u64);
    let two = gpu.twice();
    for plan in plans_by_level(gpu.sized(12, 14)) {
        let by_level = plan.run(&cpu, &Never).unwrap().by_level;
        assert_eq!(tiny.run(&plan).total.by_level, by_level, "{}", plan.name());
        assert_eq!(two.run(&plan).total.by_level, by_level, "{}", plan.name());
    }
    assert!(tiny.gpus.measured().batches as usize > gpu.sized(5, 10), "{:?}", tiny.gpus.measured());
    // A sample of jobs of a board that is too large for the CPU.
    let [plan, _] = plans_by_level(gpu.sized(14, 18));
    let jobs = plan.sample(2);
    assert_eq!(results(&gpu.gpus, &plan, &jobs), results(&cpu, &plan, &jobs));
}

fn some_jobs_alone_count_the_same(gpu: &Tested) {
    let plan = cross(gpu.sized(12, 15));
    let all = gpu.run(&plan);
    let run =
        |plan: &Plan, jobs: &[u64], found: &mut JobByJob| gpu.gpus.run(plan, jobs, found, &Never);
    let mut some = JobByJob::new(&plan);
    let jobs: Vec<u64> = (0..plan.jobs()).rev().filter(|job| job % 7 == 3).collect();
    run(&plan, &jobs, &mut some).unwrap();
    for (job, (count, again)) in all.counts.iter().zip(&some.counts).enumerate() {
        assert_eq!(*again, count.filter(|_| job % 7 == 3), "job {job}");
    }
    run(&plan, &[], &mut some).unwrap();
    let mut twice = JobByJob::new(&plan);
    run(&plan, &[5, 5], &mut twice).unwrap();
    assert_eq!(twice.total.solutions, 2 * u128::from(all.counts[5].unwrap()));
    let error = run(&plan, &[plan.jobs()], &mut some).unwrap_err();
    assert!(matches!(error, Error::Request(RequestError::NoSuchJob { .. })), "{error}");
    let torus = Request::count(12).unwrap().rules(Rules::Torus).plan().unwrap();
    let error = run(&torus, &[0], &mut some).unwrap_err().to_string();
    assert!(error.contains(" backend cannot run this request"), "{error}");
}

/// Every lane or warp of the first phase saves its state and resumes from it, many times.
fn tiny_buffers_lose_nothing(gpu: &Tested) {
    let on_gpu = [(4 << 10, 12), (64 << 10, 14), (1 << 20, 16), (16 << 20, 18)];
    let on_software = [(4 << 10, 12), (16 << 10, 13)];
    for &(bytes, size) in if gpu.is_software { &on_software[..] } else { &on_gpu } {
        let gpu = gpu.with_buffers(bytes);
        let found = gpu.solutions(size);
        assert_eq!(found, published(size), "N = {size} in buffers of {bytes} bytes");
        assert!(gpu.gpus.measured().batches > 10, "{:?}", gpu.gpus.measured());
    }
    for (bytes, size, placements) in [(512, 11, 166_925), (16 << 10, 14, 27_358_552)] {
        if size <= gpu.sized(11, 14) {
            let gpu = gpu.with_buffers(bytes);
            let found = gpu.run(&plain(size, Method::BITMASK)).total;
            assert_eq!(found.statistics.unwrap().placements, placements);
            assert!(gpu.gpus.measured().batches > 5, "{:?}", gpu.gpus.measured());
        }
    }
}

/// With CUDA, whose phases can also be timed.
#[cfg(feature = "cuda")]
#[test]
fn phases_one_after_the_other_count_the_same() {
    test(Platform::Cuda, |gpu| {
        let timed = gpu.with(Options { timed: true, ..Options::default() });
        assert_eq!(timed.solutions(17), published(17));
        let measured = timed.gpus.measured();
        assert!(measured.seconds.iter().all(|&seconds| seconds > 0.0), "{measured:?}");
        assert!(measured.parents.iter().all(|&parents| parents > 0), "{measured:?}");
        for plan in plans_by_level(17) {
            assert_eq!(timed.run(&plan).total.by_level, gpu.run(&plan).total.by_level);
        }
    });
}

fn several_devices_share_the_jobs(gpu: &Tested) {
    let two = gpu.twice();
    assert_eq!(two.gpus.names().len(), 2);
    for size in [gpu.sized(10, 12), gpu.sized(11, 17)] {
        let found = two.run(&cross(size));
        assert_eq!(Some(found.total.solutions), published(size), "N = {size}");
        assert!(found.counts.iter().all(Option::is_some));
    }
}

/// Stops after the first job.
#[derive(Default)]
struct StopAfterOne(AtomicBool);

impl Control for StopAfterOne {
    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Progress(..) = event {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

fn a_stop_keeps_what_is_finished(gpu: &Tested) {
    let plan = cross(gpu.sized(14, 20));
    let mut part = JobByJob::new(&plan);
    let end = gpu.gpus.run(&plan, &plan.all_jobs(), &mut part, &StopAfterOne::default());
    assert_eq!(end, Err(Error::Stopped));
    assert!((1..plan.jobs()).contains(&part.total.jobs), "{} jobs", part.total.jobs);
    let jobs: Vec<u64> =
        part.counts.iter().zip(0..).filter(|(c, _)| c.is_some()).map(|x| x.1).collect();
    let cpu = Threads::new(2).unwrap();
    let again: &dyn Backend = if gpu.is_software { &cpu } else { &gpu.gpus };
    let again = plan.compare(&part, &jobs[..jobs.len().min(64)], again, "again", &Never);
    assert_eq!(again, Ok(()));
    // A run that is stopped before it begins has no result, not even one at which the sink fails.
    let stopped = AtomicBool::new(true);
    let end = gpu.gpus.run(&plan, &plan.all_jobs(), &mut FailingSink(9), &stopped);
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

fn a_sink_that_fails_ends_the_run_and_harms_nothing(gpu: &Tested) {
    let size = gpu.sized(11, 18);
    let two = gpu.twice();
    for gpu in [gpu, &two] {
        let plan = cross(size);
        let end = gpu.gpus.run(&plan, &plan.all_jobs(), &mut FailingSink(0), &Never);
        assert_eq!(end, Err(Error::Check(CheckError::Overflow { job: 10 })));
        assert_eq!(gpu.solutions(size), published(size));
    }
}

fn runs_on_two_threads_take_turns(gpu: &Tested) {
    std::thread::scope(|scope| {
        for size in [gpu.sized(10, 13), gpu.sized(11, 17)] {
            scope.spawn(move || {
                for _ in 0..3 {
                    assert_eq!(gpu.solutions(size), published(size), "N = {size}");
                }
            });
        }
    });
}

/// Boards without room for a mark; on a software device smaller ones, which take long enough there.
fn jobs_of_large_boards_count_the_same(gpu: &Tested) {
    for (size, jobs) in [(gpu.sized(16, 23), 3), (gpu.sized(17, 24), gpu.sized(40, 3))] {
        let plan = cross(size);
        let jobs = plan.sample(jobs as u64);
        let mut found = JobByJob::new(&plan);
        gpu.gpus.run(&plan, &jobs, &mut found, &Never).unwrap();
        assert!(found.total.solutions > 0);
        let cpu = Threads::new(3).unwrap();
        assert_eq!(plan.compare(&found, &jobs, &cpu, "the CPU", &Never), Ok(()));
    }
}

/// Boards far too large to count are stopped after a moment. A software device may end larger ones too early.
fn the_largest_boards_can_be_begun(gpu: &Tested) {
    for size in [20, 21, 22, 27, 30, 31, 32] {
        if gpu.is_software != (size <= 22) {
            continue;
        }
        let plan = cross(size);
        let control = StopAfterPolls(1000.into());
        let jobs: Vec<u64> = (0..4).map(|i| i * plan.jobs() / 4).collect();
        let mut total = Total::new(&plan);
        let end = gpu.gpus.run(&plan, &jobs, &mut total, &control);
        assert_eq!(end, Err(Error::Stopped), "N = {size}");
    }
}

/// Stops after a number of polls.
struct StopAfterPolls(AtomicU64);

impl Control for StopAfterPolls {
    fn stopped(&self) -> bool {
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
            .is_err()
    }
}
