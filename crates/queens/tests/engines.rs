//! The counting engines and their plans, by the public API: published totals with every set of vector instructions, every job
//! against plain backtracking, and checks that must detect errors.
#![cfg(feature = "threads")]

mod common;

use common::{check_jobs, known, up_to};
use queens::engines::{cross::Cross, join::Join};
use queens::{
    Backend, BackendError, Board, CheckError, Control, Count, Error, Inline, JobByJob, JobResult,
    Method, Never, Plan, Request, RequestError, Rotation, Simd, Sink, Threads, Total, Weight,
    published,
};

const ENGINES: [Method; 2] = [Method::CROSS, Method::JOIN];

fn plan(method: Method, size: usize) -> Plan {
    Request::count(size).unwrap().method(method).plan().unwrap()
}

fn run<S: Sink>(plan: &Plan, simd: Simd, mut sink: S) -> S {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let backend = Threads::new(threads).unwrap().with_simd(simd);
    backend.run(plan, &plan.all_jobs(), &mut sink, &Never).unwrap();
    sink
}

fn counted(method: Method, size: usize, simd: Simd) -> u128 {
    let plan = plan(method, size);
    run(&plan, simd, Total::new(&plan)).solutions
}

#[test]
fn engines_count_the_published_totals_with_all_vector_instructions() {
    for method in ENGINES {
        for simd in Simd::available() {
            for size in 0..=up_to(18, 17) {
                let found = counted(method, size, simd);
                assert_eq!(found, known("solutions", size), "{method} N = {size} {simd}");
            }
        }
    }
}

/// The largest boards take minutes, so they are counted with the widest vectors only.
#[test]
fn engines_count_the_published_totals_of_large_boards() {
    for method in ENGINES {
        for size in 18..=up_to(20, 18) {
            let found = counted(method, size, Simd::best());
            assert_eq!(found, known("solutions", size), "{method} N = {size}");
        }
    }
}

#[test]
fn every_job_counts_what_plain_backtracking_counts_on_its_boards() {
    for method in ENGINES {
        for size in 0..=12 {
            check_jobs(&plan(method, size));
        }
    }
}

/// Searches with one job per first queen, and given queens.
#[test]
fn jobs_of_every_plan_are_recounted() {
    let corner = Board::new(9).unwrap().with_queen("C2".parse().unwrap()).unwrap();
    let closed = corner.clone().with_closed("H8".parse().unwrap()).unwrap();
    let mut requests = vec![
        Request::on(corner).method(Method::BITMASK),
        Request::on(closed).method(Method::CROSS),
    ];
    for method in Method::searches() {
        requests.push(Request::count(7).unwrap().method(method));
    }
    for request in requests {
        check_jobs(&request.plan().unwrap());
    }
}

#[test]
fn the_weight_of_a_subproblem_is_the_number_of_times_that_a_solution_counts() {
    let join = plan(Method::JOIN, 8);
    let part = join.subproblems(20).unwrap().remove(0);
    assert!(matches!(part.weight, Weight::MainDiagonals(_)) && !part.board.is_empty());
    let cross = plan(Method::CROSS, 8);
    let part = cross.subproblems(0).unwrap().remove(0);
    assert!(matches!(part.weight, Weight::Each(1..=8)) && !part.board.given().is_empty());
    let jobs = cross.jobs();
    assert_eq!(
        cross.subproblems(jobs),
        Err(Error::Request(RequestError::NoSuchJob { job: jobs, jobs }))
    );
}

/// The work of the join is measured by solutions.
#[test]
fn no_job_is_more_than_a_hundredth_of_the_work() {
    let join = plan(Method::JOIN, 18);
    let found = run(&join, Simd::best(), JobByJob::new(&join));
    let largest = found.counts.iter().flatten().max().unwrap();
    assert!(u128::from(*largest) * 100 <= found.total.solutions, "{largest}");
}

#[test]
fn a_plan_of_18_fits_into_100_megabytes() {
    for method in ENGINES {
        let plan = plan(method, 18);
        let mut worker = plan.worker(Simd::best());
        for job in plan.sample(40) {
            worker.run(job, &Never).unwrap();
        }
        let costs = worker.costs().unwrap();
        let bytes = costs.shared_memory() + 2 * costs.memory();
        assert!((10_000..100_000_000).contains(&bytes), "{method}: {bytes}");
    }
}

#[test]
fn a_count_that_disagrees_with_its_residues_is_an_error() {
    let plan = plan(Method::JOIN, 8);
    let mut total = Total::new(&plan);
    let mut count = Count::default();
    count.add(5, 8).unwrap();
    assert_eq!(total.add(3, &JobResult::new(count)), Ok(()));
    let wrong = Count { solutions: 41, ..count };
    assert_eq!(
        total.add(4, &JobResult::new(wrong)),
        Err(Error::Check(CheckError::Inconsistent { job: 4 }))
    );
    assert_eq!((total.solutions, total.jobs), (40, 1));
}

