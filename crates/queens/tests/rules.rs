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

/// The number of permutations `p` of 1 to N that have a property.
fn permutations(size: usize, has: fn(&[i64]) -> bool) -> u128 {
    fn next(rows: &mut Vec<i64>, size: usize, has: fn(&[i64]) -> bool) -> u128 {
        if rows.len() == size {
            return u128::from(has(rows));
        }
        let mut found = 0;
        for row in 1..=size as i64 {
            if !rows.contains(&row) {
                rows.push(row);
                found += next(rows, size, has);
                rows.pop();
            }
        }
        found
    }
    next(&mut Vec::new(), size, has)
}

fn are_different(mut numbers: Vec<i64>) -> bool {
    numbers.sort_unstable();
    numbers.windows(2).all(|pair| pair[0] != pair[1])
}

#[test]
fn semiqueens_are_permutations_with_different_differences() {
    let differences = |rows: &[i64]| are_different((1..).zip(rows).map(|(i, p)| p - i).collect());
    for size in 0..=8 {
        let expected = permutations(size, differences);
        assert_eq!(counted(size, Rules::Semiqueens), expected, "N = {size}");
        assert_eq!(by_definition(size, Rules::Semiqueens), expected, "N = {size}");
    }
}

#[test]
fn reflecting_queens_are_permutations_with_different_sums_and_differences() {
    let numbers =
        |rows: &[i64]| are_different((1..).zip(rows).flat_map(|(i, p)| [p + i, p - i]).collect());
    for size in 0..=8 {
        let expected = permutations(size, numbers);
        assert_eq!(counted(size, Rules::Reflecting), expected, "N = {size}");
        assert_eq!(by_definition(size, Rules::Reflecting), expected, "N = {size}");
    }
    for size in 9..=up_to(13, 11) {
        let expected = by_definition(size, Rules::Reflecting);
        assert_eq!(counted(size, Rules::Reflecting), expected, "N = {size}");
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
