//! Launches of the two phases: the records that the kernels share with the host, and how many blocks fit a device.

#![allow(unsafe_code)]

use crate::compile::Kernels;
use crate::device::Gpu;
use cudarc::driver::sys::CUfunction_attribute;
use cudarc::driver::{
    CudaFunction, CudaSlice, CudaStream, DeviceRepr, DriverError, LaunchConfig, PushKernelArg,
    ValidAsZeroBits,
};
use queens::gpu::{self, MOST_COLUMNS, Work};
use std::sync::Arc;

/// The output of the first phase: rows to try in the root column, free, up, down; see `types.cuh`.
pub(crate) type Parent = [u32; 4];

/// A job as the kernels take it; see `types.cuh`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Job {
    free: u32,
    up: u32,
    down: u32,
    far_up: u32,
    far_down: u32,
    allowed: u32,
    columns: u32,
    turn: u32,
    shift: [u8; MOST_COLUMNS],
    far: [u8; MOST_COLUMNS],
    gaps: u64,
    prefixed: u32,
    mark: u32,
    root: u32,
}

impl From<&gpu::Job> for Job {
    fn from(job: &gpu::Job) -> Self {
        let gpu::Job { free, up, down, far_up, far_down, allowed, columns, turn, .. } = *job;
        let gpu::Job { shift, far, gaps, prefixed, mark, root, .. } = *job;
        Self {
            free,
            up,
            down,
            far_up,
            far_down,
            allowed,
            columns,
            turn,
            shift,
            far,
            gaps,
            prefixed,
            mark,
            root,
        }
    }
}

/// A page of parents; see `types.cuh`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Page {
    len: u32,
    job: u32,
}

/// What one launch of each phase shares; see `types.cuh`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Batch {
    pub(crate) taken: u32,
    pub(crate) listed: [u32; 2],
    pub(crate) next: [u32; 2],
    pub(crate) waiting: u32,
    pub(crate) lowest: u32,
    pub(crate) overflow: u32,
    pub(crate) parents: [u64; 2],
    pub(crate) steps: [u64; 2],
}

// SAFETY: plain numbers in the layout of C.
unsafe impl DeviceRepr for Job {}
// SAFETY: as above.
unsafe impl DeviceRepr for Page {}
// SAFETY: as above.
unsafe impl DeviceRepr for Batch {}
// SAFETY: zeros are a valid batch.
unsafe impl ValidAsZeroBits for Batch {}

/// Parents in a page, as in `types.cuh`.
pub(crate) const PAGE: usize = 256;
pub(crate) const EXPAND_THREADS: u32 = 128;
pub(crate) const DRAIN_THREADS: u32 = 128;
pub(crate) const RECORD_WORDS: u32 = 6;
pub(crate) const LANE_WORDS: u32 = 7;
pub(crate) const WARP_WORDS: u32 = 32;
pub(crate) const COLUMNS_BYTES: u32 = 64;
/// The most blocks of the first phase per multiprocessor: more hardly make it faster, and start more jobs at the same time.
const MOST_EXPAND_BLOCKS: u32 = 4;

/// The kernels of the second phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drain {
    /// No columns are skipped.
    Free,
    /// The same; solutions are found by a mark.
    Marked,
    /// Columns are skipped.
    Gaps,
    /// No columns are skipped; the placed queens are counted.
    Queens,
    /// The same for each column.
    Levels,
}

impl Kernels {
    fn drain(&self, drain: Drain) -> &CudaFunction {
        match drain {
            Drain::Free => &self.drain_free,
            Drain::Marked => &self.drain_marked,
            Drain::Gaps => &self.drain_gaps,
            Drain::Queens => &self.drain_queens,
            Drain::Levels => &self.drain_levels,
        }
    }

    fn expand(&self, levels: bool) -> &CudaFunction {
        if levels { &self.expand_levels } else { &self.expand }
    }
}

/// How the kernels are launched for some work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Records on the stack of a lane in the first phase.
    records: u32,
    /// Columns of the second phase.
    rest: u32,
    expand: LaunchConfig,
    drain: [(Drain, LaunchConfig); 2],
    /// Words in which the first phase saves what is unfinished.
    pub(crate) saved_words: usize,
}

/// The memory for the parents of a batch.
pub(crate) struct Room {
    pub(crate) parents: CudaSlice<Parent>,
    pub(crate) pages: CudaSlice<Page>,
    pub(crate) lists: [CudaSlice<u32>; 2],
    pub(crate) batch: CudaSlice<Batch>,
    /// The next unit after the first phase of this batch.
    pub(crate) unit: CudaSlice<u64>,
}

/// What all batches of a run share.
pub(crate) struct Shared {
    pub(crate) jobs: CudaSlice<Job>,
    pub(crate) found: CudaSlice<u64>,
    pub(crate) queens: Option<CudaSlice<u64>>,
    pub(crate) levels: Option<CudaSlice<u64>>,
    pub(crate) saved: CudaSlice<u32>,
    pub(crate) unit: CudaSlice<u64>,
    /// Not 0 when the second phase shall stop.
    pub(crate) stop: CudaSlice<u32>,
    pub(crate) units_per_job: u32,
}

