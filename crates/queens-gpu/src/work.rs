//! Jobs in the form that the kernels take: pure data, made from a plan.

use queens::engines::Counts;
use queens::engines::cross::{Cross, Outline, Step};
use queens::{BackendError, Error, Method, Plan, RequestError, Rules, Weight};

/// The smallest board that is counted on a GPU. On smaller boards the middle lines leave too few columns for two phases, and the CPU
/// counts them in microseconds.
pub const SMALLEST: usize = 10;

/// The most columns that the first phase fills.
pub(crate) const MOST_COLUMNS: usize = 32;

/// The fewest columns of the second phase. It finds solutions by the rows that lead on, which are not computed for its first column.
const LEAST_LEFT: usize = 3;

/// The most columns of the second phase if columns are skipped: their distances fit 64 bits.
const MOST_GAPPED: usize = 13;

/// The fewest columns that the first phase fills after those of a unit's number: an item is two queens.
const LEAST_FILLED: usize = 2;

/// The largest board whose sets of rows can be moved as floating-point numbers.
const MOST_FLOATING: usize = 30;

/// The most columns of the second phase if the queens of each column are counted: 64 lanes have their stacks and their counters in
/// 16 KiB of memory.
const MOST_LEVELS_LEFT: usize = 14;

/// The counters of a job, if the queens of each column are counted: one per number of free rows.
pub(crate) const LEVEL_COUNTERS: usize = 32;

/// A job as the kernels take it: the state that it starts with, and the columns that it fills.
///
/// Sets of rows are words: bit i is row i. The first phase fills `columns` of the columns, one after the other; the next one is the root
/// column; the second phase fills the rest. The layout is that of `types.cuh`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Job {
    /// Rows without a queen.
    pub(crate) free: u32,
    /// Rows closed in the first column by diagonals that rise in the direction of the search.
    pub(crate) up: u32,
    /// Rows closed in the first column by diagonals that fall in the direction of the search.
    pub(crate) down: u32,
    /// Rows closed by rising diagonals in the first column after the turn.
    pub(crate) far_up: u32,
    /// Rows closed by falling diagonals in the first column after the turn.
    pub(crate) far_down: u32,
    /// Rows that may be taken in the first column.
    pub(crate) allowed: u32,
    /// The number of columns that the first phase fills.
    pub(crate) columns: u32,
    /// After this number of columns the search turns to the other side of the board.
    pub(crate) turn: u32,
    /// The distance from each column to the next one that is filled.
    pub(crate) shift: [u8; MOST_COLUMNS],
    /// The distance from each column to the first column after the turn.
    pub(crate) far: [u8; MOST_COLUMNS],
    /// The distance from each column of the second phase to the next one: five bits per column, by the number of columns left; 0 if
    /// all distances are 1.
    pub(crate) gaps: u64,
    /// The number of columns that are filled by the number of a unit.
    pub(crate) prefixed: u32,
    /// A bit of `up` above the board that reaches the highest bit when one row is left; 0 if there is no room for it.
    pub(crate) mark: u32,
    /// The distance from the root column to the first column of the second phase.
    pub(crate) root: u32,
}

impl Job {
    /// A job of the central cross.
    fn of_cross(outline: &Outline, prefixed: usize) -> Self {
        let Outline { left, right, free, up, down, far_up, far_down } = outline;
        let gapped = has_gaps(right);
        let passed = (LEAST_FILLED + 1).saturating_sub(left.len());
        let with_distances = gapped || *free >> MOST_FLOATING != 0;
        let passed = if with_distances {
            passed.max(right.len().saturating_sub(MOST_GAPPED))
        } else {
            passed
        };
        let passed = passed.min(right.len().saturating_sub(LEAST_LEFT));
        let (up, down) = if left.is_empty() { (far_up, far_down) } else { (up, down) };
        let job = Self {
            free: *free,
            up: *up,
            down: *down,
            far_up: *far_up,
            far_down: *far_down,
            allowed: u32::MAX,
            turn: left.len() as u32,
            ..Self::default()
        };
        job.with_columns(left, right, passed, prefixed)
    }

