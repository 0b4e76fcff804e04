//! Laws of certificates, headers and results.

use queens::{Backend, BackendError, Control, Inline, Method, Never, Plan, Request, Sink};
use queens_ledger::{
    Certificate, Error, Header, Ledger, Provenance, Record, Runner, Shard, StatusTotal, Verdict,
    Verification, verify,
};
use queens_results::{JobRecord, VerificationOutcome};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

fn provenance() -> Provenance {
    let [device, engine, program] = ["a test", "cross", "tests"].map(String::from);
    Provenance { device, engine, program }
}

fn plan(size: usize, method: Method, statistics: bool) -> Plan {
    let request = Request::count(size).unwrap().method(method);
    if statistics { request.statistics().plan().unwrap() } else { request.plan().unwrap() }
}

/// A complete ledger.
fn counted(folder: &Path, plan: &Plan, shard: Option<Shard>) -> Ledger {
    let mut ledger = Ledger::create(&folder.join("ledger.db"), plan, shard, &provenance()).unwrap();
    let provenance = &provenance();
    let runner = || Runner { backend: &Inline, provenance };
    ledger.run(plan, runner(), runner(), &Never).unwrap();
    ledger
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_certificate_prints_the_plan_the_sums_and_the_root() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(8, Method::BITMASK, true);
    let ledger = counted(folder.path(), &plan, None);
    let certificate = ledger.certificate().unwrap();
    let Certificate { header, sums, root } = &certificate;
    assert_eq!(hex(&[0, 1, 171, 255]), "0001abff");
    let expected = format!(
        "queens certificate 1\nsize       8\nmethod     bitmask\nplan       version 1, {}\n\
         jobs       8 of 8\nsolutions  92\nplacements 2056\nroot       {}\n",
        hex(&header.hash),
        hex(root)
    );
    assert_eq!(certificate.to_string(), expected);
    assert_eq!((sums.solutions, sums.placements), (92, Some(2056)));
    assert!(certificate.is_complete());
}

#[test]
fn a_ledger_is_verified_against_its_certificate_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate");
    let ledger = folder.path().join("ledger.db");
    let plan = plan(8, Method::BITMASK, true);
    let right = counted(folder.path(), &plan, None).certificate().unwrap().to_string();
    let verify = |ledger: &Path, text: &str| {
        std::fs::write(&file, text).unwrap();
        let certificate = Some(file.clone());
        Verification { sample: 1, certificate, ..Verification::default() }.run(ledger, &Never)
    };
    let single_spaces = right.replace("   ", " ").replace("  ", " ");
    for same in [right.clone(), right.replace('\n', " \r\n"), format!("{right}\n"), single_spaces] {
        assert!(matches!(verify(&ledger, &same), Ok(Verdict::Verified(_))), "{same}");
    }
    let lines: Vec<&str> = right.lines().collect();
    for line in &lines[1..] {
        let other = line.replace(['1', '2', '8', 'b'], "3");
        let changed = right.replacen(line, &other, 1);
        let Ok(Verdict::Wrong(reason)) = verify(&ledger, &changed) else { panic!("{changed}") };
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let expected =
            format!("the ledger has '{}', the certificate has '{}'", words(line), words(&other));
        assert_eq!(reason, expected);
    }
    let shorter = right.replace(lines[7], "");
    assert!(
        matches!(verify(&ledger, &shorter), Ok(Verdict::Wrong(reason)) if reason.ends_with("the certificate has no line"))
    );
    for (text, reason) in [
        ("", "its first line is not 'queens certificate 1'"),
        ("queens certificate 2\n", "its first line is not 'queens certificate 1'"),
        (&format!("{right}{}", "#".repeat(4096)), "it has 4096 bytes or more"),
        (&format!("{right}{}", "é".repeat(4096)), "it has 4096 bytes or more"),
        (&format!("{right}#{}", "é".repeat(4096)), "it has 4096 bytes or more"),
    ] {
        let Err(Error::NotACertificate { reason: found, .. }) = verify(&ledger, text) else {
            panic!("{text}")
        };
        assert_eq!(found, reason);
    }
    let empty = folder.path().join("empty.db");
    drop(Ledger::create(&empty, &plan, None, &provenance()).unwrap());
    assert!(matches!(verify(&empty, &right), Ok(Verdict::Incomplete(_))));
}

