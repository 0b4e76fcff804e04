//! Repairs of ledgers with known content, whose pages are damaged one by one.

use super::pages::PAGE;
use super::*;
use crate::store::Ledger;
use crate::tests::{cross, provenance, record};
use queens::{Method, Never, Request};
use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use tempfile::TempDir;

/// The jobs whose first results were withdrawn, and those of them that were not counted again.
const WITHDRAWN: Range<u64> = 10..400;
const MISSING: Range<u64> = 200..400;

/// A ledger without the last job and the missing ones. Every third job has an audit. A device has a long name.
fn ledger() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q14.db");
    let plan = cross(14);
    let ledger = Ledger::create(&path, &plan, None, &provenance()).unwrap();
    let begin = "INSERT INTO sessions (begun, device, engine, program) VALUES (7, 'cpu', 'cross', 'a test')";
    ledger.connection.execute(begin, []).unwrap();
    let transaction = ledger.connection.unchecked_transaction().unwrap();
    let mut filling = Filling::new(&ledger);
    let mut fill = |job: u64, solutions: u64, device: &str| {
        filling.put_result(&record(job, solutions, device)).unwrap();
        if job.is_multiple_of(3) && device != "wrong" {
            filling.put_audit(&record(job, solutions, "cpu")).unwrap();
        }
        filling.put_event(job, &format!("event {job}")).unwrap();
        if !MISSING.contains(&job) {
            let insert = "INSERT INTO attempts VALUES (1, ?, 7)";
            filling.execute(insert, [job as i64]).unwrap();
        }
    };
    for job in 0..plan.jobs() - 1 {
        match job {
            500 => fill(job, job, &"long ".repeat(2000)),
            _ if WITHDRAWN.contains(&job) => fill(job, job + 1, "wrong"),
            _ => fill(job, job, "gpu"),
        }
    }
    for job in WITHDRAWN {
        filling.put_withdrawn("it was wrong", &record(job, job + 1, "wrong")).unwrap();
    }
    WITHDRAWN.for_each(|job| filling.remove_result(job).unwrap());
    for job in WITHDRAWN.filter(|job| !MISSING.contains(job)) {
        filling.put_result(&record(job, job, "gpu")).unwrap();
    }
    transaction.commit().unwrap();
    drop(filling);
    drop(ledger);
    (folder, path)
}

/// The number of its results.
fn finished() -> u64 {
    cross(14).jobs() - 1 - (MISSING.end - MISSING.start)
}

/// What a ledger contains, in its order.
#[derive(Debug, PartialEq)]
struct Content {
    results: Vec<Record>,
    audits: Vec<Record>,
    withdrawn: Vec<(String, Record)>,
    events: Vec<(u64, String)>,
    attempts: u64,
}

fn content(path: &Path) -> Content {
    let ledger = Ledger::open(path).unwrap();
    let (mut results, mut audits) = (Vec::new(), Vec::new());
    let keep = |records: &mut Vec<Record>, record| {
        records.push(record);
        Ok(())
    };
    ledger.each(|record| keep(&mut results, record)).unwrap();
    ledger.each_audit(|record| keep(&mut audits, record)).unwrap();
    let mut events = ledger.events().unwrap();
    events.retain(|(_, text)| !text.starts_with("repaired from"));
    let (withdrawn, attempts) = (ledger.withdrawn().unwrap(), ledger.attempts().unwrap());
    Content { results, audits, withdrawn, events, attempts }
}

fn repaired(path: &Path) -> Result<(Content, RepairResult), Error> {
    let out = path.with_file_name("repaired.db");
    let result = repair(path, &out, None, &provenance(), &Never)?;
    let content = content(&out);
    fs::remove_file(&out).unwrap();
    Ok((content, result))
}

#[test]
fn an_intact_ledger_is_copied() {
    let (_folder, path) = ledger();
    let before = fs::read(&path).unwrap();
    let (copy, result) = repaired(&path).unwrap();
    let own = content(&path);
    assert_eq!(copy, own);
    assert!(own.results.iter().any(|record| record.device.len() == 10_000));
    assert_eq!((result.finished, result.jobs), (finished(), cross(14).jobs()));
    assert_eq!((result.lost_jobs, result.conflicts), (vec![], 0));
    assert!(fs::read(&path).unwrap() == before, "the damaged file is unchanged");
    assert_eq!(path.parent().unwrap().read_dir().unwrap().count(), 1, "nothing else is left");
}

