//! Other rules than those of queens: counts against published numbers and against a search without symmetry.

mod common;

use common::{check_jobs, sequence, up_to};
use queens::{Never, Plan, Request, Rotation, Rules, Simd, Solution, Square, published_by};

fn counted(size: usize, rules: Rules) -> u128 {
    Request::count(size).unwrap().rules(rules).run().unwrap().solutions
}

/// The number of permutations in which no queen attacks another, by a test of each pair of squares.
fn by_definition(size: usize, rules: Rules) -> u128 {
    fn extended(rows: &mut Vec<u32>, size: usize, rules: Rules) -> u128 {
        if rows.len() == size {
            return 1;
        }
        let square = |col: usize, row| Square::new(col as u32, row);
        let here = rows.len();
        let mut found = 0;
        for row in 0..size as u32 {
            let attacks =
                |(col, &other)| rules.attacks(square(col, other), square(here, row), size);
            if !rows.iter().enumerate().any(attacks) {
                rows.push(row);
                found += extended(rows, size, rules);
                rows.pop();
            }
        }
        found
    }
    extended(&mut Vec::new(), size, rules)
}

#[test]
fn counts_are_those_of_a_test_of_each_pair_of_squares() {
    for (rules, largest) in [
        (Rules::Torus, 8),
        (Rules::Superqueens, 8),
        (Rules::Semiqueens, 8),
        (Rules::Reflecting, up_to(13, 11)),
    ] {
        for size in 0..=largest {
            assert_eq!(counted(size, rules), by_definition(size, rules), "N = {size}, {rules}");
        }
    }
}

#[test]
fn counts_are_the_published_ones() {
    for (name, rules, largest) in [
        ("toroidal", Rules::Torus, up_to(19, 13)),
        ("superqueens", Rules::Superqueens, up_to(17, 13)),
        ("semiqueens", Rules::Semiqueens, up_to(13, 11)),
        ("reflecting", Rules::Reflecting, up_to(17, 14)),
    ] {
        assert_eq!(counted(0, rules), 1, "{rules}");
        for (size, value) in sequence(name) {
            assert_eq!(published_by(rules, size), Some(value), "N = {size}, {rules}");
            if size <= largest {
                assert_eq!(counted(size, rules), value, "N = {size}, {rules}");
            }
        }
    }
}

#[test]
fn solutions_by_rules_that_are_only_counted_are_checked() {
    assert!(Solution::by(Rules::Semiqueens, vec![2, 1, 0]).is_ok());
    assert!(Solution::by(Rules::Semiqueens, vec![0, 1, 2]).is_err());
    // A2 and B5 attack each other by reflection: 2 + 1 = 5 - 2.
    assert!(Solution::by(Rules::Queens, vec![1, 4, 2, 0, 3]).is_ok());
    assert!(Solution::by(Rules::Reflecting, vec![1, 4, 2, 0, 3]).is_err());
    for rules in Rules::ONLY_COUNTED {
        assert_eq!(rules.name().parse(), Ok(rules));
        assert!(
            Request::count(8).unwrap().rules(rules).only(queens::Rotation::By180).plan().is_err()
        );
    }
}

#[test]
fn options_that_other_rules_do_not_support_are_errors() {
    let torus = Request::count(8).unwrap().rules(Rules::Torus);
    assert!(torus.clone().statistics().plan().is_err());
    assert!(torus.clone().only(Rotation::By180).plan().is_err());
    assert!(torus.clone().method(queens::Method::CROSS).plan().is_err());
    assert!(torus.plan().unwrap().by_other_engine().is_none());
    assert!(Request::count(8).unwrap().rules(Rules::Regions).plan().is_err());
}

/// The plans of other rules and of symmetric solutions.
fn plans(size: usize) -> Vec<Plan> {
    let request = |rules| Request::count(size).unwrap().rules(rules);
    let mut requests: Vec<Request> =
        [Rules::Torus, Rules::Superqueens, Rules::Semiqueens, Rules::Reflecting]
            .map(request)
            .into();
    for only in Rotation::ALL {
        requests.extend([Rules::Queens, Rules::Superqueens].map(|rules| request(rules).only(only)));
    }
    requests.into_iter().map(|request| request.plan().unwrap()).collect()
}

#[test]
fn every_job_counts_what_plain_backtracking_recounts() {
    for size in 0..=up_to(12, 10) {
        plans(size).iter().for_each(check_jobs);
    }
}

#[test]
fn the_parts_of_a_recount_are_the_recount() {
    let mut split = 0;
    for size in [13, 14, 16] {
        for plan in plans(size) {
            // A job of semi-queens has too many solutions for this size.
            if plan.rules() == Rules::Semiqueens && size > 13 {
                continue;
            }
            for job in plan.sample(2) {
                let parts = plan.recount_parts(job).unwrap();
                split += usize::from(parts.len() > 20);
                let sum: u64 = parts.iter().map(|part| part.count(&Never).unwrap()).sum();
                let found = plan.worker(Simd::best()).run(job, &Never).unwrap().count.solutions;
                assert_eq!(sum, found, "{} {} N = {size}, job {job}", plan.name(), plan.rules());
            }
        }
    }
    assert!(split > 10, "{split} jobs were split");
}
