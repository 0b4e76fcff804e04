//! The devices of this machine: which there are, which a user selects, and those that are open as one backend.

mod choice;
mod gpus;
mod list;
mod memory;
mod select;
mod self_test;
mod slot;
mod unavailable;

pub use choice::{DeviceChoice, Devices, Platform, Which};
pub(crate) use gpus::{Gpu, OpenGpu, lost, no_memory};
pub use gpus::{Gpus, Measured, Options};
pub use list::{Device, devices};
pub use memory::available_memory;
pub use select::Notice;
pub(crate) use self_test::Wrong;
pub use unavailable::Unavailable;
