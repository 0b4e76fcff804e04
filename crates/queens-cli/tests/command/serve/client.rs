//! The command as a server, a client that can also send invalid requests, and the files that must be served.

use super::*;
use std::io::{BufRead, Read};

/// The security headers of every response, repeated here so that a change of them is noticed.
pub(super) const STRICT: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// The value of a security header of the only page that other sites may show in a frame.
fn embedded(name: &str, value: &str) -> String {
    match name {
        "cross-origin-resource-policy" => "cross-origin".to_string(),
        _ => value.replace("frame-ancestors 'none'", "frame-ancestors *"),
    }
}

/// Longer than anything here takes, also on a busy machine.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// A server, which is killed at the end of the test.
pub(super) struct Server {
    pub(super) child: Child,
    pub(super) address: SocketAddr,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) fn command(line: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("queens"));
    command.arg("serve").args(line.split_whitespace());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts a server and waits for its address.
pub(super) fn started(mut command: Command) -> Server {
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.strip_prefix("http://").and_then(|rest| rest.strip_suffix("/\n"));
    let Some(address) = address else {
        let output = child.wait_with_output().unwrap();
        panic!("'{line}', {}", String::from_utf8_lossy(&output.stderr));
    };
    Server { address: address.parse().unwrap(), child }
}

/// Starts a server of [`page`].
pub(super) fn serve(line: &str) -> Server {
    // The server reads all files before it prints its address.
    let folder = page_folder();
    started(command(&format!("{line} --folder {}", folder.path().display())))
}

/// A response of the server.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: BTreeMap<String, String>,
    pub(super) body: Vec<u8>,
}

impl Answer {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

/// A connection.
pub(super) struct Client(pub(super) BufReader<TcpStream>);

impl Client {
    pub(super) fn new(server: &Server) -> Self {
        Self::to(server.address)
    }

    pub(super) fn to(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        Self(BufReader::new(stream))
    }

    /// Sends as many bytes as the server accepts.
    pub(super) fn send(&mut self, bytes: &[u8]) {
        let _ = self.0.get_mut().write_all(bytes);
    }

    /// Sends a request with these header lines.
    pub(super) fn ask(&mut self, method: &str, path: &str, lines: &[&str]) -> Answer {
        let lines: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        let host = if lines.contains("host:") { "" } else { "host: localhost\r\n" };
        self.send(format!("{method} {path} HTTP/1.1\r\n{host}{lines}\r\n").as_bytes());
        let answer = self.answer(method != "HEAD").expect("an answer");
        let is_embed = path == "/embed.html" && matches!(answer.status, 200 | 304);
        for (name, value) in STRICT {
            let value = if is_embed { embedded(name, value) } else { value.to_string() };
            assert_eq!(answer.header(name), Some(&*value), "{method} {path}: {name}");
        }
        assert!(
            answer.header("content-type").is_some() && answer.header("cache-control").is_some()
        );
        answer
    }

    pub(super) fn get(&mut self, path: &str, lines: &[&str]) -> Answer {
        self.ask("GET", path, lines)
    }

    /// Reads the next response, or none if the connection ends.
    pub(super) fn answer(&mut self, has_body: bool) -> Option<Answer> {
        let status = self.line()?;
        let status = status.strip_prefix("HTTP/1.1 ").or(status.strip_prefix("HTTP/1.0 "));
        let status = status.and_then(|rest| rest.get(..3)).unwrap().parse().unwrap();
        let mut headers = BTreeMap::new();
        loop {
            let line = self.line().expect("the whole head");
            let Some((name, value)) = line.split_once(": ") else {
                assert_eq!(line, "");
                break;
            };
            let other = headers.insert(name.to_string(), value.to_string());
            assert_eq!(other, None, "{name} occurs twice");
        }
        let mut body = Vec::new();
        if has_body && status != 304 {
            body.resize(headers["content-length"].parse().unwrap(), 0);
            self.0.read_exact(&mut body).expect("the whole body");
        }
        Some(Answer { status, headers, body })
    }

    pub(super) fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.0.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) => Some(line.trim_end_matches("\r\n").to_string()),
            Err(error) if is_timeout(&error) => {
                panic!("the server neither answers nor ends: {error}")
            }
            Err(_) => None,
        }
    }

    /// Whether the server has closed the connection without sending more.
    pub(super) fn ended(&mut self) -> bool {
        let mut rest = Vec::new();
        match self.0.read_to_end(&mut rest) {
            Ok(_) => rest.is_empty(),
            Err(error) => !is_timeout(&error),
        }
    }
}

pub(super) fn is_timeout(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

/// A small page: its files by path, with every kind of name that the built page has. The server does not look into files.
pub(super) fn page() -> BTreeMap<String, Vec<u8>> {
    let module: Vec<u8> = (0..300_000_u32).map(|place| (place % 251) as u8).collect();
    let files: [(&str, &[u8]); 12] = [
        ("/index.html", b"<!doctype html><title>queens</title>"),
        ("/index.html.br", b"the page, compressed"),
        ("/embed.html", b"<!doctype html><title>a board</title>"),
        ("/app-ABCD1234.js", b"console.log(8)"),
        ("/app-ABCD1234.js.br", b"the program, compressed"),
        ("/style-00000000.css", b"p { color: red }"),
        ("/sw.js", b""),
        ("/manifest.webmanifest", b"{}"),
        ("/queens-1234ABCD.wasm", &module),
        ("/queens-1234ABCD.wasm.br", &module[..100_000]),
        ("/icons/queen.svg", b"<svg/>"),
        ("/icons/queen.png", b"\x89PNG"),
    ];
    files.map(|(path, bytes)| (path.to_string(), bytes.to_vec())).into()
}

/// Writes the files of [`page`] to a folder, and hidden files that must not be served.
pub(super) fn write_page(folder: &Path) {
    fs::create_dir(folder.join("icons")).unwrap();
    for (path, bytes) in page() {
        fs::write(folder.join(&path[1..]), bytes).unwrap();
    }
    fs::write(folder.join(".gitignore"), "*").unwrap();
    fs::write(folder.join("icons/.hidden"), "secret").unwrap();
}

/// A temporary folder with the files of [`page`].
pub(super) fn page_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_page(folder.path());
    folder
}

/// The files by path of the page that is built into the binary.
pub(super) fn built() -> BTreeMap<String, Vec<u8>> {
    fn walk(folder: &Path, name: &str, files: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let part = path.file_name().unwrap().to_str().unwrap();
            let name = format!("{name}/{part}");
            if path.is_dir() {
                walk(&path, &name, files);
            } else if !part.starts_with('.') {
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    let mut files = BTreeMap::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("page"), "", &mut files);
    files
}

/// The forms of files: path, whether Brotli is requested, bytes.
pub(super) fn forms(files: &BTreeMap<String, Vec<u8>>) -> Vec<(String, bool, Vec<u8>)> {
    let form = |(name, bytes): (&String, &Vec<u8>)| match name.strip_suffix(".br") {
        Some(plain) => (plain.to_string(), true, bytes.clone()),
        None => (name.clone(), false, bytes.clone()),
    };
    files.iter().map(form).collect()
}
