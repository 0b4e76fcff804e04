//! Open GPUs as one backend: they are tested when they are opened, and share the jobs of a run.

use super::self_test::self_test;
use super::slot::DeviceSlot;
use super::{Device, Devices, Platform, Unavailable};
use crate::work::{UnitSize, Work};
use crate::{Finished, SMALLEST, check};
use queens::{
    Backend, BackendError, Control, Error, Event, Inline, JobResult, Method, Never, Plan,
    Processor, Sink,
};
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

/// The number of portions of the jobs per device. A device that has finished one takes the next.
const PORTIONS_PER_DEVICE: usize = 16;

const POISONED: &str = "no thread panics while it holds the lock";

/// A device that is open.
pub(crate) trait Gpu: Send {
    /// Runs work and passes each result on.
    fn run(
        &mut self,
        work: &Work,
        options: &Options,
        finished: &mut Finished<'_>,
        control: &dyn Control,
    ) -> Result<Measured, Error>;

    /// The approximate number of bytes that a run uses of its memory.
    fn memory(&self, options: &Options) -> usize;
}

/// A device, and how it runs work.
pub(crate) type OpenGpu = (Device, Box<dyn Gpu>);

/// The options of GPUs, for measurements and tests.
#[derive(Debug, Default)]
pub struct Options {
    /// Whether the steps of the second phase are counted, by slower kernels. With CUDA only.
    pub steps: bool,
    /// Whether the phases run one after the other, and are timed. With CUDA only.
    pub timed: bool,
    /// The most bytes of a buffer for states.
    pub buffer_bytes: Option<u64>,
    /// Loses the device that ends this batch, counted from now on, as a driver that is reset does; 0 is never. With wgpu only.
    #[doc(hidden)]
    pub lost_after: AtomicU64,
}

/// What the devices have done, over all runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// The number of batches.
    pub batches: u64,
    /// States that the first phase produced, of jobs without and with gaps.
    pub parents: [u64; 2],
    /// Steps of the second phase from these states, if they are counted.
    pub steps: [u64; 2],
    /// Seconds of the first phase, and of the second without and with gaps, if they are timed.
    pub seconds: [f64; 3],
    /// The time of the longest batch. With wgpu only.
    pub longest_batch_seconds: f64,
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
        self.longest_batch_seconds = self.longest_batch_seconds.max(other.longest_batch_seconds);
    }
}

/// The error of a device that fails while it runs.
pub(crate) fn lost(backend: String, reason: String) -> Error {
    Error::Backend(BackendError::Lost { backend, reason })
}

/// The error of a device that cannot allocate this number of bytes. Such a device is not lost.
pub(crate) fn no_memory(backend: String, bytes: u64, reason: &str) -> Error {
    let reason = format!("cannot allocate {bytes} bytes of its memory: {reason}");
    Error::Backend(BackendError::Failed { backend, reason })
}

impl Platform {
    /// The name of the backend in errors.
    fn backend(self) -> &'static str {
        match self {
            Self::Cuda => "the CUDA backend",
            Self::Wgpu => "the wgpu backend",
        }
    }

    fn units(self) -> UnitSize {
        match self {
            Self::Cuda => UnitSize::Warp,
            Self::Wgpu => UnitSize::Lane,
        }
    }
}

/// Opens a device and tests it with known counts.
pub(super) fn open_and_test(
    platform: Platform,
    number: usize,
    options: &Options,
) -> Result<OpenGpu, Unavailable> {
    let (device, mut gpu) = platform.open(number, options)?;
    let mut run = |work: &Work, finished: &mut Finished<'_>| {
        gpu.run(work, &Options::default(), finished, &Never).map(drop)
    };
    match self_test(platform.units(), &mut run) {
        Ok(None) => Ok((device, gpu)),
        Ok(Some(wrong)) => Err(Unavailable::Wrong(device.label(), wrong)),
        Err(Error::Backend(
            BackendError::Lost { reason, .. } | BackendError::Failed { reason, .. },
        )) => Err(Unavailable::Failed(device.label(), reason)),
        Err(error) => Err(Unavailable::Failed(device.label(), error.to_string())),
    }
}

/// Open GPUs: the backend that counts on them. If one is lost, the error is [`BackendError::Lost`], and everything that was reported
/// before is valid. With wgpu, the next run opens it again; a CUDA device is lost until the process ends.
pub struct Gpus {
    platform: Platform,
    slots: Vec<Slot>,
    options: Options,
    measured: Mutex<Measured>,
}

/// A device of the backend.
struct Slot {
    device: Device,
    memory: usize,
    gpu: DeviceSlot<Box<dyn Gpu>>,
}

impl Gpus {
    /// Opens devices and tests each with known counts.
    pub fn open(devices: &Devices) -> Result<Self, Unavailable> {
        Self::with_options(devices, Options::default())
    }

