//! A run on a device: batches of states through the two phases.
//!
//! ```text
//!   stream 0   expand 0 | drain 0 ........ | expand 2 | drain 2 ...
//!   stream 1            | expand 1 | drain 1 ........ | expand 3 ...
//! ```
//!
//! Batches alternate between two rooms for states. The first phase resumes where the batch before ended, so its launches run one after
//! the other. Everything else may overlap: at the end of a drain, when few states are left, the next launch uses the idle part of the
//! device. After each batch the host reads the lowest job that the first phase has not finished: the counts of all jobs before it are
//! complete.

use super::device::Gpu;
use super::launch::{Batch, PAGE, Parent, Room, Shape, Shared};
use crate::Finished;
use crate::devices::{self, Measured, Options};
use crate::pace::Pace;
use crate::progress::{BatchEnd, Counters, Progress};
use crate::work::{LEVEL_COUNTERS, Work};
use cudarc::driver::{CudaEvent, CudaSlice, CudaStream, DevicePtr, DeviceRepr, DriverError};
use queens::{Control, Error};
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most bytes of parents in a room; on a small device a sixteenth of its free memory.
const ROOM_BYTES: u64 = 4 << 30;
/// How long a batch should take. Jobs are reported at its end.
const BATCH_SECONDS: f64 = 0.15;
/// The first batch fills one page out of this number: on a large board few states are much work.
const FIRST_BATCH_DIVISOR: u32 = 32;
/// How often the host checks whether a batch has ended.
const POLL_INTERVAL: Duration = Duration::from_micros(100);

impl devices::Gpu for Gpu {
    fn run(
        &mut self,
        work: &Work,
        options: &Options,
        finished: &mut Finished<'_>,
        control: &dyn Control,
    ) -> Result<Measured, Error> {
        if work.jobs.is_empty() {
            return Ok(Measured::default());
        }
        let mut run = Run::new(self, work, options)?;
        match options.timed {
            true => run.timed_batches(finished, control)?,
            false => run.batches(finished, control)?,
        }
        Ok(run.measured)
    }

    fn memory(&self, options: &Options) -> usize {
        2 * self.room_bytes(options).unwrap_or(0)
    }
}

impl Gpu {
    /// The bytes of a room for parents.
    fn room_bytes(&self, options: &Options) -> Result<usize, DriverError> {
        let most = options.buffer_bytes.unwrap_or(ROOM_BYTES).min(ROOM_BYTES) as usize;
        Ok(most.min(self.context.mem_get_info()?.0 / 16))
    }
}

/// A run of some work on a device.
struct Run<'a> {
    gpu: &'a Gpu,
    work: &'a Work,
    shape: Shape,
    rooms: [Room; 2],
    streams: [Arc<CudaStream>; 2],
    /// For copies to and from the host, independent of the two streams.
    copies: Arc<CudaStream>,
    shared: Shared,
    pace: Pace,
    progress: Progress,
    measured: Measured,
}

/// Stops the kernels that still run, because the memory that they use is freed now.
impl Drop for Run<'_> {
    fn drop(&mut self) {
        // An error here is one that the run has reported, or that the next run will report.
        let _ = self.copies.memcpy_htod(&[1], &mut self.shared.stop);
        let _ = self.gpu.context.synchronize();
    }
}

/// A batch that is launched: the end of its first phase, and the end of the batch.
struct LaunchedBatch {
    expanded: CudaEvent,
    drained: CudaEvent,
}

impl<'a> Run<'a> {
    fn new(gpu: &'a Gpu, work: &'a Work, options: &Options) -> Result<Self, Error> {
        let fails = |error: DriverError| gpu.failed(&error);
        gpu.context.bind_to_thread().map_err(fails)?;
        let shape = gpu.shape(work).map_err(fails)?;
        let copies = gpu.context.new_stream().map_err(fails)?;
        let room_bytes = gpu.room_bytes(options).map_err(fails)?;
        let capacity = (room_bytes / (PAGE * size_of::<Parent>())).max(1);
        let room = || -> Result<Room, Error> {
            Ok(Room {
                parents: gpu.allocate(&copies, capacity * PAGE)?,
                pages: gpu.allocate(&copies, capacity)?,
                lists: [gpu.allocate(&copies, capacity)?, gpu.allocate(&copies, capacity)?],
                batch: gpu.zeros(&copies, 1)?,
                unit: gpu.zeros(&copies, 1)?,
            })
        };
        let jobs = work.jobs.len();
        let queens = work.queens.then(|| gpu.zeros(&copies, jobs)).transpose()?;
        let levels = work.levels.then(|| gpu.zeros(&copies, jobs * LEVEL_COUNTERS)).transpose()?;
        let shared = Shared {
            jobs: gpu.copied(&copies, &work.jobs)?,
            found: gpu.zeros(&copies, jobs)?,
            queens,
            levels,
            saved: gpu.zeros(&copies, shape.saved_words)?,
            unit: gpu.zeros(&copies, 1)?,
            stop: gpu.zeros(&copies, 1)?,
            units_per_job: work.units_per_job(),
        };
        let capacity = capacity as u32;
        let run = Self {
            gpu,
            work,
            shape,
            rooms: [room()?, room()?],
            streams: [
                gpu.context.new_stream().map_err(fails)?,
                gpu.context.new_stream().map_err(fails)?,
            ],
            copies,
            shared,
            pace: Pace::new(capacity / FIRST_BATCH_DIVISOR, capacity, BATCH_SECONDS),
            progress: Progress::default(),
            measured: Measured::default(),
        };
        gpu.context.synchronize().map_err(fails)?;
        Ok(run)
    }

