//! The kernels in Rust, instruction for instruction, so that their arithmetic is tested where there is no device.

use crate::device::State;
use crate::work::Job;

/// `leading_on` of `types.cuh`.
fn leading_on(rows: u32, open: u32) -> u32 {
    let above = (open | open.wrapping_neg()) << 2;
    let below = if open == 0 { 0 } else { 0x3fff_ffff >> open.leading_zeros() };
    rows & (above | below)
}

/// A state of the first phase; `Wide` in `expand.cu`.
#[derive(Clone, Copy, Debug)]
struct Wide {
    free: u32,
    up: u32,
    down: u32,
    far_up: u32,
    far_down: u32,
}

impl Wide {
    fn places(self) -> u32 {
        self.free & !(self.up | self.down)
    }

    fn after(self, queen: u32, column: usize, job: &Job) -> Self {
        let (shift, far) = (job.shift[column], job.far[column]);
        let mut next = Self {
            free: self.free ^ queen,
            up: (self.up | queen) << shift,
            down: (self.down | queen) >> shift,
            far_up: self.far_up | queen << far,
            far_down: self.far_down | queen >> far,
        };
        if column as u32 + 1 == job.turn {
            (next.up, next.down) = (next.far_up, next.far_down);
        }
        next
    }
}

fn bits(mut rows: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = rows & rows.wrapping_neg();
        rows ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The first phase: the states of a job, and the queens set, with those that the first column of the second phase will try.
pub(crate) fn expand(job: &Job) -> (Vec<State>, u64) {
    let Job { free, up, down, far_up, far_down, .. } = *job;
    let (mut states, mut queens) = (Vec::new(), 0);
    fill(job, 0, Wide { free, up, down, far_up, far_down }, &mut states, &mut queens);
    (states, queens)
}

fn fill(job: &Job, column: usize, state: Wide, states: &mut Vec<State>, queens: &mut u64) {
    let allowed = if column == 0 { job.allowed } else { u32::MAX };
    for queen in bits(state.places() & allowed) {
        *queens += 1;
        let next = state.after(queen, column, job);
        if column as u32 + 1 < job.columns {
            fill(job, column + 1, next, states, queens);
            continue;
        }
        let there = next.places();
        *queens += u64::from(there.count_ones());
        let ahead = if job.is_gapped() { job.gaps >> (4 * job.rest()) & 15 } else { 1 };
        let open = next.free & !(next.up << ahead | next.down >> ahead);
        let rows = if ahead == 1 { leading_on(there, open) } else { there };
        if rows != 0 {
            let marked = next.up & job.mark.wrapping_sub(1) | job.mark;
            states.push([rows, next.free, marked, next.down]);
        }
    }
}

/// The state at the bottom of a stack.
const BOTTOM: State = [u32::MAX, 0x7fff_ffff, 0xbfff_ffff, u32::MAX];

/// What a lane found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) solutions: u64,
    pub(crate) queens: u64,
    pub(crate) steps: u64,
    /// The most records on the stack at once, with the one written in passing.
    pub(crate) records: usize,
}

/// A lane of the second phase.
struct Lane<'a> {
    job: &'a Job,
    state: State,
    /// The bottom lies below the first record.
    stack: Vec<State>,
    found: Found,
}

impl Lane<'_> {
    /// `step` of `drain.cu`; tells whether the bottom is reached.
    fn step(&mut self) -> bool {
        let [rows, free, up, down] = self.state;
        let less = rows.wrapping_add(u32::MAX);
        let queen = rows & !less;
        let rows = rows & less;
        let (f, u, d) = (free ^ queen, up | queen, down | queen);
        let gapped = self.job.is_gapped();
        let (g, h) = if gapped {
            let gaps = self.job.gaps.checked_shr(4 * f.count_ones()).unwrap_or(0) as u32;
            (gaps >> 4 & 15, gaps & 15)
        } else {
            (1, 1)
        };
        let shl = |word: u32, by: u32| word.checked_shl(by).unwrap_or(0);
        let shr = |word: u32, by: u32| word.checked_shr(by).unwrap_or(0);
        let (nu, nd) = (shl(u, g), shr(d, g));
        let n = f & !(nu | nd);
        let open = f & !(shl(nu, h) | shr(nd, h));
        let single = f & f.wrapping_add(u32::MAX) == 0;
        let solution = single && (!gapped || n != 0);
        if self.job.mark != 0 {
            assert_eq!(solution, nu >> 31 == 1, "a mark comes when one row is left, and only then");
        }
        self.found.solutions += u64::from(solution);
        self.found.queens += u64::from(n.count_ones());
        self.found.steps += 1;
        let over = (open | open.wrapping_mul(u32::MAX)) << 2;
        let mut under = shr(0x3fff_ffff, if open == 0 { u32::MAX } else { open.leading_zeros() });
        if gapped && h > 1 {
            under = u32::MAX;
        }
        let n = n & (over | under);
        let (live, more) = (n != 0, rows != 0);
        if live {
            self.found.records = self.found.records.max(self.stack.len() + 1);
            if more {
                self.stack.push([rows, free, up, down]);
            }
            self.state = [n, f, nu, nd];
        } else if more {
            self.state[0] = rows;
        } else {
            let Some(state) = self.stack.pop() else { return true };
            self.state = state;
        }
        false
    }
}

