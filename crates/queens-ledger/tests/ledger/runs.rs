//! Runs into ledgers: resumed, sharded, merged, damaged, verified.

use crate::common::*;
use queens::{
    Backend, BackendError, Control, Error as CountError, Event, Inline, Method, Never, Plan,
    Queens, Request, Rotation, Rules, Sink, Threads, published,
};
use queens_ledger::{Error, Ledger, Runner, merge, verify};
use queens_results::VerificationOutcome;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

#[test]
fn a_stopped_run_resumes() {
    let (_folder, path) = place();
    let plan = cross(12);
    drop(create(&path, &plan));
    let (mut sessions, mut before) = (0, 0);
    loop {
        let mut ledger = Ledger::resume(&path).unwrap();
        let end = run_until(&mut ledger, &Inline, &Watching::until(60));
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
    let status = Ledger::open(&path).unwrap().status().unwrap();
    assert_eq!((status.sessions, sessions > 3), (sessions, true));
    assert_eq!(status.solutions, published(12).unwrap());
    // After each stop, only the running job is repeated.
    assert!((plan.jobs()..plan.jobs() + sessions).contains(&status.attempts), "{status:?}");
}

#[test]
fn threads_write_into_one_ledger() {
    let (_folder, path) = place();
    let plan = cross(13);
    counted(&path, &plan, &Threads::new(4).unwrap());
    let status = Ledger::open(&path).unwrap().status().unwrap();
    assert_eq!((status.solutions, status.attempts), (published(13).unwrap(), plan.jobs()));
}

#[test]
fn a_second_writer_is_rejected_but_readers_are_not() {
    let (_folder, path) = place();
    let plan = cross(10);
    let ledger = create(&path, &plan);
    let created = Ledger::create(&path, &plan, None, &provenance("a test"));
    for second in [Ledger::resume(&path), created] {
        assert!(matches!(second, Err(Error::InUse { .. })));
    }
    assert_eq!(Ledger::open(&path).unwrap().sums().unwrap().jobs, 0);
    drop(ledger);
    Ledger::resume(&path).unwrap();
}

#[test]
fn a_complete_ledger_is_not_locked_and_not_written() {
    let (_folder, path) = place();
    complete(&path, &cross(10));
    let before = fs::read(&path).unwrap();
    let mut first = Ledger::resume(&path).unwrap();
    let _second = Ledger::resume(&path).unwrap();
    run(&mut first, &Inline).unwrap();
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(first.status().unwrap().sessions, 1);
}

#[test]
fn another_count_is_rejected_with_what_differs() {
    let (_folder, path) = place();
    complete(&path, &cross(10));
    let cases = [
        (cross(11), "N is 10 in the ledger, 11 in this run"),
        (plan(10, Method::JOIN), "the method is cross in the ledger, join in this run"),
    ];
    for (plan, what) in cases {
        let error = Ledger::resume_with(&path, &plan).err().unwrap();
        assert!(error.to_string().contains(what), "{error}");
    }
    let error = Ledger::create(&path, &cross(10), None, &provenance("a test")).err().unwrap();
    assert!(error.to_string().contains("already exists"), "{error}");
}

#[test]
fn shards_merge_in_any_order_into_the_same_certificate() {
    let (folder, whole) = place();
    let plan = cross(12);
    complete(&whole, &plan);
    let right = Ledger::open(&whole).unwrap().certificate().unwrap();
    let shards = shards(folder.path(), &plan, 3);
    let merge = |out: &Path, ledgers: &[&Path]| merge(out, ledgers, &provenance("-"), &Never);
    let orders: [&[usize]; 4] = [&[0, 1, 2], &[2, 0, 1], &[1, 1, 2, 0, 2], &[0, 2, 1]];
    for (i, order) in orders.iter().enumerate() {
        let out = folder.path().join(format!("out{i}.db"));
        let mut paths: Vec<&Path> = order.iter().map(|&shard| shards[shard].as_path()).collect();
        if i == 3 {
            paths.push(&whole);
        }
        let merged = merge(&out, &paths).unwrap();
        assert_eq!((merged.finished, merged.conflicts), (plan.jobs(), 0));
        assert_eq!((merged.complete, merged.solutions), (true, published(12)));
        assert_eq!(merged.duplicates > 0, i >= 2);
        assert_eq!(Ledger::open(&out).unwrap().certificate().unwrap(), right);
        assert_verified(&out);
    }
    let two = folder.path().join("two.db");
    assert!(!merge(&two, &[&shards[0], &shards[2]]).unwrap().complete);
    assert_eq!(verified(&two, 0).outcome, VerificationOutcome::Incomplete);
    let [other, none] = ["other.db", "none.db"].map(|name| folder.path().join(name));
    complete(&other, &cross(11));
    for ledgers in [&[whole.as_path(), &other][..], &[]] {
        let error = merge(&none, ledgers).unwrap_err();
        assert!(matches!(error, Error::Differs { .. } | Error::File { .. }), "{error}");
        assert!(!none.exists());
    }
}

#[test]
fn conflicts_are_kept_and_never_summed() {
    let (folder, good) = place();
    let plan = cross(11);
    complete(&good, &plan);
    let [bad, out, again] = ["bad.db", "out.db", "again.db"].map(|name| folder.path().join(name));
    counted(&bad, &plan, &Adding(|job| u64::from([17, 40].contains(&job))));
    let merge = |out: &Path, ledgers: [&PathBuf; 2]| {
        merge(out, &ledgers.map(PathBuf::as_path), &provenance("-"), &Never).unwrap()
    };
    for order in [[&good, &bad], [&bad, &good]] {
        let merged = merge(&out, order);
        assert_eq!((merged.conflicts, merged.finished), (2, plan.jobs() - 2));
        assert_eq!((merged.complete, merged.solutions), (false, None));
        let ledger = Ledger::open(&out).unwrap();
        let conflicts = ledger.conflicts().unwrap().into_iter().map(|(_, record)| record.job);
        assert_eq!(conflicts.collect::<Vec<_>>(), [17, 17, 40, 40]);
        let sums = ledger.sums().unwrap();
        assert!(sums.solutions < published(11).unwrap() && sums.conflicts == 2);
        // Such a ledger cannot be continued.
        let error = run(&mut Ledger::resume(&out).unwrap(), &Inline).unwrap_err();
        assert!(matches!(error, Error::Contradicted { jobs: 2, .. }), "{error}");
        // Another merge keeps them.
        assert_eq!(merge(&again, [&out, &good]).conflicts, 2);
        assert_eq!(wrong(&again, 0), "2 jobs have conflicting results");
        drop(ledger);
        fs::remove_file(&again).unwrap();
        fs::remove_file(&out).unwrap();
    }
}

/// Counts with a wrong result of a job, which a recount of all jobs must find. Returns what a verification without a recount
/// says: whether the sum is wrong.
fn sum_is_wrong(request: &Request, job: u64) -> bool {
    let (_folder, path) = place();
    counted(&path, &request.plan().unwrap(), &Adding(|one| u64::from(one == job)));
    assert!(wrong(&path, u64::MAX).contains(&format!("job {job}")));
    let result = verified(&path, 0);
    let names = (result.rules, result.queens, result.only);
    match result.reason {
        Some(reason) => {
            assert!(reason.starts_with("the sum of all jobs is wrong: N = "), "{reason}");
            assert_eq!(names, (None, None, None));
        }
        None => {
            assert_eq!(result.outcome, VerificationOutcome::Checked);
            assert!(names.1.is_some() || names.2.is_some(), "{names:?}");
        }
    }
    result.outcome == VerificationOutcome::Wrong
}

#[test]
fn a_forged_record_is_found_by_a_recount() {
    let request = |size| Request::count(size).unwrap();
    let superqueens = |size| request(size).rules(Rules::Superqueens);
    let cases = [
        (request(11).method(Method::CROSS), 25, true),
        (request(8).queens(Queens::Exactly(5)), 25, false),
        (request(8).queens(Queens::Exactly(7)), 25, true),
        (request(8).queens(Queens::Any), 25, true),
        (request(8).queens(Queens::Maximal), 25, true),
        (request(8).queens(Queens::WithPawn), 25, true),
        (request(11).rules(Rules::Torus), 3, true),
        (superqueens(11), 3, true),
        (request(8).rules(Rules::Semiqueens), 3, true),
        (request(9).rules(Rules::Reflecting), 3, true),
        (request(16).only(Rotation::By180), 3, true),
        (superqueens(16).only(Rotation::By90), 3, true),
        (superqueens(22).only(Rotation::By90), 3, false),
    ];
    for (request, job, is_published) in cases {
        assert_eq!(sum_is_wrong(&request, job), is_published, "{request:?}");
    }
}

#[test]
fn a_ledger_of_other_rules_is_resumed_and_merged_from_shards() {
    for request in [
        Request::count(12).unwrap().rules(Rules::Superqueens),
        Request::count(12).unwrap().rules(Rules::Reflecting),
        Request::count(20).unwrap().only(Rotation::By180),
    ] {
        let (folder, merged) = place();
        let plan = request.plan().unwrap();
        let right = plan.run(&Inline, &Never).unwrap().solutions;
        let shards = shards(folder.path(), &plan, 2);
        let shards: Vec<&Path> = shards.iter().map(PathBuf::as_path).collect();
        merge(&merged, &shards, &provenance("-"), &Never).unwrap();
        assert_eq!(Ledger::resume(&merged).unwrap().plan(), &plan);
        let result = verified(&merged, 5);
        assert_eq!(result.outcome, VerificationOutcome::Verified);
        assert_eq!((result.solutions, result.recounted.unwrap().len()), (Some(right), 5));
    }
}

#[test]
fn failed_jobs_are_tried_once_more_with_the_fallback() {
    let plan = cross(11);
    for as_device in [false, true] {
        let (_folder, path) = place();
        counted(&path, &plan, &Failing { at: 30, as_device });
        assert_eq!(Ledger::open(&path).unwrap().sums().unwrap().solutions, published(11).unwrap());
    }
    let (_folder, path) = place();
    let (provenance, mut ledger) = (provenance("a test"), create(&path, &plan));
    let mut run = |as_device| {
        let by = Runner { backend: &Failing { at: 30, as_device }, provenance: &provenance };
        (ledger.run(by, by, &Never), ledger.missing().unwrap())
    };
    let (end, missing) = run(false);
    assert_eq!(end.unwrap().failed.iter().map(|(job, _)| *job).collect::<Vec<_>>(), [30]);
    assert_eq!(missing, [30]);
    let error = run(true).0.unwrap_err();
    let Error::Count(CountError::Backend(BackendError::Failed { .. })) = error else {
        panic!("{error}")
    };
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
    let mut ledger = Ledger::in_memory(&cross(10), &provenance("a test")).unwrap();
    let end = run(&mut ledger, &Forgetful);
    assert!(end.unwrap_err().to_string().contains("have no result"));
}

#[test]
fn statistics_that_would_be_lost_are_rejected() {
    let (_folder, path) = place();
    let plan = Request::count(8).unwrap().method(Method::BREADTH).statistics().plan().unwrap();
    let error = Ledger::create(&path, &plan, None, &provenance("a test")).err().unwrap();
    assert!(error.to_string().contains("only the placements"), "{error}");
    assert!(!path.exists());
}

#[test]
fn remains_of_a_killed_creation_are_replaced() {
    let (folder, path) = place();
    fs::write(folder.path().join("ledger.db.new"), "half of something").unwrap();
    fs::write(folder.path().join("ledger.db.new-journal"), "and its journal").unwrap();
    complete(&path, &cross(8));
    assert_eq!(Ledger::open(&path).unwrap().sums().unwrap().solutions, 92);
    assert_eq!(names(&folder), ["ledger.db"]);
}

#[test]
fn other_paths_of_a_ledger_have_the_same_lock() {
    let (folder, path) = place();
    let ledger = create(&path, &cross(8));
    let below = folder.path().join("below");
    fs::create_dir(&below).unwrap();
    let around = below.join("..").join("ledger.db");
    #[cfg(unix)]
    let other = {
        let link = folder.path().join("link.db");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        link
    };
    // On Windows this is the same name.
    #[cfg(windows)]
    let other = folder.path().join("LEDGER.DB");
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
            let is_saved = records(self.0).iter().any(|record| record.job == job);
            assert!(is_saved, "job {job} is reported before it is saved");
            self.1.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_job_is_reported_as_done_when_it_is_on_the_disk() {
    let (_folder, path) = place();
    let plan = cross(9);
    let looking = Looking(&path, AtomicU64::new(0));
    run_until(&mut create(&path, &plan), &Inline, &looking).unwrap();
    assert_eq!(looking.1.into_inner(), plan.jobs());
}

/// The sum of a ledger that verifies; nothing if it is rejected, wrong or incomplete.
fn verified_sum(path: &Path) -> Option<u128> {
    let result = verify(path, 0, 0, &Never).ok()?;
    result.solutions.filter(|_| result.outcome == VerificationOutcome::Checked)
}

#[test]
fn every_flipped_bit_of_a_record_is_detected() {
    let (_folder, path) = place();
    let plan = cross(8);
    complete(&path, &plan);
    let whole = fs::read(&path).unwrap();
    let hash = Ledger::open(&path).unwrap().header().hash;
    let mut places = Vec::new();
    for record in records(&path) {
        let bytes = record.encode(&hash);
        let at = whole.windows(bytes.len()).position(|window| window == bytes).expect("stored");
        // SQLite stores before it: the length of the row, the length of its header, two types, and the job.
        let varint = |number: usize| if number < 128 { 1 } else { 2 };
        let job = if record.job < 2 { 0 } else { 1 };
        let head = 1 + 1 + varint(12 + 2 * bytes.len());
        let before = varint(head + job + bytes.len()) + head + job;
        places.extend(at - before..at + bytes.len());
    }
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
    let (_folder, path) = place();
    complete(&path, &cross(8));
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
        let (_folder, path) = place();
        complete(&path, &cross(size));
        assert_verified(&path);
    }
}

/// Ledgers that an earlier version has written.
#[test]
fn committed_ledgers_verify_and_are_resumed() {
    for (name, method, jobs) in [
        ("bitmask-10.ledger", Method::BITMASK, 10),
        ("cross-12.ledger", Method::CROSS, 342),
        ("join-14.ledger", Method::JOIN, 256),
    ] {
        let (_folder, path) = place();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
        fs::copy(source, &path).unwrap();
        assert_verified(&path);
        let ledger = Ledger::resume(&path).unwrap();
        assert_eq!((ledger.plan().method(), ledger.plan().jobs()), (Some(method), jobs), "{name}");
        assert_eq!(ledger.missing(), Ok(vec![]), "{name}");
    }
}
