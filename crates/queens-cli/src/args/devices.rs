//! The options of `queens devices`.

use crate::support::format::Format;
use clap::Args as ClapArgs;

/// List the devices that can count, and try them
///
/// The CPU, and the NVIDIA GPUs that the driver finds. Each GPU is opened and counts something known: the last column is the
/// time that takes, or why it cannot be used.
#[derive(Debug, ClapArgs)]
pub(crate) struct Devices {
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
