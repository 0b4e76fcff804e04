//! Other numbers of queens than N: counts against published numbers, polynomials, each other and plain backtracking.

mod common;

use common::{check_jobs, sequence, up_to};
use queens::{
    Board, Classes, Error, Inline, JobByJob, Method, Never, Plan, Queens, Request, RequestError,
    Rotation, Rules, published, published_with,
};

fn plan(size: usize, queens: Queens) -> Plan {
    Request::count(size).unwrap().queens(queens).plan().unwrap()
}

fn counted(size: usize, queens: Queens) -> u128 {
    plan(size, queens).run(&Inline, &Never).unwrap().solutions
}

const KINDS: [Queens; 3] = [Queens::Any, Queens::Maximal, Queens::WithPawn];

#[test]
fn counts_are_the_published_ones() {
    for (name, queens, largest) in [
        ("seven_queens", Queens::Exactly(7), up_to(16, 13)),
        ("eight_queens", Queens::Exactly(8), up_to(14, 12)),
        ("any_number", Queens::Any, up_to(13, 11)),
        ("maximal", Queens::Maximal, up_to(13, 11)),
    ] {
        for (size, number) in sequence(name) {
            assert_eq!(published_with(queens, size), Some(number), "N = {size}, {queens}");
            if size <= largest {
                assert_eq!(counted(size, queens), number, "N = {size}, {queens}");
            }
        }
    }
}

#[test]
fn arrangements_with_a_pawn_up_to_symmetry_are_the_published_ones() {
    for (size, number) in sequence("with_pawn_fundamental") {
        if size > up_to(14, 11) {
            break;
        }
        let plan = plan(size, Queens::WithPawn);
        let all = plan.run(&Inline, &Never).unwrap().solutions;
        let fixed =
            |rotation| plan.symmetric(rotation).unwrap().run(&Inline, &Never).unwrap().solutions;
        let (by_180, by_90) = (fixed(Rotation::By180), fixed(Rotation::By90));
        let classes = Classes { size, all, by_180, by_90 };
        assert_eq!((classes.fundamental(), plan.check_classes(&classes)), (number, Ok(())));
        let error = plan.check_classes(&Classes { all: all + 8, ..classes }).unwrap_err();
        let counted =
            format!("counted {} solutions up to symmetry, published: {number}", number + 1);
        assert!(size == 1 || error.to_string().ends_with(&counted), "{error}");
        assert_eq!(plan.check_total(all, &Inline, &Never), Ok(()));
        assert!(plan.check_total(all + 8, &Inline, &Never).is_err());
    }
}

/// The numbers of arrangements of up to three queens are polynomials in N: A000290, A036464 and A047659.
#[test]
fn up_to_three_queens_are_polynomials() {
    for size in 0..=20_usize {
        let n = size as i128;
        let two = n * (n - 1) * (n - 2) * (3 * n - 1) / 6;
        let even = n * (n - 2) * (n - 2) * (2 * n * n * n - 12 * n * n + 23 * n - 10) / 12;
        let odd = (n - 1) * (n - 3) * (2 * n.pow(4) - 12 * n.pow(3) + 25 * n * n - 14 * n + 1) / 12;
        let three = if size % 2 == 0 { even } else { odd };
        let expected = [1, n * n, two.max(0), if n < 3 { 0 } else { three }];
        for (queens, expected) in expected.into_iter().enumerate() {
            let found = counted(size, Queens::Exactly(queens));
            assert_eq!(found, expected as u128, "{queens} queens, N = {size}");
        }
    }
}

#[test]
fn n_queens_are_the_ordinary_count_and_more_have_no_solution() {
    for size in 0..=10 {
        assert_eq!(Some(counted(size, Queens::Exactly(size))), published(size));
        assert_eq!(plan(size, Queens::Exactly(size)).queens(), Queens::Full);
        for more in [size + 1, size + 2, 40, Queens::MAX] {
            assert_eq!(counted(size, Queens::Exactly(more)), 0, "{more} queens, N = {size}");
        }
    }
}