    /// A job of plain backtracking: the first queens are placed, the columns after them are filled from left to right.
    fn of_plain(size: usize, rows: &[u32], filled: usize, allowed: u32, prefixed: usize) -> Self {
        let free = ((1u64 << size) - 1) as u32;
        let mut job = Self { free, allowed, ..Self::default() };
        for queen in rows.iter().map(|row| 1u32 << row) {
            job.free ^= queen;
            (job.up, job.down) = ((job.up | queen) << 1, (job.down | queen) >> 1);
        }
        let steps = vec![Step { shift: 1, ..Step::default() }; size - rows.len()];
        job.with_columns(&[], &steps, filled, prefixed)
    }

    /// With the columns to fill: all left ones and `filled` of the right ones before the second phase; the last of these is the root
    /// column.
    fn with_columns(self, left: &[Step], right: &[Step], filled: usize, prefixed: usize) -> Self {
        let columns = left.len() + filled - 1;
        let root = if filled == 0 { left[columns].far } else { right[filled - 1].shift };
        let mut job = Self { columns: columns as u32, root, ..self };
        for (i, step) in left.iter().chain(&right[..filled]).take(columns).enumerate() {
            job.shift[i] = step.shift as u8;
            job.far[i] = if i < left.len() { step.far as u8 } else { 0 };
        }
        let rest = &right[filled..];
        let gapped = has_gaps(rest);
        // The kernel for gaps is also the one for the largest boards.
        let any_size = job.size() > MOST_FLOATING;
        for (i, step) in rest.iter().enumerate().filter(|_| gapped || any_size) {
            job.gaps |= u64::from(step.shift) << (5 * (rest.len() - 1 - i));
        }
        // No diagonal may reach the highest bit before the mark does.
        let size = job.size();
        if size + rest.len() <= u32::BITS as usize && !gapped {
            job.mark = 1 << (u32::BITS as usize - rest.len());
        }
        job.prefixed = prefixed.min(columns.saturating_sub(LEAST_FILLED)) as u32;
        job
    }

    /// The number of rows up to the highest free one.
    fn size(&self) -> usize {
        (u32::BITS - self.free.leading_zeros()) as usize
    }

    /// Whether columns of the second phase are skipped.
    pub(crate) fn is_gapped(&self) -> bool {
        self.gaps != 0
    }

    /// The columns left to the second phase.
    pub(crate) fn rest(&self) -> u32 {
        self.free.count_ones() - self.columns - 1
    }
}

/// Whether columns are skipped between these.
fn has_gaps(steps: &[Step]) -> bool {
    steps.split_last().is_some_and(|(_, steps)| steps.iter().any(|step| step.shift > 1))
}

/// A job of the plan that is counted by a job of the kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlanJob {
    /// Its number in the plan.
    pub(crate) id: u64,
    /// The number of solutions that each solution found stands for.
    pub(crate) weight: u64,
    /// The number of placements that each queen placed by the kernels stands for.
    pub(crate) queen_weight: u64,
    /// Placements before the kernels start, in the first column and in the second.
    pub(crate) placed: [u64; 2],
}

/// What takes a unit: the size of the units follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "devices"), allow(dead_code))]
pub(crate) enum UnitSize {
    /// The 32 lanes of a warp take a unit together.
    Warp,
    /// Each lane takes its own unit.
    Lane,
}

impl UnitSize {
    /// The number of columns that the number of a unit fills on a board of this size. Units keep the number of jobs in progress small:
    /// what is unfinished when a run is stopped is lost.
    fn prefixed(self, size: usize) -> usize {
        match (self, size) {
            (Self::Warp, ..16) => 0,
            (Self::Warp, 16..24) => 1,
            (Self::Warp, _) => 2,
            (Self::Lane, ..14) => 1,
            (Self::Lane, 14..21) => 2,
            (Self::Lane, _) => 3,
        }
    }

