//! Which devices a choice opens. The decisions depend only on what the drivers find, so they are tested with made-up devices.

use super::{Device, DeviceChoice, Devices, Platform, Unavailable, Which};
use crate::DeviceKind;
use queens::{Backend, Machine, Threads};
use std::fmt;

#[cfg(test)]
mod tests;

/// What the drivers find: at least one device of a platform.
type Drivers<'a> = &'a dyn Fn(Platform) -> Result<Vec<Device>, Unavailable>;

/// What a user may not expect about the devices that were opened or listed. Its text is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// The CPU counts, because no GPU can be used.
    Cpu(Unavailable),
    /// wgpu counts, although there is an NVIDIA GPU.
    NotCuda(Unavailable),
    /// This platform finds no device.
    NoDevices(Platform, Unavailable),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cpu(reason) => write!(f, "counting on the CPU: {reason}"),
            Self::NotCuda(reason) => write!(f, "counting with wgpu instead of CUDA: {reason}"),
            Self::NoDevices(platform, reason) => write!(f, "no {platform} devices: {reason}"),
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
        self.machine_with(&Platform::devices, cpu, open)
    }

    fn machine_with<A: Backend>(
        &self,
        drivers: Drivers<'_>,
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
            Self::Of(platform, which) => {
                let gpus = open(&select(*platform, which, drivers)?)?;
                Ok((machine.with_accelerator(gpus), None))
            }
        }
    }
}

/// Opens GPUs with CUDA, or else the fastest one with wgpu.
fn cuda_or_wgpu<A>(
    which: &Which,
    drivers: Drivers<'_>,
    mut open: impl FnMut(&Devices) -> Result<A, Unavailable>,
) -> Result<(A, Option<Notice>), Unavailable> {
    let mut opened = |platform, which| open(&select(platform, which, drivers)?);
    let not_cuda = match opened(Platform::Cuda, which) {
        Ok(gpus) => return Ok((gpus, None)),
        Err(reason) => reason,
    };
    match opened(Platform::Wgpu, &Which::Fastest) {
        Ok(gpu) => {
            // Without CUDA, an NVIDIA GPU or a driver for it, there is nothing to say.
            let is_expected = matches!(
                not_cuda,
                Unavailable::NotBuilt(_) | Unavailable::NoDriver | Unavailable::NoGpu(_)
            );
            Ok((gpu, (!is_expected).then_some(Notice::NotCuda(not_cuda))))
        }
        Err(not_wgpu) => Err(Unavailable::Neither(not_cuda.into(), not_wgpu.into())),
    }
}

/// The numbers of the devices that are used. Without numbers, software is not used.
fn select(platform: Platform, which: &Which, drivers: Drivers<'_>) -> Result<Devices, Unavailable> {
    if let Which::Numbers(numbers) = which {
        return Ok(Devices { platform, numbers: numbers.clone() });
    }
    let devices = drivers(platform)?;
    let hardware = || devices.iter().filter(|device| device.kind != DeviceKind::Software);
    let Some(fastest) = hardware().min_by_key(|device| (device.kind, device.number)) else {
        let first = &devices.first().expect("a list of devices is not empty").result;
        return Err(Unavailable::OnlySoftware(first.device.clone(), first.name.clone()));
    };
    // wgpu lists a GPU once per API, and it must not be used twice.
    let is_used = |device: &&Device| match which {
        Which::Fastest => device.number == fastest.number,
        _ => device.result.api == fastest.result.api,
    };
    let numbers = hardware().filter(is_used).map(|device| device.number).collect();
    Ok(Devices { platform, numbers })
}
