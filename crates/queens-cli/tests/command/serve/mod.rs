//! `queens serve` on the real binary, with a small page in a folder. One test is about the page that is built into the binary.

mod client;

use super::*;
use client::*;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

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
    let files = built();
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
    fs::write(folder.path().join("index.html"), "").unwrap();
    let large = fs::File::create(folder.path().join("large")).unwrap();
    large.set_len(1 << 40).unwrap();
    let error = refused(&format!("serve --port 0 --folder {path}"));
    assert!(error.contains("large: more than 256 MiB up to this file"), "{error}");
}

/// Files outside the folder cannot be reached through a link in it.
#[cfg(unix)]
#[test]
fn links_in_a_folder_are_not_served() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    write_page(folder.path());
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

/// Checks that the server serves these files unchanged.
fn expect_files(server: &Server, files: &BTreeMap<String, Vec<u8>>) {
    let mut client = Client::new(server);
    let index = client.get("/", &[]);
    assert_eq!((index.status, &index.body), (200, &files["/index.html"]));
    assert_eq!(index.header("content-type"), Some("text/html; charset=utf-8"));
    for (path, brotli, bytes) in forms(files) {
        let accept =
            if brotli { "accept-encoding: gzip, br;q=0.9" } else { "accept-encoding: br;q=0" };
        let answer = client.get(&path, &[accept]);
        assert_eq!((answer.status, &answer.body), (200, &bytes), "{path}");
        assert_eq!(answer.header("content-encoding"), brotli.then_some("br"), "{path}");
        let two = files.contains_key(&format!("{path}.br"));
        assert_eq!(answer.header("vary"), two.then_some("accept-encoding"), "{path}");
        let kind = match path.rsplit('.').next().unwrap() {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "html" => "text/html; charset=utf-8",
            "wasm" => "application/wasm",
            "webmanifest" => "application/manifest+json",
            "svg" => "image/svg+xml",
            _ => answer.header("content-type").unwrap(),
        };
        assert_eq!(answer.header("content-type"), Some(kind), "{path}");
        let is_hash = |part: &str| {
            let letter = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
            part.len() == 8 && part.bytes().all(letter)
        };
        let kept = if path.split(['-', '.']).skip(1).any(is_hash) {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        assert_eq!(answer.header("cache-control"), Some(kept), "{path}");
        let tag = answer.header("etag").unwrap().to_string();
        let again = client.get(&path, &[accept, &format!("if-none-match: {tag}")]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        assert_eq!(again.header("etag"), Some(tag.as_str()));
        let other = client.get(&path, &[accept, "if-none-match: \"other\""]);
        assert_eq!((other.status, &other.body), (200, &bytes), "{path}");
        let head = client.ask("HEAD", &path, &[accept]);
        assert_eq!(head.header("content-length"), Some(bytes.len().to_string().as_str()));
        assert_eq!((head.status, head.header("etag")), (200, Some(tag.as_str())), "{path}");
        let both = [false, true].map(|brotli| {
            let accept = if brotli { "accept-encoding: br" } else { "accept-encoding: identity" };
            client.get(&path, &[accept]).header("etag").unwrap().to_string()
        });
        assert_eq!(both[0] != both[1], two, "{path}");
    }
}

#[test]
fn nothing_but_the_page_is_served() {
    let server = serve("--port 0");
    let mut client = Client::new(&server);
    let compressed: Vec<String> = page().into_keys().filter(|name| name.ends_with(".br")).collect();
    let paths = [
        "/none",
        "/Cargo.toml",
        "/../Cargo.toml",
        "/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/%2e%2e/",
        "/..%2fCargo.toml",
        "/..%5cCargo.toml",
        "/..\\Cargo.toml",
        "//etc/passwd",
        "///etc/passwd",
        "/etc/passwd",
        "/index.html/..",
        "/index.html/",
        "/./index.html",
        "//index.html",
        "/%00",
        "/index.html%00",
        "/index%2ehtml",
        "/.gitignore",
        "/icons/.hidden",
        "/.",
        "/..",
        "/~root/",
        "/C:/Windows/win.ini",
        "/index.html;x",
        "/INDEX.HTML",
        "/%ff%fe",
        "http://localhost/../x",
    ];
    for path in paths.into_iter().chain(compressed.iter().map(String::as_str)) {
        let answer = client.get(path, &["accept-encoding: br"]);
        assert_eq!((answer.status, answer.body.as_slice()), (404, &b"not found\n"[..]), "{path}");
        let head = client.ask("HEAD", path, &[]);
        assert_eq!((head.status, head.header("content-length")), (404, Some("10")), "{path}");
    }
    let long = format!("/{}", "x".repeat(10_000));
    assert_eq!(client.get(&long, &[]).status, 404);
    assert_eq!(client.get("/?n=8&x=../..", &[]).status, 200);
}

#[test]
fn only_get_and_head_are_answered() {
    let server = serve("--port 0");
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "PROPFIND", "get"] {
        let answer = Client::new(&server).ask(method, "/", &["content-length: 0"]);
        assert_eq!((answer.status, answer.header("allow")), (405, Some("GET, HEAD")), "{method}");
    }
    assert_eq!(Client::new(&server).ask("OPTIONS", "*", &[]).status, 405);
    assert_eq!(Client::new(&server).ask("CONNECT", "localhost:80", &[]).status, 405);
}

#[test]
fn dns_rebinding_is_rejected() {
    let server = serve("--port 0");
    let port = server.address.port();
    let mut client = Client::new(&server);
    for host in
        ["localhost", "LOCALHOST:1", "127.0.0.1", "127.1.2.3:80", "[::1]", &format!("[::1]:{port}")]
    {
        assert_eq!(client.get("/", &[&format!("host: {host}")]).status, 200, "{host}");
    }
    for host in [
        "evil.example",
        &format!("evil.example:{port}"),
        "localhost.evil.example",
        "0.0.0.0",
        "192.168.0.1",
        "",
    ] {
        let answer = client.get("/", &[&format!("host: {host}")]);
        assert_eq!(
            (answer.status, answer.body.starts_with(b"this server is for")),
            (421, true),
            "{host}"
        );
    }
    assert_eq!(client.get("/", &["host: localhost", "host: evil.example"]).status, 421);
    assert_eq!(client.get("http://evil.example/", &["host: localhost"]).status, 421);
    client.send(b"GET / HTTP/1.0\r\n\r\n");
    assert_eq!(client.answer(true).unwrap().status, 421);
}

#[test]
fn listening_on_all_addresses_prints_a_warning() {
    let mut server = serve("--port 0 --host 0.0.0.0");
    // The printed address can be opened on this machine.
    assert_eq!(server.address.ip().to_string(), "127.0.0.1");
    assert_eq!(Client::new(&server).get("/", &["host: queens.example"]).status, 200);
    let mut errors = BufReader::new(server.child.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    let port = server.address.port();
    assert_eq!(
        line,
        format!("queens: every machine that can reach 0.0.0.0:{port} can load the page\n")
    );
}

#[test]
fn it_listens_on_ipv6_too() {
    if TcpListener::bind("[::1]:0").is_err() {
        println!("skipped: this machine has no IPv6");
        return;
    }
    let server = serve("--port 0 --host ::1");
    assert_eq!(server.address.ip().to_string(), "::1");
    assert_eq!(Client::new(&server).get("/", &["host: [::1]"]).status, 200);
    assert_eq!(Client::new(&server).get("/", &["host: evil.example"]).status, 421);
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
    assert_eq!(Client::new(&server).get("/", &[]).status, 200);
}

/// Sends an invalid request. It is rejected or the connection ends, and the next client is served.
fn send_invalid(server: &Server, bytes: &[u8]) -> Option<u16> {
    let mut client = Client::new(server);
    client.send(bytes);
    let _ = client.0.get_mut().shutdown(Shutdown::Write);
    let answer = client.answer(true);
    // An unreadable request is rejected by the HTTP library, without a body.
    if let Some(answer) = answer.as_ref().filter(|answer| answer.header(STRICT[0].0).is_none()) {
        assert!(matches!(answer.status, 400 | 414 | 431) && answer.body.is_empty(), "{answer:?}");
    }
    answer.map(|answer| answer.status)
}

#[test]
fn invalid_requests_are_rejected_without_harm() {
    let mut server = serve("--port 0");
    let hello = b"\x16\x03\x01\x00\xf8\x01\x00\x00\xf4\x03\x03\x9a\x00\x00\x13\x01\x13\x02localhost\x00\x2b";
    let many: String = (0..200).map(|i| format!("x{i}: y\r\n")).collect();
    // Requests and the possible statuses, 0 for none: after a long request the connection may end before the response arrives.
    let nonsense: Vec<(Vec<u8>, &[u16])> = vec![
        (b"\x00\x01\x02\xff\xfe\r\n\r\n".to_vec(), &[400]),
        (vec![0; 100_000], &[0, 400, 431]),
        (vec![b'A'; 100_000], &[0, 400, 414, 431]),
        (hello.to_vec(), &[400]),
        (b"\r\n\r\n\r\n\r\n".to_vec(), &[0]),
        (b"".to_vec(), &[0]),
        (b"GET".to_vec(), &[0]),
        (b"GET /".to_vec(), &[0]),
        (b"GET /\r\n\r\n".to_vec(), &[400]),
        (b"GET / HTTP/1.1 host: localhost".to_vec(), &[400]),
        (b"GET / HTTP/1.1\r\nhost: localhost\r\n".to_vec(), &[0]),
        (b"GET / HTTP/1.1\n\n".to_vec(), &[421]),
        (b"GET / HTTP/0.9\r\nhost: localhost\r\n\r\n".to_vec(), &[400]),
        (b"GET / HTTP/3.0\r\nhost: localhost\r\n\r\n".to_vec(), &[400]),
        (b"GET / HTTQ/1.1\r\nhost: localhost\r\n\r\n".to_vec(), &[400]),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00".to_vec(), &[0]),
        (b"GET  / HTTP/1.1\r\nhost: localhost\r\n\r\n".to_vec(), &[400]),
        (b"GET index.html HTTP/1.1\r\nhost: localhost\r\n\r\n".to_vec(), &[400, 404, 421]),
        (b"GET /\0 HTTP/1.1\r\nhost: localhost\r\n\r\n".to_vec(), &[400]),
        (b"GET /index.html\0.png HTTP/1.1\r\nhost: localhost\r\n\r\n".to_vec(), &[400]),
        (b"GET /\xff\xfe HTTP/1.1\r\nhost: localhost\r\n\r\n".to_vec(), &[400, 404]),
        (b"GET / HTTP/1.1\r\nhost localhost\r\n\r\n".to_vec(), &[400]),
        (b"GET / HTTP/1.1\r\nhost : localhost\r\n\r\n".to_vec(), &[400]),
        (b"GET / HTTP/1.1\r\nhost: localhost\r\nx: a\r\n b\r\n\r\n".to_vec(), &[400]),
        (b"GET / HTTP/1.1\r\nhost: localhost\r\nx: a\0b\r\n\r\n".to_vec(), &[400]),
        (b"GET / HTTP/1.1\r\nhost: \xff\r\n\r\n".to_vec(), &[400, 421]),
        (b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n".to_vec(), &[400]),
        (b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab".to_vec(), &[400]),
        (b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999999999999999999\r\n\r\n".to_vec(), &[400]),
        (b"POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzzzz\r\n\xff\xff".to_vec(), &[405]),
        (b"GET / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n".to_vec(), &[200]),
        (b"POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: nonsense\r\n\r\nabc".to_vec(), &[400]),
        (format!("GET / HTTP/1.1\r\nhost: localhost\r\n{many}\r\n").into_bytes(), &[431]),
        (format!("GET / HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n", "y".repeat(1 << 20)).into_bytes(), &[0, 431]),
        (format!("GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n", "y".repeat(1 << 20)).into_bytes(), &[0, 414, 431]),
        (format!("GET / HTTP/1.1\r\nhost: {}\r\n\r\n", "y".repeat(10_000)).into_bytes(), &[421]),
    ];
    for (bytes, expected) in &nonsense {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned();
        let status = send_invalid(&server, bytes);
        assert!(expected.contains(&status.unwrap_or(0)), "{shown:?}: {status:?}");
        assert_eq!(Client::new(&server).get("/", &[]).status, 200, "after {shown:?}");
    }
    // Requests with bytes changed, removed or doubled: any response, and the next client is always served.
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = move |limit: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % limit as u64) as usize
    };
    let request = b"GET /sw.js?x=y HTTP/1.1\r\nhost: localhost:80\r\naccept-encoding: gzip;q=0.5, br;q=1\r\nif-none-match: W/\"a\", \"b\"\r\ncontent-length: 0\r\n\r\n";
    for _ in 0..if std::env::var_os("QUEENS_LONG").is_some() { 20_000 } else { 500 } {
        let mut bytes = request.to_vec();
        for _ in 0..=below(4) {
            let at = below(bytes.len());
            match below(4) {
                0 => bytes[at] = below(256) as u8,
                1 => bytes.truncate(at + 1),
                2 => bytes.insert(at, below(256) as u8),
                _ => bytes.extend_from_within(at..),
            }
        }
        send_invalid(&server, &bytes);
    }
    assert_eq!(Client::new(&server).get("/", &[]).status, 200);
    assert!(server.child.try_wait().unwrap().is_none());
}

#[test]
fn requests_may_be_pipelined() {
    let server = serve("--port 0");
    let mut client = Client::new(&server);
    let request = "GET /none HTTP/1.1\r\nhost: localhost\r\n\r\n";
    client.send(request.repeat(50).as_bytes());
    client.send(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    for _ in 0..50 {
        assert_eq!(client.answer(true).unwrap().status, 404);
    }
    assert_eq!(client.answer(true).unwrap().status, 200);
    assert!(client.ended());
}

/// Some clients keep their connection, others open one per request. Every byte is checked.
#[test]
fn many_clients_are_served_at_once() {
    let server = serve("--port 0");
    let (clients, time) = match std::env::var_os("QUEENS_LONG") {
        Some(_) => (200, Duration::from_secs(60)),
        None => (50, Duration::from_secs(1)),
    };
    let forms = Arc::new(forms(&page()));
    let address = server.address;
    let start = Instant::now();
    let threads: Vec<_> = (0..clients)
        .map(|number| {
            let forms = Arc::clone(&forms);
            std::thread::spawn(move || {
                let mut client = Client::to(address);
                let mut requests = 0_u64;
                while start.elapsed() < time {
                    let place = 7 * number + requests;
                    let (path, brotli, bytes) = &forms[place as usize % forms.len()];
                    let accept =
                        if *brotli { "accept-encoding: br" } else { "accept-encoding: gzip" };
                    let answer = client.get(path, &[accept]);
                    assert_eq!(answer.status, 200, "{path}");
                    assert!(answer.body == *bytes, "{path}: {} bytes", answer.body.len());
                    requests += 1;
                    if number % 2 == 0 {
                        client = Client::to(address);
                    }
                }
                requests
            })
        })
        .collect();
    let requests: u64 = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
    let seconds = start.elapsed().as_secs_f64();
    println!("{requests} requests of {clients} clients in {seconds:.1} s, none failed");
    assert!(requests >= clients);
}

/// The actual limits of a connection.
#[test]
fn slow_clients_lose_their_connections() {
    if std::env::var_os("QUEENS_LONG").is_none() {
        println!("skipped: takes two minutes; QUEENS_LONG=1 runs it");
        return;
    }
    let server = serve("--port 0");
    // One byte per second of a head without an end.
    let mut slow = Client::new(&server);
    let mut idle = Client::new(&server);
    let start = Instant::now();
    let sent = (0..30).take_while(|_| {
        std::thread::sleep(Duration::from_secs(1));
        slow.0.get_mut().write_all(b"G").is_ok()
    });
    let sent = sent.count();
    assert!((9..=15).contains(&sent), "{sent} bytes");
    assert!(idle.ended() && start.elapsed() < PATIENCE);
    // A busy connection is shut down after two minutes, between two responses.
    let mut busy = Client::new(&server);
    let start = Instant::now();
    let request = b"GET /none HTTP/1.1\r\nhost: localhost\r\n\r\n";
    while busy.0.get_mut().write_all(request).is_ok() && busy.answer(true).is_some() {
        assert!(start.elapsed() < Duration::from_secs(130));
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(start.elapsed() > Duration::from_secs(110), "{:?}", start.elapsed());
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::io::Read;

    fn signal(server: &Server, name: &str) {
        let id = server.child.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    /// Waits for the end. Returns the exit code and stderr.
    fn end(mut server: Server) -> (Option<i32>, String) {
        let mut errors = String::new();
        server.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        (server.child.wait().unwrap().code(), errors)
    }

    #[test]
    fn an_interrupt_ends_it_with_open_connections() {
        for name in ["-INT", "-TERM"] {
            let server = serve("--port 0");
            let mut kept = Client::new(&server);
            assert_eq!(kept.get("/", &[]).status, 200);
            let mut silent = Client::new(&server);
            let mut half = Client::new(&server);
            half.send(b"GET / HTTP/1.1\r\nhost:");
            let address = server.address;
            let start = Instant::now();
            signal(&server, name);
            assert_eq!(end(server), (Some(130), "queens: interrupted\n".to_string()));
            assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
            assert!(kept.ended() && silent.ended() && half.ended());
            assert!(TcpStream::connect(address).is_err());
        }
    }

    #[test]
    fn a_second_interrupt_does_not_wait() {
        let server = serve("--port 0");
        let mut half = Client::new(&server);
        half.send(b"GET / HTTP/1.1\r\nhost:");
        // The first half of the request arrives before the interrupt.
        assert_eq!(Client::new(&server).get("/", &[]).status, 200);
        signal(&server, "-INT");
        while TcpStream::connect(server.address).is_ok() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let start = Instant::now();
        signal(&server, "-INT");
        assert_eq!(end(server), (Some(130), "queens: interrupted\n".to_string()));
        // After the first interrupt, the server waits two seconds for the request.
        assert!(start.elapsed() < Duration::from_millis(1500), "{:?}", start.elapsed());
    }

    #[test]
    fn too_many_open_files_do_not_end_it() {
        let program = assert_cmd::cargo::cargo_bin("queens");
        let mut shell = Command::new("sh");
        let folder = page_folder();
        let script = "ulimit -n 40; exec \"$1\" serve --port 0 --folder \"$2\"";
        shell.args(["-c", script, "sh"]).arg(program).arg(folder.path());
        shell.stdout(Stdio::piped()).stderr(Stdio::piped());
        let server = started(shell);
        let crowd: Vec<Client> = (0..100).map(|_| Client::new(&server)).collect();
        std::thread::sleep(Duration::from_millis(300));
        drop(crowd);
        assert_eq!(Client::new(&server).get("/", &[]).status, 200);
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
        let start = Instant::now();
        let expected = format!("http://{}/\n", server.address);
        while fs::read_to_string(&told).unwrap_or_default() != expected {
            assert!(start.elapsed() < PATIENCE);
            std::thread::sleep(Duration::from_millis(10));
        }

        let mut without = command(&line);
        without.env("PATH", "/nowhere");
        let mut server = started(without);
        let mut line = String::new();
        BufReader::new(server.child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("queens: cannot open a browser: "), "{line}");
        assert_eq!(Client::new(&server).get("/", &[]).status, 200);
    }
}
