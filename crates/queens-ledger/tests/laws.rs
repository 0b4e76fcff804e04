//! Laws of certificates, headers and results.

use queens::results::{JobRecord, VerificationOutcome};
use queens::{Inline, Method, Never, Plan, Request};
use queens_ledger::{
    Certificate, Header, Ledger, Provenance, Record, Runner, Shard, Verdict, verify,
};
use std::path::Path;

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
