//! Ledgers through the public interface: resumed, merged, damaged, verified.

use queens::{
    Backend, BackendError, Control, Error as CountError, Event, Inline, JobResult, Method, Never,
    Plan, Processor, Queens, Request, Rotation, Rules, Sink, Threads, published,
};
use queens_ledger::{Checked, Error, Ledger, Provenance, Runner, Shard, Verdict, merge, verify};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::TempDir;

fn provenance() -> Provenance {
    let [device, engine, program] = ["a test", "cross", "tests"].map(String::from);
    Provenance { device, engine, program }
}

fn by<'a>(backend: &'a dyn Backend, provenance: &'a Provenance) -> Runner<'a> {
    Runner { backend, provenance }
}

fn cross(size: usize) -> Plan {
    Request::count(size).unwrap().method(Method::CROSS).plan().unwrap()
}

/// A temporary folder, and a path in it.
fn place(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

/// Creates a complete ledger.
fn complete(path: &Path, plan: &Plan, shard: Option<Shard>) {
    let mut ledger = Ledger::create(path, plan, shard, &provenance()).unwrap();
    let end =
        ledger.run(plan, by(&Inline, &provenance()), by(&Inline, &provenance()), &Never).unwrap();
    assert!(end.failed.is_empty());
}

/// Stops after this number of jobs.
struct After(AtomicU64);

impl Control for After {
    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Begun(_) = event {
            let less = |left: u64| left.checked_sub(1);
            let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        }
    }
}

#[test]
fn a_stopped_run_resumes() {
    let (_folder, path) = place("q12.db");
    let plan = cross(12);
    drop(Ledger::create(&path, &plan, None, &provenance()).unwrap());
    let mut sessions = 0;
    let mut before = 0;
    loop {
        let mut ledger = Ledger::resume(&path).unwrap();
        let after = After(AtomicU64::new(60));
        let end = ledger.run(&plan, by(&Inline, &provenance()), by(&Inline, &provenance()), &after);
        sessions += 1;
        let sums = ledger.sums().unwrap();
        assert!(sums.jobs > before, "every run makes progress");
        before = sums.jobs;
        assert_eq!(ledger.missing().unwrap().len() as u64, plan.jobs() - sums.jobs);
        match end {
            Ok(_) => break,
            Err(error) => assert_eq!(error, Error::Count(CountError::Stopped)),
        }
    }
    let ledger = Ledger::open(&path).unwrap();
    assert_eq!((ledger.sessions().unwrap(), sessions > 3), (sessions, true));
    assert_eq!(ledger.sums().unwrap().solutions, published(12).unwrap());
    // After each stop, only the running job is repeated.
    let attempts = ledger.attempts().unwrap();
    assert!((plan.jobs()..plan.jobs() + sessions).contains(&attempts), "{attempts}");
}

#[test]
fn threads_write_into_one_ledger() {
    let (_folder, path) = place("q13.db");
    let plan = cross(13);
    let mut ledger = Ledger::create(&path, &plan, None, &provenance()).unwrap();
    ledger
        .run(
            &plan,
            by(&Threads::new(4).unwrap(), &provenance()),
            by(&Inline, &provenance()),
            &Never,
        )
        .unwrap();
    assert_eq!(ledger.sums().unwrap().solutions, published(13).unwrap());
    assert_eq!(ledger.attempts().unwrap(), plan.jobs());
}

#[test]
fn placements_are_kept_where_they_are_counted() {
    let (_folder, path) = place("p9.db");
    let plan = Request::count(9).unwrap().method(Method::BITMASK).statistics().plan().unwrap();
    complete(&path, &plan, None);
    let sums = Ledger::open(&path).unwrap().sums().unwrap();
    assert_eq!((sums.solutions, sums.placements), (352, Some(8393)));
}

#[test]
fn a_second_writer_is_rejected_but_readers_are_not() {
    let (_folder, path) = place("q10.db");
    let plan = cross(10);
    let ledger = Ledger::create(&path, &plan, None, &provenance()).unwrap();
    let error = Ledger::resume(&path).err().unwrap();
    assert!(matches!(error, Error::InUse { .. }), "{error}");
    let error = Ledger::create(&path, &plan, None, &provenance()).err().unwrap();
    assert!(matches!(error, Error::InUse { .. }), "{error}");
    assert_eq!(Ledger::open(&path).unwrap().sums().unwrap().jobs, 0);
    drop(ledger);
    Ledger::resume(&path).unwrap();
}

