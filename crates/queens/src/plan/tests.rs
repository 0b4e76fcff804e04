//! Tests of plans, requests, backends and double checks.

use super::*;
use crate::engines::cross::Cross;
use crate::engines::join::Join;
use crate::job::Details;
use crate::observe::Flow;
use crate::{
    Board, CheckError, Control, Error, Method, Never, Resources, Rotation, Rules, Simd, Square,
};
use std::sync::atomic::{AtomicU64, Ordering};

fn request(size: usize) -> Request {
    Request::count(size).unwrap()
}

fn counted(plan: &Plan) -> JobByJob {
    let mut found = JobByJob::new(plan);
    plan.run_into(&Inline, &mut found, &Never).unwrap();
    found
}

#[test]
fn a_comparison_with_another_backend_accepts_equal_counts_and_names_the_wrong_job() {
    let plan = request(9).method(Method::CROSS).plan().unwrap();
    let right = counted(&plan);
    let compare = |found: &JobByJob, jobs: &[u64]| plan.compare(found, jobs, &Inline, "me", &Never);
    assert_eq!(compare(&right, &plan.all_jobs()), Ok(()));
    let mut wrong = right.clone();
    let again = right.counts[5].unwrap();
    wrong.counts[5] = Some(again + 8);
    assert_eq!(compare(&wrong, &[4, 6]), Ok(()));
    let expected = CheckError::WrongJob {
        size: 9,
        job: 5,
        name: "cross",
        counted: again + 8,
        by: "me",
        again,
    };
    assert_eq!(compare(&wrong, &[4, 5, 6]), Err(Error::Check(expected)));
    // A job that was not counted is wrong too, even if it has no solutions.
    let empty = (0..plan.jobs()).find(|&job| right.counts[job as usize] == Some(0)).unwrap();
    wrong.counts[empty as usize] = None;
    assert!(compare(&wrong, &[empty]).is_err());
}

#[test]
fn a_sample_takes_the_middle_job_of_each_of_its_equal_parts() {
    let plan = request(10).method(Method::CROSS).plan().unwrap();
    let jobs = plan.jobs();
    for count in [1, 2, 7, jobs - 1, jobs] {
        let sample = plan.sample(count);
        assert_eq!(sample.len() as u64, count);
        for (i, job) in (0..).zip(sample) {
            // The middle of part i is (2 i + 1) jobs / (2 count); the job contains it.
            let middle = (2 * i + 1) * jobs;
            assert!(2 * count * job <= middle && middle < 2 * count * (job + 1), "{i} of {count}");
        }
    }
    assert_eq!(plan.sample(jobs + 5), plan.all_jobs());
}

#[test]
fn a_plan_describes_its_request() {
    let plan = request(8).statistics().method(Method::BREADTH).plan().unwrap();
    assert_eq!(plan.details(), Details { statistics: true, ..Details::default() });
    assert!(plan.statistics() && !plan.tally());
    assert_eq!((plan.size(), plan.rules(), plan.only()), (8, Rules::Queens, None));
    assert_eq!((plan.name(), plan.method()), ("breadth", Some(Method::BREADTH)));
    let plan = request(8).tally().plan().unwrap();
    assert!(plan.tally() && !plan.statistics());
    assert_eq!(plan.details(), Details { tally: true, ..Details::default() });
    let plan = request(8).only(Rotation::By90).plan().unwrap();
    assert_eq!((plan.only(), plan.method()), (Some(Rotation::By90), None));
    let plan = request(7).rules(Rules::Torus).plan().unwrap();
    assert_eq!((plan.rules(), plan.name()), (Rules::Torus, "torus"));
    assert!(!plan.tally() && Total::new(&plan).tally.is_none());
}

#[test]
fn without_a_method_details_choose_one_that_has_them() {
    let given = || Request::on(Board::new(16).unwrap().with_queen(Square::new(0, 3)).unwrap());
    let method = |request: Request| request.plan().unwrap().method().unwrap();
    assert_eq!(method(request(8).statistics()), Method::BITMASK);
    assert_eq!(method(request(8).statistics().tally()), Method::BITMASK);
    assert_eq!(method(request(8).tally()), Method::STACKED);
    assert_eq!(method(given().tally()), Method::BITMASK);
    assert_eq!(method(given().statistics()), Method::BITMASK);
    let best = Method::auto(&Board::new(14).unwrap(), Resources::default());
    assert_eq!(method(request(14)), best);
}

#[test]
fn join_is_chosen_only_if_its_memory_suffices() {
    let chosen = |size, memory| {
        let resources = Resources { threads: 2, memory, ..Resources::default() };
        Method::auto(&Board::new(size).unwrap(), resources)
    };
    for (size, bytes) in
        [(18, 28), (19, 210), (24, 505), (28, 3500)].map(|(size, mb)| (size, mb * 1_000_000))
    {
        assert_eq!(chosen(size, bytes), Method::JOIN, "N = {size}");
        assert_eq!(chosen(size, bytes - 1), Method::CROSS, "N = {size}");
    }
    assert_eq!(chosen(29, u64::MAX), Method::CROSS);
    // Methods that need little memory do not depend on it.
    assert_eq!([10, 12].map(|size| chosen(size, 0)), [Method::STACKED, Method::CROSS]);
}

