//! `queens serve` on the real binary, with a small page in a folder. One test is about the page that is built into the binary.

use super::*;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::Duration;

/// Longer than anything here takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server, which is killed at the end of the test.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// The first line on stderr.
    fn message(&mut self) -> String {
        let mut line = String::new();
        BufReader::new(self.child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        line
    }

    /// The status of the response to a request with this host.
    fn status(&self, host: &str) -> u16 {
        Client::new(self).get("/", &[&format!("host: {host}")]).status
    }
}

fn command(line: &str) -> Process {
    let mut command = Process::new(env!("CARGO_BIN_EXE_queens"));
    command.arg("serve").args(line.split_whitespace());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts a server and waits for its address.
fn started(mut command: Process) -> Server {
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.strip_prefix("http://").and_then(|rest| rest.strip_suffix("/\n"));
    Server { address: address.expect(&line).parse().unwrap(), child }
}

/// Starts a server of [`page`].
fn serve(line: &str) -> Server {
    // The server reads all files before it prints its address.
    let folder = page_folder();
    started(command(&format!("{line} --folder {}", folder.path().display())))
}

/// A response of the server.
struct Answer {
    status: u16,
    headers: BTreeMap<String, String>,
    body: Vec<u8>,
}

/// A connection.
struct Client(BufReader<TcpStream>);

impl Client {
    fn new(server: &Server) -> Self {
        let stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Self(BufReader::new(stream))
    }

    /// Requests a path with these header lines.
    fn get(&mut self, path: &str, lines: &[&str]) -> Answer {
        let lines: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        let host = if lines.contains("host:") { "" } else { "host: localhost\r\n" };
        write!(self.0.get_mut(), "GET {path} HTTP/1.1\r\n{host}{lines}\r\n").unwrap();
        let mut head = self.0.by_ref().lines().map(Result::unwrap).take_while(|l| !l.is_empty());
        let status = head.next().unwrap()["HTTP/1.1 ".len()..][..3].parse().unwrap();
        let header = |line: String| line.split_once(": ").map(|(a, b)| (a.into(), b.into()));
        let headers: BTreeMap<String, String> = head.map(|line| header(line).unwrap()).collect();
        let mut body = vec![0; headers["content-length"].parse().unwrap()];
        self.0.read_exact(&mut body).unwrap();
        Answer { status, headers, body }
    }
}

/// A small page: its files by path, with every kind of name that the built page has. The server does not look into files.
fn page() -> BTreeMap<String, Vec<u8>> {
    let module: Vec<u8> = (0..300_000_u32).map(|place| (place % 251) as u8).collect();
    let files: [(&str, &[u8]); 7] = [
        ("/index.html", b"<!doctype html><title>queens</title>"),
        ("/index.html.br", b"the page, compressed"),
        ("/embed.html", b"<!doctype html><title>a board</title>"),
        ("/sw.js", b""),
        ("/queens-1234ABCD.wasm", &module),
        ("/queens-1234ABCD.wasm.br", &module[..100_000]),
        ("/icons/queen.svg", b"<svg/>"),
    ];
    files.map(|(path, bytes)| (path.to_string(), bytes.to_vec())).into()
}

/// A temporary folder with the files of [`page`], and hidden files that must not be served.
fn page_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("icons")).unwrap();
    for (path, bytes) in page() {
        fs::write(folder.path().join(&path[1..]), bytes).unwrap();
    }
    fs::write(folder.path().join("icons/.hidden"), "secret").unwrap();
    folder
}

/// Checks that the server serves these files unchanged, over one connection.
fn expect_files(server: &Server, files: &BTreeMap<String, Vec<u8>>) {
    let mut client = Client::new(server);
    assert_eq!(client.get("/", &[]).body, files["/index.html"]);
    for (path, bytes) in files {
        let plain = path.strip_suffix(".br");
        let accept = plain.map_or("accept-encoding: gzip", |_| "accept-encoding: gzip, br");
        let answer = client.get(plain.unwrap_or(path), &[accept]);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.body == *bytes, "{path}: {} bytes", answer.body.len());
        assert_eq!(answer.headers.contains_key("content-encoding"), plain.is_some(), "{path}");
    }
}

#[test]
fn invalid_addresses_are_rejected_with_one_line() {
    for port in ["-1", "65536", "x", "", "80.0", "99999999999999999999"] {
        let error = refused(&format!("serve --port={port}"));
        assert!(error.contains("a whole number from 0 to 65535"), "{error}");
    }
    for host in ["localhost", "256.0.0.1", "127.0.0.1:80", "1.2.3", "[::1]", "x"] {
        let error = refused(&format!("serve --host {host}"));
        assert!(
            error.contains(host) && error.contains("an IP address such as 127.0.0.1"),
            "{error}"
        );
    }
    assert!(refused("serve 8").contains("'8'"));
}

#[test]
fn every_file_is_served_in_both_forms() {
    let server = serve("--port 0");
    assert!(server.address.ip().to_string() == "127.0.0.1" && server.address.port() != 0);
    expect_files(&server, &page());
}

