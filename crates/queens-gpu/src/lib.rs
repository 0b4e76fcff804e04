//! The choice of GPUs for N-queens counts: CUDA or wgpu, as one backend of the crate [`queens`], and the memory for counts on the CPU.
//!
//! ```
//! use queens::{Never, Request, Threads};
//! use queens_gpu::{DeviceChoice, Gpus};
//!
//! let choice: DeviceChoice = "auto".parse()?;
//! let (machine, notice) = choice.machine(Threads::new(2)?, Gpus::open)?;
//! if let Some(notice) = notice {
//!     println!("{notice}");
//! }
//! let (plan, _) = machine.plan(&Request::count(12)?)?;
//! assert_eq!(plan.run(&machine, &Never)?.solutions, 14_200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! CUDA (`queens-cuda`) counts on NVIDIA GPUs. With the feature `wgpu`, `queens-wgpu` counts on GPUs of all vendors through Vulkan,
//! Metal and DirectX 12. The drivers are loaded when they are needed; [`Unavailable`] says what is missing.

mod choice;
mod gpus;
mod list;
mod memory;
mod select;
mod unavailable;

pub use choice::{DeviceChoice, Which};
pub use gpus::{Devices, Gpus};
pub use list::{Device, devices};
pub use memory::available_memory;
pub use select::Notice;
pub use unavailable::Unavailable;

// The examples of the package's front page are tested like the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