/// The engine for exactly K queens also counts full boards, if it is not replaced by a method.
#[test]
fn the_engine_of_k_queens_counts_n_queens() {
    for size in 0..=10 {
        let mut problem = plan(size, Queens::Exactly(size + 1)).problem().clone();
        problem.queens = Queens::Exactly(size);
        let plan = Request::of(problem).plan().unwrap();
        assert_eq!(plan.name(), "exactly");
        assert_eq!(Some(plan.run(&Inline, &Never).unwrap().solutions), published(size));
    }
}

#[test]
fn any_number_of_queens_is_the_sum_over_all_numbers() {
    for size in 0..=up_to(11, 10) {
        let sum: u128 = (0..=size).map(|queens| counted(size, Queens::Exactly(queens))).sum();
        assert_eq!(counted(size, Queens::Any), sum, "N = {size}");
    }
}

#[test]
fn every_job_counts_what_plain_backtracking_counts() {
    for size in 0..=up_to(9, 8) {
        let exactly = (0..=size + 1).map(Queens::Exactly);
        for queens in exactly.chain(KINDS) {
            check_jobs(&plan(size, queens));
        }
    }
}

#[test]
fn a_sample_of_jobs_of_larger_boards_is_recounted() {
    for (size, queens) in [
        (13, Queens::Exactly(6)),
        (20, Queens::Exactly(5)),
        (12, Queens::Any),
        (11, Queens::Maximal),
        (12, Queens::WithPawn),
    ] {
        let plan = plan(size, queens);
        for job in plan.sample(12) {
            let found = plan.run_job(job, &Never).unwrap().count.solutions;
            let parts = plan.recount_parts(job).unwrap();
            let again: u64 = parts.iter().map(|part| part.count(&Never).unwrap()).sum();
            assert_eq!(found, again, "N = {size}, {queens}, job {job}");
        }
    }
}

#[test]
fn a_double_check_recounts_jobs_and_finds_a_wrong_one() {
    let plan = plan(9, Queens::Exactly(5));
    let mut found = JobByJob::new(&plan);
    plan.run_into(&Inline, &mut found, &Never).unwrap();
    let check = plan.double_check(&found, 5, &Inline, &Never).unwrap();
    assert_eq!((check.other, check.recounted.len()), (None, 5));
    let wrong = plan.sample(5)[2];
    found.counts[wrong as usize] = Some(1);
    assert!(plan.double_check(&found, 5, &Inline, &Never).is_err());
}

#[test]
fn a_stopped_count_has_no_result() {
    let stopped = std::sync::atomic::AtomicBool::new(true);
    for queens in [Queens::Exactly(8), Queens::Any, Queens::Maximal, Queens::WithPawn] {
        let end = plan(16, queens).run(&Inline, &stopped);
        assert_eq!(end.map(drop), Err(Error::Stopped), "{queens}");
    }
}

#[test]
fn options_that_other_numbers_of_queens_do_not_support_are_errors() {
    for queens in [Queens::Exactly(5), Queens::Any, Queens::Maximal, Queens::WithPawn] {
        let request = || Request::count(8).unwrap().queens(queens);
        let error = Err(Error::Request(RequestError::QueensCount { queens }));
        let board = Board::new(8).unwrap().with_queen("A1".parse().unwrap()).unwrap();
        for wrong in [
            request().statistics(),
            request().tally(),
            request().method(Method::CROSS),
            request().rules(Rules::Torus),
            Request::on(board).queens(queens),
        ] {
            assert_eq!(wrong.plan().map(drop), error, "{queens}");
        }
        let listed = request().list(&Never, |_| panic!("nothing can be listed"));
        assert_eq!(listed, error);
        let symmetric = request().only(Rotation::By180).plan();
        assert_eq!(symmetric.is_ok(), queens == Queens::WithPawn, "{queens}");
    }
}

#[test]
fn numbers_of_queens_parse_and_print() {
    let all = [Queens::Full, Queens::Exactly(0), Queens::Exactly(Queens::MAX)];
    for queens in all.into_iter().chain(KINDS) {
        assert_eq!(queens.to_string().parse(), Ok(queens));
    }
    for wrong in ["", "1025", "-1", "+1", " 8", "8.0", "n", "Any", "pawn", "99999999999999999999"] {
        let error = wrong.parse::<Queens>().unwrap_err().to_string();
        assert!(error.contains("expected 0 to 1024, N, any, maximal or with-pawn"), "{error}");
    }
}