/// Whatever page is lost, only what it contains is lost, no withdrawn result returns, and nothing is made up.
#[test]
fn each_page_can_be_lost() {
    let (_folder, path) = ledger();
    let (whole, own) = (fs::read(&path).unwrap(), content(&path));
    assert!(whole.len() > 50 * PAGE, "{}: the tables have several levels", whole.len());
    let free = u32::from_be_bytes(whole[36..40].try_into().unwrap());
    assert!(free > 0, "withdrawn results remain in pages that are not in use");
    let rows = |content: &Content| content.results.len() + content.audits.len();
    for page in 0..whole.len() / PAGE {
        let mut damaged = whole.clone();
        damaged[page * PAGE..][..PAGE].fill(0x5a);
        fs::write(&path, damaged).unwrap();
        let (left, result) = match repaired(&path) {
            Err(error) if page == 1 => {
                assert!(matches!(error, Error::NoPlan { .. }), "{error}");
                continue;
            }
            left => left.unwrap(),
        };
        // A page has at most this many records.
        assert!(rows(&left) + 80 >= rows(&own), "page {page}: {} of {}", rows(&left), rows(&own));
        for record in &left.results {
            let is_own = own.results.binary_search_by_key(&record.job, |own| own.job);
            assert!(
                is_own.is_ok_and(|at| own.results[at].agrees(record)),
                "page {page}: {record:?}"
            );
        }
        assert!(left.audits.iter().all(|audit| own.audits.contains(audit)), "page {page}");
        let lost = own.results.len() - left.results.len();
        assert_eq!(result.lost_jobs.len(), lost, "page {page}");
    }
}

#[test]
fn an_audit_replaces_a_lost_result() {
    let (_folder, path) = ledger();
    let mut whole = fs::read(&path).unwrap();
    let own = content(&path);
    let hash = Ledger::open(&path).unwrap().header().hash;
    let result_of = |job: u64| own.results.iter().find(|record| record.job == job).unwrap();
    for job in [600, 601] {
        let bytes = result_of(job).encode(&hash);
        // SQLite may have left copies in unused space.
        let places = whole.windows(bytes.len()).enumerate().filter(|(_, window)| *window == bytes);
        for place in places.map(|(at, _)| at).collect::<Vec<_>>() {
            whole[place + 20] ^= 4;
        }
    }
    fs::write(&path, whole).unwrap();
    let (left, result) = repaired(&path).unwrap();
    assert_eq!(result.lost_jobs, [601]);
    let kept = left.results.iter().find(|record| record.job == 600).unwrap();
    assert_eq!((kept.device.as_str(), kept.agrees(result_of(600))), ("cpu", true));
    assert_eq!(left.audits.len() + 1, own.audits.len());
}

#[test]
fn a_truncated_file_keeps_its_first_pages_and_no_withdrawn_result_returns() {
    let (_folder, path) = ledger();
    let (whole, own) = (fs::read(&path).unwrap(), content(&path));
    let mut last = usize::MAX;
    for len in (2 * PAGE..whole.len()).rev().step_by(10 * PAGE + 123) {
        fs::write(&path, &whole[..len]).unwrap();
        let (left, _) = repaired(&path).unwrap();
        for record in &left.results {
            let at = own.results.binary_search_by_key(&record.job, |own| own.job).unwrap();
            assert!(own.results[at].agrees(record), "{len} bytes: {record:?}");
        }
        assert!(left.results.len() <= last);
        last = left.results.len();
    }
    fs::write(&path, &whole[..PAGE]).unwrap();
    assert!(matches!(repaired(&path), Err(Error::NoPlan { .. })));
}

#[test]
fn a_damaged_plan_is_taken_from_another_ledger() {
    let (folder, path) = ledger();
    let own = content(&path);
    let mut whole = fs::read(&path).unwrap();
    let place = whole.windows(5).position(|text| text == b"cross").unwrap();
    whole[place] ^= 1;
    fs::write(&path, whole).unwrap();
    let [other, out] = ["other.db", "out.db"].map(|name| folder.path().join(name));
    assert!(matches!(repaired(&path), Err(Error::NoPlan { .. })));
    drop(Ledger::create(&other, &cross(14), None, &provenance()).unwrap());
    repair(&path, &out, Some(&other), &provenance(), &Never).unwrap();
    assert_eq!(content(&out), own);
    // Records of another plan are not kept.
    let plan = Request::count(14).unwrap().method(Method::JOIN).plan().unwrap();
    let [other, out] = ["join.db", "none.db"].map(|name| folder.path().join(name));
    drop(Ledger::create(&other, &plan, None, &provenance()).unwrap());
    let none = repair(&path, &out, Some(&other), &provenance(), &Never).unwrap();
    assert_eq!((none.finished, none.jobs), (0, plan.jobs()));
}

