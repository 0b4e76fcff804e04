//! Launches of the two phases: the records that the kernels share with the host, and how many blocks fit a device.

#![allow(unsafe_code)]

use super::device::Gpu;
use crate::work::{Job, Work};
use cudarc::driver::sys::CUfunction_attribute;
use cudarc::driver::{
    CudaFunction, CudaSlice, CudaStream, DeviceRepr, DriverError, LaunchConfig, PushKernelArg,
    ValidAsZeroBits,
};
use std::sync::Arc;

/// The output of the first phase: rows to try in the root column, free, up, down; see `types.cuh`.
pub(super) type Parent = [u32; 4];

/// A page of parents; see `types.cuh`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Page {
    len: u32,
    job: u32,
}

/// What one launch of each phase shares; see `types.cuh`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Batch {
    pub(super) taken: u32,
    pub(super) listed: [u32; 2],
    pub(super) next: [u32; 2],
    pub(super) waiting: u32,
    pub(super) lowest: u32,
    pub(super) overflow: u32,
    pub(super) parents: [u64; 2],
    pub(super) steps: [u64; 2],
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
pub(super) const PAGE: usize = 256;
pub(super) const EXPAND_THREADS: u32 = 128;
pub(super) const DRAIN_THREADS: u32 = 128;
pub(super) const RECORD_WORDS: u32 = 6;
pub(super) const LANE_WORDS: u32 = 7;
pub(super) const WARP_WORDS: u32 = 32;
pub(super) const COLUMNS_BYTES: u32 = 64;
/// The most blocks of the first phase per multiprocessor: more hardly make it faster, and start more jobs at the same time.
const MOST_EXPAND_BLOCKS: u32 = 4;

/// A kernel, and its grid.
type Launch = (CudaFunction, LaunchConfig);

/// How the kernels are launched for some work.
pub(super) struct Shape {
    /// Records on the stack of a lane in the first phase.
    records: u32,
    /// Columns of the second phase.
    rest: u32,
    expand: Launch,
    /// Without skipped columns, and with.
    drain: [Launch; 2],
    /// Words in which the first phase saves what is unfinished.
    pub(super) saved_words: usize,
}

/// The memory for the parents of a batch.
pub(super) struct Room {
    pub(super) parents: CudaSlice<Parent>,
    pub(super) pages: CudaSlice<Page>,
    pub(super) lists: [CudaSlice<u32>; 2],
    pub(super) batch: CudaSlice<Batch>,
    /// The next unit after the first phase of this batch.
    pub(super) unit: CudaSlice<u64>,
}

/// What all batches of a run share.
pub(super) struct Shared {
    pub(super) jobs: CudaSlice<Job>,
    pub(super) found: CudaSlice<u64>,
    pub(super) queens: Option<CudaSlice<u64>>,
    pub(super) levels: Option<CudaSlice<u64>>,
    pub(super) saved: CudaSlice<u32>,
    pub(super) unit: CudaSlice<u64>,
    /// Not 0 when the second phase shall stop.
    pub(super) stop: CudaSlice<u32>,
    pub(super) units_per_job: u32,
}

impl Gpu {
    /// How to launch for some work. The amount of shared memory of the kernels is set here, so a device has one run at a time.
    pub(super) fn shape(&self, work: &Work) -> Result<Shape, DriverError> {
        let most = |of: fn(&Job) -> u32| work.jobs.iter().map(of).max().unwrap_or(0);
        let (filled, rest) = (most(|job| job.columns), most(Job::rest));
        let records = filled.max(1);
        let warps = EXPAND_THREADS / 32;
        // Counters of a lane: one per column, and one for the root column.
        let counters = if work.levels { records + 1 } else { 0 };
        let expand_bytes = warps * (COLUMNS_BYTES + (records * RECORD_WORDS + counters) * 32 * 4);
        // The idle state, a record for each column except the last two, and one above the top that is written but not kept. Behind
        // the stacks, a counter for each column.
        let lane_bytes = if work.levels { 16 + 4 } else { 16 };
        let drain_bytes = rest * DRAIN_THREADS * lane_bytes;
        let expand = if work.levels { "expand_levels" } else { "expand" };
        let expand = self.launch(expand, EXPAND_THREADS, expand_bytes, MOST_EXPAND_BLOCKS)?;
        let marked = work.jobs.iter().all(|job| job.mark != 0 || job.is_gapped());
        let free = match () {
            () if work.levels => "drain_levels",
            () if work.queens => "drain_queens",
            () if marked => "drain_marked",
            () => "drain_free",
        };
        let drain = |kernel| self.launch(kernel, DRAIN_THREADS, drain_bytes, u32::MAX);
        let drain = [drain(free)?, drain("drain_gaps")?];
        let words = WARP_WORDS + (LANE_WORDS + records * RECORD_WORDS) * 32;
        let saved_words = (expand.1.grid_dim.0 * warps * words) as usize;
        Ok(Shape { records, rest, expand, drain, saved_words })
    }

