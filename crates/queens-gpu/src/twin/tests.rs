//! The twin against the CPU engines, plain recursion and the published totals.

use super::drain::{Found, Lane, State, children, drain, float, leading_on};
use super::expand::{Wide, bits, expand};
use super::{Counted, Parent, run};
use crate::SMALLEST;
use crate::tests::{cross, plain, plans_by_level, work_of};
use crate::work::Job;
use proptest::prelude::*;
use queens::engines::cross::{Cross, Outline, Step};
use queens::{Backend, Inline, JobByJob, Method, Never, Total};

/// The state at the bottom of a stack; `idle_state` in `drain.cu`.
const IDLE: State = [u32::MAX, 0xc000_0000, 0x3fff_ffff, 0x8000_0000];
/// The same where columns are skipped.
const IDLE_WITH_GAPS: State = [u32::MAX; 4];

/// The solutions below these parents.
fn solutions(job: &Job, parents: Vec<Parent>) -> u64 {
    let states = parents.into_iter().flat_map(|parent| children(job, parent).0);
    states.map(|state| drain(job, state).solutions).sum()
}

#[test]
fn every_job_of_the_cross_counts_what_the_cpu_counts() {
    for size in SMALLEST..=13 {
        let plan = cross(size);
        let mut found = JobByJob::new(&plan);
        Inline.run(&plan, &plan.all_jobs(), &mut found, &Never).unwrap();
        for Counted { job, result, .. } in run(&plan, &plan.all_jobs()).unwrap() {
            let right = found.counts[job as usize];
            assert_eq!(right, Some(result.count.solutions), "N = {size}, job {job}");
        }
    }
}

#[test]
fn every_kind_of_job_is_among_those_tested() {
    let plans = (SMALLEST..=13).map(cross);
    let works = plans.map(|plan| work_of(&plan, &plan.all_jobs()).unwrap());
    let jobs: Vec<Job> = works.flat_map(|work| work.jobs).collect();
    let count = |kind: fn(&Job) -> bool| jobs.iter().filter(|job| kind(job)).count();
    assert!(count(Job::is_gapped) > 100);
    assert!(count(|job| !job.is_gapped()) > 100);
    assert!(count(|job| job.turn <= job.columns) > 10, "a root column in the right half");
    assert!(count(|job| job.turn > job.columns) > 100);
}

#[test]
fn the_kernel_for_gaps_counts_the_same_without_any() {
    let plan = cross(12);
    let work = work_of(&plan, &plan.all_jobs()).unwrap();
    let solutions = |job: &Job| solutions(job, expand(job).0);
    for job in work.jobs.iter().filter(|job| !job.is_gapped()) {
        let ones = (0..job.rest()).fold(0, |gaps, i| gaps | 1 << (5 * i));
        assert_eq!(solutions(&Job { gaps: ones, mark: 0, ..*job }), solutions(job));
    }
}

#[test]
fn the_largest_boards_have_room_for_their_distances() {
    for size in 28..=32 {
        let plan = cross(size);
        let work = work_of(&plan, &plan.sample(2000)).unwrap();
        for job in &work.jobs {
            assert!(job.columns >= job.prefixed + 2 && job.rest() >= 3, "{job:?}");
            assert_eq!(job.mark, 0);
            if job.free >> 30 != 0 || job.is_gapped() {
                let fields = (0..job.rest()).map(|i| job.gaps >> (5 * i) & 31);
                assert!(fields.into_iter().all(|gap| (1..=3).contains(&gap)), "{job:?}");
            }
        }
    }
}

/// The number of ways to fill these columns, by plain recursion; the flag marks the columns of the left half.
fn fill_plainly(steps: &[(Step, bool)], state: Wide) -> u64 {
    let Some(((step, left), rest)) = steps.split_first() else { return 1 };
    let turns = *left && rest.first().is_none_or(|(_, left)| !left);
    bits(state.places())
        .map(|queen| fill_plainly(rest, set(state, queen, step, *left, turns)))
        .sum()
}

