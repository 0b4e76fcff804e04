//! Audits of simulated workers.

use super::*;
use crate::tests::record;
use proptest::prelude::*;

const JOBS: u64 = 5000;

/// The right count of a job.
fn right(job: u64) -> u64 {
    8 * (hash(0, job) % 100)
}

/// A worker, and whether it is wrong in a job.
type Simulated = (&'static str, fn(u64) -> bool);

fn honest(_job: u64) -> bool {
    false
}

/// A run by simulated workers, which take turns. Returns the sum of the results, the report, and the names of the workers that
/// were found to be wrong.
fn run(audit: &mut Audit, jobs: u64, workers: &[Simulated]) -> (u64, AuditReport, Vec<String>) {
    let count = |(name, is_wrong): Simulated, job: u64| {
        record(job, right(job) + if is_wrong(job) { 8 } else { 0 }, name)
    };
    let mut results: BTreeMap<u64, u64> = BTreeMap::new();
    let mut missing: Vec<u64> = (0..jobs).rev().collect();
    let mut wrong = Vec::new();
    for turn in 0.. {
        let worker = workers[turn % workers.len()];
        if audit.is_excluded(worker.0) {
            continue;
        }
        let mut jobs = audit.next_for(worker.0, 2);
        let new = missing.len().saturating_sub(8);
        jobs.extend(missing.split_off(new));
        for job in jobs {
            let ruling = audit.counted(count(worker, job));
            for event in ruling.events {
                match event {
                    Event::Finished(record) => {
                        assert!(results.insert(record.job, record.count.solutions).is_none());
                    }
                    Event::Audited(record) => {
                        assert_eq!(results[&record.job], record.count.solutions);
                    }
                    Event::Withdrawn { results: jobs, .. } => {
                        jobs.iter().for_each(|job| assert!(results.remove(job).is_some()));
                    }
                    _ => {}
                }
            }
            for notice in ruling.notices {
                missing.extend(&notice.jobs);
                if notice.kind == NoticeKind::WrongWorker {
                    wrong.push(notice.worker);
                }
            }
        }
        let names: Vec<&str> = workers.iter().map(|worker| worker.0).collect();
        if missing.is_empty() && audit.needing_other_than(&names).is_some() {
            let referee: Simulated = ("referee", honest);
            for job in audit.next_for(referee.0, 1) {
                let ruling = audit.counted(count(referee, job));
                missing.extend(ruling.notices.iter().flat_map(|notice| notice.jobs.clone()));
                for event in ruling.events {
                    if let Event::Finished(record) = event {
                        results.insert(record.job, record.count.solutions);
                    } else if let Event::Withdrawn { results: jobs, .. } = event {
                        results.retain(|job, _| !jobs.contains(job));
                    }
                }
            }
        }
        if missing.is_empty() && audit.waiting() == 0 {
            break;
        }
    }
    assert_eq!(results.len() as u64, jobs);
    (results.values().sum(), audit.report(), wrong)
}

fn total(jobs: u64) -> u64 {
    (0..jobs).map(right).sum()
}

#[test]
fn honest_workers_are_audited_at_the_requested_share() {
    let mut audit = Audit::new(AuditShare::DEFAULT, 7);
    let (sum, report, wrong) =
        run(&mut audit, JOBS, &[("a", honest), ("b", honest), ("c", honest)]);
    assert_eq!((sum, wrong), (total(JOBS), vec![]));
    assert!((200..300).contains(&report.audited), "{report:?}");
    assert_eq!((report.jobs, report.workers, report.excluded.len()), (JOBS, 3, 0));
    assert!((0.99_f64.powi(200)..0.99_f64.powi(130)).contains(&report.missed_chance), "{report}");
}

#[test]
fn a_worker_that_lies_in_every_job_is_found_at_its_first_one() {
    for share in [AuditShare::DEFAULT, AuditShare::new(1e-9).unwrap()] {
        let mut audit = Audit::new(share, 1);
        let workers: [Simulated; 3] = [("a", honest), ("liar", |_| true), ("b", honest)];
        let (sum, report, wrong) = run(&mut audit, JOBS, &workers);
        assert_eq!(
            (sum, wrong, &report.excluded[..]),
            (total(JOBS), vec!["liar".into()], &["liar".to_string()][..])
        );
    }
}

#[test]
fn one_worker_of_two_that_lies_is_found_by_a_referee() {
    let mut audit = Audit::new(AuditShare::DEFAULT, 1);
    let (sum, _, _) = run(&mut audit, JOBS, &[("a", honest), ("liar", |_| true)]);
    assert_eq!(sum, total(JOBS));
    assert!(audit.is_excluded("liar") && !audit.is_excluded("a"));
}

#[test]
fn the_chance_of_missing_a_worker_is_stated_truthfully() {
    // Wrong in 1 job of 100, as the report assumes.
    let workers: [Simulated; 3] =
        [("a", honest), ("b", honest), ("wrong", |job| hash(3, job).is_multiple_of(100))];
    let runs = 200;
    let mut missed = 0;
    for seed in 0..runs {
        let mut audit = Audit::new(AuditShare::DEFAULT, seed);
        let (sum, _, wrong) = run(&mut audit, JOBS, &workers);
        missed += u32::from(wrong.is_empty());
        assert_eq!(wrong.is_empty(), sum != total(JOBS));
    }
    // What the report of a run without errors states.
    let mut audit = Audit::new(AuditShare::DEFAULT, 0);
    let honest: [Simulated; 3] = [("a", honest), ("b", honest), ("c", honest)];
    let stated = run(&mut audit, JOBS, &honest).1.missed_chance;
    let measured = f64::from(missed) / runs as f64;
    assert!((0.6 * stated..=1.1 * stated).contains(&measured), "{measured} {stated}");
}

#[test]
fn without_an_audit_nothing_is_counted_twice() {
    let mut audit = Audit::new(AuditShare::NONE, 1);
    let (sum, report, _) = run(&mut audit, 100, &[("a", honest), ("b", honest)]);
    assert_eq!((sum, report.audited, report.missed_chance), (total(100), 0, 1.0));
}

#[test]
fn a_second_count_is_never_by_the_same_worker() {
    let mut audit = Audit::new(AuditShare::new(1.0).unwrap(), 1);
    (0..10).for_each(|job| drop(audit.counted(record(job, right(job), "a"))));
    assert!(audit.next_for("a", 100).is_empty());
    assert!(audit.needing_other_than(&["a"]).is_some());
    assert_eq!(audit.needing_other_than(&["a", "b"]), None);
    assert_eq!(audit.next_for("b", 4), [0, 1, 2, 3]);
    // Assigned jobs are not given out again, unless they are returned.
    assert_eq!(audit.next_for("c", 100).len(), 6);
    audit.give_back("b", &[1, 2]);
    audit.give_back("c", &[0]);
    assert_eq!(audit.next_for("c", 100), [1, 2]);
    assert_eq!(audit.waiting(), 10);
}

#[test]
fn a_late_answer_is_compared_if_it_is_of_another_worker() {
    let mut audit = Audit::new(AuditShare::NONE, 1);
    audit.counted(record(1, 8, "a"));
    assert!(audit.counted(record(1, 8, "a")).events.is_empty());
    assert!(matches!(audit.counted(record(1, 8, "b")).events[..], [Event::Audited(_)]));
    // Two workers agree, so this one is wrong.
    let ruling = audit.counted(record(1, 16, "c"));
    assert_eq!(ruling.notices[0].kind, NoticeKind::WrongWorker);
    assert!(audit.is_excluded("c"));
    let ruling = audit.counted(record(2, 16, "c"));
    assert_eq!((ruling.notices[0].kind, ruling.events.len()), (NoticeKind::Ignored, 0));
}

#[test]
fn three_different_counts_need_a_fourth() {
    let mut audit = Audit::new(AuditShare::new(1.0).unwrap(), 1);
    audit.counted(record(1, 8, "a"));
    for (worker, solutions) in [("b", 16), ("c", 24)] {
        let ruling = audit.counted(record(1, solutions, worker));
        assert_eq!(ruling.notices[0].kind, NoticeKind::Disagreement, "{worker}");
        assert!(ruling.events.is_empty());
    }
    let ruling = audit.counted(record(1, 16, "d"));
    let wrong: Vec<&str> = ruling.notices.iter().map(|notice| notice.worker.as_str()).collect();
    assert_eq!(wrong, ["c", "a"]);
    // The result is replaced, so no job is missing.
    assert!(ruling.notices.iter().all(|notice| notice.jobs.is_empty()));
    assert!(matches!(&ruling.events[2..], [Event::Finished(first), Event::Audited(second)]
        if first.device == "b" && second.device == "d"));
}

#[test]
fn audits_of_a_wrong_worker_do_not_count() {
    let mut audit = Audit::new(AuditShare::new(1.0).unwrap(), 1);
    audit.counted(record(1, 8, "a"));
    audit.counted(record(1, 8, "b"));
    assert_eq!((audit.waiting(), audit.report().audited), (0, 1));
    audit.counted(record(2, 8, "a"));
    audit.counted(record(2, 16, "b"));
    let ruling = audit.counted(record(2, 8, "c"));
    assert!(matches!(&ruling.events[0], Event::Withdrawn { results, audits, .. }
        if results.is_empty() && audits[..] == [1]));
    assert_eq!((audit.next_for("c", 9), audit.report().audited), (vec![1], 1));
}

#[test]
fn an_audit_resumes_where_the_ledger_ended() {
    let mut audit = Audit::new(AuditShare::DEFAULT, 5);
    for job in 0..1000 {
        audit.restore(&record(job, right(job), "a"));
    }
    let selected = audit.waiting();
    assert!((30..70).contains(&selected));
    let first = *audit.open.first().unwrap();
    audit.restore_audit(&record(first, right(first), "b"));
    assert_eq!((audit.waiting(), audit.report().audited), (selected - 1, 1));
    // Audits by the same worker, or with another count, confirm nothing.
    let second = *audit.open.first().unwrap();
    audit.restore_audit(&record(second, right(second), "a"));
    audit.restore_audit(&record(second, right(second) + 8, "b"));
    assert_eq!(audit.waiting(), selected - 1);
    assert!(audit.select_all());
    assert_eq!(audit.waiting(), 999);
}

proptest! {
    #[test]
    fn a_run_ends_with_the_right_sum_if_at_most_one_worker_is_wrong(
        seed: u64, jobs in 1u64..200, salt in 0u64..4,
    ) {
        // With every job audited, no error escapes.
        let wrong: [fn(u64) -> bool; 4] =
            [|job| job % 7 == 3, |job| hash(9, job).is_multiple_of(2), |job| job == 5, |_| true];
        let mut audit = Audit::new(AuditShare::new(1.0).unwrap(), seed);
        let workers: [Simulated; 3] = [("a", honest), ("w", wrong[salt as usize]), ("b", honest)];
        let (sum, report, _) = run(&mut audit, jobs, &workers);
        prop_assert_eq!(sum, total(jobs));
        prop_assert_eq!(report.audited, jobs);
    }
}

#[test]
fn the_report_is_one_line() {
    let mut audit = Audit::new(AuditShare::DEFAULT, 1);
    run(&mut audit, 100, &[("a", honest), ("b", |_| true), ("c", honest)]);
    let text = audit.report().to_string();
    assert!(text.ends_with("; 1 worker was excluded") && !text.contains('\n'), "{text}");
}

#[test]
fn shares_parse() {
    let cases =
        [("0", 0.0), ("1", 1.0), ("0.05", 0.05), ("5%", 0.05), ("100%", 1.0), ("2.5%", 0.025)];
    for (text, fraction) in cases {
        assert_eq!(text.parse::<AuditShare>().unwrap().fraction(), fraction);
    }
    for wrong in ["", "%", "-1", "1.1", "101%", "5 %", "nan", "inf", "1e-3", "+1", "a"] {
        assert!(wrong.parse::<AuditShare>().is_err(), "{wrong}");
    }
    assert_eq!(AuditShare::DEFAULT.to_string(), "5%");
}

#[test]
fn no_worker_is_counted_twice() {
    let mut audit = Audit::new(AuditShare::new(1.0).unwrap(), 1);
    audit.counted(record(1, 8, "a"));
    audit.counted(record(1, 16, "b"));
    // The same wrong count again is no second worker that agrees.
    for worker in ["a", "b"] {
        for solutions in [8, 16, 24] {
            let ruling = audit.counted(record(1, solutions, worker));
            assert!(ruling.events.is_empty() && ruling.notices.is_empty(), "{worker} {solutions}");
        }
    }
    assert!(audit.excluded().is_empty());
    audit.counted(record(1, 8, "c"));
    assert_eq!(audit.excluded(), ["b"]);
    // Nor is a second answer of an auditor an audit, or a contradiction.
    for solutions in [8, 16] {
        let ruling = audit.counted(record(1, solutions, "c"));
        assert!(ruling.events.is_empty() && ruling.notices.is_empty(), "{solutions}");
    }
    assert_eq!(audit.results[&1].audits.len(), 1);
}

#[test]
fn an_excluded_worker_gets_no_work_and_its_results_are_kept() {
    let mut audit = Audit::new(AuditShare::new(1.0).unwrap(), 1);
    for job in [1, 2] {
        audit.counted(record(job, 8, "a"));
    }
    audit.counted(record(3, 8, "b"));
    assert_eq!(audit.next_for("b", 1), [1]);
    assert_eq!(audit.next_for("c", 1), [2]);
    audit.exclude("b");
    assert!(audit.is_excluded("b") && !audit.is_excluded("a"));
    assert!(audit.next_for("b", 9).is_empty() && !audit.assign(2, "b"));
    // What was assigned to it is free again, and nothing else.
    assert_eq!(audit.next_for("d", 9), [1, 3]);
    assert_eq!(audit.report().jobs, 3);
    assert_eq!(audit.counted(record(4, 8, "b")).notices[0].kind, NoticeKind::Ignored);
}

#[test]
fn only_the_counts_of_an_excluded_worker_are_forgotten() {
    let mut audit = Audit::new(AuditShare::new(1.0).unwrap(), 1);
    for (worker, solutions) in [("a", 8), ("b", 16), ("c", 24)] {
        audit.counted(record(1, solutions, worker));
    }
    audit.exclude("b");
    // The count of `b` confirms no other one.
    let ruling = audit.counted(record(1, 16, "d"));
    assert_eq!(ruling.notices[0].kind, NoticeKind::Disagreement);
    // That of `c` does.
    let ruling = audit.counted(record(1, 24, "e"));
    let wrong: Vec<&str> = ruling.notices.iter().map(|notice| notice.worker.as_str()).collect();
    assert_eq!(wrong, ["d", "a"]);
}

#[test]
fn a_wrong_worker_is_named_with_the_number_that_differs() {
    let text = |wrong: (u64, u64)| {
        let mut audit = Audit::new(AuditShare::new(1.0).unwrap(), 1);
        let mut last = String::new();
        for (worker, (solutions, placements)) in [("a", (8, 20)), ("b", wrong), ("c", (8, 20))] {
            let record = Record { placements: Some(placements), ..record(1, solutions, worker) };
            let notices = audit.counted(record).notices;
            last = notices.first().map_or(last, |notice| notice.text.clone());
        }
        last
    };
    let end = "; it gets no more work; results withdrawn: 0";
    let placements =
        "b is wrong: it counted 30 placements in job 1, two other counts are 20 placements";
    assert_eq!(text((8, 30)), format!("{placements}{end}"));
    let solutions =
        "b is wrong: it counted 16 solutions in job 1, two other counts are 8 solutions";
    assert_eq!(text((16, 30)), format!("{solutions}{end}"));
    assert_eq!(text((16, 20)), format!("{solutions}{end}"));
}

#[test]
fn the_hash_is_the_published_generator() {
    // The first two numbers of SplitMix64 with seed 0, as the reference implementation prints them.
    let [first, second] = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4];
    assert_eq!(hash(0, first), first);
    assert_eq!(hash(0, first ^ 0x9e37_79b9_7f4a_7c15), second);
}