#[test]
fn a_complete_ledger_is_not_locked_and_not_written() {
    let (_folder, path) = place("q10.db");
    let (plan, provenance) = (cross(10), provenance());
    complete(&path, &plan, None);
    let before = fs::read(&path).unwrap();
    let mut first = Ledger::resume(&path).unwrap();
    let _second = Ledger::resume(&path).unwrap();
    first.run(&plan, by(&Inline, &provenance), by(&Inline, &provenance), &Never).unwrap();
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(first.sessions(), Ok(1));
}

#[test]
fn another_count_is_rejected_with_what_differs() {
    let (_folder, path) = place("q10.db");
    complete(&path, &cross(10), None);
    let mut ledger = Ledger::resume(&path).unwrap();
    let join = Request::count(10).unwrap().method(Method::JOIN).plan().unwrap();
    let cases = [
        (cross(11), "N is 10 in the ledger, 11 in this run"),
        (join, "the method is cross in the ledger, join in this run"),
    ];
    for (plan, what) in cases {
        let error = ledger
            .run(&plan, by(&Inline, &provenance()), by(&Inline, &provenance()), &Never)
            .unwrap_err();
        assert!(error.to_string().contains(what), "{error}");
    }
    drop(ledger);
    let error = Ledger::create(&path, &cross(10), None, &provenance()).err().unwrap();
    assert!(error.to_string().contains("already exists"), "{error}");
}

#[test]
fn other_files_are_rejected() {
    let (folder, path) = place("other");
    let refused = |path: &Path| Ledger::open(path).err().expect("it is rejected").to_string();
    assert!(refused(&path).contains("other"));
    fs::write(&path, "nothing like it").unwrap();
    assert!(refused(&path).contains("not a ledger"), "{}", refused(&path));
    fs::write(&path, "").unwrap();
    assert!(refused(&path).contains("not a ledger"), "{}", refused(&path));
    assert!(Ledger::open(folder.path()).is_err());
}

#[test]
fn shards_merge_in_any_order_into_the_same_certificate() {
    let (folder, whole) = place("whole.db");
    let plan = cross(12);
    complete(&whole, &plan, None);
    let right = Ledger::open(&whole).unwrap().certificate().unwrap();
    assert!(right.is_complete());
    let shards: Vec<PathBuf> = (1..=3)
        .map(|index| {
            let path = folder.path().join(format!("{index}.db"));
            complete(&path, &plan, Some(Shard { index, of: 3 }));
            path
        })
        .collect();
    let orders: [&[usize]; 4] = [&[0, 1, 2], &[2, 0, 1], &[1, 1, 2, 0, 2], &[0, 2, 1]];
    for (i, order) in orders.iter().enumerate() {
        let out = folder.path().join(format!("out{i}.db"));
        let mut paths: Vec<&Path> = order.iter().map(|&shard| shards[shard].as_path()).collect();
        if i == 3 {
            paths.push(&whole);
        }
        let merged = merge(&out, &paths, &provenance(), &Never).unwrap();
        assert_eq!((merged.jobs, merged.conflicts), (plan.jobs(), 0));
        assert_eq!(merged.same > 0, i >= 2);
        assert_eq!(Ledger::open(&out).unwrap().certificate().unwrap(), right);
        assert!(matches!(verify(&out, 2, 7, &Never).unwrap(), Verdict::Verified(_)));
    }
    let two = folder.path().join("two.db");
    merge(&two, &[&shards[0], &shards[2]], &provenance(), &Never).unwrap();
    assert!(matches!(verify(&two, 0, 0, &Never).unwrap(), Verdict::Incomplete(_)));
    let other = folder.path().join("other.db");
    complete(&other, &cross(11), None);
    let error =
        merge(&folder.path().join("no.db"), &[&whole, &other], &provenance(), &Never).unwrap_err();
    assert!(matches!(error, Error::Differs { .. }), "{error}");
    assert!(!folder.path().join("no.db").exists());
}

