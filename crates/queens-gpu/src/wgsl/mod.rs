//! The kernels for all GPUs, in WGSL, and what their host does: `Gpus` on Vulkan, Metal and DirectX 12, the page in a browser.
//!
//! A host makes passes from a plan and runs them one after the other. For each it compiles [`Pass::source`], makes the buffers and
//! runs batches until [`Pass::batch_ended`] returns true:
//!
//! ```text
//!   binding   contents                                  kind
//!   0         jobs: Pass::jobs                          read-only storage
//!   1         parents                                   storage, Pass::buffer_bytes
//!   2         pages                                     "
//!   3         saved lanes of the first phase            "
//!   4         counts                                    "
//!   5         Pass::parameters, written for each batch  uniform
//!
//!   batch     clear CLEARED_BYTES at the start of counts
//!             dispatch "expand", then "drain", with Pass::groups
//!             copy counts to the host: Pass::batch_ended
//! ```
//!
//! Buffers start as zeros. The next batch may be submitted before the counts of a batch are read, because a queue runs its commands in
//! order. The kernels differ in these ways from those of CUDA: a unit is taken by a lane and not by 32 lanes together, because not all
//! GPUs have such groups; a page is small, because a lane takes it alone; counters are two words, because WGSL has no words of 64 bits.

use crate::pace::Pace;
use crate::progress::{BatchEnd, Counters, Progress};
use crate::work::{Job, LEVEL_COUNTERS, MOST_COLUMNS, UnitSize, Work};
use crate::{DeviceKind, Finished};
use queens::{BackendError, Control, Error, Plan};
use std::ops::Range;

/// The bytes at the start of the buffer of counts that are cleared before each batch.
pub const CLEARED_BYTES: u64 = 32;

/// Parents in a page.
const PAGE: u32 = 8;
/// Steps between two looks for idle lanes; on a software device fewer, because it takes long to compile them.
const ROUND: u32 = 16;
const SOFTWARE_ROUND: u32 = 4;
/// The rounds after which a lane of a software device takes no more pages: llvmpipe ends a loop after 65,535 turns. Other lanes take
/// the pages instead. A page of a board beyond about N = 25 may still take longer; then the CPU counts its job.
const SOFTWARE_ROUNDS: u32 = 1 << 15;
const _: () = assert!(ROUND <= 30, "the idle state leads to nothing for 30 steps");
/// Lanes of the second phase per lane of the first: more than fit any device at the same time. Those that find no page end at once.
const DRAIN_FACTOR: u32 = 4;

/// The most pages that a lane of the first phase fills in a batch, in multiples of its equal portion of all pages.
const LANE_PORTIONS: u32 = 4;

/// How long a batch should take: long enough that the host costs little, and short enough that the screen stays usable and no
/// driver resets the device. Batches of up to twice this time are accepted.
const BATCH_SECONDS: f64 = 0.045;
/// Pages of the first batch: on a large board, or a slow device, few states are much work.
const FIRST_PAGES: u32 = 32;
/// The fewest pages that are worth a batch.
const LEAST_PAGES: u32 = 1024;
/// The most bytes of parents. At 16 bytes each they are work for 20 to 90 milliseconds of a fast device.
const MOST_PARENT_BYTES: u64 = 512 << 20;

/// Words of a job, as in `shared.wgsl`.
const JOB_WORDS: usize = 12 + MOST_COLUMNS;
/// Words of a lane of the first phase without its stack, and of a record of the stack, as in `expand.wgsl`.
const SAVED_WORDS: u32 = 9;
const RECORD_WORDS: u32 = 6;
const PARENT_BYTES: u32 = 16;
const PAGE_BYTES: u64 = 8;

/// Words of the counts, as in `shared.wgsl`.
const WAITING: usize = 2;
const LOWEST: usize = 3;
const PRODUCED: usize = 4;
const DRAINED: usize = 5;
const ENDED: usize = 6;
const NEXT_UNIT: usize = 8;
const OVERFLOW: usize = 9;
const COUNTERS: usize = 16;