#[test]
#[cfg_attr(
    not(has_page),
    ignore = "built without the page; run 'cargo xtask web', then test again"
)]
fn the_built_page_is_served() {
    let page = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("page")).unwrap();
    let files = page.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let named = |path: PathBuf| {
        let name = path.file_name()?.to_str().filter(|name| !name.starts_with('.'))?;
        Some((format!("/{name}"), fs::read(&path).unwrap()))
    };
    let files: BTreeMap<String, Vec<u8>> = files.filter_map(named).collect();
    assert!(files.keys().any(|name| name.ends_with(".wasm.br")));
    expect_files(&started(command("--port 0")), &files);
}

#[test]
fn a_folder_without_a_page_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    let error = refused(&format!("serve --port 0 --folder {path}"));
    let expected = format!(
        "queens: {path} has no index.html: expected a folder that 'cargo xtask web' has written\n"
    );
    assert_eq!(error, expected);
}

/// Files outside the folder cannot be reached through a link in it.
#[cfg(unix)]
#[test]
fn links_in_a_folder_are_not_served() {
    use std::os::unix::fs::symlink;
    let folder = page_folder();
    symlink("/etc/passwd", folder.path().join("file")).unwrap();
    symlink("/etc", folder.path().join("etc")).unwrap();
    symlink("..", folder.path().join("icons/up")).unwrap();
    let server = started(command(&format!("--port 0 --folder {}", folder.path().display())));
    let mut client = Client::new(&server);
    for path in ["/file", "/etc/passwd", "/icons/up/index.html"] {
        assert_eq!(client.get(path, &[]).status, 404, "{path}");
    }
    expect_files(&server, &page());
}

#[test]
fn dns_rebinding_is_rejected() {
    let server = serve("--port 0");
    let port = server.address.port();
    for (host, status) in [("localhost", 200), ("[::1]", 200), ("evil.example", 421)] {
        assert_eq!(server.status(host), status, "{host}");
        assert_eq!(server.status(&format!("{host}:{port}")), status, "{host}");
    }
}

#[test]
fn listening_on_all_addresses_prints_a_warning() {
    let mut server = serve("--port 0 --host 0.0.0.0");
    // The printed address can be opened on this machine.
    assert_eq!(server.address.ip().to_string(), "127.0.0.1");
    assert_eq!(server.status("queens.example"), 200);
    let port = server.address.port();
    let warning =
        format!("queens: every machine that can reach 0.0.0.0:{port} can load the page\n");
    assert_eq!(server.message(), warning);
}

#[test]
fn it_listens_on_ipv6_too() {
    if TcpListener::bind("[::1]:0").is_err() {
        println!("skipped: this machine has no IPv6");
        return;
    }
    let server = serve("--port 0 --host ::1");
    assert_eq!(server.address.ip().to_string(), "::1");
    assert_eq!((server.status("[::1]"), server.status("evil.example")), (200, 421));
}

#[test]
fn a_busy_port_is_named_with_what_to_do() {
    let (server, folder) = (serve("--port 0"), page_folder());
    let serve = format!("serve --folder {}", folder.path().display());
    let error = refused(&format!("{serve} --port {}", server.address.port()));
    let expected = format!(
        "queens: {} is in use; choose another --port, or --port 0 for any free port\n",
        server.address
    );
    assert_eq!(error, expected);
    // An address reserved for documentation, which no machine has.
    let error = refused(&format!("{serve} --port 0 --host 203.0.113.1"));
    assert_eq!(error, "queens: --host 203.0.113.1 is not an address of this machine\n");
}

/// Every second client opens a connection per request.
#[test]
fn many_clients_are_served_at_once() {
    let server = serve("--port 0");
    let files = page();
    std::thread::scope(|scope| {
        for number in 0..20 {
            let (server, files) = (&server, &files);
            scope.spawn(move || {
                expect_files(server, files);
                (0..20 * (number % 2)).for_each(|_| assert_eq!(server.status("localhost"), 200));
            });
        }
    });
}

/// Also with idle connections and the beginning of a request.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_it() {
    for name in ["-INT", "-TERM"] {
        let mut server = serve("--port 0");
        let mut kept = Client::new(&server);
        assert_eq!(kept.get("/", &[]).status, 200);
        write!(kept.0.get_mut(), "GET / HTTP/1.1\r\nhost:").unwrap();
        let id = server.child.id().to_string();
        assert!(Process::new("kill").args([name, &id]).status().unwrap().success());
        assert_eq!(server.message(), "queens: interrupted\n");
        assert_eq!(server.child.wait().unwrap().code(), Some(130));
        assert!(TcpStream::connect(server.address).is_err());
    }
}

/// Only on systems where the program that opens pages is found on the PATH.
#[cfg(target_os = "linux")]
#[test]
fn the_browser_is_opened_or_the_server_continues_without() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let told = folder.path().join("told");
    let opener = folder.path().join("xdg-open");
    fs::write(&opener, format!("#!/bin/sh\necho \"$1\" > {}\n", told.display())).unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let page = page_folder();
    let line = format!("--port 0 --open --folder {}", page.path().display());
    let mut with = command(&line);
    with.env("PATH", folder.path());
    let server = started(with);
    let expected = format!("http://{}/\n", server.address);
    while fs::read_to_string(&told).unwrap_or_default() != expected {
        std::thread::sleep(Duration::from_millis(10));
    }

    let mut without = command(&line);
    without.env("PATH", "/nowhere");
    let mut server = started(without);
    let line = server.message();
    assert!(line.starts_with("queens: cannot open a browser: "), "{line}");
    assert_eq!(server.status("localhost"), 200);
}
