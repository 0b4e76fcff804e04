//! A run on a device: batches of states through the two phases.
//!
//! ```text
//!   stream 0   expand 0 | drain 0 ........ | expand 2 | drain 2 ...
//!   stream 1            | expand 1 | drain 1 ........ | expand 3 ...
//! ```
//!
//! Two rooms for states take turns. The first phase goes on where the batch before left off, so its launches are one after the other;
//! all else may overlap, and the end of one drain, when few states are left, is filled by what comes next. After each batch the
//! host asks for the lowest job that the first phase has not finished: the counts of all jobs before it are complete.

use crate::device::Device;
use crate::launch::{Batch, PAGE, Parent, Room, Shape, Shared};
use crate::work::{Share, Work};
use cudarc::driver::{CudaEvent, CudaStream, DevicePtr, DeviceRepr, DriverError};
use queens::{Control, Count, Error, JobResult, Statistics};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// Bytes of parents in a room, at most; on a small device a sixteenth of its free memory.
const ROOM: usize = 4 << 30;
/// How long a batch should take: jobs are reported at its end.
const BATCH: Duration = Duration::from_millis(150);
/// The first batch has this part of the pages: on a large board few states are much work.
const FIRST: u32 = 32;
/// How often the host looks whether a batch is done.
const LOOK: Duration = Duration::from_micros(100);

/// What the devices did, over all runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// Batches.
    pub batches: u64,
    /// States that the first phase gave, of jobs without and with gaps.
    pub parents: [u64; 2],
    /// Steps that the second phase made in them, if they are counted.
    pub steps: [u64; 2],
    /// Seconds of the first phase, and of the second without and with gaps, if they are timed.
    pub seconds: [f64; 3],
}

impl Measured {
    pub(crate) fn add(&mut self, other: &Self) {
        self.batches += other.batches;
        for i in 0..2 {
            self.parents[i] += other.parents[i];
            self.steps[i] += other.steps[i];
        }
        for i in 0..3 {
            self.seconds[i] += other.seconds[i];
        }
    }
}

/// Takes the result of a job of the plan.
pub(crate) type Finished<'a> = dyn FnMut(u64, JobResult) -> Result<(), Error> + 'a;

/// Runs some work on a device, and hands on each result.
pub(crate) fn run_work(
    device: &Device,
    work: &Work,
    how: How,
    finished: &mut Finished<'_>,
    control: &dyn Control,
) -> Result<Measured, Error> {
    if work.jobs.is_empty() {
        return Ok(Measured::default());
    }
    // A device has one run at a time: each sets how much shared memory the kernels get.
    let _turn = device.turn.lock().unwrap_or_else(PoisonError::into_inner);
    let mut run = Run::new(device, work, how).map_err(|error| device.failed(&error))?;
    match how.timed {
        true => run.timed_batches(finished, control)?,
        false => run.batches(finished, control)?,
    }
    Ok(run.measured)
}

/// How a run is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct How {
    /// Whether the phases run one after the other, and are timed.
    pub(crate) timed: bool,
    /// Bytes of parents in a room, at most.
    pub(crate) room: usize,
}

impl Default for How {
    fn default() -> Self {
        Self { timed: false, room: ROOM }
    }
}

impl How {
    /// The bytes of a room for parents.
    pub(crate) fn room_bytes(&self, device: &Device) -> Result<usize, DriverError> {
        Ok(self.room.min(device.free_memory()? / 16))
    }
}

/// A run of some work on a device.
struct Run<'a> {
    device: &'a Device,
    work: &'a Work,
    shape: Shape,
    rooms: [Room; 2],
    streams: [Arc<CudaStream>; 2],
    /// For what the host asks, beside the streams.
    copies: Arc<CudaStream>,
    shared: Shared,
    /// Pages in a room.
    capacity: u32,
    /// Pages to fill in the next batch.
    pages: u32,
    /// Jobs begun, and those reported.
    begun: usize,
    reported: usize,
    measured: Measured,
}

/// Whatever ends a run: what is under way uses memory that is given back now.
impl Drop for Run<'_> {
    fn drop(&mut self) {
        // An error here is one that the run has met before, or that the next one will.
        let _ = self.copies.memcpy_htod(&[1], &mut self.shared.stop);
        let _ = self.device.wait();
    }
}

/// A batch under way: when its first phase ends, and when all does.
struct Begun {
    expanded: CudaEvent,
    drained: CudaEvent,
}

impl<'a> Run<'a> {
    fn new(device: &'a Device, work: &'a Work, how: How) -> Result<Self, DriverError> {
        device.bind()?;
        let shape = device.shape(work)?;
        let copies = device.stream()?;
        let capacity = (how.room_bytes(device)? / (PAGE * size_of::<Parent>())).max(1);
        let room = || -> Result<Room, DriverError> {
            Ok(Room {
                parents: device.room(&copies, capacity * PAGE)?,
                pages: device.room(&copies, capacity)?,
                lists: [device.room(&copies, capacity)?, device.room(&copies, capacity)?],
                batch: copies.alloc_zeros(1)?,
                unit: copies.alloc_zeros(1)?,
            })
        };
        let queens = work.queens.then(|| copies.alloc_zeros(work.jobs.len())).transpose()?;
        let shared = Shared {
            jobs: copies.clone_htod(&work.jobs)?,
            found: copies.alloc_zeros(work.jobs.len())?,
            queens,
            saved: copies.alloc_zeros(shape.saved_words)?,
            unit: copies.alloc_zeros(1)?,
            stop: copies.alloc_zeros(1)?,
            units_a_job: 1 << (5 * work.prefixed),
        };
        let run = Self {
            device,
            work,
            shape,
            rooms: [room()?, room()?],
            streams: [device.stream()?, device.stream()?],
            copies,
            shared,
            capacity: capacity as u32,
            pages: (capacity as u32 / FIRST).max(1),
            begun: 0,
            reported: 0,
            measured: Measured::default(),
        };
        device.wait()?;
        Ok(run)
    }

