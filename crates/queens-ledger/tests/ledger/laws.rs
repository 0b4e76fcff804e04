//! Laws of certificates, headers and results.

use crate::common::*;
use queens::{Backend, Control, Inline, Method, Never, Plan, Sink};
use queens_ledger::{Error, Ledger, Record, StatusTotal, Verification, verify};
use queens_results::{JobRecord, VerificationOutcome};
use std::path::Path;
use std::time::{Duration, Instant};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_certificate_prints_the_plan_the_sums_and_the_root() {
    let (_folder, path) = place();
    complete(&path, &placements());
    let ledger = Ledger::open(&path).unwrap();
    let certificate = ledger.certificate().unwrap();
    assert_eq!(hex(&[0, 1, 171, 255]), "0001abff");
    let expected = format!(
        "queens certificate 1\nsize       8\nmethod     bitmask\nplan       version 1, {}\n\
         jobs       8 of 8\nsolutions  92\nplacements 2056\n\
         root       ",
        hex(&ledger.header().hash),
    );
    let root = certificate.strip_prefix(&expected).unwrap().trim_end();
    assert!(root.len() == 64 && root.bytes().all(|digit| digit.is_ascii_hexdigit()), "{root}");
}

#[test]
fn a_ledger_is_verified_against_its_certificate_and_no_other() {
    let (folder, ledger) = place();
    let file = folder.path().join("certificate");
    complete(&ledger, &placements());
    let right = Ledger::open(&ledger).unwrap().certificate().unwrap();
    let verify = |ledger: &Path, text: &str| {
        std::fs::write(&file, text).unwrap();
        let certificate = Some(file.clone());
        Verification { sample: 1, certificate, ..Verification::default() }.run(ledger, &Never)
    };
    let single_spaces = right.replace("   ", " ").replace("  ", " ");
    for same in [right.clone(), right.replace('\n', " \r\n"), format!("{right}\n"), single_spaces] {
        let outcome = verify(&ledger, &same).unwrap().outcome;
        assert_eq!(outcome, VerificationOutcome::Verified, "{same}");
    }
    let lines: Vec<&str> = right.lines().collect();
    for line in &lines[1..] {
        let other = line.replace(['1', '2', '8', 'b'], "3");
        let result = verify(&ledger, &right.replacen(line, &other, 1)).unwrap();
        let [line, other] = [line, &*other].map(|line| line.split_whitespace().collect::<Vec<_>>());
        let [line, other] = [line, other].map(|words| words.join(" "));
        let expected = format!("the ledger has '{line}', the certificate has '{other}'");
        assert_eq!((result.outcome, result.reason), (VerificationOutcome::Wrong, Some(expected)));
    }
    let shorter = verify(&ledger, &right.replace(lines[7], "")).unwrap().reason.unwrap();
    assert!(shorter.ends_with("the certificate has no line"), "{shorter}");
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
    drop(create(&empty, &placements()));
    assert_eq!(verify(&empty, &right).unwrap().outcome, VerificationOutcome::Incomplete);
}

#[test]
fn the_status_is_the_part_of_the_own_jobs_that_is_finished() {
    let (folder, path) = place();
    let shards = shards(folder.path(), &placements(), 2);
    let status = Ledger::open(&shards[0]).unwrap().status().unwrap();
    assert_eq!((status.plan_jobs, status.jobs, status.finished), (8, 4, 4));
    assert_eq!((status.fraction, status.shard.as_deref()), (1.0, Some("1/2")));
    let status = create(&path, &placements()).status().unwrap();
    assert_eq!((status.finished, status.fraction), (0, 0.0));
}

