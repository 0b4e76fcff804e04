//! `queens serve`: the page in a browser.

mod answer;
mod page;
mod server;

use crate::args::Serve;
use crate::support::failure::{Failure, say};
use crate::support::interrupt;
use answer::{Site, is_own};
use page::Files;
use server::Bounds;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use tokio::net::TcpListener;
use tokio::sync::watch;

pub(crate) fn run(options: &Serve) -> Result<ExitCode, Failure> {
    let files = with_page(Files::built())?;
    // One thread: every answer lies in memory, and a core sends more of them than one page ever asks for.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Failed(format!("cannot serve: {error}")))?;
    runtime.block_on(serve(options, files))
}

/// The files, if there is a page among them: it is compiled in only where it was built before.
fn with_page(files: Files) -> Result<Files, Failure> {
    let message =
        "this binary was built without the page: run 'cargo xtask web', then build it again";
    if files.has_page() { Ok(files) } else { Err(Failure::bad(message)) }
}

async fn serve(options: &Serve, files: Files) -> Result<ExitCode, Failure> {
    let asked = SocketAddr::new(options.host, options.port);
    let refused = |error| Failure::BadRequest(unusable(asked, &error));
    let listener = TcpListener::bind(asked).await.map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    let (stopping, stop) = watch::channel(false);
    interrupt::at_stop(move || {
        stopping.send_replace(true);
    });
    let loopback_only = is_own(options.host);
    if !loopback_only {
        say(&format!("everybody who can reach {address} can load the page"));
    }
    let url = format!("http://{}/", reachable(address));
    let mut out = io::stdout();
    writeln!(out, "{url}")?;
    out.flush()?;
    if io::stderr().is_terminal() {
        say("Ctrl-C stops");
    }
    if options.open {
        // Beside the server, because it waits a moment to see whether it worked.
        let refused = |error| say(&format!("no browser could be opened: {error}"));
        let open = move || open::that_detached(&url).unwrap_or_else(refused);
        let _ = std::thread::Builder::new().spawn(open).map_err(refused);
    }
    let site = Site { files, loopback_only };
    server::serve(listener, site, Bounds::default(), stop).await;
    Err(Failure::Interrupted(Some("interrupted".to_string())))
}

/// An address that a browser on this machine can open: all addresses include its own.
fn reachable(address: SocketAddr) -> SocketAddr {
    let host = match address.ip() {
        IpAddr::V4(host) if host.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(host) if host.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        host => host,
    };
    SocketAddr::new(host, address.port())
}

/// Why an address cannot be listened on, and what to do about it.
fn unusable(address: SocketAddr, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::AddrInUse => {
            format!("{address} is in use: choose another --port, or --port 0 for any that is free")
        }
        ErrorKind::PermissionDenied => {
            format!(
                "{address} is not allowed: choose another --port from 1024 on, or --port 0 for any that is free"
            )
        }
        ErrorKind::AddrNotAvailable => {
            format!("{} is not an address of this machine: --host takes one that is", address.ip())
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
            panic!("there is nothing to serve");
        };
        assert!(line.contains("cargo xtask web") && !line.contains('\n'), "{line}");
    }

    #[test]
    fn all_addresses_are_opened_at_this_machine_own() {
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