/// A backend that counts one solution too many in these jobs.
struct Wrong<'a>(&'a [u64]);

impl Backend for Wrong<'_> {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), CountError> {
        struct Adding<'a>(&'a mut dyn Sink, &'a [u64]);
        impl Sink for Adding<'_> {
            fn finished(
                &mut self,
                job: u64,
                mut result: JobResult,
                by: Processor,
            ) -> Result<(), CountError> {
                if self.1.contains(&job) {
                    result.count.add(1, 1).unwrap();
                }
                self.0.finished(job, result, by)
            }
        }
        Inline.run(plan, jobs, &mut Adding(sink, self.0), control)
    }
}

#[test]
fn conflicts_are_kept_and_never_summed() {
    let (folder, good) = place("good.db");
    let plan = cross(11);
    complete(&good, &plan, None);
    let bad = folder.path().join("bad.db");
    let mut ledger = Ledger::create(&bad, &plan, None, &provenance()).unwrap();
    ledger
        .run(&plan, by(&Wrong(&[17, 40]), &provenance()), by(&Inline, &provenance()), &Never)
        .unwrap();
    drop(ledger);
    for order in [[&good, &bad], [&bad, &good]] {
        let out = folder.path().join("out.db");
        let merged = merge(&out, &order.map(|path| path.as_path()), &provenance(), &Never).unwrap();
        assert_eq!((merged.conflicts, merged.jobs), (2, plan.jobs() - 2));
        let ledger = Ledger::open(&out).unwrap();
        let conflicts = ledger.conflicts().unwrap();
        assert_eq!(conflicts.iter().map(|c| c.record.job).collect::<Vec<_>>(), [17, 17, 40, 40]);
        let sums = ledger.sums().unwrap();
        assert!(sums.solutions < published(11).unwrap() && sums.conflicts == 2);
        assert!(!ledger.certificate().unwrap().is_complete());
        // Such a ledger cannot be continued.
        let mut resumed = Ledger::resume(&out).unwrap();
        let error = resumed
            .run(&plan, by(&Inline, &provenance()), by(&Inline, &provenance()), &Never)
            .unwrap_err();
        assert!(matches!(error, Error::Contradicted { jobs: 2, .. }), "{error}");
        drop(resumed);
        // Another merge keeps them.
        let again = folder.path().join("again.db");
        assert_eq!(merge(&again, &[&out, &good], &provenance(), &Never).unwrap().conflicts, 2);
        assert!(matches!(verify(&again, 0, 0, &Never).unwrap(), Verdict::Wrong(_)));
        fs::remove_file(&again).unwrap();
        drop(ledger);
        fs::remove_file(&out).unwrap();
    }
}

#[test]
fn a_forged_record_with_a_valid_checksum_is_found_by_a_recount() {
    let (_folder, path) = place("forged.db");
    let plan = cross(11);
    let mut ledger = Ledger::create(&path, &plan, None, &provenance()).unwrap();
    // Only one job is wrong, so the sum is wrong too.
    ledger
        .run(&plan, by(&Wrong(&[25]), &provenance()), by(&Inline, &provenance()), &Never)
        .unwrap();
    drop(ledger);
    let Verdict::Wrong(what) = verify(&path, u64::MAX, 0, &Never).unwrap() else { panic!() };
    assert!(what.contains("job 25"), "{what}");
    let Verdict::Wrong(what) = verify(&path, 0, 0, &Never).unwrap() else { panic!() };
    assert!(what.contains("published"), "{what}");
}

#[test]
fn a_forged_record_of_another_number_of_queens_is_found_by_a_recount() {
    for (queens, published) in [
        (Queens::Exactly(5), false),
        (Queens::Exactly(7), true),
        (Queens::Any, true),
        (Queens::Maximal, true),
        (Queens::WithPawn, true),
    ] {
        let checked = forged(&Request::count(8).unwrap().queens(queens), 25);
        assert_eq!(checked.map(|checked| checked.counted.queens), (!published).then_some(queens));
    }
}