/// The name of the kernels in errors.
const BACKEND: &str = "the wgpu backend";

/// What a device allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The bytes of the largest storage buffer.
    buffer_bytes: u64,
    /// The lanes of the first phase: about as many as the device runs at the same time.
    lanes: u32,
    /// The lanes of a workgroup: 32 for a device that executes 32 lanes together, otherwise 64. Every device allows 64, with 16 KiB of
    /// memory that they share.
    group_lanes: u32,
    /// The steps of a round, which are compiled one after the other; at most 30.
    round_steps: u32,
    /// The rounds after which a lane of the second phase takes no more work.
    most_rounds: u32,
}

impl Limits {
    /// The limits of a device, from what its driver or the browser says: its kind, the bytes of its largest storage buffer, and the most
    /// lanes that it executes together.
    pub fn new(kind: DeviceKind, buffer_bytes: u64, subgroup_size: u32) -> Self {
        let (lanes, most_bytes) = match kind {
            DeviceKind::Discrete | DeviceKind::Virtual => (1 << 16, u64::MAX),
            DeviceKind::Integrated | DeviceKind::Other => (1 << 14, 128 << 20),
            DeviceKind::Software => (1 << 10, 16 << 20),
        };
        let (round_steps, most_rounds) = match kind {
            DeviceKind::Software => (SOFTWARE_ROUND, SOFTWARE_ROUNDS),
            _ => (ROUND, u32::MAX),
        };
        let group_lanes = if subgroup_size == 32 { 32 } else { 64 };
        let buffer_bytes = buffer_bytes.min(most_bytes);
        Self { buffer_bytes, lanes, group_lanes, round_steps, most_rounds }
    }

    /// About the bytes of memory that a pass uses.
    #[cfg(feature = "wgpu")]
    pub(crate) fn memory_bytes(&self) -> u64 {
        self.buffer_bytes.min(MOST_PARENT_BYTES) * 5 / 4
    }
}

/// Jobs that one set of kernels counts, and their state between batches.
#[derive(Clone, Debug)]
pub struct Pass {
    work: Work,
    gapped: bool,
    marked: bool,
    /// Those of the device, with as many lanes as are used.
    limits: Limits,
    /// The lane that starts first in the next batch.
    first_lane: u32,
    pages: u32,
    pace: Pace,
    progress: Progress,
    #[cfg_attr(not(feature = "wgpu"), allow(dead_code))]
    parents: u64,
}

impl Pass {
    /// Passes that count jobs of a plan, to be run one after the other: jobs without skipped columns, and jobs with. An error says
    /// what the kernels cannot do; `backend` is the name in it.
    pub fn all(
        plan: &Plan,
        jobs: &[u64],
        limits: &Limits,
        backend: &'static str,
    ) -> Result<Vec<Self>, Error> {
        Ok(Self::of_work(Work::new(plan, jobs, UnitSize::Lane, backend)?, limits))
    }

    /// Passes that count the jobs of some work.
    pub(crate) fn of_work(work: Work, limits: &Limits) -> Vec<Self> {
        // The number of a unit fits 32 bits, also after each lane has looked for one more.
        let most_jobs = (1 << 31) / work.units_per_job() as usize;
        let parts = work.by_gaps().into_iter().flat_map(|work| work.portions(most_jobs));
        parts.map(|work| Self::new(work, limits)).collect()
    }

    fn new(work: Work, limits: &Limits) -> Self {
        let bytes = limits.buffer_bytes.min(MOST_PARENT_BYTES);
        let pages = (bytes / u64::from(PAGE * PARENT_BYTES)).max(1) as u32;
        let records = most(&work, |job| job.columns);
        let lane_bytes = u64::from(4 * (SAVED_WORDS + RECORD_WORDS * records));
        let lanes = u64::from(limits.lanes).min(limits.buffer_bytes / lane_bytes) as u32;
        Self {
            gapped: work.jobs.iter().any(Job::is_gapped),
            marked: !work.queens && work.jobs.iter().all(|job| job.mark != 0),
            limits: Limits {
                lanes: (lanes / limits.group_lanes).max(1) * limits.group_lanes,
                ..*limits
            },
            first_lane: 0,
            pages,
            pace: Pace::new(FIRST_PAGES, pages, BATCH_SECONDS),
            progress: Progress::default(),
            parents: 0,
            work,
        }
    }

