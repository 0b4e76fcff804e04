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

/// Starts the server and waits for its address. Returns nothing if the binary was built without the page; it must say so.
pub(super) fn started(mut command: Command) -> Option<Server> {
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    if line.is_empty() {
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        let expected = "queens: this binary was built without the web page; run 'cargo xtask web', then build it again\n";
        assert_eq!(errors, expected);
        return None;
    }
    let address = line.strip_prefix("http://").and_then(|rest| rest.strip_suffix("/\n"));
    let address = address.unwrap_or_else(|| panic!("{line}")).parse().unwrap();
    Some(Server { child, address })
}

pub(super) fn serve(line: &str) -> Option<Server> {
    let server = started(command(line));
    if server.is_none() {
        println!("skipped: there is no page in this binary; 'cargo xtask web' builds it");
    }
    server
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

/// The files of the page, which the server must serve unchanged.
pub(super) fn files() -> BTreeMap<String, Vec<u8>> {
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

/// The forms of all files: path, whether Brotli is requested, bytes.
pub(super) fn forms() -> Vec<(String, bool, Vec<u8>)> {
    let files = files();
    let form = |(name, bytes): (&String, &Vec<u8>)| match name.strip_suffix(".br") {
        Some(plain) => (plain.to_string(), true, bytes.clone()),
        None => (name.clone(), false, bytes.clone()),
    };
    files.iter().map(form).collect()
}