#[test]
fn plans_are_equal_if_problem_details_and_engine_are() {
    let plan = |request: Request| request.plan().unwrap();
    let one = plan(request(8).method(Method::BITMASK));
    assert_eq!(one, plan(request(8).method(Method::BITMASK)));
    assert_eq!(one, plan(Request::on(Board::new(8).unwrap()).method(Method::BITMASK)));
    assert_ne!(one, plan(request(9).method(Method::BITMASK)));
    assert_ne!(one, plan(request(8).method(Method::BITSET)));
    assert_ne!(one, plan(request(8).method(Method::BITMASK).statistics()));
    assert_ne!(plan(request(9).method(Method::CROSS)), one);
}

#[test]
fn an_engine_is_found_by_its_type_only() {
    let plan = request(9).method(Method::CROSS).plan().unwrap();
    assert!(plan.engine_as::<Cross>().is_some());
    assert!(plan.engine_as::<Join>().is_none());
    assert_eq!(plan.engine().jobs(), plan.jobs());
}

#[test]
fn statistics_have_the_names_of_the_method() {
    let plan = request(8).method(Method::BREADTH).statistics().plan().unwrap();
    let total = plan.run(&Inline, &Never).unwrap();
    let named = plan.named_statistics(&total).unwrap();
    let names: Vec<_> = plan.engine().info().statistics.iter().map(|one| one.name).collect();
    assert_eq!(named.iter().map(|one| one.0).collect::<Vec<_>>(), names);
    let peak = u128::from(total.statistics.unwrap().queue_peak);
    assert!(peak == 351 && named.iter().any(|&(_, value)| value == peak), "{named:?}");
    let plain = request(8).method(Method::BREADTH).plan().unwrap();
    assert_eq!(plain.named_statistics(&plain.run(&Inline, &Never).unwrap()), None);
}

#[test]
fn a_worker_reports_the_memory_of_its_engine() {
    let plan = request(14).method(Method::JOIN).plan().unwrap();
    let mut worker = plan.worker(Simd::best());
    worker.run(plan.jobs() / 2, &Never).unwrap();
    // Tables of more than one entry, in the worker and shared between workers.
    let costs = worker.costs().unwrap();
    assert!(costs.memory() > 100, "{}", costs.memory());
    assert!(costs.shared_memory() > 100, "{}", costs.shared_memory());
    let stateless = request(8).method(Method::BITMASK).plan().unwrap();
    assert!(stateless.worker(Simd::best()).costs().is_none());
}

#[test]
fn one_job_has_no_speedup_by_threads() {
    let total = |size| request(size).method(Method::BITMASK).statistics().run().unwrap();
    assert_eq!((total(1).jobs, total(1).max_speedup()), (1, None));
    assert!(total(8).jobs > 1 && total(8).max_speedup().is_some_and(|most| most > 1.0));
}

/// Counts how often the search asks whether to stop.
#[derive(Default)]
struct Polls(AtomicU64);

impl Control for Polls {
    fn stopped(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed);
        false
    }
}

#[test]
fn a_method_with_another_order_lists_in_lexicographic_order() {
    // Large enough for polls in the second column.
    let mut solutions = Vec::new();
    let list = request(11).method(Method::DANCING_LINKS).list(&Never, |solution| {
        solutions.push(solution);
        Flow::Continue(())
    });
    assert_eq!((list, solutions.len()), (Ok(()), 2680));
    assert!(solutions.is_sorted());
}

#[test]
fn a_sorted_list_begins_before_the_search_ends() {
    let polls = |most: usize| {
        let (polls, mut seen) = (Polls::default(), 0);
        let end = request(8).method(Method::DANCING_LINKS).list(&polls, |_| {
            seen += 1;
            if seen == most { Flow::Break(()) } else { Flow::Continue(()) }
        });
        assert_eq!((end, seen), (Ok(()), most));
        polls.0.into_inner()
    };
    // The solutions of the first queen are passed on as soon as the queen moves.
    assert!(2 * polls(1) < polls(92), "{} of {}", polls(1), polls(92));
}

#[cfg(feature = "threads")]
mod threads {
    use super::*;
    use std::collections::HashSet;
    use std::sync::Mutex;
    use std::thread::{self, ThreadId};

    /// Collects the threads that start jobs.
    #[derive(Default)]
    struct Starters(Mutex<HashSet<ThreadId>>);

    impl Control for Starters {
        fn stopped(&self) -> bool {
            false
        }

        fn event(&self, event: crate::Event<'_>) {
            if let crate::Event::Begun(_) = event {
                self.0.lock().unwrap().insert(thread::current().id());
            }
        }
    }

    #[test]
    fn one_thread_is_the_calling_one_and_several_are_others() {
        let plan = request(9).method(Method::CROSS).plan().unwrap();
        let starters = |threads: usize| {
            let control = Starters::default();
            plan.run(&Threads::new(threads).unwrap(), &control).unwrap();
            control.0.into_inner().unwrap()
        };
        assert_eq!(starters(1), HashSet::from([thread::current().id()]));
        assert!(!starters(2).contains(&thread::current().id()));
    }
}