    /// Halves the memory for parents, for a device that has less memory than its limits say; returns false if it is too little already.
    pub fn use_less_memory(&mut self) -> bool {
        self.pages /= 2;
        self.pace = Pace::new(FIRST_PAGES, self.pages, BATCH_SECONDS);
        self.pages >= LEAST_PAGES
    }

    /// The kernels, with the entry points `expand` and `drain`.
    pub fn source(&self) -> String {
        let Self { gapped, marked, work, .. } = self;
        let Limits { group_lanes, round_steps, most_rounds, .. } = self.limits;
        let records = self.records();
        let idle = match gapped {
            true => "vec4<u32>(0xffffffffu, 0xffffffffu, 0xffffffffu, 0xffffffffu)",
            false => "vec4<u32>(0xffffffffu, 0xc0000000u, 0x3fffffffu, 0x80000000u)",
        };
        let constants = format!(
            "const LANES = {group_lanes}u;\nconst PAGE = {PAGE}u;\nconst RECORDS = {records}u;\nconst GAPS = {gapped};\n\
             const MARKED = {marked};\nconst MOST_ROUNDS = {most_rounds}u;\nconst QUEENS = {};\nconst LEVELS = {};\n\
             const REST = {}u;\nconst FILLED = {}u;\nconst IDLE = {idle};\n",
            work.queens,
            work.levels,
            most(work, Job::rest),
            if work.levels { most(work, |job| job.columns) + 1 } else { 1 },
        );
        let drain = include_str!("drain.wgsl");
        let (before, rest) = drain.split_once("        // step {\n").expect("the step is marked");
        let (step, after) = rest.split_once("        // } step\n").expect("the step is marked");
        let shared = include_str!("shared.wgsl");
        let expand = include_str!("expand.wgsl");
        format!("{constants}{shared}{expand}{before}{}{after}", step.repeat(round_steps as usize))
    }

    /// The contents of the buffer of jobs.
    pub fn jobs(&self) -> Vec<u32> {
        self.work.jobs.iter().flat_map(words).collect()
    }

    /// The bytes of the storage buffers: jobs, parents, pages, saved lanes, counts.
    pub fn buffer_bytes(&self) -> [u64; 5] {
        let pages = u64::from(self.pages);
        let records = most(&self.work, |job| job.columns);
        let lane_words = u64::from(SAVED_WORDS + RECORD_WORDS * records);
        [
            4 * (self.work.jobs.len() * JOB_WORDS) as u64,
            pages * u64::from(PAGE * PARENT_BYTES),
            pages * PAGE_BYTES,
            4 * lane_words * u64::from(self.limits.lanes),
            4 * self.count_words() as u64,
        ]
    }

    /// The workgroups of `expand` and of `drain`.
    pub fn groups(&self) -> [u32; 2] {
        [1, DRAIN_FACTOR].map(|factor| factor * self.limits.lanes / self.limits.group_lanes)
    }

    /// The parameters of the next batch.
    pub fn parameters(&self) -> [u32; 8] {
        let jobs = self.work.jobs.len() as u32;
        let bits = 5 * self.work.prefixed as u32;
        let Self { limits: Limits { lanes, .. }, first_lane, .. } = *self;
        [jobs, jobs << bits, bits, self.pace.pages(), lanes, first_lane, self.lane_limit(), 0]
    }