#[test]
fn a_forged_record_of_other_rules_is_found_by_a_recount() {
    for (rules, size) in [
        (Rules::Torus, 11),
        (Rules::Superqueens, 11),
        (Rules::Semiqueens, 8),
        (Rules::Reflecting, 9),
    ] {
        assert_eq!(forged(&Request::count(size).unwrap().rules(rules), 3), None, "{rules}");
    }
    for (rules, only) in [(Rules::Queens, Rotation::By180), (Rules::Superqueens, Rotation::By90)] {
        let request = Request::count(16).unwrap().rules(rules).only(only);
        assert_eq!(forged(&request, 3), None, "{rules} {only}");
    }
    // No number is published, so only a recount finds the job.
    let request = Request::count(22).unwrap().rules(Rules::Superqueens).only(Rotation::By90);
    let checked = forged(&request, 3).unwrap();
    assert_eq!(checked.counted.only, Some(Rotation::By90));
}

/// Counts with a wrong result of a job, which a recount of all jobs must find. Returns what a verification without a recount
/// says; `None` if it finds that the sum is wrong.
fn forged(request: &Request, job: u64) -> Option<Checked> {
    let (_folder, path) = place("forged.db");
    let plan = request.plan().unwrap();
    let mut ledger = Ledger::create(&path, &plan, None, &provenance()).unwrap();
    let jobs = [job];
    let wrong = Wrong(&jobs);
    ledger.run(&plan, by(&wrong, &provenance()), by(&Inline, &provenance()), &Never).unwrap();
    drop(ledger);
    let Verdict::Wrong(what) = verify(&path, u64::MAX, 0, &Never).unwrap() else { panic!() };
    assert!(what.contains(&format!("job {job}")), "{what}");
    match verify(&path, 0, 0, &Never).unwrap() {
        Verdict::Wrong(what) => {
            assert!(what.starts_with("the sum of all jobs is wrong: N = "), "{what}");
            None
        }
        Verdict::Checked(checked) => Some(checked),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_ledger_of_other_rules_is_resumed_and_merged_from_shards() {
    for request in [
        Request::count(12).unwrap().rules(Rules::Superqueens),
        Request::count(12).unwrap().rules(Rules::Reflecting),
        Request::count(20).unwrap().only(Rotation::By180),
    ] {
        let plan = request.plan().unwrap();
        let right = plan.run(&Inline, &Never).unwrap().solutions;
        let folder = tempfile::tempdir().unwrap();
        let mut shards = Vec::new();
        for index in 1..=2 {
            let path = folder.path().join(format!("{index}.db"));
            let shard = Some(Shard { index, of: 2 });
            complete(&path, &plan, shard);
            shards.push(path);
        }
        let merged = folder.path().join("merged.db");
        let shards: Vec<&Path> = shards.iter().map(PathBuf::as_path).collect();
        merge(&merged, &shards, &provenance(), &Never).unwrap();
        let ledger = Ledger::open(&merged).unwrap();
        assert_eq!(ledger.header().plan().unwrap().jobs(), plan.jobs());
        assert_eq!(ledger.sums().unwrap().solutions, right);
        drop(ledger);
        let Verdict::Verified(checked) = verify(&merged, 5, 0, &Never).unwrap() else { panic!() };
        assert_eq!(checked.recounted.len(), 5);
    }
}

#[test]
fn samples_depend_only_on_the_seed() {
    let (_folder, path) = place("q11.db");
    complete(&path, &cross(11), None);
    let jobs = |seed| match verify(&path, 5, seed, &Never).unwrap() {
        Verdict::Verified(checked) => checked.recounted,
        other => panic!("{other:?}"),
    };
    assert_eq!((jobs(1).len(), jobs(1)), (5, jobs(1)));
    assert_ne!(jobs(1), jobs(2));
}

/// A backend that panics at a job, or fails like a device.
struct Failing {
    at: u64,
    as_device: bool,
}

impl Backend for Failing {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), CountError> {
        let before: Vec<u64> = jobs.iter().copied().take_while(|&job| job != self.at).collect();
        Inline.run(plan, &before, sink, control)?;
        if before.len() == jobs.len() {
            return Ok(());
        }
        let reason = "for a test".to_string();
        Err(match self.as_device {
            true => CountError::Backend(BackendError::Failed {
                backend: "a device".to_string(),
                reason,
            }),
            false => CountError::Backend(BackendError::Panicked { job: self.at, reason }),
        })
    }
}

#[test]
fn failed_jobs_are_tried_once_more_with_the_fallback() {
    let plan = cross(11);
    for as_device in [false, true] {
        let (_folder, path) = place("q11.db");
        let failing = Failing { at: 30, as_device };
        let mut ledger = Ledger::create(&path, &plan, None, &provenance()).unwrap();
        let end = ledger
            .run(&plan, by(&failing, &provenance()), by(&Inline, &provenance()), &Never)
            .unwrap();
        assert!(end.failed.is_empty());
        assert_eq!(ledger.sums().unwrap().solutions, published(11).unwrap());
    }
    let (_folder, path) = place("q11.db");
    let failing = Failing { at: 30, as_device: false };
    let mut ledger = Ledger::create(&path, &plan, None, &provenance()).unwrap();
    let end = ledger
        .run(&plan, by(&failing, &provenance()), by(&failing, &provenance()), &Never)
        .unwrap();
    assert_eq!(end.failed.iter().map(|(job, _)| *job).collect::<Vec<_>>(), [30]);
    assert_eq!(ledger.missing().unwrap(), [30]);
    let failing = Failing { at: 30, as_device: true };
    let error = ledger
        .run(&plan, by(&failing, &provenance()), by(&failing, &provenance()), &Never)
        .unwrap_err();
    assert!(
        matches!(error, Error::Count(CountError::Backend(BackendError::Failed { .. }))),
        "{error}"
    );
}

/// A backend that silently skips a job.
struct Forgetful;

impl Backend for Forgetful {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), CountError> {
        Inline.run(plan, &jobs[1..], sink, control)
    }
}

