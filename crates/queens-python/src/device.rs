//! The choice of devices for a count, and the list of devices.

use crate::results::Typed;
use crate::run::{bad, interruptible, of_library, warn};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use queens::{Backend, Control, Error, Machine, Method, Plan, Simd, Threads};
use queens_gpu::{DeviceChoice, Devices, Gpus, Unavailable, available_memory};
#[cfg(feature = "wgpu")]
use queens_gpu::{Options, Platform};
use queens_results::DeviceResult;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::Duration;

/// What runs jobs: the threads of this machine, or its GPUs.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    threads: Threads,
    device: DeviceChoice,
}

impl Choice {
    pub(crate) fn new(device: &str, threads: Option<usize>) -> PyResult<Self> {
        let device: DeviceChoice =
            device.parse().map_err(|reason| bad(format!("device='{device}': {reason}")))?;
        let threads = Threads::new(threads.unwrap_or_else(cores));
        let threads = threads.map_err(of_library)?.with_memory(available_memory());
        Ok(Self { threads, device })
    }

    /// The machine that was chosen, with its GPUs opened.
    pub(crate) fn machine(&self, py: Python<'_>) -> PyResult<Machine<SharedGpus>> {
        if self.device == DeviceChoice::Cpu {
            return Ok(Machine::new(self.threads));
        }
        let opened = interruptible(py, |_| {
            Ok::<_, queens::Error>(self.device.machine(self.threads, SharedGpus::open))
        })?;
        let (machine, notice) = opened.map_err(|reason| of_device(&reason))?;
        if let Some(notice) = notice {
            warn(py, &notice.to_string())?;
        }
        Ok(machine)
    }
}

/// Why there is no device: a `RuntimeError` if one failed, otherwise a bad request.
fn of_device(reason: &Unavailable) -> PyErr {
    match reason.is_failure() {
        true => PyRuntimeError::new_err(reason.to_string()),
        false => bad(reason),
    }
}

/// The number of cores of this machine.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// GPUs that all threads of the interpreter use, one run at a time. They stay open between calls, because it takes up to a second to
/// open one.
#[derive(Clone)]
pub(crate) struct SharedGpus(Arc<Gpus>);

/// The GPUs that were used last.
static OPENED: Mutex<Option<(Devices, SharedGpus)>> = Mutex::new(None);

/// Held during a run on GPUs.
static RUNNING: Mutex<()> = Mutex::new(());

impl SharedGpus {
    fn open(devices: &Devices) -> Result<Self, Unavailable> {
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, gpus)) = opened.as_ref().filter(|(same, _)| same == devices) {
            return Ok(gpus.clone());
        }
        // Others stay open if this fails: a choice may try CUDA first and then use GPUs that are open.
        let gpus = Self(Arc::new(Gpus::open(devices)?));
        *opened = Some((devices.clone(), gpus.clone()));
        Ok(gpus)
    }

    /// Closes the GPUs after the runs that use them, so that the next call opens them again.
    fn forget(&self) {
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        opened.take_if(|(_, gpus)| Arc::ptr_eq(&gpus.0, &self.0));
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
        let end = self.0.run(plan, jobs, sink, control);
        if end.as_ref().is_err_and(Error::is_failure) {
            self.forget();
        }
        end
    }

    fn check(&self, plan: &Plan) -> Result<(), Error> {
        self.0.check(plan)
    }

    fn fastest_method(&self) -> Option<Method> {
        self.0.fastest_method()
    }
}

/// Opens an adapter for the next call that is lost after some batches, as if its driver was reset. For tests.
#[cfg(feature = "wgpu")]
#[pyfunction]
pub(crate) fn open_to_lose(device: usize, batches: u64) -> PyResult<()> {
    let devices = Devices { platform: Platform::Wgpu, numbers: vec![device] };
    let options = Options { lost_after: batches.into(), ..Options::default() };
    let gpus = Gpus::with_options(&devices, options).map_err(|reason| of_device(&reason))?;
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    *opened = Some((devices, SharedGpus(Arc::new(gpus))));
    Ok(())
}

/// Lists the devices of this machine: its CPU, and the GPUs that CUDA and wgpu find.
///
/// Each GPU is opened and counts known boards, which takes about a second. A GPU that both CUDA and
/// wgpu find is listed twice, as ``"cuda:0"`` and as ``"wgpu:0"``.
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
    interruptible(py, |caller| {
        let mut devices = vec![DeviceResult::cpu(cpu_name(), cores(), Simd::best())];
        for gpu in queens_gpu::devices().0 {
            if caller.stopped() {
                return Err(Error::Stopped);
            }
            devices.push(gpu.tested());
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