#[test]
fn a_share_selects_its_part_of_all_hashes() {
    assert!(!AuditShare::NONE.has(0));
    let half = AuditShare::new(0.5).unwrap();
    assert!(half.has(0) && half.has((1 << 63) - 1) && !half.has(1 << 63) && !half.has(u64::MAX));
    assert!(AuditShare::new(1.0).unwrap().has(u64::MAX));
}

#[test]
fn the_report_states_what_was_counted_twice() {
    let mut report = AuditReport {
        jobs: 800,
        audited: 50,
        share: AuditShare::DEFAULT,
        workers: 1,
        excluded: Vec::new(),
        missed_chance: 0.605,
    };
    let text = |part: &str, worker: &str, end: &str| {
        format!(
            "{part} were counted twice; if {worker} was wrong in 1% of its jobs, \
             the chance that this was missed is at most 61%{end}"
        )
    };
    let part = "50 of 800 jobs (6.2%)";
    assert_eq!(report.to_string(), text(part, "the worker", ""));
    report.workers = 3;
    report.excluded = vec!["a".to_string(), "b".to_string()];
    assert_eq!(report.to_string(), text(part, "a worker", "; 2 workers were excluded"));
    report = AuditReport { jobs: 0, audited: 0, workers: 0, excluded: Vec::new(), ..report };
    assert_eq!(report.to_string(), "there are no jobs, so none was counted twice");
    let report = AuditReport { jobs: 1, audited: 1, ..report };
    assert!(report.to_string().starts_with("1 of 1 job (100.0%) was counted twice; "), "{report}");
}

#[test]
fn kinds_of_notices_have_names() {
    let kinds = [
        NoticeKind::BadAnswer,
        NoticeKind::Disagreement,
        NoticeKind::WrongWorker,
        NoticeKind::Ignored,
    ];
    let names = ["bad_answer", "disagreement", "wrong_worker", "ignored"];
    assert_eq!(kinds.map(NoticeKind::name), names);
}
