//! The options of `queens serve`.

use super::values::{address, within};
use clap::Args as ClapArgs;
use std::net::IpAddr;

/// Serve the page for browsers
///
/// The page is compiled into this binary if 'cargo xtask web' built it before; it needs nothing from the network. Prints its
/// address once it can be loaded, and serves until it is interrupted (Ctrl-C), which is exit code 130. Only this machine can
/// load it, unless --host says otherwise.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens serve --open                     in the browser, until Ctrl-C
  queens serve --port 0                   at any port that is free
  queens serve --host 0.0.0.0             for every machine that can reach this one")]
pub(crate) struct Serve {
    /// The port, or 0 for any that is free
    #[arg(long, value_name = "P", default_value_t = 8017, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 0..=u16::MAX))]
    pub(crate) port: u16,

    /// The address to listen on; 0.0.0.0 or :: for all of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    pub(crate) host: IpAddr,

    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
}