    /// A kernel with as many blocks as fit the device, at most `most` per multiprocessor.
    fn launch(
        &self,
        kernel: &str,
        threads: u32,
        bytes: u32,
        most: u32,
    ) -> Result<Launch, DriverError> {
        use CUfunction_attribute::*;
        let kernel = self.kernels.load_function(kernel)?;
        kernel.set_attribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes as i32)?;
        kernel.set_attribute(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 100)?;
        let blocks =
            kernel.occupancy_max_active_blocks_per_multiprocessor(threads, bytes as usize, None)?;
        let blocks = blocks.clamp(1, most) * self.multiprocessors;
        let grid = LaunchConfig {
            grid_dim: (blocks, 1, 1),
            block_dim: (threads, 1, 1),
            shared_mem_bytes: bytes,
        };
        Ok((kernel, grid))
    }
}

impl Shape {
    /// Launches the first phase, which fills at most `page_limit` pages of the room with parents.
    pub(super) fn expand(
        &self,
        stream: &Arc<CudaStream>,
        room: &mut Room,
        shared: &mut Shared,
        page_limit: u32,
    ) -> Result<(), DriverError> {
        stream.memset_zeros(&mut room.batch)?;
        let none = 0u64;
        let job_count = shared.jobs.len() as u32;
        let [free_list, gaps_list] = &mut room.lists;
        let mut launch = stream.launch_builder(&self.expand.0);
        launch.arg(&mut room.parents).arg(&mut room.pages).arg(free_list).arg(gaps_list);
        launch.arg(&shared.jobs).arg(&job_count).arg(&shared.units_per_job).arg(&mut shared.unit);
        for counters in [&mut shared.queens, &mut shared.levels] {
            match counters {
                Some(counters) => launch.arg(counters),
                None => launch.arg(&none),
            };
        }
        launch.arg(&mut room.batch).arg(&page_limit).arg(&mut shared.saved).arg(&self.records);
        // SAFETY: the arguments are those of the kernel. It writes at most `page_limit` pages, one list entry per page, and
        // `saved_words` words.
        unsafe { launch.launch(self.expand.1)? };
        stream.memcpy_dtod(&shared.unit, &mut room.unit)
    }

    /// Launches the second phase on the parents of a room: those without gaps, or those with.
    pub(super) fn drain(
        &self,
        stream: &Arc<CudaStream>,
        room: &mut Room,
        shared: &mut Shared,
        gaps: bool,
    ) -> Result<(), DriverError> {
        let (none, one) = (0u64, 1u32);
        let kind = usize::from(gaps);
        let (kernel, grid) = &self.drain[kind];
        let mut launch = stream.launch_builder(kernel);
        launch.arg(&room.parents).arg(&room.pages).arg(&room.lists[kind]).arg(&shared.jobs);
        launch.arg(&mut shared.found);
        for counters in [&mut shared.queens, &mut shared.levels] {
            match counters {
                Some(counters) => launch.arg(counters),
                None => launch.arg(&none),
            };
        }
        launch.arg(&self.rest).arg(&mut room.batch).arg(&shared.stop).arg(&one);
        // SAFETY: the arguments are those of the kernel. It writes the counters of the jobs, and the batch.
        unsafe { launch.launch(*grid)? };
        Ok(())
    }
}
