//! The options of `queens serve`.

use super::values::{address, within};
use clap::Args as ClapArgs;
use std::net::IpAddr;
use std::path::PathBuf;

/// Serve the web page
///
/// The page is part of this binary if it was built after 'cargo xtask web'; it loads nothing from the network. Prints the
/// address as soon as the page can be loaded, and serves it until Ctrl-C (exit code 130). Without --host, only this machine
/// can load it.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens serve --open          # open the page in the browser
  queens serve --port 0        # use any free port
  queens serve --host 0.0.0.0  # serve other machines too
  queens serve --folder page   # serve another build of the page")]
pub(crate) struct Serve {
    /// Port to listen on, or 0 for any free port
    #[arg(long, value_name = "PORT", default_value_t = 8017, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 0..=u16::MAX))]
    pub(crate) port: u16,

    /// IP address to listen on; 0.0.0.0 or :: for all addresses of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    pub(crate) host: IpAddr,

    /// Serve the page in this folder instead of the one in this binary
    ///
    /// The folder has the files that 'cargo xtask web' writes. They are read once, at the start.
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,

    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
}