    fn batches(&mut self, finished: &mut Finished<'_>, control: &dyn Control) -> Result<(), Error> {
        let gpu = self.gpu;
        let fails = |error: DriverError| gpu.failed(&error);
        let check = || if control.stopped() { Err(Error::Stopped) } else { Ok(()) };
        check()?;
        let mut before = self.begin(0, None).map_err(fails)?;
        for batch in 1.. {
            let start = Instant::now();
            let next = self.begin(batch, Some(&before)).map_err(fails)?;
            check()?;
            while !before.drained.try_is_complete().map_err(fails)? {
                check()?;
                std::thread::sleep(POLL_INTERVAL);
            }
            if self.end(batch - 1, finished, control)? {
                return Ok(());
            }
            self.pace.took(start.elapsed().as_secs_f64());
            before = next;
        }
        unreachable!("the range of batches is unbounded")
    }

    /// The same, one phase after the other, with the time that each takes.
    fn timed_batches(
        &mut self,
        finished: &mut Finished<'_>,
        control: &dyn Control,
    ) -> Result<(), Error> {
        let gpu = self.gpu;
        let fails = |error: DriverError| gpu.failed(&error);
        loop {
            if control.stopped() {
                return Err(Error::Stopped);
            }
            let start = Instant::now();
            for phase in 0..3 {
                let start = Instant::now();
                self.launch(0, phase).and_then(|()| gpu.context.synchronize()).map_err(fails)?;
                self.measured.seconds[phase] += start.elapsed().as_secs_f64();
            }
            self.measured.batches += 1;
            if self.end(0, finished, control)? {
                return Ok(());
            }
            self.pace.took(start.elapsed().as_secs_f64());
        }
    }

    /// Launches the first phase, or the second without or with gaps.
    fn launch(&mut self, place: usize, phase: usize) -> Result<(), DriverError> {
        let (stream, room) = (&self.streams[place], &mut self.rooms[place]);
        let (shape, shared) = (&self.shape, &mut self.shared);
        match phase {
            0 => shape.expand(stream, room, shared, self.pace.pages()),
            _ => shape.drain(stream, room, shared, phase == 2),
        }
    }

    /// Launches a batch. Its first phase waits for that of the batch before.
    fn begin(
        &mut self,
        batch: usize,
        before: Option<&LaunchedBatch>,
    ) -> Result<LaunchedBatch, DriverError> {
        let place = batch % 2;
        if let Some(before) = before {
            self.streams[place].wait(&before.expanded)?;
        }
        self.launch(place, 0)?;
        let expanded = self.gpu.context.new_event(None)?;
        expanded.record(&self.streams[place])?;
        self.launch(place, 1)?;
        self.launch(place, 2)?;
        let drained = self.gpu.context.new_event(None)?;
        drained.record(&self.streams[place])?;
        self.measured.batches += 1;
        Ok(LaunchedBatch { expanded, drained })
    }

    /// Reports the jobs that a batch has completed; returns whether all jobs are complete.
    fn end(
        &mut self,
        batch: usize,
        finished: &mut Finished<'_>,
        control: &dyn Control,
    ) -> Result<bool, Error> {
        let room = &self.rooms[batch % 2];
        let unit = self.read(&room.unit)?[0];
        let Batch { waiting, lowest, overflow, parents, steps, .. } = self.read(&room.batch)?[0];
        self.measured.add(&Measured { parents, steps, ..Measured::default() });
        let end = BatchEnd {
            next_unit: unit,
            lowest_unfinished: (waiting > 0).then_some(!lowest),
            overflow: overflow.checked_sub(1),
        };
        let mut progress = self.progress;
        let read = |range: Range<usize>| {
            let Shared { found, queens, levels, .. } = &self.shared;
            let by_level = range.start * LEVEL_COUNTERS..range.end * LEVEL_COUNTERS;
            let read = |all: &CudaSlice<u64>, range: Range<usize>| self.read(&all.slice(range));
            Ok(Counters {
                found: read(found, range.clone())?,
                queens: queens.as_ref().map(|all| read(all, range)).transpose()?,
                levels: levels.as_ref().map(|all| read(all, by_level)).transpose()?,
            })
        };
        let complete = progress.batch_ended(self.work, end, read, finished, control)?;
        self.progress = progress;
        Ok(complete)
    }

    /// Copies numbers from the device, and waits for the end of the copy.
    fn read<T: DeviceRepr>(&self, from: &impl DevicePtr<T>) -> Result<Vec<T>, Error> {
        let copy = self.copies.clone_dtoh(from);
        let end = self.copies.synchronize();
        copy.and_then(|copy| end.map(|()| copy)).map_err(|error| self.gpu.failed(&error))
    }
}