/// `cross` and `join` add many numbers per job, so that a bit that flips during a job is detected, too.
#[test]
fn a_bit_that_flips_while_a_job_runs_disagrees_with_the_residues() {
    let (cross, join) = (Cross::new(&Board::new(18).unwrap()), Join::new(18));
    for engine in ENGINES {
        let (mut count, mut added) = (Count::default(), 0);
        let add = |found: u64, weight: u64| {
            count.add(found, weight).unwrap();
            added += 1;
            if added == 2 {
                count.solutions ^= 1 << 20;
            }
            Ok(())
        };
        if engine == Method::CROSS {
            cross.worker(Simd::best()).run(cross.jobs() / 2, &Never, add).unwrap();
        } else {
            join.worker(Simd::best()).run(join.jobs() / 2, &Never, add).unwrap();
        }
        assert!(added > 10, "{engine}: {added}");
        assert!(!count.is_consistent(), "{engine}");
    }
}

#[test]
fn a_double_check_accepts_correct_counts_and_names_the_wrong_job() {
    let backend = Threads::new(2).unwrap();
    for method in [Method::CROSS, Method::JOIN, Method::STACKED] {
        let plan = plan(method, 10);
        let right = run(&plan, Simd::best(), JobByJob::new(&plan));
        let check = plan.double_check(&right, 3, &backend, &Never).unwrap();
        let other = if method == Method::CROSS { Method::JOIN } else { Method::CROSS };
        assert_eq!((check.other, check.recounted.len()), (Some(other), 3));
        // A job that is not in the sample, so that only the other engine detects it.
        let bad = (0..plan.jobs()).find(|job| !check.recounted.contains(job)).unwrap();
        let mut wrong = right.clone();
        *wrong.counts[bad as usize].as_mut().unwrap() += 8;
        wrong.total.solutions += 8;
        let error = plan.double_check(&wrong, 3, &backend, &Never).unwrap_err();
        assert!(
            matches!(error, Error::Check(CheckError::WrongJob { job, .. }) if job == bad),
            "{error}"
        );
        // A job in the sample.
        let mut wrong = right.clone();
        let bad = check.recounted[1];
        *wrong.counts[bad as usize].as_mut().unwrap() += 1;
        let error = plan.double_check(&wrong, 3, &backend, &Never).unwrap_err();
        assert!(
            matches!(error, Error::Check(CheckError::WrongJob { job, .. }) if job == bad),
            "{error}"
        );
    }
}

#[test]
fn requests_that_an_engine_does_not_support_are_errors() {
    let count = |method| Request::count(8).unwrap().method(method);
    let join = Method::JOIN;
    assert_eq!(
        count(join).statistics().plan(),
        Err(Error::Request(RequestError::NoStatistics { method: join }))
    );
    for method in ENGINES {
        assert_eq!(
            count(method).tally().plan(),
            Err(Error::Request(RequestError::CountsOnly { method }))
        );
        let listed = count(method).list(&Never, |_| unreachable!());
        assert_eq!(listed, Err(Error::Request(RequestError::CountsOnly { method })));
    }
    let board = Board::new(8).unwrap().with_queen("A1".parse().unwrap()).unwrap();
    let request = Request::on(board).method(join);
    assert_eq!(request.plan(), Err(Error::Request(RequestError::EmptyBoardOnly { method: join })));
    assert!(Request::count(29).unwrap().method(join).plan().is_err());
    assert!(Request::count(8).unwrap().method(join).only(Rotation::By180).plan().is_err());
}

/// A control that stops after a number of polls.
struct Patience(std::sync::atomic::AtomicU64);

impl Control for Patience {
    fn stopped(&self) -> bool {
        use std::sync::atomic::Ordering::Relaxed;
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

#[test]
fn jobs_finished_before_a_stop_reach_the_sink() {
    for method in ENGINES {
        let plan = plan(method, 13);
        let mut total = Total::new(&plan);
        let backend = Threads::new(2).unwrap();
        let end = backend.run(&plan, &plan.all_jobs(), &mut total, &Patience(400.into()));
        assert_eq!(end, Err(Error::Stopped), "{method}");
        assert!(0 < total.jobs && total.jobs < plan.jobs(), "{method}: {}", total.jobs);
        assert!(total.solutions < known("solutions", 13));
    }
}

/// A control that panics when it is polled for the first time.
struct Panicking(std::sync::atomic::AtomicBool);

impl queens::Control for Panicking {
    fn stopped(&self) -> bool {
        if self.0.swap(false, std::sync::atomic::Ordering::Relaxed) {
            panic!("on purpose");
        }
        false
    }
}

#[test]
fn a_panic_is_an_error_of_its_job_only() {
    let plan = Request::count(11).unwrap().method(Method::CROSS).plan().unwrap();
    let threads = Threads::new(3).unwrap();
    for backend in [&Inline as &dyn Backend, &threads] {
        let control = Panicking(true.into());
        let mut total = Total::new(&plan);
        let error = backend.run(&plan, &plan.all_jobs(), &mut total, &control).unwrap_err();
        assert!(
            matches!(&error, Error::Backend(BackendError::Panicked { reason, .. }) if reason == "on purpose"),
            "{error}"
        );
        let mut total = Total::new(&plan);
        backend.run(&plan, &plan.all_jobs(), &mut total, &control).unwrap();
        assert_eq!(Some(total.solutions), published(11));
    }
}
