//! `queens serve`: serves the web page.

mod answer;
mod page;
mod server;

use crate::support::failure::{Failure, say};
use crate::support::interrupt::ending_at_once;
use crate::support::output::Output;
use crate::support::values::{address, within};
use answer::{Site, is_own};
use clap::Args;
use page::Files;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::PathBuf;

/// Serve the web page
///
/// The page is part of this binary if it was built after 'cargo xtask web'; it loads nothing from the network. Prints the
/// address as soon as the page can be loaded, and serves it until Ctrl-C (exit code 130). Without --host, only this machine
/// can load it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens serve --open          # open the page in the browser
  queens serve --port 0        # use any free port
  queens serve --host 0.0.0.0  # serve other machines too
  queens serve --folder page   # serve another build of the page")]
pub(crate) struct Options {
    /// Port to listen on, or 0 for any free port
    #[arg(long, value_name = "PORT", default_value_t = 8017, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 0..=u16::MAX))]
    port: u16,

    /// IP address to listen on; 0.0.0.0 or :: for all addresses of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    host: IpAddr,

    /// Serve the page in this folder instead of the one in this binary
    ///
    /// The folder has the files that 'cargo xtask web' writes. They are read once, at the start.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let files = match &options.folder {
        Some(folder) => Files::in_folder(folder)?,
        None => with_page(Files::built())?,
    };
    serve(options, files)
}

/// The files, or an error if the binary was built without the page.
fn with_page(files: Files) -> Result<Files, Failure> {
    let message =
        "this binary was built without the web page; run 'cargo xtask web', then build it again";
    if files.has_page() { Ok(files) } else { Err(Failure::bad(message)) }
}

fn serve(options: &Options, files: Files) -> Result<(), Failure> {
    let asked = SocketAddr::new(options.host, options.port);
    let refused = |error| Failure::BadRequest(unusable(asked, &error));
    let listener = TcpListener::bind(asked).map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    let loopback_only = is_own(options.host);
    if !loopback_only {
        say(&format!("every machine that can reach {address} can load the page"));
    }
    let url = format!("http://{}/", reachable(address));
    let mut out = Output::standard();
    writeln!(out, "{url}")?;
    out.flush()?;
    if io::stderr().is_terminal() {
        say("press Ctrl-C to stop");
    }
    if options.open {
        // On another thread, because it waits a moment to see whether the browser starts.
        let refused = |error| say(&format!("cannot open a browser: {error}"));
        let open = move || open::that_detached(&url).unwrap_or_else(refused);
        let _ = std::thread::Builder::new().spawn(open).map_err(refused);
    }
    ending_at_once(|| server::serve(&listener, &Site { files, loopback_only }));
    Ok(())
}

/// An address that a browser on this machine can open: loopback, if the server listens on all addresses.
fn reachable(address: SocketAddr) -> SocketAddr {
    let host = match address.ip() {
        IpAddr::V4(host) if host.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(host) if host.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        host => host,
    };
    SocketAddr::new(host, address.port())
}

/// Why the server cannot listen on an address, and what to do about it.
fn unusable(address: SocketAddr, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::AddrInUse => {
            format!("{address} is in use; choose another --port, or --port 0 for any free port")
        }
        ErrorKind::PermissionDenied => {
            format!(
                "no permission to listen on {address}; choose a --port from 1024, or --port 0 for any free port"
            )
        }
        ErrorKind::AddrNotAvailable => {
            format!("--host {} is not an address of this machine", address.ip())
        }
        _ => format!("cannot listen on {address}: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_page_it_says_how_to_build_one() {
        let Err(Failure::BadRequest(line)) = with_page(Files::new([])) else {
            panic!("no page is an error");
        };
        assert!(line.contains("cargo xtask web") && !line.contains('\n'), "{line}");
    }

    #[test]
    fn all_addresses_are_opened_as_loopback() {
        for (address, expected) in [
            ("0.0.0.0:80", "127.0.0.1:80"),
            ("[::]:80", "[::1]:80"),
            ("127.0.0.1:1", "127.0.0.1:1"),
            ("10.1.2.3:8017", "10.1.2.3:8017"),
        ] {
            assert_eq!(reachable(address.parse().unwrap()).to_string(), expected);
        }
    }

    #[test]
    fn an_unusable_address_is_named_in_one_line() {
        let address = "127.0.0.1:80".parse().unwrap();
        for kind in [
            ErrorKind::AddrInUse,
            ErrorKind::PermissionDenied,
            ErrorKind::AddrNotAvailable,
            ErrorKind::Other,
        ] {
            let message = unusable(address, &kind.into());
            assert!(message.contains("127.0.0.1") && !message.contains('\n'), "{message}");
        }
    }
}
