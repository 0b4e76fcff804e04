//! The arithmetic of the kernels in Rust, the second phase instruction for instruction, so that their arithmetic is tested where there is no device, and what a device
//! counts can be compared step by step.

use crate::launch::Parent;
use crate::work::{Job, Work};
use queens::{Error, Plan};

/// The rows that lead on, as `drain.cu` finds them; see there.
fn leading_on(rows: u32, open: u32) -> u32 {
    let over = (open | open.wrapping_mul(u32::MAX)) << 2;
    // Where nothing is open the shift is as wide as can be.
    let by = if open == 0 { u32::MAX } else { open.leading_zeros() };
    let under = 0x3fff_ffff_u32.checked_shr(by).unwrap_or(0);
    rows & (over | under)
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

/// The first phase: the parents of a job, and the queens set, with those of the root column.
fn expand(job: &Job) -> (Vec<Parent>, u64) {
    let Job { free, up, down, far_up, far_down, .. } = *job;
    let (mut parents, mut queens) = (Vec::new(), 0);
    fill(job, 0, Wide { free, up, down, far_up, far_down }, &mut parents, &mut queens);
    (parents, queens)
}

fn fill(job: &Job, column: usize, state: Wide, parents: &mut Vec<Parent>, queens: &mut u64) {
    let allowed = if column == 0 { job.allowed } else { u32::MAX };
    for queen in bits(state.places() & allowed) {
        *queens += 1;
        let next = state.after(queen, column, job);
        if column as u32 + 1 < job.columns {
            fill(job, column + 1, next, parents, queens);
            continue;
        }
        let there = next.places();
        *queens += u64::from(there.count_ones());
        if there != 0 {
            parents.push(job.parent(next));
        }
    }
}

impl Job {
    /// What a state before the root column is given as.
    fn parent(&self, state: Wide) -> Parent {
        let turned = self.turn <= self.columns;
        let up = if turned { state.up << self.root } else { state.far_up };
        let down = if turned { state.down >> self.root } else { state.far_down };
        [state.places(), state.free, up, down]
    }
}

/// A state of the second phase: rows to try, free, up, down.
type State = [u32; 4];

/// The children of a parent as states to walk, those with a row to take; and the rows of their first column.
fn children(job: &Job, parent: Parent) -> (Vec<State>, u64) {
    let [rows, free, up, down] = parent;
    let (mut states, mut queens) = (Vec::new(), 0);
    for queen in bits(rows) {
        let (free, up, down) = (free ^ queen, up | queen << job.root, down | queen >> job.root);
        let rows = free & !(up | down);
        queens += u64::from(rows.count_ones());
        let (up, down) = match job.is_gapped() {
            true => (up, down),
            false => ((up & job.mark.wrapping_sub(1) | job.mark) << 1, down >> 1),
        };
        if rows != 0 {
            states.push([rows, free, up, down]);
        }
    }
    (states, queens)
}

/// What a lane found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found {
    solutions: u64,
    queens: u64,
    steps: u64,
    /// The most records on the stack at once, with the one written in passing.
    records: usize,
}

/// A lane of the second phase.
struct Lane<'a> {
    job: &'a Job,
    state: State,
    /// The bottom lies below the first record.
    stack: Vec<State>,
    found: Found,
}

/// What her diagonals close in the next column and in the one after it, with those before her; and whether columns are passed over between
/// the two.
struct Columns {
    nu: u32,
    nd: u32,
    fu: u32,
    fd: u32,
    wide: bool,
}

/// A move by way of a sum of floating-point numbers.
fn float(word: u32) -> u32 {
    (f32::from_bits(word) + 0.0).to_bits()
}