    /// The same for plain backtracking, which has few jobs.
    fn prefixed_plain(self) -> usize {
        match self {
            Self::Warp => 1,
            Self::Lane => 3,
        }
    }
}

/// The work of a device: jobs for the kernels, and for each of them the jobs of the plan that it counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Work {
    /// The jobs of the kernels.
    pub(crate) jobs: Vec<Job>,
    /// For each of them, the jobs of the plan that it counts.
    pub(crate) plan_jobs: Vec<Vec<PlanJob>>,
    /// The number of columns that the number of a unit fills. Five bits of the number are the row of each.
    pub(crate) prefixed: usize,
    /// Whether every queen is counted.
    pub(crate) queens: bool,
    /// Whether the queens of each column are counted, too.
    pub(crate) levels: bool,
    /// The size of the board.
    pub(crate) size: usize,
}

impl Work {
    /// The work for jobs of a plan. An error says what the backend cannot do.
    pub(crate) fn new(
        plan: &Plan,
        jobs: &[u64],
        units: UnitSize,
        backend: &'static str,
    ) -> Result<Self, Error> {
        check(plan, backend)?;
        if plan.size() < SMALLEST {
            let reason = format!("N = {} is too small; the minimum is {SMALLEST}", plan.size());
            return Err(Error::Backend(BackendError::Unsupported { backend, reason }));
        }
        if let Some(&job) = jobs.iter().find(|&&job| job >= plan.jobs()) {
            return Err(Error::Request(RequestError::NoSuchJob { job, jobs: plan.jobs() }));
        }
        if let Some(cross) = plan.engine_as::<Cross>() {
            return Ok(Self::of_cross(plan, cross, jobs, units.prefixed(plan.size())));
        }
        match counts_by_level(plan) {
            true => Self::of_levels(plan, jobs, units.prefixed_plain()),
            false => Ok(Self::of_plain(plan, jobs, units.prefixed_plain())),
        }
    }

    /// The number of units of a job.
    pub(crate) fn units_per_job(&self) -> u32 {
        1 << (5 * self.prefixed)
    }

    /// Removes the marks, so that the kernel without them counts.
    #[cfg(feature = "devices")]
    pub(crate) fn without_marks(&mut self) {
        self.jobs.iter_mut().for_each(|job| job.mark = 0);
    }

    /// The same work in portions of this number of jobs.
    pub(crate) fn portions(&self, jobs: usize) -> Vec<Self> {
        let parts = self.jobs.chunks(jobs).zip(self.plan_jobs.chunks(jobs));
        let work = |(jobs, plan_jobs): (&[Job], &[Vec<PlanJob>])| Self {
            jobs: jobs.to_vec(),
            plan_jobs: plan_jobs.to_vec(),
            ..*self
        };
        parts.map(work).collect()
    }

    /// The jobs without skipped columns, and those with.
    pub(crate) fn by_gaps(self) -> [Self; 2] {
        let empty = || Self { jobs: Vec::new(), plan_jobs: Vec::new(), ..self };
        let mut parts = [empty(), empty()];
        for (job, plan_jobs) in self.jobs.into_iter().zip(self.plan_jobs) {
            let part = &mut parts[usize::from(job.is_gapped())];
            part.jobs.push(job);
            part.plan_jobs.push(plan_jobs);
        }
        parts
    }

    fn of_cross(plan: &Plan, cross: &Cross, jobs: &[u64], prefixed: usize) -> Self {
        let mut work = Self { prefixed, size: plan.size(), ..Self::default() };
        for &id in jobs {
            work.jobs.push(Job::of_cross(&cross.outline(id), prefixed));
            let weight = cross.weight(id);
            work.plan_jobs.push(vec![PlanJob { id, weight, queen_weight: 0, placed: [0; 2] }]);
        }
        work
    }