    /// The same for measurements and tests.
    pub fn with_options(devices: &Devices, options: Options) -> Result<Self, Unavailable> {
        let Devices { platform, numbers } = devices;
        if numbers.is_empty() {
            return Err(Unavailable::NoGpu("no device requested".to_string()));
        }
        let slot = |&number: &usize| {
            let (device, gpu) = open_and_test(*platform, number, &options)?;
            let memory = gpu.memory(&options);
            // After an error of a kernel every call of CUDA's driver fails until the process ends, also if the device is closed and
            // opened again: see `docs/gpu.md`.
            let reopens = *platform == Platform::Wgpu;
            Ok(Slot { memory, gpu: DeviceSlot::new(device.title(), gpu, reopens), device })
        };
        let slots = numbers.iter().map(slot).collect::<Result<_, _>>()?;
        Ok(Self { platform: *platform, slots, options, measured: Mutex::default() })
    }

    /// The platform and the numbers of the devices.
    pub fn devices(&self) -> Devices {
        let numbers = self.slots.iter().map(|slot| slot.device.number).collect();
        Devices { platform: self.platform, numbers }
    }

    /// The name of each device.
    pub fn names(&self) -> Vec<&str> {
        self.slots.iter().map(|slot| slot.device.result.name.as_str()).collect()
    }

    /// The approximate number of bytes that a run uses of the devices' memory.
    pub fn memory(&self) -> usize {
        self.slots.iter().map(|slot| slot.memory).sum()
    }

    /// What the devices have done until now.
    pub fn measured(&self) -> Measured {
        *self.measured.lock().expect(POISONED)
    }

    /// Runs work on one of the devices.
    fn run_on(
        &self,
        slot: &Slot,
        work: &Work,
        finished: &mut Finished<'_>,
        control: &dyn Control,
    ) -> Result<(), Error> {
        let open = || match open_and_test(self.platform, slot.device.number, &self.options) {
            Ok((_, gpu)) => Ok(gpu),
            Err(Unavailable::Failed(_, reason)) => Err(reason),
            Err(other) => Err(other.to_string()),
        };
        let run = |gpu: &mut Box<dyn Gpu>| gpu.run(work, &self.options, finished, control);
        let measured = slot.gpu.run(open, run)?;
        self.measured.lock().expect(POISONED).add(&measured);
        Ok(())
    }
}

impl Backend for Gpus {
    fn check(&self, plan: &Plan) -> Result<(), Error> {
        check(plan, self.platform.backend())
    }

    fn fastest_method(&self) -> Option<Method> {
        Some(Method::CROSS)
    }

    /// Runs jobs on the devices, each on a thread of its own. A single device runs on the calling thread.
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        self.check(plan)?;
        if plan.size() < SMALLEST {
            return Inline.run(plan, jobs, sink, control);
        }
        let work = Work::new(plan, jobs, self.platform.units(), self.platform.backend())?;
        let sink = Mutex::new(sink);
        let finished = |id: u64, result: JobResult| {
            control.event(Event::Progress(id, 1.0));
            sink.lock().expect("no sink panics").finished(id, result, Processor::Accelerator)
        };
        if let [slot] = &self.slots[..] {
            return self.run_on(slot, &work, &mut |id, result| finished(id, result), control);
        }
        let portion = work.jobs.len().div_ceil(self.slots.len() * PORTIONS_PER_DEVICE).max(1);
        let portions = Mutex::new(work.portions(portion).into_iter());
        let shared = SharedControl { control, failure: Mutex::new(None) };
        std::thread::scope(|scope| {
            for slot in &self.slots {
                let work = || {
                    let next = || portions.lock().expect(POISONED).next();
                    while !shared.failed()
                        && let Some(work) = next()
                    {
                        let finished = &mut |id, result| finished(id, result);
                        if let Err(error) = self.run_on(slot, &work, finished, &shared) {
                            shared.fail(error);
                        }
                    }
                };
                if let Err(error) = std::thread::Builder::new().spawn_scoped(scope, work) {
                    let (threads, reason) = (self.slots.len(), error.to_string());
                    shared.fail(Error::Backend(BackendError::Threads { threads, reason }));
                }
            }
        });
        shared.failure.into_inner().expect(POISONED).map_or(Ok(()), Err)
    }
}

/// The control of each of several devices: a failure of one stops all.
struct SharedControl<'a> {
    control: &'a dyn Control,
    failure: Mutex<Option<Error>>,
}

impl SharedControl<'_> {
    fn failed(&self) -> bool {
        self.failure.lock().expect(POISONED).is_some()
    }

    fn fail(&self, error: Error) {
        self.failure.lock().expect(POISONED).get_or_insert(error);
    }
}

impl Control for SharedControl<'_> {
    fn stopped(&self) -> bool {
        self.failed() || self.control.stopped()
    }

    fn event(&self, event: Event<'_>) {
        self.control.event(event);
    }
}
