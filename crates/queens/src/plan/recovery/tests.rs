//! Accelerators that are lost during a run.

use super::*;
use crate::{Inline, JobByJob, Machine, Method, Never, Request, Threads};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the accelerator does in a run before it ends with an error: it finishes jobs, and begins others.
#[derive(Clone, Copy)]
struct Attempt {
    finishes: usize,
    begins: usize,
    is_lost: bool,
}

const fn lost(finishes: usize, begins: usize) -> Attempt {
    Attempt { finishes, begins, is_lost: true }
}

/// An accelerator that makes these attempts, and then runs without errors.
struct Unreliable {
    attempts: Mutex<Vec<Attempt>>,
    /// The jobs that were requested in each run.
    requested: Mutex<Vec<Vec<u64>>>,
}

impl Unreliable {
    fn new(attempts: &[Attempt]) -> Self {
        let reversed = attempts.iter().rev().copied().collect();
        Self { attempts: Mutex::new(reversed), requested: Mutex::default() }
    }
}

impl Backend for Unreliable {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        assert!(!jobs.is_empty(), "an accelerator is not started for nothing");
        self.requested.lock().unwrap().push(jobs.to_vec());
        let Some(Attempt { finishes, begins, is_lost }) = self.attempts.lock().unwrap().pop()
        else {
            return Inline.run(plan, jobs, sink, control);
        };
        let (first, others) = jobs.split_at(finishes.min(jobs.len()));
        Inline.run(plan, first, sink, control)?;
        others.iter().take(begins).for_each(|&job| control.event(Event::Begun(job)));
        let (backend, reason) = ("device test:0".to_string(), "unplugged".to_string());
        Err(Error::Backend(match is_lost {
            true => BackendError::Lost { backend, reason },
            false => BackendError::Failed { backend, reason },
        }))
    }
}

/// Keeps the warnings, and stops after a number of jobs has begun.
struct Watching {
    warnings: Mutex<Vec<String>>,
    jobs_left: AtomicUsize,
}

impl Watching {
    fn new() -> Self {
        Self::until(usize::MAX)
    }

    fn until(jobs: usize) -> Self {
        Self { warnings: Mutex::default(), jobs_left: AtomicUsize::new(jobs) }
    }

    fn warnings(&self) -> Vec<String> {
        self.warnings.lock().unwrap().clone()
    }
}

impl Control for Watching {
    fn stopped(&self) -> bool {
        self.jobs_left.load(Ordering::Relaxed) == 0
    }

    fn event(&self, event: Event<'_>) {
        match event {
            Event::Begun(_) => {
                let less = |left: usize| left.checked_sub(1);
                let _ = self.jobs_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
            }
            Event::Warning(message) => self.warnings.lock().unwrap().push(message.to_string()),
            _ => {}
        }
    }
}

/// Adds results up, and counts how often each job was reported. It fails when it has received a number of results.
struct Counted {
    found: JobByJob,
    times: Vec<u32>,
    fails_at: usize,
}

impl Counted {
    fn new(plan: &Plan) -> Self {
        let times = vec![0; plan.jobs() as usize];
        Self { found: JobByJob::new(plan), times, fails_at: usize::MAX }
    }

    fn reported(&self) -> usize {
        self.times.iter().filter(|&&times| times > 0).count()
    }
}

impl Sink for Counted {
    fn finished(&mut self, job: u64, result: JobResult, _: Processor) -> Result<(), Error> {
        if self.reported() == self.fails_at {
            return Err(full());
        }
        self.times[job as usize] += 1;
        self.found.finished(job, result, Processor::Cpu)
    }
}

fn full() -> Error {
    Error::Backend(BackendError::Sink { reason: "the disk is full".to_string() })
}

/// The plan of these tests.
fn plan() -> Plan {
    Request::count(10).unwrap().method(Method::CROSS).plan().unwrap()
}

fn machine(attempts: &[Attempt]) -> Machine<Unreliable> {
    Machine::new(Threads::new(2).unwrap()).with_accelerator(Unreliable::new(attempts))
}

fn requested(machine: &Machine<Unreliable>) -> Vec<usize> {
    let accelerator = machine.accelerator().unwrap();
    accelerator.requested.lock().unwrap().iter().map(Vec::len).collect()
}

/// Runs the plan to its end, and checks that every job was counted once. Returns the warnings.
fn counted(plan: &Plan, machine: &Machine<Unreliable>) -> Vec<String> {
    let (watching, mut sink) = (Watching::new(), Counted::new(plan));
    plan.run_into(machine, &mut sink, &watching).unwrap();
    assert!(sink.times.iter().all(|&times| times == 1), "{:?}", sink.times);
    let direct = plan.run(&Inline, &Never).unwrap();
    assert_eq!(sink.found.total, direct);
    watching.warnings()
}

#[test]
fn a_lost_accelerator_loses_no_job_and_counts_none_twice() {
    let plan = plan();
    let jobs = plan.jobs() as usize;
    assert!(jobs > 10);
    for finishes in 0..jobs {
        for begins in [0, 1, 3, jobs] {
            let machine = machine(&[lost(finishes, begins)]);
            let left = jobs - finishes;
            let open = begins.min(left);
            let what = match open {
                0 => "trying it again".to_string(),
                1 => "counting 1 job again on the CPU".to_string(),
                open => format!("counting {open} jobs again on the CPU"),
            };
            let warning = format!("device test:0 was lost: unplugged; {what}");
            assert_eq!(counted(&plan, &machine), [warning], "{finishes} {begins}");
            // What the CPU has counted is not requested again.
            let expected = if open == left { vec![jobs] } else { vec![jobs, left - open] };
            assert_eq!(requested(&machine), expected);
        }
    }
}

