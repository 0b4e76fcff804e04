//! The backend: opens and tests devices, and distributes jobs to them.

use crate::BACKEND;
use crate::compile::KernelOptions;
use crate::device::{DeviceInfo, Gpu, Unavailable};
use crate::run::{Measured, RunOptions, run_work};
use queens::gpu::{self, SMALLEST, UnitSize, Work};
use queens::{
    Backend, BackendError, Control, Error, Inline, Method, Never, Plan, Request, Sink, Total,
    published,
};
use std::sync::Mutex;

/// The backend that counts on NVIDIA GPUs.
pub struct Cuda {
    gpus: Vec<Gpu>,
    options: RunOptions,
    measured: Mutex<Measured>,
}

impl Cuda {
    /// The smallest board that is counted on a device. Smaller boards are counted on the CPU in microseconds.
    pub const SMALLEST: usize = SMALLEST;

    /// Opens these devices, numbered from 0, and tests each with known counts.
    pub fn open(devices: &[usize]) -> Result<Self, Unavailable> {
        Self::with(devices, KernelOptions::default())
    }

    /// The same with slower kernels, which also count the steps of the second phase.
    pub fn counting_steps(devices: &[usize]) -> Result<Self, Unavailable> {
        Self::with(devices, KernelOptions { steps: true })
    }

    /// From now on the phases run one after the other, and each is timed.
    pub fn timed(self) -> Self {
        Self { options: RunOptions { timed: true, ..self.options }, ..self }
    }

    /// From now on a run stores states in two rooms of at most this number of bytes on a device, and of at least one page.
    pub fn room(self, bytes: usize) -> Self {
        Self { options: RunOptions { room: bytes, ..self.options }, ..self }
    }

    fn with(devices: &[usize], kernels: KernelOptions) -> Result<Self, Unavailable> {
        if devices.is_empty() {
            return Err(Unavailable::Device("no device requested".to_string()));
        }
        let open = |&device: &usize| {
            let gpu = Gpu::open(device, kernels)?;
            self_test(&gpu)?;
            Ok(gpu)
        };
        let gpus = devices.iter().map(open).collect::<Result<_, _>>()?;
        Ok(Self { gpus, options: RunOptions::default(), measured: Mutex::default() })
    }

    /// The approximate number of bytes that a run uses of the devices' memory.
    pub fn memory(&self) -> usize {
        self.gpus.iter().map(|gpu| 2 * self.options.room_bytes(gpu).unwrap_or(0)).sum()
    }

    /// The devices of the backend.
    pub fn devices(&self) -> impl Iterator<Item = &DeviceInfo> {
        self.gpus.iter().map(|gpu| &gpu.info)
    }

    /// What the devices have done until now.
    pub fn measured(&self) -> Measured {
        *self.measured.lock().expect("no thread panics while it holds the lock")
    }
}

/// Compares counts of a device with known ones, of solutions and of placed queens. Every kernel is used.
fn self_test(gpu: &Gpu) -> Result<(), Unavailable> {
    let number = gpu.info.device;
    let count = |request: Request, marked: bool| -> Result<Total, Error> {
        let plan = request.plan()?;
        let mut total = Total::new(&plan);
        let mut work = Work::new(&plan, &plan.all_jobs(), UnitSize::Warp, BACKEND)?;
        if !marked {
            work.without_marks();
        }
        let finished = &mut |id, result| total.finished(id, result);
        run_work(gpu, &work, RunOptions::default(), finished, &Never)?;
        Ok(total)
    };
    let fails = |error: Error| match error {
        Error::Backend(BackendError::Lost { reason, .. }) => {
            Unavailable::Failed { device: number, reason }
        }
        error => Unavailable::Failed { device: number, reason: error.to_string() },
    };
    let compare = |what, counted, right| match counted == right {
        true => Ok(()),
        false => Err(Unavailable::Wrong { device: number, what, counted, right }),
    };
    let cross = |size| Request::count(size).map(|request| request.method(Method::CROSS));
    for (what, size, marked) in [("Q(12)", 12, true), ("Q(13)", 13, false)] {
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

impl Backend for Cuda {
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
        let work = Work::new(plan, jobs, UnitSize::Warp, BACKEND)?;
        gpu::run_on_several(&self.gpus, &work, sink, control, |gpu, work, finished, control| {
            let measured = run_work(gpu, work, self.options, finished, control)?;
            self.measured.lock().expect("no thread panics while it holds the lock").add(&measured);
            Ok(())
        })
    }
}