    fn batches(&mut self, finished: &mut Finished<'_>, control: &dyn Control) -> Result<(), Error> {
        let device = self.device;
        let fails = |error: DriverError| device.failed(&error);
        let ask = || if control.stopped() { Err(Error::Stopped) } else { Ok(()) };
        ask()?;
        let mut before = self.begin(0, None).map_err(fails)?;
        for batch in 1.. {
            let start = Instant::now();
            let next = self.begin(batch, Some(&before)).map_err(fails)?;
            ask()?;
            while !before.drained.try_is_complete().map_err(fails)? {
                ask()?;
                std::thread::sleep(LOOK);
            }
            if self.end(batch - 1, finished, control)? {
                return Ok(());
            }
            self.adapt(start.elapsed());
            before = next;
        }
        unreachable!("the numbers do not end")
    }

    /// The same, one phase after the other, with the time that each takes.
    fn timed_batches(
        &mut self,
        finished: &mut Finished<'_>,
        control: &dyn Control,
    ) -> Result<(), Error> {
        let device = self.device;
        let fails = |error: DriverError| device.failed(&error);
        loop {
            if control.stopped() {
                return Err(Error::Stopped);
            }
            let start = Instant::now();
            for phase in 0..3 {
                let start = Instant::now();
                self.launch(0, phase).and_then(|()| device.wait()).map_err(fails)?;
                self.measured.seconds[phase] += start.elapsed().as_secs_f64();
            }
            self.measured.batches += 1;
            if self.end(0, finished, control)? {
                return Ok(());
            }
            self.adapt(start.elapsed());
        }
    }

    /// Launches the first phase, or the second without or with gaps.
    fn launch(&mut self, place: usize, phase: usize) -> Result<(), DriverError> {
        let (stream, room) = (&self.streams[place], &mut self.rooms[place]);
        let (shape, shared) = (&self.shape, &mut self.shared);
        match phase {
            0 => self.device.expand(stream, shape, room, shared, self.pages),
            _ => self.device.drain(stream, shape, room, shared, phase == 2),
        }
    }

    /// Fewer pages if batches take long, more if they are over in no time.
    fn adapt(&mut self, took: Duration) {
        self.pages = match took {
            took if took > 2 * BATCH => (self.pages / 2).max(1),
            took if took < BATCH => self.pages.saturating_mul(2).min(self.capacity),
            _ => self.pages,
        };
    }

    fn begin(&mut self, batch: usize, before: Option<&Begun>) -> Result<Begun, DriverError> {
        let place = batch % 2;
        if let Some(before) = before {
            self.streams[place].wait(&before.expanded)?;
        }
        self.launch(place, 0)?;
        let expanded = self.device.event()?;
        expanded.record(&self.streams[place])?;
        self.launch(place, 1)?;
        self.launch(place, 2)?;
        let drained = self.device.event()?;
        drained.record(&self.streams[place])?;
        self.measured.batches += 1;
        Ok(Begun { expanded, drained })
    }

    /// Reports what a batch has completed; tells whether that was all.
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
        let jobs = self.work.jobs.len();
        let begun = unit.div_ceil(self.shared.units_a_job.into()) as usize;
        for job in self.begun..begun.min(jobs) {
            self.work.shares[job].iter().for_each(|share| control.begun(share.id));
            self.begun = job + 1;
        }
        let mut complete = (unit / u64::from(self.shared.units_a_job)) as usize;
        complete = complete.min(jobs);
        if waiting > 0 {
            complete = complete.min(!lowest as usize);
        }
        if overflow != 0 {
            let job = self.work.shares[overflow as usize - 1][0].id;
            return Err(Error::Overflow { job });
        }
        let range = self.reported..complete;
        if !range.is_empty() {
            let found = self.read(&self.shared.found.slice(range.clone()))?;
            let queens = self.shared.queens.as_ref();
            let queens = queens.map(|all| self.read(&all.slice(range.clone()))).transpose()?;
            for (i, job) in range.enumerate() {
                let queens = queens.as_ref().map(|queens| queens[i]);
                for share in &self.work.shares[job] {
                    finished(share.id, result(share, found[i], queens)?)?;
                }
            }
            self.reported = complete;
        }
        Ok(complete == jobs)
    }

    /// Numbers from the device. A copy need not have ended when the call returns.
    fn read<T: DeviceRepr>(&self, from: &impl DevicePtr<T>) -> Result<Vec<T>, Error> {
        let copy = self.copies.clone_dtoh(from);
        let end = self.copies.synchronize();
        copy.and_then(|copy| end.map(|()| copy)).map_err(|error| self.device.failed(&error))
    }
}

fn result(share: &Share, found: u64, queens: Option<u64>) -> Result<JobResult, Error> {
    let overflow = Error::Overflow { job: share.id };
    let mut count = Count::default();
    count.add(found, share.weight).ok_or(overflow.clone())?;
    let statistics = match queens {
        Some(queens) => {
            let placements = queens.checked_add(share.set).ok_or(overflow)?;
            Some(Statistics { placements, ..Statistics::default() })
        }
        None => None,
    };
    Ok(JobResult { statistics, ..JobResult::new(count) })
}