#[test]
fn placements_are_exact_too() {
    let plan = Request::count(9).unwrap().method(Method::BITMASK).statistics().plan().unwrap();
    let jobs = plan.jobs() as usize;
    assert_eq!(counted(&plan, &machine(&[lost(jobs / 2, 1)])).len(), 1);
}

#[test]
fn an_optional_accelerator_recovers_in_the_same_way() {
    let cpu = Threads::new(2).unwrap();
    let machine = Machine::new(cpu).with_optional_accelerator(Unreliable::new(&[lost(3, 2)]));
    assert_eq!(counted(&plan(), &machine).len(), 1);
}

#[test]
fn an_accelerator_that_makes_progress_is_started_again_every_time() {
    let plan = plan();
    let attempts: Vec<Attempt> = (0..5).map(|i| lost(1, i % 2)).collect();
    let machine = machine(&attempts);
    assert_eq!(counted(&plan, &machine).len(), 5);
    // One job per attempt, and one on the CPU after every second one.
    let all = plan.jobs() as usize;
    assert_eq!(requested(&machine), [all, all - 1, all - 3, all - 4, all - 6, all - 7]);
}

#[test]
fn the_cpu_counts_the_rest_if_the_accelerator_is_lost_again_at_once() {
    let plan = plan();
    let all = plan.jobs() as usize;
    for second in [lost(0, 0), lost(0, 4), Attempt { is_lost: false, ..lost(0, 0) }] {
        let machine = machine(&[lost(4, 1), second]);
        let happened = if second.is_lost { "was lost" } else { "failed" };
        let warnings = [
            "device test:0 was lost: unplugged; counting 1 job again on the CPU".to_string(),
            format!(
                "device test:0 {happened}: unplugged; the CPU counts the remaining {} jobs; to use the device again, restart the program",
                all - 5
            ),
        ];
        assert_eq!(counted(&plan, &machine), warnings);
        assert_eq!(requested(&machine), [all, all - 5]);
    }
    // The first attempt may end before a job is finished.
    let machine = machine(&[lost(0, 0), lost(0, 0)]);
    assert_eq!(counted(&plan, &machine).len(), 2);
    assert_eq!(requested(&machine), [all, all]);
}

#[test]
fn an_accelerator_that_is_lost_after_its_last_job_needs_no_warning() {
    let plan = plan();
    let machine = machine(&[lost(plan.jobs() as usize, 0)]);
    assert!(counted(&plan, &machine).is_empty());
    assert_eq!(requested(&machine).len(), 1);
}

#[test]
fn other_failures_end_the_run() {
    let failing = Attempt { is_lost: false, ..lost(3, 2) };
    let (plan, machine, watching) = (plan(), machine(&[failing]), Watching::new());
    let mut sink = Counted::new(&plan);
    let error = plan.run_into(&machine, &mut sink, &watching).unwrap_err();
    assert!(matches!(error, Error::Backend(BackendError::Failed { .. })), "{error}");
    assert!(error.is_failure() && watching.warnings().is_empty());
    assert_eq!((sink.reported(), requested(&machine).len()), (3, 1));
}

#[test]
fn a_stop_ends_the_recovery() {
    let plan = plan();
    // The accelerator begins and finishes 3 jobs and begins 6 others; of these the CPU begins some.
    for (until, warnings, most) in [(9, 0, 3), (10, 1, 5), (12, 1, 7)] {
        let (machine, watching) = (machine(&[lost(3, 6)]), Watching::until(until));
        let mut sink = Counted::new(&plan);
        let end = plan.run_into(&machine, &mut sink, &watching);
        assert_eq!(end, Err(Error::Stopped));
        assert_eq!(watching.warnings().len(), warnings, "{until}");
        assert!(sink.times.iter().all(|&times| times <= 1));
        assert!((3..=most).contains(&sink.reported()), "{until}: {}", sink.reported());
        assert_eq!(requested(&machine).len(), 1);
    }
}

#[test]
fn a_sink_that_fails_during_the_recovery_ends_the_run() {
    let plan = plan();
    let all = plan.jobs() as usize;
    // While the CPU counts what had begun, in the second attempt, and while the CPU counts the rest.
    for (attempts, fails_at, runs) in
        [(vec![lost(3, 6)], 5, 1), (vec![lost(3, 2)], 8, 2), (vec![lost(3, 2), lost(0, 0)], 8, 2)]
    {
        let (machine, watching) = (machine(&attempts), Watching::new());
        let mut sink = Counted { fails_at, ..Counted::new(&plan) };
        assert_eq!(plan.run_into(&machine, &mut sink, &watching), Err(full()));
        assert!(sink.times.iter().all(|&times| times <= 1));
        assert_eq!((sink.reported(), requested(&machine).len()), (fails_at, runs));
        assert!(fails_at < all);
    }
}

/// An accelerator that is lost and does not report that the sink failed before.
struct Careless;

impl Backend for Careless {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        assert_eq!(Inline.run(plan, jobs, sink, control), Err(full()));
        let (backend, reason) = ("device test:0".to_string(), "unplugged".to_string());
        Err(Error::Backend(BackendError::Lost { backend, reason }))
    }
}

#[test]
fn a_sink_that_failed_is_not_used_again() {
    let plan = plan();
    let machine = Machine::new(Threads::new(2).unwrap()).with_accelerator(Careless);
    let (watching, mut sink) = (Watching::new(), Counted { fails_at: 4, ..Counted::new(&plan) });
    assert_eq!(plan.run_into(&machine, &mut sink, &watching), Err(full()));
    assert_eq!((sink.reported(), watching.warnings().len()), (4, 0));
}