fn set(state: Wide, queen: u32, step: &Step, left: bool, turns: bool) -> Wide {
    let far = |rows: u32, queen: u32| if left { rows | queen } else { rows };
    let far_up = far(state.far_up, queen << step.far);
    let far_down = far(state.far_down, queen >> step.far);
    let up = if turns { far_up } else { (state.up | queen) << step.shift };
    let down = if turns { far_down } else { (state.down | queen) >> step.shift };
    Wide { free: state.free ^ queen, up, down, far_up, far_down }
}

/// Boards that are too large to count: a few jobs, in each a few random starts.
#[test]
fn parents_of_large_boards_allow_what_the_plain_recursion_finds() {
    let mut seed = 12_345u64;
    let mut random = move |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below
    };
    for size in 18..=32 {
        let plan = cross(size);
        let cross = plan.engine_as::<Cross>().unwrap();
        let (mut compared, mut found) = (0, 0);
        while compared < 40 {
            let id = random(plan.jobs());
            let Outline { left, right, .. } = cross.outline(id);
            let left = left.iter().map(|step| (*step, true));
            let steps: Vec<_> = left.chain(right.iter().map(|step| (*step, false))).collect();
            let job = &work_of(&plan, &[id]).unwrap().jobs[0];
            let Job { free, up, down, far_up, far_down, .. } = *job;
            let mut state = Wide { free, up, down, far_up, far_down };
            for column in 0..job.columns as usize {
                let places: Vec<u32> = bits(state.places()).collect();
                if places.is_empty() {
                    break;
                }
                let queen = places[random(places.len() as u64) as usize];
                state = state.after(queen, column, job);
            }
            let filled = job.free.count_ones() - state.free.count_ones();
            if filled < job.columns || state.places() == 0 {
                continue;
            }
            let twin = solutions(job, vec![job.parent(state)]);
            let plain = fill_plainly(&steps[filled as usize..], state);
            assert_eq!(twin, plain, "N = {size}, job {id}, {state:?}");
            (compared, found) = (compared + 1, found + plain);
        }
        assert!(found > 0, "N = {size}");
    }
}

#[test]
fn without_marks_the_same_is_counted() {
    let plan = cross(13);
    let work = work_of(&plan, &plan.all_jobs()).unwrap();
    let count = |job: &Job| solutions(job, expand(job).0);
    assert!(work.jobs.iter().any(|job| job.mark != 0));
    for job in &work.jobs {
        assert_eq!(count(&Job { mark: 0, ..*job }), count(job));
    }
}

#[test]
fn placements_are_those_of_plain_backtracking_and_of_its_half() {
    for (method, sizes) in [(Method::BITMASK, 10..=12), (Method::STACKED, 10..=13)] {
        for size in sizes {
            let plan = plain(size, method);
            let counted = run(&plan, &plan.all_jobs()).unwrap();
            let mut ids: Vec<u64> = counted.iter().map(|counted| counted.job).collect();
            ids.sort_unstable();
            assert_eq!(ids, plan.all_jobs());
            for Counted { job, result, .. } in counted {
                let right = plan.run_job(job, &Never).unwrap();
                assert_eq!(result, right, "{method} {size}, job {job}");
            }
        }
    }
}

/// `bitmask` counts them with an observer of its search.
#[test]
fn placements_by_level_are_those_of_the_engine_and_of_bitmask() {
    for size in SMALLEST..=14 {
        let plans = plans_by_level(size);
        // The engine is fast enough for all of them.
        let engines = &plans[..if size <= 13 { 2 } else { 1 }];
        let right: Vec<Total> =
            engines.iter().map(|plan| plan.run(&Inline, &Never).unwrap()).collect();
        for plan in &plans {
            let mut total = Total::new(plan);
            let counted = run(plan, &plan.all_jobs()).unwrap();
            assert_eq!(counted.len() as u64, plan.jobs());
            for Counted { job, result, .. } in counted {
                if size <= 12 {
                    let right = plan.run_job(job, &Never).unwrap();
                    assert_eq!(result, right, "{} {size}, job {job}", plan.name());
                }
                total.add(job, &result).unwrap();
            }
            for right in &right {
                assert_eq!(total.by_level, right.by_level, "N = {size}");
                assert_eq!(total.statistics, right.statistics, "N = {size}");
                assert_eq!(total.solutions, right.solutions, "N = {size}");
            }
        }
    }
}