    /// Reports the jobs that a batch has completed; returns whether all jobs are complete. `counts` is the buffer after the batch,
    /// `seconds` the time that the device took for it.
    pub fn batch_ended(
        &mut self,
        counts: &[u32],
        seconds: f64,
        finished: &mut Finished<'_>,
        control: &dyn Control,
    ) -> Result<bool, Error> {
        assert_eq!(counts.len(), self.count_words(), "the buffer of counts");
        self.check(counts)?;
        self.first_lane =
            (self.first_lane + self.pace.pages() / self.lane_limit()) % self.limits.lanes;
        self.pace.took(seconds);
        self.parents += u64::from(counts[PRODUCED]);
        let end = BatchEnd {
            next_unit: counts[NEXT_UNIT].into(),
            lowest_unfinished: (counts[WAITING] > 0).then_some(!counts[LOWEST]),
            overflow: counts[OVERFLOW].checked_sub(1),
        };
        let jobs = self.work.jobs.len();
        let read = |range: Range<usize>| {
            let numbers = |range: Range<usize>| {
                let number = |i| u64::from(counts[i]) | u64::from(counts[i + 1]) << 32;
                range.map(|counter| number(COUNTERS + 2 * counter)).collect::<Vec<u64>>()
            };
            let queens = jobs + range.start..jobs + range.end;
            let level = |job: usize| 2 * jobs + job * LEVEL_COUNTERS;
            let levels = level(range.start)..level(range.end);
            Ok(Counters {
                found: numbers(range),
                queens: self.work.queens.then(|| numbers(queens)),
                levels: self.work.levels.then(|| numbers(levels)),
            })
        };
        self.progress.batch_ended(&self.work, end, read, finished, control)
    }

    /// Compares what both phases report: every lane has ended as it should, and every parent was taken.
    fn check(&self, counts: &[u32]) -> Result<(), Error> {
        let lanes = (1 + DRAIN_FACTOR) * self.limits.lanes;
        let lost = |reason: String| {
            Err(Error::Backend(BackendError::Lost { backend: BACKEND.to_string(), reason }))
        };
        match (counts[PRODUCED], counts[DRAINED], counts[ENDED]) {
            (_, _, ended) if ended != lanes => lost(format!(
                "only {ended} of {lanes} lanes of the device have ended as they should"
            )),
            (produced, drained, _) if produced != drained => {
                lost(format!("the device has searched {drained} of {produced} states"))
            }
            _ => Ok(()),
        }
    }

    /// The number of parents that the first phase has produced until now, and whether columns are skipped after them.
    #[cfg(feature = "wgpu")]
    pub(crate) fn parents(&self) -> (u64, bool) {
        (self.parents, self.gapped)
    }

    /// The most records on a stack of the second phase. The state of each column is a record while the search is in the columns after
    /// it; the last two columns have none after them.
    fn records(&self) -> u32 {
        most(&self.work, Job::rest) - 2
    }

    /// The most pages that a lane fills in a batch: a multiple of its share, because lanes have different amounts of work.
    fn lane_limit(&self) -> u32 {
        LANE_PORTIONS * self.pace.pages().div_ceil(self.limits.lanes)
    }

    fn count_words(&self) -> usize {
        let Work { jobs, queens, levels, .. } = &self.work;
        let levels = if *levels { LEVEL_COUNTERS } else { 0 };
        COUNTERS + 2 * jobs.len() * (1 + usize::from(*queens) + levels)
    }
}

fn most(work: &Work, of: fn(&Job) -> u32) -> u32 {
    work.jobs.iter().map(of).max().unwrap_or(1)
}

/// A job in the words that the kernels read.
fn words(job: &Job) -> [u32; JOB_WORDS] {
    let mut words = [0; JOB_WORDS];
    let gaps = (0..=u64::BITS / 5).map(|i| (job.gaps >> (5 * i)) as u32 & 3);
    words[..12].copy_from_slice(&[
        job.free,
        job.up,
        job.down,
        job.far_up,
        job.far_down,
        job.allowed,
        job.columns,
        job.turn,
        job.prefixed,
        job.mark,
        job.root,
        gaps.enumerate().fold(0, |gaps, (i, gap)| gaps | gap << (2 * i)),
    ]);
    for (i, (shift, far)) in job.shift.iter().zip(job.far).enumerate() {
        words[12 + i] = u32::from(*shift) | u32::from(far) << 8;
    }
    words
}

#[cfg(test)]
mod tests;
