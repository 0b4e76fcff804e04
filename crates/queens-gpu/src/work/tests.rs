//! Tests of the work for a device: which plans are accepted, and how they are divided.

use super::*;
use crate::tests::{cross, plain, plans_by_level, work_of};
use queens::{Board, Request, Rotation, Square};

/// Why a plan is refused.
fn refused(plan: &Plan) -> String {
    let Err(Error::Backend(BackendError::Unsupported { reason, .. })) = check(plan, "the test")
    else {
        panic!("accepted: {plan:?}");
    };
    let supported =
        "; supported are 'cross', placements with 'bitmask' or 'stacked', and placements by level";
    reason.strip_suffix(supported).expect("what is supported").to_string()
}

#[test]
fn a_refused_plan_is_refused_for_its_own_reason() {
    let count = || Request::count(12).unwrap();
    let plan = |request: Request| request.plan().unwrap();
    let symmetric = plan(count().only(Rotation::By180));
    assert_eq!(refused(&symmetric), "only symmetric solutions are not supported");
    let torus = plan(count().rules(Rules::Torus));
    assert_eq!(refused(&torus), "the rules 'torus' are not supported");
    let given = Board::new(12).unwrap().with_queen(Square::new(0, 0)).unwrap();
    let given = plan(Request::on(given).method(Method::CROSS));
    assert_eq!(refused(&given), "given queens and closed squares are not supported");
    let tally = plan(count().tally());
    assert_eq!(refused(&tally), "counts by symmetry or by first queen are not supported");
    let join = plan(count().method(Method::JOIN));
    assert_eq!(refused(&join), "method 'join' is not supported");
    let breadth = plain(12, Method::BREADTH);
    assert_eq!(refused(&breadth), "method 'breadth' is not supported");
    let without = plan(count().method(Method::BITMASK));
    assert_eq!(refused(&without), "method 'bitmask' is not supported");
    let large = plain(31, Method::BITMASK);
    assert_eq!(refused(&large), "placements are counted only up to N = 30");
    let different = plan(count().method(Method::CROSS).statistics());
    let reason = "the placements of 'cross' would differ from those of the CPU";
    assert_eq!(refused(&different), reason);
    let small = work_of(&cross(SMALLEST - 1), &[0]).unwrap_err().to_string();
    assert!(small.ends_with("N = 9 is too small; the minimum is 10"), "{small}");
    let job = work_of(&cross(12), &[1 << 40]);
    assert!(matches!(job, Err(Error::Request(RequestError::NoSuchJob { .. }))));
    let levels = |size: usize| plan(Request::count(size).unwrap().by_level());
    assert_eq!(refused(&levels(31)), "placements are counted only up to N = 30");
    for accepted in [cross(12), plain(30, Method::BITMASK), plain(12, Method::STACKED)] {
        assert_eq!(check(&accepted, "the test"), Ok(()));
    }
    let whole = plan(count().by_level().method(Method::BITMASK));
    for accepted in [levels(0), levels(30), whole] {
        assert_eq!(check(&accepted, "the test"), Ok(()));
    }
}

#[test]
fn units_are_smaller_on_larger_boards() {
    let prefixed = |size: usize| work_of(&cross(size), &[0]).unwrap().prefixed;
    assert_eq!([10, 15, 16, 23, 24, 27].map(prefixed), [0, 0, 1, 1, 2, 2]);
    let by_lane =
        |size: usize| Work::new(&cross(size), &[0], UnitSize::Lane, "the test").unwrap().prefixed;
    assert_eq!([10, 13, 14, 20, 21, 27].map(by_lane), [1, 1, 2, 2, 3, 3]);
    let work = work_of(&cross(16), &[0, 1]).unwrap();
    assert!(!work.queens && work.jobs.iter().all(|job| job.prefixed == 1));
}

#[test]
fn plain_methods_are_divided_at_different_columns() {
    for size in [12, 13, 16] {
        for (method, filled) in [(Method::BITMASK, size / 2 - 2), (Method::STACKED, size / 2 - 1)] {
            let plan = plain(size, method);
            let work = work_of(&plan, &plan.all_jobs()).unwrap();
            assert!(work.queens && work.prefixed == 1, "{method} {size}");
            for job in &work.jobs {
                // The last of the filled columns is the root; the first queen was placed before.
                assert_eq!(job.columns as usize, filled - 1, "{method} {size}");
                assert_eq!(job.rest() as usize, size - 1 - filled, "{method} {size}");
            }
        }
    }
}

/// Placements by level are counted with and without a method; one checks the other.
#[test]
fn placements_by_level_are_divided_at_different_columns() {
    for (size, rests) in [(10, [5, 6]), (19, [10, 11]), (22, [11, 12]), (30, [14, 14])] {
        let work = plans_by_level(size).map(|plan| work_of(&plan, &plan.all_jobs()).unwrap());
        for (work, rest) in work.iter().zip(rests) {
            assert!(work.queens && work.levels && work.size == size, "N = {size}");
            assert!(work.jobs.iter().all(|job| job.rest() == rest), "N = {size}");
        }
        // The jobs of the first two queens; the two halves of the first column are counted together.
        assert_eq!(work[1].jobs.len(), size.div_ceil(2), "N = {size}");
        assert!(work[0].jobs.len() > 4 * size / 3, "N = {size}");
        assert!(work[0].plan_jobs.iter().all(|jobs| jobs.len() == 1), "N = {size}");
    }
}

#[test]
fn portions_have_all_jobs_in_order() {
    let plan = cross(12);
    let mut work = work_of(&plan, &plan.all_jobs()).unwrap();
    let portions = work.portions(100);
    assert_eq!(portions.len(), work.jobs.len().div_ceil(100));
    assert!(portions.iter().rev().skip(1).all(|portion| portion.jobs.len() == 100));
    let all = |part: fn(&Work) -> usize| portions.iter().map(part).sum::<usize>();
    assert_eq!(all(|portion| portion.plan_jobs.len()), plan.jobs() as usize);
    let jobs: Vec<Job> = portions.iter().flat_map(|portion| portion.jobs.clone()).collect();
    assert_eq!(jobs, work.jobs);
    let large = work_of(&cross(16), &[0, 1, 2]).unwrap().portions(2);
    assert_eq!(large.iter().map(|portion| portion.prefixed).collect::<Vec<_>>(), [1, 1]);
    assert!(work.jobs.iter().any(|job| job.mark != 0));
    work.without_marks();
    assert!(work.jobs.iter().all(|job| job.mark == 0));
}
