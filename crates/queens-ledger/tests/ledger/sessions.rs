//! Sessions through the public interface: what is rejected, audited and written.

use crate::common::{
    all, answer, assert_verified, audits, cross, place, placements, provenance, records,
};
use queens::{Count, Never, Plan, Simd, published};
use queens_ledger::{Answer, AuditShare, Ledger, NoticeKind, Session, Shard};
use std::path::Path;

fn answers(jobs: &[u64]) -> Vec<Answer> {
    let plan = cross(12);
    jobs.iter().map(|&job| answer(&plan, job)).collect()
}

/// A session of a ledger that is not kept.
fn in_memory(plan: &Plan, share: AuditShare, seed: Option<u64>) -> Session {
    let cluster = provenance("cluster");
    let ledger = Ledger::in_memory(plan, &cluster).unwrap();
    Session::new(ledger, cluster, share, seed).unwrap()
}

fn session(path: &Path, share: AuditShare) -> Session {
    let ledger = match path.exists() {
        true => Ledger::resume(path).unwrap(),
        false => Ledger::create(path, &cross(12), None, &provenance("cluster")).unwrap(),
    };
    Session::new(ledger, provenance("cluster"), share, Some(1)).unwrap()
}

#[test]
fn bad_answers_are_rejected_as_a_whole() {
    let (_folder, path) = place();
    let mut session = session(&path, AuditShare::DEFAULT);
    let jobs: Vec<u64> = (0..10).collect();
    let right = answers(&jobs);
    let mut inconsistent = right.clone();
    inconsistent[3].count.solutions += 1;
    let mut twice = right.clone();
    twice.push(right[2].clone());
    let mut foreign = right.clone();
    foreign[0].job = 99;
    let mut placements = right.clone();
    placements[5].placements = Some(1);
    let cases: [(Result<Vec<Answer>, String>, &str); 6] = [
        (Ok(inconsistent), "job 3: count and checksum residues disagree"),
        (Ok(right[1..9].to_vec()), "2 of 10 jobs are missing, job 0 among them"),
        (Ok(twice), "job 2 was sent twice"),
        (Ok(foreign), "job 99 was not requested"),
        (Ok(placements), "job 5 has placements"),
        (Err("it is not a list".to_string()), "it is not a list"),
    ];
    for (answer, reason) in cases {
        let notices = session.finished("w1", &jobs, answer).unwrap();
        assert_eq!((notices.len(), notices[0].kind), (1, NoticeKind::BadAnswer), "{reason}");
        let expected = format!("rejected an answer of w1: {reason}");
        assert!(notices[0].text.starts_with(&expected), "{}", notices[0].text);
        assert_eq!(notices[0].jobs, jobs);
        assert_eq!(session.missing().len(), 342);
    }
    assert!(session.finished("w1", &jobs, Ok(right)).unwrap().is_empty());
    assert_eq!(session.missing().len(), 332);
    session.close("stopped", &Never).unwrap();
    assert_eq!(Ledger::open(&path).unwrap().events().unwrap().len(), 6);
}

#[test]
fn a_session_with_a_liar_ends_with_the_right_total() {
    let (_folder, path) = place();
    let mut session = session(&path, AuditShare::DEFAULT);
    let lie = |worker: &str, mut found: Vec<Answer>| {
        if worker == "liar" {
            found.iter_mut().for_each(|answer| answer.count.add(8, 1).unwrap());
        }
        found
    };
    let workers = ["w1", "liar"];
    let mut wrong = Vec::new();
    while !session.is_complete() {
        for worker in workers {
            if session.excluded().iter().any(|name| name == worker) {
                continue;
            }
            let mut jobs = session.next_audits(worker, 4);
            jobs.extend(session.missing().iter().take(7));
            let notices = session.finished(worker, &jobs, Ok(lie(worker, answers(&jobs)))).unwrap();
            wrong.extend(notices.into_iter().filter(|n| n.kind == NoticeKind::WrongWorker));
        }
        while let Some(notices) = session.audit_here(&workers, &Never).unwrap() {
            wrong.extend(notices.into_iter().filter(|n| n.kind == NoticeKind::WrongWorker));
        }
    }
    assert_eq!((wrong.len(), wrong[0].worker.as_str()), (1, "liar"));
    assert_eq!(session.check_total(&Never).unwrap(), None);
    assert_eq!(Some(session.end("finished", &Never).unwrap().solutions), published(12));
    assert_verified(&path);
}