#[test]
fn a_skipped_job_is_detected() {
    let (_folder, path) = place("q10.db");
    let plan = cross(10);
    let mut ledger = Ledger::create(&path, &plan, None, &provenance()).unwrap();
    let (provenance, plan) = (provenance(), plan);
    let end = ledger.run(&plan, by(&Forgetful, &provenance), by(&Inline, &provenance), &Never);
    assert!(end.unwrap_err().to_string().contains("have no result"));
}

#[test]
fn statistics_that_would_be_lost_are_rejected() {
    let (_folder, path) = place("b8.db");
    let plan = Request::count(8).unwrap().method(Method::BREADTH).statistics().plan().unwrap();
    let error = Ledger::create(&path, &plan, None, &provenance()).err().unwrap();
    assert!(error.to_string().contains("only the placements"), "{error}");
    assert!(!path.exists());
}

#[test]
fn remains_of_a_killed_creation_are_replaced() {
    let (folder, path) = place("q8.db");
    fs::write(folder.path().join("q8.db.new"), "half of something").unwrap();
    fs::write(folder.path().join("q8.db.new-journal"), "and its journal").unwrap();
    complete(&path, &cross(8), None);
    assert_eq!(Ledger::open(&path).unwrap().sums().unwrap().solutions, 92);
    assert!(!folder.path().join("q8.db.new").exists());
}

#[test]
fn other_paths_of_a_ledger_have_the_same_lock() {
    let (folder, path) = place("q8.db");
    let ledger = Ledger::create(&path, &cross(8), None, &provenance()).unwrap();
    let below = folder.path().join("below");
    fs::create_dir(&below).unwrap();
    let around = below.join("..").join("q8.db");
    #[cfg(unix)]
    let other = {
        let link = folder.path().join("link.db");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        link
    };
    // On Windows this is the same name.
    #[cfg(windows)]
    let other = folder.path().join("Q8.DB");
    for other in [around, other] {
        let error = Ledger::resume(&other).err().unwrap();
        assert!(matches!(error, Error::InUse { .. }), "{error}");
    }
    drop(ledger);
}

/// Checks that a job is in the file when it is reported as done.
struct Looking<'a>(&'a Path, AtomicU64);

