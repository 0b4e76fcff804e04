//! The choice of devices for a count, and the list of devices.

use crate::results::Typed;
use crate::run::{bad, interruptible, of_library};
use pyo3::prelude::*;
use queens::results::DeviceResult;
use queens::{Backend, BackendError, Error, Machine, Method, Plan, Simd, Threads};
use queens_cuda::{Cuda, DeviceChoice, Unavailable};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// What runs jobs: the threads of this machine, or its GPUs.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    threads: Threads,
    device: DeviceChoice,
}

/// GPUs stay open between calls, because opening one takes 0.2 seconds.
static OPENED: Mutex<Option<(Vec<usize>, Arc<Cuda>)>> = Mutex::new(None);

impl Choice {
    pub(crate) fn new(device: &str, threads: Option<usize>) -> PyResult<Self> {
        let device: DeviceChoice =
            device.parse().map_err(|reason| bad(format!("device='{device}': {reason}")))?;
        let threads = Threads::new(threads.unwrap_or_else(cores));
        Ok(Self { threads: threads.map_err(|error| of_library(&error))?, device })
    }

    /// The machine that was chosen, with its GPUs opened.
    pub(crate) fn machine(&self) -> Result<Machine<SharedGpus>, Error> {
        match self.device.machine(self.threads, SharedGpus::open) {
            Ok((machine, _)) => Ok(machine),
            Err(reason) => Err(Error::Backend(BackendError::Unsupported {
                backend: "the CUDA backend",
                reason: reason.to_string(),
            })),
        }
    }
}

/// The number of cores of this machine.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// GPUs that all threads of the interpreter use, one run at a time.
#[derive(Clone)]
pub(crate) struct SharedGpus(Arc<Cuda>);

/// Held during a run on GPUs.
static RUNNING: Mutex<()> = Mutex::new(());

impl SharedGpus {
    fn open(devices: &[usize]) -> Result<Self, Unavailable> {
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, cuda)) = opened.as_ref().filter(|(numbers, _)| numbers == devices) {
            return Ok(Self(Arc::clone(cuda)));
        }
        *opened = None;
        let cuda = Arc::new(Cuda::open(devices)?);
        *opened = Some((devices.to_vec(), Arc::clone(&cuda)));
        Ok(Self(cuda))
    }

    /// The approximate number of bytes that a run uses of the GPUs' memory.
    pub(crate) fn memory(&self) -> usize {
        self.0.memory()
    }
}

impl Backend for SharedGpus {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn queens::Sink,
        control: &dyn queens::Control,
    ) -> Result<(), Error> {
        // Polled, so that a waiting thread can be stopped.
        let _running = loop {
            match RUNNING.try_lock() {
                Ok(running) => break running,
                Err(TryLockError::Poisoned(running)) => break running.into_inner(),
                Err(TryLockError::WouldBlock) if control.stopped() => return Err(Error::Stopped),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        self.0.run(plan, jobs, sink, control)
    }

    fn check(&self, plan: &Plan) -> Result<(), Error> {
        self.0.check(plan)
    }

    fn fastest_method(&self) -> Option<Method> {
        self.0.fastest_method()
    }
}

/// Lists the devices of this machine: its CPU, and its NVIDIA GPUs.
///
/// Each GPU is opened and counts a known board, which takes about a second.
///
/// Returns:
///     list[DeviceResult]: The CPU first, then the GPUs. If a GPU cannot count, ``reason`` says why.
///
/// Example:
///     >>> import n_queens as queens
///     >>> cpu = queens.devices()[0]
///     >>> cpu.device, cpu.ready, cpu.cores > 0
///     ('cpu', True, True)
#[pyfunction]
pub(crate) fn devices(py: Python<'_>) -> PyResult<Vec<Typed<DeviceResult>>> {
    interruptible(py, |_| {
        let mut devices = vec![DeviceResult::cpu(cpu_name(), cores(), Simd::best())];
        for info in queens_cuda::devices().unwrap_or_default() {
            let start = Instant::now();
            let opened = Cuda::open(&[info.device]);
            devices.push(info.result(opened.map(|_| start.elapsed().as_secs_f64())));
        }
        Ok(devices.into_iter().map(Typed).collect())
    })
}

/// The name of the CPU, or its architecture where the name is not known.
fn cpu_name() -> String {
    #[cfg(target_arch = "x86_64")]
    {
        let brand = raw_cpuid::CpuId::new().get_processor_brand_string();
        if let Some(brand) = brand {
            return brand.as_str().trim().to_string();
        }
    }
    std::env::consts::ARCH.to_string()
}