#[test]
fn a_certificate_is_complete_if_all_jobs_are_there_without_conflicts() {
    let folder = tempfile::tempdir().unwrap();
    let mut certificate =
        counted(folder.path(), &plan(8, Method::BITMASK, false), None).certificate().unwrap();
    assert!(certificate.is_complete());
    certificate.sums.conflicts = 1;
    assert!(!certificate.is_complete());
    certificate.sums.conflicts = 0;
    certificate.sums.jobs -= 1;
    assert!(!certificate.is_complete());
}

#[test]
fn a_ledger_has_the_jobs_of_its_plan_and_no_others() {
    let plan = plan(8, Method::BITMASK, false);
    let header = Header::new(&plan, None).unwrap();
    assert!(header.has(0) && header.has(7) && !header.has(8));
    assert_eq!(header.own_jobs(), 8);
}

#[test]
fn the_status_is_the_part_of_the_own_jobs_that_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(8, Method::BITMASK, true);
    let shard = Shard { index: 1, of: 2 };
    let ledger = counted(folder.path(), &plan, Some(shard));
    let status = ledger.status().unwrap();
    assert_eq!((status.plan_jobs, status.jobs, status.finished), (8, 4, 4));
    assert_eq!((status.fraction, status.shard.as_deref()), (1.0, Some("1/2")));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.db");
    let status = Ledger::create(&path, &plan, None, &provenance()).unwrap().status().unwrap();
    assert_eq!((status.finished, status.fraction), (0, 0.0));
}

#[test]
fn the_remaining_time_follows_from_the_rate_of_the_last_session() {
    // Two ledgers with the same six of eight jobs, in three seconds and in six.
    let ledgers = [3000, 6000].map(|milliseconds| {
        let folder = tempfile::tempdir().unwrap();
        let ledger = counted(folder.path(), &plan(8, Method::BITMASK, false), None);
        assert_eq!(ledger.status().unwrap().remaining_seconds, None, "it is complete");
        let path = ledger.path().to_path_buf();
        drop(ledger);
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.execute("DELETE FROM results WHERE job >= 6", []).unwrap();
        let (mut last, ledger) = (0, Ledger::open(&path).unwrap());
        ledger
            .each(|record| {
                last = last.max(record.finished);
                Ok(())
            })
            .unwrap();
        let begun = last as i64 - milliseconds;
        connection.execute("UPDATE sessions SET begun = ?", [begun]).unwrap();
        // A session without results does not count.
        let insert = "INSERT INTO sessions (begun, device, engine, program) VALUES (0, '', '', '')";
        connection.execute(insert, []).unwrap();
        (folder, path)
    });
    let mut total = StatusTotal::default();
    let rates = ledgers.each_ref().map(|(_, path)| {
        assert_eq!(total.status(), None, "there is at most one ledger");
        let status = total.add(&Ledger::open(path).unwrap()).unwrap();
        (status.jobs_per_second, status.remaining_seconds)
    });
    assert_eq!(rates, [(Some(2.0), Some(1.0)), (Some(1.0), Some(2.0))]);
    let both = total.status().unwrap();
    assert_eq!(
        (both.ledger.as_str(), both.jobs, both.finished, both.fraction),
        ("total", 8, 6, 0.75)
    );
    assert_eq!((both.jobs_per_second, both.remaining_seconds), (Some(3.0), Some(2.0)));
    assert_eq!(
        (both.solutions, both.sessions),
        (Ledger::open(&ledgers[0].1).unwrap().sums().unwrap().solutions, 4)
    );
    // There is no total of different plans.
    let folder = tempfile::tempdir().unwrap();
    total.add(&counted(folder.path(), &plan(9, Method::BITMASK, false), None)).unwrap();
    assert_eq!(total.status(), None);
}