impl Gpu {
    /// How to launch for some work.
    pub(crate) fn shape(&self, work: &Work) -> Result<Shape, DriverError> {
        let most = |of: fn(&gpu::Job) -> u32| work.jobs.iter().map(of).max().unwrap_or(0);
        let (filled, rest) = (most(|job| job.columns), most(gpu::Job::rest));
        let records = filled.max(1);
        let warps = EXPAND_THREADS / 32;
        // Counters of a lane: one per column, and one for the root column.
        let counters = if work.levels { records + 1 } else { 0 };
        let expand_bytes = warps * (COLUMNS_BYTES + (records * RECORD_WORDS + counters) * 32 * 4);
        // The idle state, a record for each column except the last two, and one above the top that is written but not kept. Behind
        // the stacks, a counter for each column.
        let lane_bytes = if work.levels { 16 + 4 } else { 16 };
        let drain_bytes = rest * DRAIN_THREADS * lane_bytes;
        let kernel = self.kernels.expand(work.levels);
        let expand = self.grid(kernel, EXPAND_THREADS, expand_bytes, MOST_EXPAND_BLOCKS)?;
        let marked = work.jobs.iter().all(|job| job.mark != 0 || job.is_gapped());
        let free = match () {
            () if work.levels => Drain::Levels,
            () if work.queens => Drain::Queens,
            () if marked => Drain::Marked,
            () => Drain::Free,
        };
        let grid = |drain| -> Result<_, DriverError> {
            let kernel = self.kernels.drain(drain);
            Ok((drain, self.grid(kernel, DRAIN_THREADS, drain_bytes, u32::MAX)?))
        };
        let drain = [grid(free)?, grid(Drain::Gaps)?];
        let words = WARP_WORDS + (LANE_WORDS + records * RECORD_WORDS) * 32;
        let saved_words = (expand.grid_dim.0 * warps * words) as usize;
        Ok(Shape { records, rest, expand, drain, saved_words })
    }

    /// As many blocks as fit the device, at most `most` per multiprocessor.
    fn grid(
        &self,
        kernel: &CudaFunction,
        threads: u32,
        bytes: u32,
        most: u32,
    ) -> Result<LaunchConfig, DriverError> {
        use CUfunction_attribute::*;
        kernel.set_attribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes as i32)?;
        kernel.set_attribute(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 100)?;
        let blocks =
            kernel.occupancy_max_active_blocks_per_multiprocessor(threads, bytes as usize, None)?;
        let blocks = blocks.clamp(1, most) * self.info.multiprocessors;
        Ok(LaunchConfig {
            grid_dim: (blocks, 1, 1),
            block_dim: (threads, 1, 1),
            shared_mem_bytes: bytes,
        })
    }

    /// Launches the first phase, which fills at most `page_limit` pages of the room with parents.
    pub(crate) fn expand(
        &self,
        stream: &Arc<CudaStream>,
        shape: &Shape,
        room: &mut Room,
        shared: &mut Shared,
        page_limit: u32,
    ) -> Result<(), DriverError> {
        stream.memset_zeros(&mut room.batch)?;
        let none = 0u64;
        let job_count = shared.jobs.len() as u32;
        let [free_list, gaps_list] = &mut room.lists;
        let mut launch = stream.launch_builder(self.kernels.expand(shared.levels.is_some()));
        launch.arg(&mut room.parents).arg(&mut room.pages).arg(free_list).arg(gaps_list);
        launch.arg(&shared.jobs).arg(&job_count).arg(&shared.units_per_job).arg(&mut shared.unit);
        for counters in [&mut shared.queens, &mut shared.levels] {
            match counters {
                Some(counters) => launch.arg(counters),
                None => launch.arg(&none),
            };
        }
        launch.arg(&mut room.batch).arg(&page_limit).arg(&mut shared.saved).arg(&shape.records);
        // SAFETY: the arguments are those of the kernel. It writes at most `page_limit` pages, one list entry per page, and
        // `saved_words` words.
        unsafe { launch.launch(shape.expand)? };
        stream.memcpy_dtod(&shared.unit, &mut room.unit)
    }

    /// Launches the second phase on the parents of a room: those without gaps, or those with.
    pub(crate) fn drain(
        &self,
        stream: &Arc<CudaStream>,
        shape: &Shape,
        room: &mut Room,
        shared: &mut Shared,
        gaps: bool,
    ) -> Result<(), DriverError> {
        let (none, one) = (0u64, 1u32);
        let kind = usize::from(gaps);
        let (drain, grid) = shape.drain[kind];
        let mut launch = stream.launch_builder(self.kernels.drain(drain));
        launch.arg(&room.parents).arg(&room.pages).arg(&room.lists[kind]).arg(&shared.jobs);
        launch.arg(&mut shared.found);
        for counters in [&mut shared.queens, &mut shared.levels] {
            match counters {
                Some(counters) => launch.arg(counters),
                None => launch.arg(&none),
            };
        }
        launch.arg(&shape.rest).arg(&mut room.batch).arg(&shared.stop).arg(&one);
        // SAFETY: the arguments are those of the kernel. It writes the counters of the jobs, and the batch.
        unsafe { launch.launch(grid)? };
        Ok(())
    }
}