impl Control for Looking<'_> {
    fn stopped(&self) -> bool {
        false
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Progress(job, 1.0..) = event {
            let mut there = false;
            let ledger = Ledger::open(self.0).unwrap();
            let look = |record: queens_ledger::Record| {
                there |= record.job == job;
                Ok(())
            };
            ledger.each(look).unwrap();
            assert!(there, "job {job} is reported before it is saved");
            self.1.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_job_is_reported_as_done_when_it_is_on_the_disk() {
    let (_folder, path) = place("q9.db");
    let (plan, provenance) = (cross(9), provenance());
    let mut ledger = Ledger::create(&path, &plan, None, &provenance).unwrap();
    let looking = Looking(&path, AtomicU64::new(0));
    ledger.run(&plan, by(&Inline, &provenance), by(&Inline, &provenance), &looking).unwrap();
    assert_eq!(looking.1.into_inner(), plan.jobs());
}

/// The sum of a ledger that verifies; nothing if it is rejected, wrong or incomplete.
fn verified_sum(path: &Path) -> Option<u128> {
    match verify(path, 0, 0, &Never) {
        Ok(Verdict::Checked(checked)) => Some(checked.sums.solutions),
        Ok(_) | Err(_) => None,
    }
}

#[test]
fn every_flipped_bit_of_a_record_is_detected() {
    let (_folder, path) = place("q8.db");
    let plan = cross(8);
    complete(&path, &plan, None);
    let whole = fs::read(&path).unwrap();
    let ledger = Ledger::open(&path).unwrap();
    let hash = ledger.header().hash;
    let mut places = Vec::new();
    ledger
        .each(|record| {
            let bytes = record.encode(&hash);
            let at = whole.windows(bytes.len()).position(|window| window == bytes).expect("stored");
            // SQLite stores before it: the length of the row, the length of its header, two types, and the job.
            let varint = |number: usize| if number < 128 { 1 } else { 2 };
            let job = if record.job < 2 { 0 } else { 1 };
            let head = 1 + 1 + varint(12 + 2 * bytes.len());
            let before = varint(head + job + bytes.len()) + head + job;
            places.extend(at - before..at + bytes.len());
            Ok(())
        })
        .unwrap();
    drop(ledger);
    assert!(places.len() as u64 > 100 * plan.jobs(), "{}", places.len());
    // Without the long form, every seventh bit: all fields of a record, and each bit of a byte somewhere.
    let step = if std::env::var_os("QUEENS_LONG").is_some() { 1 } else { 7 };
    let bits = places.into_iter().flat_map(|byte| (0..8).map(move |bit| (byte, bit)));
    for (byte, bit) in bits.step_by(step) {
        let mut flipped = whole.clone();
        flipped[byte] ^= 1 << bit;
        fs::write(&path, &flipped).unwrap();
        assert_eq!(verified_sum(&path), None, "byte {byte}, bit {bit}");
        let sums = Ledger::open(&path).and_then(|ledger| ledger.sums());
        assert!(sums.is_err() || sums.unwrap().jobs < plan.jobs(), "byte {byte}, bit {bit}");
    }
}

#[test]
fn flips_elsewhere_and_truncations_never_give_a_wrong_sum() {
    let (_folder, path) = place("q8.db");
    let plan = cross(8);
    complete(&path, &plan, None);
    let whole = fs::read(&path).unwrap();
    let step = if std::env::var_os("QUEENS_LONG").is_some() { 5 } else { 41 };
    let mut harmless = 0;
    for bit in (0..8 * whole.len()).step_by(step) {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &flipped).unwrap();
        let sum = verified_sum(&path);
        assert!(sum.is_none_or(|sum| sum == 92), "bit {bit}: {sum:?}");
        harmless += u64::from(sum.is_some());
    }
    assert!(harmless > 0, "most of a small database is empty");
    for len in (0..whole.len()).step_by(512) {
        fs::write(&path, &whole[..len]).unwrap();
        assert_eq!(verified_sum(&path), None, "{len} bytes");
    }
}

#[test]
fn small_boards_have_ledgers() {
    for size in 0..5 {
        let (_folder, path) = place("small.db");
        complete(&path, &cross(size), None);
        assert!(matches!(verify(&path, u64::MAX, 0, &Never).unwrap(), Verdict::Verified(_)));
        assert_eq!(Some(Ledger::open(&path).unwrap().sums().unwrap().solutions), published(size));
    }
}