#[test]
fn the_remaining_time_follows_from_the_rate_of_the_last_session() {
    // Two ledgers with the same six of eight jobs, in three seconds and in six.
    let ledgers = [3000, 6000].map(|milliseconds| {
        let (folder, path) = place();
        complete(&path, &plan(8, Method::BITMASK));
        let status = Ledger::open(&path).unwrap().status().unwrap();
        assert_eq!(status.remaining_seconds, None, "it is complete");
        change(&path, "DELETE FROM results WHERE job >= 6");
        let last = records(&path).iter().map(|record| record.finished).max().unwrap();
        // A session without results does not count.
        let begun = last as i64 - milliseconds;
        let sessions = format!(
            "UPDATE sessions SET begun = {begun};
             INSERT INTO sessions (begun, device, engine, program) VALUES (0, '', '', '')"
        );
        change(&path, &sessions);
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
    assert_eq!((&*both.ledger, both.jobs, both.finished, both.fraction), ("total", 8, 6, 0.75));
    assert_eq!((both.jobs_per_second, both.remaining_seconds), (Some(3.0), Some(2.0)));
    let one = Ledger::open(&ledgers[0].1).unwrap().sums().unwrap();
    assert_eq!((both.solutions, both.sessions), (one.solutions, 4));
    // There is no total of different plans.
    let (_folder, path) = place();
    complete(&path, &plan(9, Method::BITMASK));
    total.add(&Ledger::open(&path).unwrap()).unwrap();
    assert_eq!(total.status(), None);
}

#[test]
fn times_are_printed_in_seconds_and_in_this_century() {
    let (_folder, path) = place();
    complete(&path, &placements());
    let (mut seconds, mut microseconds) = (0.0, 0);
    for mut record in records(&path) {
        microseconds += record.microseconds;
        let printed = JobRecord::from(&record);
        seconds += printed.seconds;
        assert!(printed.finished.starts_with("20") && &*printed.finished > "2024", "{printed:?}");
        record.microseconds = 2_500_000;
        assert_eq!(JobRecord::from(&record).seconds, 2.5);
    }
    assert!((seconds - microseconds as f64 / 1e6).abs() < 1e-6);
    let ledger = Ledger::open(&path).unwrap();
    assert_eq!(ledger.sums().unwrap().microseconds, u128::from(microseconds));
    let status = ledger.status().unwrap();
    assert!((status.seconds - microseconds as f64 / 1e6).abs() < 1e-3, "{}", status.seconds);
}

#[test]
fn a_record_whose_count_disagrees_with_its_residues_is_refused_for_that_reason() {
    let (_folder, path) = place();
    complete(&path, &plan(8, Method::BITMASK));
    let hash = Ledger::open(&path).unwrap().header().hash;
    for mut record in records(&path) {
        record.count.solutions += 8;
        let end = Record::decode(&record.encode(&hash), &hash);
        let reason = "count and checksum residues disagree; overflow or hardware error";
        assert_eq!(end, Err(reason));
    }
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
    let (_folder, path) = place();
    let plan = cross(10);
    complete(&path, &plan);
    for seed in [0, 1, u64::MAX] {
        let (mut jobs, mut state) = (plan.all_jobs(), seed);
        for i in 0..5 {
            let other = i + (splitmix(&mut state) % (jobs.len() - i) as u64) as usize;
            jobs.swap(i, other);
        }
        jobs.truncate(5);
        jobs.sort_unstable();
        let result = verify(&path, 5, seed, &Never).unwrap();
        assert_eq!(result.recounted, Some(jobs), "seed {seed}");
    }
}

#[test]
fn a_session_records_how_it_ended() {
    let (_folder, path) = place();
    let mut ledger = create(&path, &cross(8));
    // The fallback panics too.
    let provenance = provenance("a test");
    let failing = Failing { at: 6, as_device: false };
    let by = queens_ledger::Runner { backend: &failing, provenance: &provenance };
    assert_eq!(ledger.run(by, by, &Never).unwrap().failed.len(), 1);
    assert!(run(&mut ledger, &Inline).unwrap().failed.is_empty());
    drop(ledger);
    let database = rusqlite::Connection::open(&path).unwrap();
    let mut rows = database.prepare("SELECT ended, outcome FROM sessions ORDER BY id").unwrap();
    let rows = rows.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?))).unwrap();
    let (ended, outcomes): (Vec<i64>, Vec<String>) = rows.map(Result::unwrap).unzip();
    assert!(ended.iter().all(|&time| time > 1_700_000_000));
    assert_eq!(outcomes, ["1 job failed", "finished"]);
}

#[test]
fn the_progress_within_a_job_is_passed_on_and_its_end_once() {
    let watching = Watching::until(usize::MAX);
    let mut ledger = Ledger::in_memory(&plan(8, Method::BITMASK), &provenance("a test")).unwrap();
    run_until(&mut ledger, &Inline, &watching).unwrap();
    let seen = watching.progress.into_inner().unwrap();
    assert!(seen.iter().any(|&(_, done)| done < 1.0));
    let ended = seen.into_iter().filter(|&(_, done)| done >= 1.0);
    let mut ended: Vec<u64> = ended.map(|(job, _)| job).collect();
    ended.sort_unstable();
    assert_eq!(ended, ledger.plan().all_jobs());
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
        change(self.0, "DROP TABLE results");
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
    let (_folder, path) = place();
    let error = run(&mut create(&path, &cross(8)), &Removing(&path)).unwrap_err();
    assert!(error.to_string().contains("no such table"), "{error}");
}