/// The counters of a lane for its columns, and for the idle state.
#[test]
fn the_levels_of_the_second_phase_are_within_the_counters_of_a_lane() {
    for size in SMALLEST..=30 {
        for plan in plans_by_level(size) {
            let work = work_of(&plan, &[0, 1, plan.jobs() - 1]).unwrap();
            let (rest, columns) = (work.jobs[0].rest(), work.jobs[0].columns);
            assert!(work.levels && (3..=14).contains(&rest), "N = {size}: {rest} columns");
            for job in &work.jobs {
                assert_eq!((job.rest(), job.columns), (rest, columns), "N = {size}");
                assert!(!job.is_gapped() && job.columns >= job.prefixed + 2, "{job:?}");
                assert!(job.free.count_ones() < 32, "{job:?}");
            }
        }
    }
    let [rows, free, ..] = IDLE;
    for row in bits(rows).take(30) {
        assert_eq!((free ^ row).count_ones(), 3, "fewer than the columns of any job");
    }
}

#[test]
fn one_job_alone_is_counted_too() {
    let plan = plain(11, Method::BITMASK);
    for job in [0, 5, 10] {
        let found = run(&plan, &[job]).unwrap();
        let found = found.into_iter().map(|found| (found.job, found.result));
        let right = (job, plan.run_job(job, &Never).unwrap());
        assert_eq!(found.collect::<Vec<_>>(), [right]);
    }
}

#[test]
fn the_idle_state_does_nothing_for_30_steps() {
    let jobs = [
        Job::default(),
        Job { mark: 1, ..Job::default() },
        Job { gaps: 0x0084_2108_4310_8421, ..Job::default() },
    ];
    for job in &jobs {
        let state = if job.is_gapped() { IDLE_WITH_GAPS } else { IDLE };
        let mut lane = Lane { job, state, stack: Vec::new(), found: Found::default() };
        for _ in 0..30 {
            assert!(!lane.step());
        }
        let Found { solutions, queens, records, .. } = lane.found;
        assert_eq!((solutions, queens, records), (0, 0, 0));
    }
}

proptest! {
    #[test]
    fn a_sum_with_zero_moves_numbers_below_two_to_the_30th(word in 0u32..1 << 30) {
        prop_assert_eq!(float(word), word);
    }

    #[test]
    fn rows_that_lead_on_are_those_that_leave_a_row_in_the_next_column(rows: u32, open: u32, few in 0u32..4) {
        // Few open rows, or nothing is ever ruled out.
        let open = bits(open).take(few as usize).fold(0, |rows, row| rows | row);
        let leads = |queen: u32| open & !(queen | queen << 1 | queen >> 1) != 0;
        let right = bits(rows).filter(|&queen| leads(queen)).fold(0, |rows, row| rows | row);
        prop_assert_eq!(leading_on(rows, open), right);
    }
}

#[test]
fn every_solution_takes_steps_and_jobs_that_are_counted_together_have_them_once() {
    let plan = plain(11, Method::BITMASK);
    let counted = run(&plan, &plan.all_jobs()).unwrap();
    let steps: u64 = counted.iter().map(|job| job.steps).sum();
    let solutions: u64 = counted.iter().map(|job| job.result.count.solutions).sum();
    assert!(steps > solutions / 2, "{steps} steps, {solutions} solutions");
    // A first queen and its mirror image are counted together.
    let with_steps = counted.iter().filter(|job| job.steps > 0).count();
    assert_eq!((counted.len(), with_steps), (11, 6));
}
