//! The backend: opens and tests devices, and distributes jobs to them.

use crate::adapter::{DeviceInfo, Unavailable};
use crate::device::Gpu;
use crate::run::{Measured, RunOptions, run_work};
use crate::slot::DeviceSlot;
use queens::gpu::{self, Finished, SMALLEST, UnitSize, Work, Wrong};
use queens::{Backend, BackendError, Control, Error, Inline, Method, Never, Plan, Sink};
use std::sync::Mutex;

/// The name in errors.
const BACKEND: &str = "the wgpu backend";

/// A device of the backend.
struct Slot {
    info: DeviceInfo,
    gpu: DeviceSlot<Gpu>,
}

/// The backend that counts on GPUs through Vulkan, Metal and DirectX 12.
pub struct Wgpu {
    slots: Vec<Slot>,
    options: RunOptions,
    measured: Mutex<Measured>,
}

impl Wgpu {
    /// The smallest board that is counted on a device. Smaller boards are counted on the CPU in microseconds.
    pub const SMALLEST: usize = SMALLEST;

    /// Opens these devices, numbered from 0, and tests each with known counts.
    pub fn open(devices: &[usize]) -> Result<Self, Unavailable> {
        if devices.is_empty() {
            return Err(Unavailable::NoAdapter);
        }
        let slot = |&device: &usize| {
            let gpu = open_and_test(device)?;
            let info = gpu.info.clone();
            Ok(Slot { gpu: DeviceSlot::new(info.title(), gpu), info })
        };
        let slots = devices.iter().map(slot).collect::<Result<_, _>>()?;
        Ok(Self { slots, options: RunOptions::default(), measured: Mutex::default() })
    }

    /// From now on no buffer has more than this number of bytes.
    pub fn buffer_bytes(mut self, bytes: u64) -> Self {
        self.options.buffer_bytes = bytes;
        self
    }

    /// Loses the device that ends this batch, counted from now on, as a driver that is reset does.
    #[doc(hidden)]
    pub fn lose_after(mut self, batches: u64) -> Self {
        self.options.lost_after = batches.into();
        self
    }

    /// The approximate number of bytes that a run uses of the devices' memory.
    pub fn memory(&self) -> usize {
        let limits = self.slots.iter().map(|slot| self.options.limits(&slot.info));
        limits.map(|limits| limits.memory_bytes()).sum::<u64>() as usize
    }

    /// The devices of the backend.
    pub fn devices(&self) -> impl Iterator<Item = &DeviceInfo> {
        self.slots.iter().map(|slot| &slot.info)
    }

    /// What the devices have done until now.
    pub fn measured(&self) -> Measured {
        *self.measured.lock().expect("no thread panics while it holds the lock")
    }
}

fn open_and_test(device: usize) -> Result<Gpu, Unavailable> {
    let gpu = Gpu::open(device)?;
    self_test(&gpu)?;
    Ok(gpu)
}

/// Compares counts of a device with known ones, of solutions and of placed queens. Every kernel is used.
fn self_test(gpu: &Gpu) -> Result<(), Unavailable> {
    let DeviceInfo { device, name, .. } = gpu.info.clone();
    let mut run = |work: &Work, finished: &mut Finished<'_>| {
        run_work(gpu, work, &RunOptions::default(), finished, &Never).map(|_| ())
    };
    match gpu::self_test(UnitSize::Lane, 11, BACKEND, &mut run) {
        Ok(None) => Ok(()),
        Ok(Some(Wrong { what, counted, right })) => {
            Err(Unavailable::Wrong { device, name, what, counted, right })
        }
        Err(Error::Backend(
            BackendError::Lost { reason, .. } | BackendError::Failed { reason, .. },
        )) => Err(Unavailable::Failed { device, name, reason }),
        Err(error) => Err(Unavailable::Failed { device, name, reason: error.to_string() }),
    }
}

impl Backend for Wgpu {
    fn check(&self, plan: &Plan) -> Result<(), Error> {
        gpu::check(plan, BACKEND)
    }

    fn fastest_method(&self) -> Option<Method> {
        Some(Method::CROSS)
    }

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
        let work = Work::new(plan, jobs, UnitSize::Lane, BACKEND)?;
        gpu::run_on_several(&self.slots, &work, sink, control, |slot, work, finished, control| {
            let open = || {
                open_and_test(slot.info.device).map_err(|reason| match reason {
                    Unavailable::Failed { reason, .. } => reason,
                    other => other.to_string(),
                })
            };
            let run = |gpu: &Gpu| run_work(gpu, work, &self.options, finished, control);
            let measured = slot.gpu.run(open, run)?;
            self.measured.lock().expect("no thread panics while it holds the lock").add(&measured);
            Ok(())
        })
    }
}
