//! The backend: opens and tests devices, and distributes jobs to them.

use crate::BACKEND;
use crate::compile::KernelOptions;
use crate::device::{DeviceInfo, Gpu, Unavailable};
use crate::run::{Measured, RunOptions, run_work};
use queens::gpu::{self, Finished, SMALLEST, UnitSize, Work, Wrong};
use queens::{Backend, BackendError, Control, Error, Inline, Method, Never, Plan, Sink};
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
    let device = gpu.info.device;
    let mut run = |work: &Work, finished: &mut Finished<'_>| {
        run_work(gpu, work, RunOptions::default(), finished, &Never).map(|_| ())
    };
    match gpu::self_test(UnitSize::Warp, 13, BACKEND, &mut run) {
        Ok(None) => Ok(()),
        Ok(Some(Wrong { what, counted, right })) => {
            Err(Unavailable::Wrong { device, what, counted, right })
        }
        Err(Error::Backend(
            BackendError::Lost { reason, .. } | BackendError::Failed { reason, .. },
        )) => Err(Unavailable::Failed { device, reason }),
        Err(error) => Err(Unavailable::Failed { device, reason: error.to_string() }),
    }
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
