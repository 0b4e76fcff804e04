#![doc = include_str!("../README.md")]
//!
//! # Two phases
//!
//! The kernels count the jobs of the method `cross`, and any job can be counted on a GPU or on the CPU. The first phase fills the first
//! columns of a job and stores the states that it reaches, the *parents*; the second phase counts the solutions of each of them. With
//! statistics, plain backtracking (`bitmask`) and its half (`stacked`) run in the same way, and every queen that they place is counted.
//! For placements by level there is a counter per number of free rows; this number identifies the column. A batch is one run of both
//! phases over as many states as fit the memory of the device; only finished counts are copied to the host. The kernels of CUDA are in
//! `kernels/`, those for all other GPUs in `src/wgsl/`.

mod kind;
mod pace;
mod progress;
pub mod wgsl;
mod work;

#[cfg(feature = "cuda")]
mod cuda;
#[cfg(feature = "devices")]
mod devices;
#[cfg(feature = "wgpu")]
mod wgpu;

#[cfg(test)]
mod tests;
// The kernels in Rust, with which the tests compare them.
#[cfg(test)]
mod twin;

#[cfg(feature = "devices")]
pub use devices::{
    Device, DeviceChoice, Devices, Gpus, Measured, Notice, Options, Platform, Unavailable, Which,
    available_memory, devices,
};
pub use kind::DeviceKind;
pub use progress::Finished;
pub use work::{SMALLEST, check};
