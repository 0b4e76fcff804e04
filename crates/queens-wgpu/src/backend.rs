//! The backend: opens and tests devices, and distributes jobs to them.

use crate::adapter::{DeviceInfo, Unavailable};
use crate::device::Gpu;
use crate::run::{Measured, RunOptions, run_work};
use queens::gpu::{self, SMALLEST, UnitSize, Work};
use queens::{
    Backend, BackendError, Control, Error, Inline, Method, Never, Plan, Request, Sink, Total,
    published,
};
use std::sync::{Mutex, PoisonError};

/// The name in errors.
const BACKEND: &str = "the wgpu backend";

/// A device of the backend: its description, and the open device, which is replaced after it was lost. A device has one run at a time.
struct Slot {
    info: DeviceInfo,
    gpu: Mutex<Gpu>,
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
            Ok(Slot { info: gpu.info.clone(), gpu: Mutex::new(gpu) })
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
    let DeviceInfo { device, name, .. } = &gpu.info;
    let count = |request: Request, marked: bool| -> Result<Total, Error> {
        let plan = request.plan()?;
        let mut total = Total::new(&plan);
        let mut work = Work::new(&plan, &plan.all_jobs(), UnitSize::Lane, BACKEND)?;
        if !marked {
            work.without_marks();
        }
        let finished = &mut |id, result| total.finished(id, result);
        run_work(gpu, &work, &RunOptions::default(), finished, &Never)?;
        Ok(total)
    };
    let fails = |error: Error| Unavailable::Failed {
        device: *device,
        name: name.clone(),
        reason: match error {
            Error::Backend(BackendError::Lost { reason, .. }) => reason,
            error => error.to_string(),
        },
    };
    let compare = |what, counted, right| match counted == right {
        true => Ok(()),
        false => {
            Err(Unavailable::Wrong { device: *device, name: name.clone(), what, counted, right })
        }
    };
    let cross = |size| Request::count(size).map(|request| request.method(Method::CROSS));
    for (what, size, marked) in [("Q(12)", 12, true), ("Q(11)", 11, false)] {
        let counted = cross(size).and_then(|request| count(request, marked)).map_err(fails)?;
        compare(what, counted.solutions, published(size).expect("it is known"))?;
    }
    let plain = Request::count(10).map(|request| request.method(Method::BITMASK).statistics());
    let total = plain.and_then(|request| count(request, true)).map_err(fails)?;
    compare("Q(10)", total.solutions, published(10).expect("it is known"))?;
    let placements = total.statistics.unwrap_or_default().placements;
    // A319283(10) - 1
    compare("the number of placements for N = 10", placements.into(), 35_538)?;
    let by_level = Request::count(10).map(Request::by_level);
    let total = by_level.and_then(|request| count(request, true)).map_err(fails)?;
    let by_level = total.by_level.unwrap_or_default();
    compare("the number of columns for N = 10", by_level.len() as u128, 10)?;
    for (counted, right) in by_level.into_iter().zip(gpu::LEVELS_OF_10) {
        compare("the number of placements in a column for N = 10", counted.into(), right.into())?;
    }
    Ok(())
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
            let mut gpu = slot.gpu.lock().unwrap_or_else(PoisonError::into_inner);
            if gpu.is_lost() {
                *gpu = open_and_test(slot.info.device).map_err(|reason| {
                    let DeviceInfo { device, name, .. } = &slot.info;
                    let backend = format!("device wgpu:{device} ({name})");
                    let reason = match reason {
                        Unavailable::Failed { reason, .. } => reason,
                        other => other.to_string(),
                    };
                    Error::Backend(BackendError::Lost { backend, reason })
                })?;
            }
            let measured = run_work(&gpu, work, &self.options, finished, control)?;
            self.measured.lock().expect("no thread panics while it holds the lock").add(&measured);
            Ok(())
        })
    }
}