#[test]
fn a_single_worker_is_audited_by_this_process() {
    for plan in [cross(12), placements()] {
        let mut session = in_memory(&plan, AuditShare::DEFAULT, Some(18));
        let jobs = session.missing();
        let wrong = |&job: &u64| {
            let mut answer = answer(&plan, job);
            answer.count.add(8, 1).unwrap();
            answer
        };
        session.finished("liar", &jobs, Ok(jobs.iter().map(wrong).collect())).unwrap();
        // The first count of this process differs, the second one decides.
        let first = session.audit_here(&["liar"], &Never).unwrap().unwrap();
        assert_eq!(first[0].kind, NoticeKind::Disagreement);
        let second = session.audit_here(&["liar"], &Never).unwrap().unwrap();
        let NoticeKind::WrongWorker = second[0].kind else { panic!("{second:?}") };
        assert_eq!(second[0].worker, "liar");
        assert_eq!(session.missing().len() as u64, plan.jobs() - 1);
    }
}

#[test]
fn workers_with_the_same_fault_do_not_outvote_an_honest_one() {
    let (_folder, path) = place();
    let mut session = session(&path, all());
    let jobs = session.missing();
    session.finished("honest", &jobs, Ok(answers(&jobs))).unwrap();
    let mut wrong = Vec::new();
    for liar in ["one", "two"] {
        let jobs = session.next_audits(liar, 1);
        let mut found = answers(&jobs);
        found[0].count.add(8, 1).unwrap();
        session.finished(liar, &jobs, Ok(found)).unwrap();
        // The other liar, which would agree, does not get the job.
        let others = session.next_audits("two", 1000);
        assert!(!others.contains(&jobs[0]));
        session.return_audits("two", &others);
        let notices = session.audit_here(&["honest", "one", "two"], &Never).unwrap().unwrap();
        wrong.extend(notices.into_iter().map(|notice| (notice.kind, notice.worker)));
    }
    let named = ["one", "two"].map(|name| (NoticeKind::WrongWorker, name.to_string()));
    assert_eq!(wrong, named);
    assert_eq!(session.excluded(), ["one", "two"]);
    assert!(session.missing().is_empty());
}

#[test]
fn a_wrong_total_leads_to_a_full_audit() {
    let (_folder, path) = place();
    let mut session = session(&path, AuditShare::NONE);
    let jobs = session.missing();
    let mut found = answers(&jobs);
    found[100].count.add(8, 1).unwrap();
    session.finished("w1", &jobs, Ok(found)).unwrap();
    let text = session.check_total(&Never).unwrap().unwrap();
    assert!(text.contains("counted 14208 solutions, published: 14200"), "{text}");
    assert!(!session.is_complete());
    while !session.is_complete() {
        for worker in ["w2", "w3"] {
            let jobs = [session.next_audits(worker, 1000), session.missing()].concat();
            session.finished(worker, &jobs, Ok(answers(&jobs))).unwrap();
        }
        while session.audit_here(&["w2", "w3"], &Never).unwrap().is_some() {}
    }
    assert_eq!(session.excluded(), ["w1"]);
    assert_eq!(session.check_total(&Never).unwrap(), None);
    assert_eq!(Some(session.end("finished", &Never).unwrap().solutions), published(12));
}

#[test]
fn a_total_that_stays_wrong_is_an_error() {
    let (_folder, path) = place();
    let mut session = session(&path, all());
    let jobs = session.missing();
    for worker in ["w1", "w2"] {
        // Both are wrong in the same way.
        let mut found = answers(&jobs);
        found[100].count.add(8, 1).unwrap();
        session.finished(worker, &jobs, Ok(found)).unwrap();
    }
    assert!(session.is_complete());
    let error = session.check_total(&Never).unwrap_err();
    assert!(error.to_string().contains("published: 14200"), "{error}");
}

#[test]
fn sessions_of_a_shard_and_without_a_file() {
    let plan = cross(12);
    let mut session = in_memory(&plan, AuditShare::NONE, None);
    let jobs = session.missing();
    session.begun(&jobs);
    session.finished("w1", &jobs, Ok(answers(&jobs))).unwrap();
    assert_eq!(session.end("finished", &Never).unwrap().solutions, 14_200);
    let (_folder, path) = place();
    let shard = Some(Shard { index: 2, of: 3 });
    let ledger = Ledger::create(&path, &plan, shard, &provenance("cluster")).unwrap();
    let share = AuditShare::DEFAULT;
    let mut session = Session::new(ledger, provenance("cluster"), share, None).unwrap();
    assert_eq!(session.missing().len(), 114);
    let wrong = Answer { count: Count::default(), ..answers(&[0])[0].clone() };
    let notices = session.finished("w1", &[1], Ok(vec![wrong])).unwrap();
    assert_eq!(notices[0].kind, NoticeKind::BadAnswer);
}

/// Passes on what an honest worker answers.
fn honest(session: &mut Session, worker: &str, jobs: &[u64]) {
    assert_eq!(session.finished(worker, jobs, Ok(answers(jobs))).unwrap(), []);
}

