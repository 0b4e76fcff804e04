//! Which devices a choice opens. The decisions depend only on what the drivers find, so they are tested with made-up devices.

use crate::choice::{DeviceChoice, Which};
use crate::gpus::Devices;
use crate::unavailable::Unavailable;
use queens::gpu::DeviceKind;
use queens::{Backend, Machine, Threads};
use std::fmt;

#[cfg(test)]
mod tests;

/// An adapter of wgpu.
#[derive(Clone, Debug)]
pub(crate) struct Adapter {
    pub(crate) device: usize,
    pub(crate) name: String,
    pub(crate) kind: DeviceKind,
    /// vulkan, metal or dx12.
    pub(crate) api: &'static str,
}

/// What the drivers find.
pub(crate) trait Drivers {
    /// The number of GPUs that CUDA finds, at least one.
    fn cuda(&self) -> Result<usize, Unavailable>;

    /// The adapters that wgpu finds, at least one.
    fn wgpu(&self) -> Result<Vec<Adapter>, Unavailable>;
}

/// The drivers of this machine.
struct Installed;

impl Drivers for Installed {
    fn cuda(&self) -> Result<usize, Unavailable> {
        Ok(queens_cuda::devices()?.len())
    }

    #[cfg(feature = "wgpu")]
    fn wgpu(&self) -> Result<Vec<Adapter>, Unavailable> {
        let adapter = |info: queens_wgpu::DeviceInfo| Adapter {
            device: info.device,
            name: info.name,
            kind: info.kind,
            api: info.api,
        };
        Ok(queens_wgpu::devices()?.into_iter().map(adapter).collect())
    }

    #[cfg(not(feature = "wgpu"))]
    fn wgpu(&self) -> Result<Vec<Adapter>, Unavailable> {
        Err(Unavailable::NotBuilt)
    }
}

/// What a user may not expect about the devices that were opened or listed. Its text is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// The CPU counts, because no GPU can be used.
    Cpu(Unavailable),
    /// wgpu counts, although there is an NVIDIA GPU.
    NotCuda(Unavailable),
    /// The backend of this name finds no device.
    NoDevices(&'static str, Unavailable),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cpu(reason) => write!(f, "counting on the CPU: {reason}"),
            Self::NotCuda(reason) => write!(f, "counting with wgpu instead of CUDA: {reason}"),
            Self::NoDevices(backend, reason) => write!(f, "no {backend} devices: {reason}"),
        }
    }
}

impl DeviceChoice {
    /// Opens the selected devices. `open` opens GPUs: [`Gpus::open`](crate::Gpus::open), or a function that keeps them open. If the
    /// choice is `auto` and no GPU can be used, the machine has only the CPU, and the notice says why.
    pub fn machine<A: Backend>(
        &self,
        cpu: Threads,
        open: impl FnMut(&Devices) -> Result<A, Unavailable>,
    ) -> Result<(Machine<A>, Option<Notice>), Unavailable> {
        self.machine_with(&Installed, cpu, open)
    }

    fn machine_with<A: Backend>(
        &self,
        drivers: &dyn Drivers,
        cpu: Threads,
        mut open: impl FnMut(&Devices) -> Result<A, Unavailable>,
    ) -> Result<(Machine<A>, Option<Notice>), Unavailable> {
        let machine = Machine::new(cpu);
        match self {
            Self::Cpu => Ok((machine, None)),
            Self::Auto => match cuda_or_wgpu(&Which::All, drivers, open) {
                Ok((gpus, notice)) => Ok((machine.with_optional_accelerator(gpus), notice)),
                Err(reason) => Ok((machine, Some(Notice::Cpu(reason)))),
            },
            Self::Gpu => {
                let (gpu, notice) = cuda_or_wgpu(&Which::Fastest, drivers, open)?;
                Ok((machine.with_accelerator(gpu), notice))
            }
            Self::Cuda(which) => {
                let gpus = open(&cuda(which, drivers)?)?;
                Ok((machine.with_accelerator(gpus), None))
            }
            Self::Wgpu(which) => {
                let gpus = open(&wgpu(which, drivers)?)?;
                Ok((machine.with_accelerator(gpus), None))
            }
        }
    }
}

/// Opens GPUs with CUDA, or else the fastest one with wgpu.
fn cuda_or_wgpu<A>(
    which: &Which,
    drivers: &dyn Drivers,
    mut open: impl FnMut(&Devices) -> Result<A, Unavailable>,
) -> Result<(A, Option<Notice>), Unavailable> {
    let not_cuda = match cuda(which, drivers).and_then(|devices| open(&devices)) {
        Ok(gpus) => return Ok((gpus, None)),
        Err(reason) => reason,
    };
    match wgpu(&Which::Fastest, drivers).and_then(|devices| open(&devices)) {
        Ok(gpu) => {
            let is_expected = not_cuda.is_no_nvidia_gpu();
            Ok((gpu, (!is_expected).then_some(Notice::NotCuda(not_cuda))))
        }
        Err(not_wgpu) => {
            Err(Unavailable::Neither { cuda: Box::new(not_cuda), wgpu: Box::new(not_wgpu) })
        }
    }
}

/// The numbers of GPUs with CUDA. The driver lists the fastest one first.
fn cuda(which: &Which, drivers: &dyn Drivers) -> Result<Devices, Unavailable> {
    Ok(Devices::Cuda(match which {
        Which::Fastest => vec![0],
        Which::All => (0..drivers.cuda()?).collect(),
        Which::Numbers(numbers) => numbers.clone(),
    }))
}

/// The numbers of adapters of wgpu. Without numbers, software is not used.
fn wgpu(which: &Which, drivers: &dyn Drivers) -> Result<Devices, Unavailable> {
    if let Which::Numbers(numbers) = which {
        return Ok(Devices::Wgpu(numbers.clone()));
    }
    let adapters = drivers.wgpu()?;
    let hardware = || adapters.iter().filter(|adapter| adapter.kind != DeviceKind::Software);
    let Some(fastest) = hardware().min_by_key(|adapter| (adapter.kind, adapter.device)) else {
        let first = adapters.first().expect("a list of adapters is not empty");
        return Err(Unavailable::OnlySoftware { device: first.device, name: first.name.clone() });
    };
    // A GPU is listed once per API, and must not be used twice.
    let is_used = |adapter: &&Adapter| match which {
        Which::Fastest => adapter.device == fastest.device,
        _ => adapter.api == fastest.api,
    };
    Ok(Devices::Wgpu(hardware().filter(is_used).map(|adapter| adapter.device).collect()))
}