impl Lane<'_> {
    /// `COLUMNS`
    fn columns(&self, queen: u32) -> Columns {
        let [_, _, up, down] = self.state;
        let nu = queen.wrapping_mul(2).wrapping_add(up);
        let nd = (queen >> 1).wrapping_add(down);
        Columns { nu, nd, fu: nu.wrapping_mul(2), fd: nd >> 1, wide: false }
    }

    /// `COLUMNS_WITH_GAPS`
    fn columns_with_gaps(&self, f: u32, queen: u32) -> Columns {
        let [_, _, up, down] = self.state;
        let by = (5 * f.count_ones()).wrapping_sub(5);
        let h = self.job.gaps.checked_shr(by).unwrap_or(0) as u32;
        let g = h >> 5;
        let nu = (up | queen).wrapping_shl(g);
        let nd = (down | queen).wrapping_shr(g);
        let (fu, fd) = (nu.wrapping_shl(h), nd.wrapping_shr(h));
        Columns { nu, nd, fu, fd, wide: h & 2 != 0 }
    }

    /// `step` of `drain.cu`; tells whether the bottom is reached.
    fn step(&mut self) -> bool {
        let [rows, free, up, down] = self.state;
        let less = rows.wrapping_add(u32::MAX);
        let queen = rows & !less;
        let rows = rows & less;
        let f = free ^ queen;
        let gapped = self.job.is_gapped();
        let next = if gapped { self.columns_with_gaps(f, queen) } else { self.columns(queen) };
        let Columns { nu, nd, fu, fd, wide } = next;
        let n = f & !(nu | nd);
        let open = f & !(fu | fd);
        let single = f & f.wrapping_add(u32::MAX) == 0;
        let solution = single && (!gapped || n != 0);
        if self.job.mark != 0 {
            assert_eq!(solution, nu >> 31 == 1, "a mark comes when one row is left, and only then");
        }
        self.found.solutions += u64::from(solution);
        self.found.queens += u64::from(n.count_ones());
        self.found.steps += 1;
        let n = if wide { n } else { leading_on(n, open) };
        let (live, more) = (n != 0, rows != 0);
        if live {
            self.found.records = self.found.records.max(self.stack.len() + 1);
            if more {
                self.stack.push([rows, free, up, down]);
            }
            self.state = if gapped { [n, f, nu, nd] } else { [float(n), float(f), fu, float(fd)] };
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
fn drain(job: &Job, state: State) -> Found {
    let mut lane = Lane { job, state, stack: Vec::new(), found: Found::default() };
    while !lane.step() {}
    lane.found
}

/// What a job comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The job of the plan.
    pub job: u64,
    /// Solutions, each as often as it counts.
    pub solutions: u64,
    /// Queens that the plain search sets, if that is what the plan counts.
    pub placements: u64,
    /// Steps of the second phase. A job that stands for its mirror image too has them once.
    pub steps: u64,
    /// Whether it passes over columns.
    pub gapped: bool,
}

/// Counts jobs of a plan as a device does, on the calling thread.
pub fn run(plan: &Plan, jobs: &[u64]) -> Result<Vec<Counted>, Error> {
    let work = Work::new(plan, jobs)?;
    let mut counted = Vec::new();
    for (job, shares) in work.jobs.iter().zip(&work.shares) {
        let (parents, mut queens) = expand(job);
        let (mut solutions, mut steps) = (0, 0);
        for parent in parents {
            let (states, tried) = children(job, parent);
            queens += tried;
            for found in states.into_iter().map(|state| drain(job, state)) {
                solutions += found.solutions;
                queens += found.queens;
                steps += found.steps;
                assert!(found.records < job.rest() as usize, "{found:?} {job:?}");
            }
        }
        for (i, share) in shares.iter().enumerate() {
            counted.push(Counted {
                job: share.id,
                solutions: solutions * share.weight,
                placements: queens + share.set,
                steps: if i == 0 { steps } else { 0 },
                gapped: job.is_gapped(),
            });
        }
    }
    Ok(counted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::SMALLEST;
    use proptest::prelude::*;
    use queens::Backend;
    use queens::engines::cross::{Cross, Outline, Step};
    use queens::{Inline, JobByJob, JobResult, Method, Never, Request, Sink, Total};

    /// The state at the bottom of a stack; `nothing` in `drain.cu`.
    const BOTTOM: State = [u32::MAX, 0xc000_0000, 0x3fff_ffff, 0x8000_0000];
    /// The same where columns are passed over.
    const BOTTOM_WITH_GAPS: State = [u32::MAX; 4];

    fn plan(size: usize, method: Method, statistics: bool) -> Plan {
        let request = Request::count(size).unwrap().method(method);
        let request = if statistics { request.statistics() } else { request };
        request.plan().unwrap()
    }

    #[test]
    fn every_job_of_the_cross_counts_what_the_cpu_counts() {
        for size in SMALLEST..=13 {
            let plan = plan(size, Method::CROSS, false);
            let mut found = JobByJob::new(&plan);
            Inline.run(&plan, &plan.all_jobs(), &mut found, &Never).unwrap();
            for Counted { job, solutions, .. } in run(&plan, &plan.all_jobs()).unwrap() {
                assert_eq!(found.counts[job as usize], Some(solutions), "N = {size}, job {job}");
            }
        }
    }

    #[test]
    fn every_kind_of_job_is_among_those_tested() {
        let plans = (SMALLEST..=13).map(|size| plan(size, Method::CROSS, false));
        let works = plans.map(|plan| Work::new(&plan, &plan.all_jobs()).unwrap());
        let jobs: Vec<Job> = works.flat_map(|work| work.jobs).collect();
        let count = |kind: fn(&Job) -> bool| jobs.iter().filter(|job| kind(job)).count();
        assert!(count(Job::is_gapped) > 100);
        assert!(count(|job| !job.is_gapped()) > 100);
        assert!(count(|job| job.turn <= job.columns) > 10, "a root column in the right half");
        assert!(count(|job| job.turn > job.columns) > 100);
    }

    #[test]
    fn the_kernel_for_gaps_counts_the_same_without_any() {
        let plan = plan(12, Method::CROSS, false);
        let work = Work::new(&plan, &plan.all_jobs()).unwrap();
        let solutions = |job: &Job| {
            let states = expand(job).0.into_iter().flat_map(|parent| children(job, parent).0);
            states.map(|state| drain(job, state).solutions).sum::<u64>()
        };
        for job in work.jobs.iter().filter(|job| !job.is_gapped()) {
            let ones = (0..job.rest()).fold(0, |gaps, i| gaps | 1 << (5 * i));
            assert_eq!(solutions(&Job { gaps: ones, mark: 0, ..*job }), solutions(job));
        }
    }

    #[test]
    fn the_largest_boards_have_room_for_their_distances() {
        for size in 28..=32 {
            let plan = plan(size, Method::CROSS, false);
            let work = Work::new(&plan, &plan.sample(2000)).unwrap();
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

    /// All that can be set in these columns, by the plain recursion; the flag tells those of the left half.
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

    /// Boards that are too large to count: a few jobs, in each a few random beginnings.
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
            let plan = plan(size, Method::CROSS, false);
            let cross = plan.engine_as::<Cross>().unwrap();
            let (mut compared, mut found) = (0, 0);
            while compared < 40 {
                let id = random(plan.jobs());
                let Outline { left, right, .. } = cross.outline(id);
                let left = left.iter().map(|step| (*step, true));
                let steps: Vec<_> = left.chain(right.iter().map(|step| (*step, false))).collect();
                let job = &Work::new(&plan, &[id]).unwrap().jobs[0];
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
                let states = children(job, job.parent(state)).0;
                let twin: u64 = states.into_iter().map(|state| drain(job, state).solutions).sum();
                let plain = fill_plainly(&steps[filled as usize..], state);
                assert_eq!(twin, plain, "N = {size}, job {id}, {state:?}");
                (compared, found) = (compared + 1, found + plain);
            }
            assert!(found > 0, "N = {size}");
        }
    }

    #[test]
    fn without_marks_the_same_is_counted() {
        let plan = plan(13, Method::CROSS, false);
        let work = Work::new(&plan, &plan.all_jobs()).unwrap();
        let count = |job: &Job| {
            let states = expand(job).0.into_iter().flat_map(|parent| children(job, parent).0);
            states.map(|state| drain(job, state).solutions).sum::<u64>()
        };
        assert!(work.jobs.iter().any(|job| job.mark != 0));
        for job in &work.jobs {
            assert_eq!(count(&Job { mark: 0, ..*job }), count(job));
        }
    }

    #[test]
    fn placements_are_those_of_the_plain_search_and_of_its_half() {
        for (method, sizes) in [(Method::BITMASK, 10..=12), (Method::STACKED, 10..=13)] {
            for size in sizes {
                let plan = plan(size, method, true);
                let counted = run(&plan, &plan.all_jobs()).unwrap();
                let mut ids: Vec<u64> = counted.iter().map(|counted| counted.job).collect();
                ids.sort_unstable();
                assert_eq!(ids, plan.all_jobs());
                for Counted { job, solutions, placements, .. } in counted {
                    let JobResult { count, statistics, .. } = plan.run_job(job, &Never).unwrap();
                    let right = (count.solutions, statistics.unwrap().placements);
                    assert_eq!((solutions, placements), right, "{method} {size}, job {job}");
                }
            }
        }
    }

    #[test]
    fn one_job_alone_is_counted_too() {
        let plan = plan(11, Method::BITMASK, true);
        for job in [0, 5, 10] {
            let found = run(&plan, &[job]).unwrap();
            let found = found.iter().map(|found| (found.job, found.solutions, found.placements));
            let JobResult { count, statistics, .. } = plan.run_job(job, &Never).unwrap();
            let right = (job, count.solutions, statistics.unwrap().placements);
            assert_eq!(found.collect::<Vec<_>>(), [right]);
        }
    }

    #[test]
    fn the_sum_of_all_jobs_is_the_published_total() {
        let plan = plan(14, Method::CROSS, false);
        let mut total = Total::new(&plan);
        for Counted { job, solutions, .. } in run(&plan, &plan.all_jobs()).unwrap() {
            let mut count = queens::Count::default();
            count.add(solutions, 1).unwrap();
            total.finished(job, JobResult::new(count)).unwrap();
        }
        assert_eq!(Some(total.solutions), queens::published(14));
    }

    #[test]
    fn the_bottom_of_the_stack_does_nothing_for_30_steps() {
        let jobs = [
            Job::default(),
            Job { mark: 1, ..Job::default() },
            Job { gaps: 0x0084_2108_4310_8421, ..Job::default() },
        ];
        for job in &jobs {
            let state = if job.is_gapped() { BOTTOM_WITH_GAPS } else { BOTTOM };
            let mut lane = Lane { job, state, stack: Vec::new(), found: Found::default() };
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
        let join = plan(12, Method::JOIN, false);
        assert!(refused(&join).contains("not method 'join'; it counts with 'cross'"));
        assert!(refused(&plan(12, Method::CROSS, true)).contains("the placements of 'cross'"));
        assert!(refused(&plan(SMALLEST - 1, Method::CROSS, false)).contains("below N = 10"));
        assert!(refused(&plan(31, Method::BITMASK, true)).contains("beyond N = 30"));
        let work = Work::new(&plan(12, Method::CROSS, false), &[1 << 40]);
        assert!(matches!(work, Err(Error::NoSuchJob { .. })));
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
}