#[test]
fn all_that_a_wrong_worker_counted_is_withdrawn_and_nothing_else() {
    let (_folder, path) = place();
    let mut session = session(&path, AuditShare::NONE);
    honest(&mut session, "a", &[0, 2, 4]);
    // Confirms job 0, with another worker.
    honest(&mut session, "wrong", &[0, 1]);
    honest(&mut session, "b", &[0]);
    // Confirms a result of the wrong worker.
    honest(&mut session, "a", &[1]);
    // Agrees about a job that the wrong worker has nothing to do with.
    honest(&mut session, "b", &[4]);
    let mut found = answers(&[2]);
    found[0].count.add(8, 1).unwrap();
    session.finished("wrong", &[2], Ok(found)).unwrap();
    let notices = session.audit_here(&["a", "b", "wrong"], &Never).unwrap().unwrap();
    assert_eq!(notices[0].jobs, [1]);
    assert!(session.missing().contains(&1) && !session.missing().contains(&0));
    session.close("stopped", &Never).unwrap();
    drop(session);
    let audits: Vec<_> =
        audits(&path).into_iter().map(|record| (record.job, record.device)).collect();
    let kept = [(0, "b"), (2, "this process"), (4, "b")];
    assert_eq!(audits, kept.map(|(job, device)| (job, device.to_string())));
    let mut withdrawn: Vec<(u64, String)> = Vec::new();
    for (reason, record) in Ledger::open(&path).unwrap().withdrawn().unwrap() {
        assert!(reason.starts_with("wrong is wrong"), "{reason}");
        withdrawn.push((record.job, record.device));
    }
    withdrawn.sort();
    let taken = [(0, "wrong"), (1, "a"), (1, "wrong")];
    assert_eq!(withdrawn, taken.map(|(job, device)| (job, device.to_string())));
}

#[test]
fn attempts_and_times_of_a_session_are_written() {
    let (_folder, path) = place();
    let mut session = session(&path, AuditShare::NONE);
    session.begun(&[0, 1, 2]);
    honest(&mut session, "w1", &[0, 1, 2]);
    session.close("stopped", &Never).unwrap();
    drop(session);
    let status = Ledger::open(&path).unwrap().status().unwrap();
    assert_eq!((status.attempts, status.seconds), (3, 0.003));
}

#[test]
fn a_worker_that_cannot_count_gets_no_more_work() {
    let (_folder, path) = place();
    let mut session = session(&path, all());
    honest(&mut session, "w1", &[0, 1]);
    assert_eq!(session.audits_waiting(), 2);
    session.exclude("w2", "its version is too old");
    assert_eq!(session.excluded(), ["w2"]);
    assert!(session.next_audits("w2", 9).is_empty());
    let notices = session.finished("w2", &[2, 0], Ok(answers(&[2, 0]))).unwrap();
    // Job 0 has a result.
    assert_eq!((notices[0].kind, &notices[0].jobs[..]), (NoticeKind::Ignored, &[2][..]));
    assert_eq!((session.missing().len(), session.audits_waiting()), (340, 2));
    session.close("stopped", &Never).unwrap();
    let events = Ledger::open(&path).unwrap().events().unwrap();
    assert_eq!(events[0].1, "w2 gets no more work: its version is too old");
}

#[test]
fn this_process_counts_first_in_one_way_and_then_in_another() {
    let best = format!("bitmask {}", Simd::best());
    let cases = [
        (cross(12), "cross portable".to_string(), "bitmask".to_string()),
        (placements(), "bitmask portable".to_string(), best),
    ];
    for (plan, first, second) in cases {
        let (_folder, path) = place();
        let cluster = provenance("cluster");
        let ledger = Ledger::create(&path, &plan, None, &cluster).unwrap();
        let mut session = Session::new(ledger, cluster, AuditShare::DEFAULT, Some(1)).unwrap();
        let mut wrong = answer(&plan, 0);
        if plan.statistics() {
            let incomplete = Answer { placements: None, ..wrong.clone() };
            let notices = session.finished("w1", &[0], Ok(vec![incomplete])).unwrap();
            assert_eq!(notices[0].text, "rejected an answer of w1: job 0 has no placements");
        }
        wrong.count.add(8, 1).unwrap();
        session.finished("w1", &[0], Ok(vec![wrong])).unwrap();
        while session.audit_here(&["w1"], &Never).unwrap().is_some() {}
        assert_eq!(session.excluded(), ["w1"]);
        session.close("stopped", &Never).unwrap();
        drop(session);
        let both = records(&path).into_iter().chain(audits(&path));
        let engines: Vec<String> = both.map(|record| record.engine).collect();
        assert_eq!(engines, [first, second]);
    }
}

#[test]
fn a_session_adds_up_placements() {
    let plan = placements();
    let mut session = in_memory(&plan, AuditShare::NONE, None);
    let jobs = session.missing();
    let found = jobs.iter().map(|&job| answer(&plan, job)).collect();
    session.finished("w1", &jobs, Ok(found)).unwrap();
    let total = session.end("finished", &Never).unwrap();
    let placements = total.statistics.map(|statistics| statistics.placements);
    assert_eq!((total.solutions, placements), (92, Some(2056)));
}
