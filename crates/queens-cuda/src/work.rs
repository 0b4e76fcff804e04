//! Jobs in the form that the kernels take: pure data, made from a plan.

use queens::engines::cross::{Cross, Outline, Step};
use queens::{BackendError, Error, Method, Plan, RequestError, Rules};

/// The name in errors.
pub(crate) const BACKEND: &str = "the CUDA backend";

/// The smallest board that is counted on a device: on smaller boards the middle lines leave too few columns for two phases.
pub(crate) const SMALLEST: usize = 10;

/// The most columns that the first phase fills.
const MOST_COLUMNS: usize = 32;

/// The fewest columns of the second phase. It finds solutions by the rows that lead on, which are not computed for its first column.
const LEAST_LEFT: usize = 3;

/// The most columns of the second phase if columns are skipped: their distances fit 64 bits.
const MOST_GAPPED: usize = 13;

/// The fewest columns that the first phase fills after those of a unit's number: an item is two queens.
const LEAST_FILLED: usize = 2;

/// The largest board whose sets of rows can be moved as floating-point numbers.
const MOST_FLOATING: usize = 30;

/// A job as the kernels take it; see `types.cuh`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) free: u32,
    pub(crate) up: u32,
    pub(crate) down: u32,
    pub(crate) far_up: u32,
    pub(crate) far_down: u32,
    pub(crate) allowed: u32,
    pub(crate) columns: u32,
    pub(crate) turn: u32,
    pub(crate) shift: [u8; MOST_COLUMNS],
    pub(crate) far: [u8; MOST_COLUMNS],
    pub(crate) gaps: u64,
    pub(crate) prefixed: u32,
    pub(crate) mark: u32,
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

    /// A job of plain backtracking: the first queen is placed, the columns after it are filled from left to right.
    fn of_plain(size: usize, first: usize, filled: usize, allowed: u32, prefixed: usize) -> Self {
        let queen = 1u32 << first;
        let all = ((1u64 << size) - 1) as u32;
        let (free, up, down) = (all ^ queen, queen << 1, queen >> 1);
        let job = Self { free, up, down, allowed, ..Self::default() };
        let steps = vec![Step { shift: 1, ..Step::default() }; size - 1];
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
    /// Queens placed before the kernels start.
    pub(crate) placed: u64,
}

/// The work of a device: jobs for the kernels, and for each of them the jobs of the plan that it counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Work {
    pub(crate) jobs: Vec<Job>,
    pub(crate) plan_jobs: Vec<Vec<PlanJob>>,
    /// The number of columns that the number of a unit fills.
    pub(crate) prefixed: usize,
    /// Whether every queen is counted.
    pub(crate) queens: bool,
}

impl Work {
    /// The work for jobs of a plan. An error says what the backend cannot do.
    pub(crate) fn new(plan: &Plan, jobs: &[u64]) -> Result<Self, Error> {
        check(plan)?;
        if plan.size() < SMALLEST {
            let reason = format!("N = {} is too small; the minimum is {SMALLEST}", plan.size());
            return Err(Error::Backend(BackendError::Unsupported { backend: BACKEND, reason }));
        }
        if let Some(&job) = jobs.iter().find(|&&job| job >= plan.jobs()) {
            return Err(Error::Request(RequestError::NoSuchJob { job, jobs: plan.jobs() }));
        }
        match plan.engine_as::<Cross>() {
            Some(_) => Ok(Self::of_cross(plan, jobs)),
            None => Ok(Self::of_plain(plan, jobs)),
        }
    }

    /// Removes the marks, so that the kernel without them counts.
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

    fn of_cross(plan: &Plan, jobs: &[u64]) -> Self {
        // Units keep the number of jobs in progress small: what is unfinished when a run is stopped is lost.
        let prefixed = match plan.size() {
            ..16 => 0,
            16..24 => 1,
            _ => 2,
        };
        let cross = plan.engine_as::<Cross>().expect("a plan of the cross");
        let mut work = Self { prefixed, ..Self::default() };
        for &id in jobs {
            work.jobs.push(Job::of_cross(&cross.outline(id), prefixed));
            work.plan_jobs.push(vec![PlanJob { id, weight: cross.weight(id), placed: 0 }]);
        }
        work
    }

    /// First queens of the lower half also count for their mirror images in the upper half. The two methods are divided at different
    /// columns, so that one checks the other.
    fn of_plain(plan: &Plan, jobs: &[u64]) -> Self {
        let size = plan.size();
        let halved = plan.method() == Some(Method::STACKED);
        let filled = if halved { size / 2 - 1 } else { size / 2 - 2 };
        let mut work = Self { prefixed: 1, queens: true, ..Self::default() };
        let mut firsts: Vec<usize> = Vec::new();
        for &id in jobs {
            let mirror = size - 1 - id as usize;
            let first = mirror.min(id as usize);
            let middle = 2 * first + 1 == size;
            let place = firsts.iter().position(|&other| other == first).unwrap_or_else(|| {
                // With the first queen in the middle, `stacked` tries half of the second column.
                let allowed = if halved && middle { (1 << first) - 1 } else { u32::MAX };
                work.jobs.push(Job::of_plain(size, first, filled, allowed, work.prefixed));
                work.plan_jobs.push(Vec::new());
                firsts.push(first);
                firsts.len() - 1
            });
            let weight = if halved { 2 } else { 1 };
            work.plan_jobs[place].push(PlanJob { id, weight, placed: 1 });
        }
        work
    }
}

/// Whether the backend can run the plan.
pub(crate) fn check(plan: &Plan) -> Result<(), Error> {
    let plain = [Method::BITMASK, Method::STACKED].map(Some).contains(&plan.method());
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
    let supported = "supported are 'cross', and placements with 'bitmask' or 'stacked'";
    Err(Error::Backend(BackendError::Unsupported {
        backend: BACKEND,
        reason: format!("{reason}; {supported}"),
    }))
}

#[cfg(test)]
mod tests;