#[test]
fn a_conflict_that_lost_its_other_record_is_no_result() {
    let (_folder, path) = ledger();
    let connection = Connection::open(&path).unwrap();
    let hash = Ledger::open(&path).unwrap().header().hash;
    let insert = "INSERT INTO conflicts VALUES (?, ?, ?)";
    for (job, solutions) in [(3, [1, 2]), (4, [1, 1])] {
        connection.execute("DELETE FROM results WHERE job = ?", [job]).unwrap();
        connection.execute("DELETE FROM audits WHERE job = ?", [job]).unwrap();
        for solutions in solutions {
            let bytes = record(job as u64, solutions, "gpu").encode(&hash);
            connection.execute(insert, params![job, "a.db", bytes]).unwrap();
        }
    }
    drop(connection);
    let out = path.with_file_name("out.db");
    let result = repair(&path, &out, None, &provenance(), &Never).unwrap();
    assert_eq!((result.lost_jobs, result.conflicts), (vec![4], 1));
    let conflicts = Ledger::open(&out).unwrap().conflicts().unwrap();
    assert_eq!(conflicts.iter().map(|(_, record)| record.job).collect::<Vec<_>>(), [3, 3]);
}

#[test]
fn what_is_only_in_the_log_of_a_killed_writer_is_read() {
    let (folder, path) = ledger();
    let connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "journal_mode", "WAL").unwrap();
    connection.execute("DELETE FROM results WHERE job < 100", []).unwrap();
    connection.execute_batch("BEGIN; DELETE FROM results").unwrap();
    let [main, log] = ["copy.db", "copy.db-wal"].map(|name| folder.path().join(name));
    fs::copy(&path, &main).unwrap();
    fs::copy(folder.path().join("q14.db-wal"), &log).unwrap();
    drop(connection);
    let count = |log: &Path| {
        let mut pages = Pages::open(&main, log).unwrap();
        let reached = pages.reachable([3]);
        let reached = (1..=pages.count).filter(|&page| reached[page as usize]).collect::<Vec<_>>();
        reached.into_iter().map(|page| pages.rows(page).len()).sum::<usize>() as u64
    };
    assert_eq!(count(&folder.path().join("none")), finished());
    assert_eq!(count(&log), finished() - 100);
    // Only complete transactions count, so a damaged log is used up to the damage.
    let mut bytes = fs::read(&log).unwrap();
    bytes[5000] ^= 1;
    fs::write(&log, bytes).unwrap();
    assert_eq!(count(&log), finished());
}

#[test]
fn repairs_refuse_what_is_not_there_in_use_or_the_output() {
    let (folder, path) = ledger();
    let out = folder.path().join("out.db");
    let error = |damaged: &Path, out: &Path| {
        repair(damaged, out, None, &provenance(), &Never).unwrap_err().to_string()
    };
    assert!(error(&folder.path().join("none"), &out).ends_with("no such file or folder"));
    assert!(error(folder.path(), &out).ends_with("it is a folder"));
    assert!(error(&path, &path).ends_with("the file already exists"));
    let resumed = Ledger::resume(&path).unwrap();
    assert!(error(&path, &out).ends_with("in use by another process"));
    drop(resumed);
    let stopped = std::sync::atomic::AtomicBool::new(true);
    let end = repair(&path, &out, None, &provenance(), &stopped);
    assert!(matches!(end, Err(Error::Count(queens::Error::Stopped))));
    let empty = folder.path().join("empty");
    fs::write(&empty, "").unwrap();
    assert!(error(&empty, &out).contains("the file is empty"));
    assert_eq!(folder.path().read_dir().unwrap().count(), 2);
}

/// SQLite leaves the content of pages that it no longer uses.
#[test]
fn withdrawn_results_do_not_return_from_pages_that_are_not_in_use() {
    let (_folder, path) = ledger();
    let connection = Connection::open(&path).unwrap();
    let withdraw = "INSERT INTO withdrawn SELECT job, 'wrong', record FROM results;
        INSERT INTO withdrawn SELECT job, 'wrong', record FROM audits; DELETE FROM audits; DELETE FROM results";
    connection.execute_batch(withdraw).unwrap();
    drop(connection);
    let whole = fs::read(&path).unwrap();
    let mut pages = Pages::open(&path, Path::new("none")).unwrap();
    let free = pages.free().unwrap();
    let of_withdrawn = pages.reachable([8]);
    let old = (2..=pages.count).filter(|&page| free[page as usize]);
    let old = old.collect::<Vec<_>>().into_iter().flat_map(|page| pages.rows(page)).count() as u64;
    assert!(old > finished() / 2, "{old} results are still there");
    let mut without_withdrawn = whole.clone();
    for page in (0..whole.len() / PAGE).filter(|page| of_withdrawn[page + 1]) {
        without_withdrawn[page * PAGE..][..PAGE].fill(0x5a);
    }
    // A header that names no unused pages, and one whose number of them is wrong.
    let mut all_in_use = whole;
    all_in_use[32..40].fill(0);
    let mut both = without_withdrawn.clone();
    both[39] ^= 1;
    for (name, bytes) in [("rows", without_withdrawn), ("list", all_in_use), ("both", both)] {
        fs::write(&path, bytes).unwrap();
        assert_eq!(repaired(&path).unwrap().1.finished, 0, "without {name}");
    }
}
