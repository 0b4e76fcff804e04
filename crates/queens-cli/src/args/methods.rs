//! The options of `queens methods`.

use crate::support::format::Format;
use clap::Args as ClapArgs;

/// List the methods: idea, range, statistics, threads
#[derive(Debug, ClapArgs)]
pub(crate) struct Methods {
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