/// The second phase: what a state allows.
pub(crate) fn drain(job: &Job, state: State) -> Found {
    let mut lane = Lane { job, state, stack: Vec::new(), found: Found::default() };
    while !lane.step() {}
    lane.found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::{SMALLEST, Work};
    use proptest::prelude::*;
    use queens::Backend;
    use queens::{Error, Inline, JobByJob, JobResult, Method, Never, Plan, Request, Sink, Total};

    fn plan(size: usize, method: Method, statistics: bool) -> Plan {
        let request = Request::count(size).unwrap().method(method);
        let request = if statistics { request.statistics() } else { request };
        request.plan().unwrap()
    }

    /// Counts jobs of a plan as the device does, and hands on what each found.
    fn run(plan: &Plan, jobs: &[u64], mut finished: impl FnMut(u64, u64, u64)) {
        let work = Work::new(plan, jobs).unwrap();
        for (job, shares) in work.jobs.iter().zip(&work.shares) {
            let (states, mut queens) = expand(job);
            let mut solutions = 0;
            for state in states {
                let found = drain(job, state);
                solutions += found.solutions;
                queens += found.queens;
                assert!(found.records <= job.rest() as usize, "{found:?} {job:?}");
            }
            for share in shares {
                finished(share.id, solutions * share.weight, queens + share.set);
            }
        }
    }

    #[test]
    fn every_job_of_the_cross_counts_what_the_cpu_counts() {
        for size in SMALLEST..=13 {
            let plan = plan(size, Method::Cross, false);
            let mut found = JobByJob::new(&plan);
            Inline.run(&plan, &plan.all_jobs(), &mut found, &Never).unwrap();
            run(&plan, &plan.all_jobs(), |job, solutions, _| {
                assert_eq!(found.counts[job as usize], Some(solutions), "N = {size}, job {job}");
            });
        }
    }

    #[test]
    fn every_kind_of_job_is_among_those_tested() {
        let plan = plan(13, Method::Cross, false);
        let work = Work::new(&plan, &plan.all_jobs()).unwrap();
        let gapped = work.jobs.iter().filter(|job| job.is_gapped()).count();
        let passed = work.jobs.iter().filter(|job| job.columns > job.turn).count();
        assert!(gapped > 0 && passed > gapped && gapped + passed < work.jobs.len());
    }

    #[test]
    fn placements_are_those_of_the_plain_search_and_of_its_half() {
        for (method, sizes) in [(Method::Bitmask, 10..=12), (Method::Stacked, 10..=13)] {
            for size in sizes {
                let plan = plan(size, method, true);
                let mut results = Vec::new();
                run(&plan, &plan.all_jobs(), |id, _, _| results.push(id));
                results.sort_unstable();
                assert_eq!(results, plan.all_jobs());
                run(&plan, &plan.all_jobs(), |job, solutions, placements| {
                    let JobResult { count, statistics, .. } = plan.run_job(job, &Never).unwrap();
                    let right = (count.solutions, statistics.unwrap().placements);
                    assert_eq!((solutions, placements), right, "{method} {size}, job {job}");
                });
            }
        }
    }

    #[test]
    fn one_job_alone_is_counted_too() {
        let plan = plan(11, Method::Bitmask, true);
        for job in [0, 5, 10] {
            let mut found = Vec::new();
            run(&plan, &[job], |id, solutions, placements| found.push((id, solutions, placements)));
            let JobResult { count, statistics, .. } = plan.run_job(job, &Never).unwrap();
            assert_eq!(found, [(job, count.solutions, statistics.unwrap().placements)]);
        }
    }

    #[test]
    fn the_sum_of_all_jobs_is_the_published_total() {
        let plan = plan(14, Method::Cross, false);
        let mut total = Total::new(&plan);
        run(&plan, &plan.all_jobs(), |job, solutions, _| {
            let mut count = queens::Count::default();
            count.add(solutions, 1).unwrap();
            total.finished(job, JobResult::new(count)).unwrap();
        });
        assert_eq!(Some(total.solutions), queens::published(14));
    }

    #[test]
    fn the_bottom_of_the_stack_does_nothing_for_30_steps() {
        let jobs = [
            Job::default(),
            Job { mark: 1, ..Job::default() },
            Job { gaps: 0x1112_1131_1111_1110, ..Job::default() },
        ];
        for job in &jobs {
            let mut lane = Lane { job, state: BOTTOM, stack: Vec::new(), found: Found::default() };
            for _ in 0..30 {
                assert!(!lane.step());
            }
            let Found { solutions, queens, records, .. } = lane.found;
            assert_eq!((solutions, queens, records), (0, 0, 0));
        }
    }

    #[test]
    fn what_the_device_cannot_do_is_said() {
        let refused = |plan: &Plan| match Work::new(plan, &plan.all_jobs()) {
            Err(error @ Error::Unsupported { .. }) => error.to_string(),
            other => panic!("{other:?}"),
        };
        let join = plan(12, Method::Join, false);
        assert!(refused(&join).contains("not method 'join'; it counts with 'cross'"));
        assert!(refused(&plan(12, Method::Cross, true)).contains("the steps of 'cross'"));
        let work = Work::new(&plan(12, Method::Cross, false), &[1 << 40]);
        assert!(matches!(work, Err(Error::NoSuchJob { .. })));
    }

    proptest! {
        #[test]
        fn rows_that_lead_on_are_those_that_leave_a_row_in_the_next_column(rows: u32, open: u32, few in 0u32..4) {
            // Few open rows, or nothing is ever ruled out.
            let open = bits(open).take(few as usize).fold(0, |rows, row| rows | row);
            let leads = |queen: u32| open & !(queen | queen << 1 | queen >> 1) != 0;
            let right = bits(rows).filter(|&queen| leads(queen)).fold(0, |rows, row| rows | row);
            prop_assert_eq!(leading_on(rows, open), right);
        }
    }
}