    /// The first two queens are placed. Up to N = 26 the second phase has one column less than that of `bitmask`, so that one checks the
    /// other.
    fn of_levels(plan: &Plan, jobs: &[u64], prefixed: usize) -> Result<Self, Error> {
        let size = plan.size();
        let filled = (size / 2 - 2).max((size - 2).saturating_sub(MOST_LEVELS_LEFT));
        let mut work = Self { prefixed, queens: true, levels: true, size, ..Self::default() };
        for &id in jobs {
            let subproblems = plan.subproblems(id)?;
            let [first, second] = subproblems[0].board.given() else {
                unreachable!("jobs of boards of this size have two queens")
            };
            let Weight::Each(weight) = subproblems[0].weight else {
                unreachable!("a job counts for its mirror image")
            };
            work.jobs.push(Job::of_plain(
                size,
                &[first.row, second.row],
                filled,
                u32::MAX,
                prefixed,
            ));
            // The placements in the first column, one per row, belong to job 0.
            let placed = [if id == 0 { size as u64 } else { 0 }, weight];
            work.plan_jobs.push(vec![PlanJob { id, weight, queen_weight: weight, placed }]);
        }
        Ok(work)
    }

    /// First queens of the lower half also count for their mirror images in the upper half. The two methods are divided at different
    /// columns, so that one checks the other.
    fn of_plain(plan: &Plan, jobs: &[u64], prefixed: usize) -> Self {
        let size = plan.size();
        let halved = plan.method() == Some(Method::STACKED);
        let filled = if halved { size / 2 - 1 } else { size / 2 - 2 };
        let levels = plan.details().by_level;
        let least = (size - 1).saturating_sub(MOST_LEVELS_LEFT);
        let filled = if levels { filled.max(least) } else { filled };
        let mut work = Self { prefixed, queens: true, levels, size, ..Self::default() };
        let mut firsts: Vec<usize> = Vec::new();
        for &id in jobs {
            let mirror = size - 1 - id as usize;
            let first = mirror.min(id as usize);
            let middle = 2 * first + 1 == size;
            let place = firsts.iter().position(|&other| other == first).unwrap_or_else(|| {
                // With the first queen in the middle, `stacked` tries half of the second column.
                let allowed = if halved && middle { (1 << first) - 1 } else { u32::MAX };
                let rows = [first as u32];
                work.jobs.push(Job::of_plain(size, &rows, filled, allowed, work.prefixed));
                work.plan_jobs.push(Vec::new());
                firsts.push(first);
                firsts.len() - 1
            });
            let weight = if halved { 2 } else { 1 };
            work.plan_jobs[place].push(PlanJob { id, weight, queen_weight: 1, placed: [1, 0] });
        }
        work
    }
}

/// Whether the engine counts the placements in each column, and nothing else.
fn counts_by_level(plan: &Plan) -> bool {
    plan.engine().info().counts == Counts::ByLevel
}

/// Whether the kernels can run the plan. `backend` is the name in the error.
pub fn check(plan: &Plan, backend: &'static str) -> Result<(), Error> {
    let plain = [Method::BITMASK, Method::STACKED].map(Some).contains(&plan.method());
    let plain = plain || counts_by_level(plan);
    let reason = match plan.statistics() {
        _ if plan.only().is_some() => "only symmetric solutions are not supported".to_string(),
        _ if plan.rules() != Rules::Queens => {
            format!("the rules '{}' are not supported", plan.rules())
        }
        _ if !plan.board().is_empty() => {
            "given queens and closed squares are not supported".to_string()
        }
        _ if plan.tally() => "counts by symmetry or by first queen are not supported".to_string(),
        false if plan.method() == Some(Method::CROSS) => return Ok(()),
        true if plan.method() == Some(Method::CROSS) => {
            "the placements of 'cross' would differ from those of the CPU".to_string()
        }
        true if plain && plan.size() <= MOST_FLOATING => return Ok(()),
        true if plain => format!("placements are counted only up to N = {MOST_FLOATING}"),
        _ => format!("method '{}' is not supported", plan.name()),
    };
    let supported =
        "supported are 'cross', placements with 'bitmask' or 'stacked', and placements by level";
    Err(Error::Backend(BackendError::Unsupported {
        backend,
        reason: format!("{reason}; {supported}"),
    }))
}

#[cfg(test)]
mod tests;