#[test]
fn times_are_printed_in_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = counted(folder.path(), &plan(8, Method::BITMASK, true), None);
    let mut seconds = 0.0;
    let mut microseconds = 0;
    ledger
        .each(|mut record| {
            microseconds += record.microseconds;
            seconds += JobRecord::from(&record).seconds;
            record.microseconds = 2_500_000;
            assert_eq!(JobRecord::from(&record).seconds, 2.5);
            Ok(())
        })
        .unwrap();
    assert!((seconds - microseconds as f64 / 1e6).abs() < 1e-6);
    assert_eq!(ledger.sums().unwrap().microseconds, u128::from(microseconds));
    let status = ledger.status().unwrap();
    assert!((status.seconds - microseconds as f64 / 1e6).abs() < 1e-3, "{}", status.seconds);
}

#[test]
fn jobs_finish_in_this_century() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = counted(folder.path(), &plan(8, Method::BITMASK, false), None);
    let check = |record: Record| {
        let finished = JobRecord::from(&record).finished;
        assert!(finished.starts_with("20") && finished.as_str() > "2024", "{finished}");
        Ok(())
    };
    ledger.each(check).unwrap();
}

#[test]
fn a_record_whose_count_disagrees_with_its_residues_is_refused_for_that_reason() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = counted(folder.path(), &plan(8, Method::BITMASK, false), None);
    let hash = ledger.header().hash;
    let refuse = |mut record: Record| {
        assert_eq!(Record::decode(&record.encode(&hash), &hash).as_ref(), Ok(&record));
        record.count.solutions += 8;
        let end = Record::decode(&record.encode(&hash), &hash);
        let reason = "count and checksum residues disagree; overflow or hardware error";
        assert_eq!(end, Err(reason));
        Ok(())
    };
    ledger.each(refuse).unwrap();
}

/// The published generator SplitMix64: its first numbers from seed 1234567 are those of the reference implementation.
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[test]
fn the_jobs_that_are_recounted_follow_from_the_seed_on_every_machine() {
    let mut state = 1_234_567;
    assert_eq!(splitmix(&mut state), 6_457_827_717_110_365_317);
    assert_eq!(splitmix(&mut state), 3_203_168_211_198_807_973);
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(10, Method::CROSS, false);
    let path = counted(folder.path(), &plan, None).path().to_path_buf();
    for seed in [0, 1, u64::MAX] {
        let (mut jobs, mut state) = (plan.all_jobs(), seed);
        for i in 0..5 {
            let other = i + (splitmix(&mut state) % (jobs.len() - i) as u64) as usize;
            jobs.swap(i, other);
        }
        jobs.truncate(5);
        jobs.sort_unstable();
        let Ok(Verdict::Verified(checked)) = verify(&path, 5, seed, &Never) else {
            panic!("the ledger is right");
        };
        assert_eq!(checked.recounted, jobs, "seed {seed}");
    }
}

#[test]
fn a_wrong_ledger_has_its_reason_in_the_result() {
    let result = Verdict::Wrong("a reason".into()).result(Path::new("x.db"));
    assert_eq!(
        (result.outcome, result.reason),
        (VerificationOutcome::Wrong, Some("a reason".into()))
    );
    assert_eq!(result.ledger, "x.db");
}

#[test]
fn a_record_under_the_number_of_another_job_is_damage() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = counted(folder.path(), &plan(8, Method::BITMASK, false), None);
    let path = ledger.path().to_path_buf();
    drop(ledger);
    let database = rusqlite::Connection::open(&path).unwrap();
    database.execute("DELETE FROM results WHERE job = 5", []).unwrap();
    database.execute("UPDATE results SET job = 5 WHERE job = 3", []).unwrap();
    drop(database);
    let error = Ledger::open(&path).unwrap().sums().unwrap_err();
    assert!(error.to_string().contains("job 5: the record belongs to job 3"), "{error}");
}

/// Fails at one job, and runs the others.
struct FailingAt(u64);

impl Backend for FailingAt {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), queens::Error> {
        let reason = || "on purpose".to_string();
        for &job in jobs {
            if job == self.0 {
                let panicked = BackendError::Panicked { job, reason: reason() };
                return Err(queens::Error::Backend(panicked));
            }
            Inline.run(plan, &[job], sink, control)?;
        }
        Ok(())
    }
}

#[test]
fn a_session_records_how_it_ended() {
    let outcomes = |path: &Path| -> Vec<(Option<i64>, Option<String>)> {
        let database = rusqlite::Connection::open(path).unwrap();
        let mut rows = database.prepare("SELECT ended, outcome FROM sessions ORDER BY id").unwrap();
        let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(8, Method::BITMASK, false);
    let path = folder.path().join("failed.db");
    let provenance = &provenance();
    let mut ledger = Ledger::create(&path, &plan, None, provenance).unwrap();
    let failing = FailingAt(6);
    let by = || Runner { backend: &failing, provenance };
    let end = ledger.run(&plan, by(), by(), &Never).unwrap();
    assert_eq!(end.failed.len(), 1);
    let by = || Runner { backend: &Inline, provenance };
    assert!(ledger.run(&plan, by(), by(), &Never).unwrap().failed.is_empty());
    drop(ledger);
    let ends = outcomes(&path);
    assert!(ends.iter().all(|(ended, _)| ended.is_some_and(|time| time > 1_700_000_000)));
    let texts: Vec<_> = ends.iter().map(|(_, text)| text.as_deref().unwrap()).collect();
    assert_eq!(texts, ["1 job failed", "finished"]);
}

/// Records the progress of jobs.
#[derive(Default)]
struct Progress(Mutex<Vec<(u64, f64)>>);

impl Control for Progress {
    fn stopped(&self) -> bool {
        false
    }

    fn progress(&self, job: u64, done: f64) {
        self.0.lock().unwrap().push((job, done));
    }
}

#[test]
fn the_progress_within_a_job_is_passed_on_and_its_end_once() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(8, Method::BITMASK, false);
    let path = folder.path().join("ledger.db");
    let provenance = &provenance();
    let mut ledger = Ledger::create(&path, &plan, None, provenance).unwrap();
    let by = || Runner { backend: &Inline, provenance };
    let progress = Progress::default();
    ledger.run(&plan, by(), by(), &progress).unwrap();
    let seen = progress.0.into_inner().unwrap();
    assert!(seen.iter().any(|&(_, done)| done < 1.0));
    let mut ended: Vec<u64> =
        seen.iter().filter(|&&(_, done)| done >= 1.0).map(|&(job, _)| job).collect();
    ended.sort_unstable();
    assert_eq!(ended, plan.all_jobs());
}

#[test]
#[should_panic(expected = "opened for reading")]
fn a_ledger_opened_for_reading_is_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(8, Method::BITMASK, false);
    let path = counted(folder.path(), &plan, None).path().to_path_buf();
    let provenance = &provenance();
    let by = || Runner { backend: &Inline, provenance };
    let _ = Ledger::open(&path).unwrap().run(&plan, by(), by(), &Never);
}

/// Removes a table of the ledger, sends a result, and counts until it is stopped.
struct Removing<'a>(&'a Path);

impl Backend for Removing<'_> {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), queens::Error> {
        let database = rusqlite::Connection::open(self.0).unwrap();
        database.execute_batch("DROP TABLE results").unwrap();
        Inline.run(plan, &jobs[..1], sink, control)?;
        let start = Instant::now();
        while !control.stopped() {
            assert!(start.elapsed() < Duration::from_secs(60), "the run continues");
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(queens::Error::Stopped)
    }
}

#[test]
fn a_run_stops_if_its_results_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    let plan = plan(8, Method::BITMASK, false);
    let provenance = &provenance();
    let mut ledger = Ledger::create(&path, &plan, None, provenance).unwrap();
    let backend = Removing(&path);
    let by = || Runner { backend: &backend, provenance };
    let error = ledger.run(&plan, by(), by(), &Never).unwrap_err();
    assert!(error.to_string().contains("no such table"), "{error}");
}
