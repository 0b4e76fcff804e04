//! What a request is answered with: a function of the request and the files, nothing else.

use super::page::{File, Files};
use http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG,
    HOST, IF_NONE_MATCH, VARY,
};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode};
use hyper::body::Bytes;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What every answer says, errors too: the page runs its own scripts and its WebAssembly, talks to nobody else, and stands in
/// nobody's frame. The last three keep it apart from other pages.
const STRICT: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// The page, and who may ask for it.
pub(super) struct Site {
    pub(super) files: Files,
    /// Whether to answer only to this machine's own names for itself.
    pub(super) loopback_only: bool,
}

impl Site {
    /// The answer to a request, whose body is never looked at.
    pub(super) fn answer(&self, request: &Parts) -> Response<Bytes> {
        let mut answer = self.content(request);
        let length = HeaderValue::from(answer.body().len());
        let known = answer.status() == StatusCode::NOT_MODIFIED;
        let headers = answer.headers_mut();
        if !known {
            headers.insert(CONTENT_LENGTH, length);
        }
        for (name, value) in STRICT {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        if request.method == Method::HEAD {
            *answer.body_mut() = Bytes::new();
        }
        answer
    }

    fn content(&self, request: &Parts) -> Response<Bytes> {
        if self.loopback_only && !is_for_loopback(request) {
            return short(StatusCode::MISDIRECTED_REQUEST, "this server is for localhost only\n");
        }
        if request.method != Method::GET && request.method != Method::HEAD {
            let mut answer = short(StatusCode::METHOD_NOT_ALLOWED, "GET and HEAD only\n");
            answer.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return answer;
        }
        match self.files.at(request.uri.path()) {
            Some(file) => found(file, &request.headers),
            None => short(StatusCode::NOT_FOUND, "not found\n"),
        }
    }
}

fn found(file: &File, asked: &HeaderMap) -> Response<Bytes> {
    let brotli = file.brotli.as_ref().filter(|_| takes_brotli(asked));
    let form = brotli.unwrap_or(&file.plain);
    let known = has(asked, form.tag.as_bytes());
    let mut answer = Response::new(if known { Bytes::new() } else { form.bytes.clone() });
    if known {
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = answer.headers_mut();
    headers.insert(ETAG, form.tag.clone());
    headers.insert(CACHE_CONTROL, file.cache.clone());
    headers.insert(CONTENT_TYPE, file.kind.clone());
    if brotli.is_some() {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    if file.brotli.is_some() {
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    }
    answer
}

/// A line of plain text, which nobody keeps.
fn short(status: StatusCode, line: &'static str) -> Response<Bytes> {
    let mut answer = Response::new(Bytes::from_static(line.as_bytes()));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// Whether the client says that it has the form with this tag.
fn has(asked: &HeaderMap, tag: &[u8]) -> bool {
    let same = |item: &str| item.strip_prefix("W/").unwrap_or(item).as_bytes() == tag;
    items(asked, IF_NONE_MATCH).any(|item| item == "*" || same(item))
}

/// Whether the client takes Brotli, and likes it no less than what is not compressed. What it writes wrongly, it does not say.
fn takes_brotli(asked: &HeaderMap) -> bool {
    let weights: Vec<(&str, u16)> = items(asked, ACCEPT_ENCODING).filter_map(weight).collect();
    let of = |coding: &str| {
        let named = |name: &str| weights.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        named(coding).or(named("*")).map_or(0, |&(_, weight)| weight)
    };
    of("br") > 0 && of("br") >= of("identity")
}

/// A coding and its weight in thousandths: `br`, `br;q=0.5`.
fn weight(item: &str) -> Option<(&str, u16)> {
    let Some((coding, rest)) = item.split_once(';') else {
        return Some((item, 1000));
    };
    let (name, value) = rest.split_once('=')?;
    let is_weight = name.trim_start().eq_ignore_ascii_case("q");
    is_weight.then(|| thousandths(value)).flatten().map(|weight| (coding.trim_end(), weight))
}

/// A number from 0 to 1 with up to three places.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, places) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if !matches!(whole, "0" | "1") || places.len() > 3 || !digits(places) {
        return None;
    }
    let number: u16 = format!("{whole}{places:0<3}").parse().ok()?;
    (number <= 1000).then_some(number)
}

/// The items of a list, over all lines of that name.
fn items(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// Whether a request names this machine as only this machine does. A page elsewhere can let its own name point here (DNS
/// rebinding), but then that is the name that the browser sends.
fn is_for_loopback(request: &Parts) -> bool {
    let named = request.headers.get_all(HOST).iter().map(|host| host.to_str().unwrap_or_default());
    let mut names =
        named.chain(request.uri.authority().map(|authority| authority.as_str())).peekable();
    names.peek().is_some() && names.all(is_loopback)
}

/// Whether this is a name of this machine for itself, with or without a port.
fn is_loopback(authority: &str) -> bool {
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port),
        _ => (authority, ""),
    };
    let own = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(host) => host.parse::<Ipv6Addr>().is_ok_and(|it| is_own(it.into())),
        None => {
            host.eq_ignore_ascii_case("localhost")
                || host.parse::<Ipv4Addr>().is_ok_and(|it| is_own(it.into()))
        }
    };
    own && port.bytes().all(|b| b.is_ascii_digit())
}

/// Whether only this machine can reach an address.
pub(super) fn is_own(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

#[cfg(test)]
mod tests {
    use super::super::page::Form;
    use super::*;
    use http::Request;

    fn site() -> Site {
        let files =
            [("index.html", 1), ("app-ABCD1234.js", 2), ("app-ABCD1234.js.br", 3), ("sw.js", 4)];
        let form = |(name, number): (&str, u8)| {
            let bytes = Bytes::from(vec![number; 100 * usize::from(number)]);
            (name.to_string(), Form::new(bytes, &[number; 32]))
        };
        Site { files: Files::new(files.map(form)), loopback_only: true }
    }

    fn ask(site: &Site, method: &str, path: &str, headers: &[(&str, &str)]) -> Response<Bytes> {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = site.answer(&request.body(()).unwrap().into_parts().0);
        for (name, value) in STRICT {
            assert_eq!(answer.headers()[name], value, "{method} {path}");
        }
        answer
    }

    const LOCAL: (&str, &str) = ("host", "localhost:8017");

    fn get(path: &str, headers: &[(&str, &str)]) -> Response<Bytes> {
        ask(&site(), "GET", path, &[&[LOCAL], headers].concat())
    }

    fn header<'a>(answer: &'a Response<Bytes>, name: &str) -> Option<&'a str> {
        answer.headers().get(name).map(|value| value.to_str().unwrap())
    }

    #[test]
    fn the_page_is_at_the_address_without_a_name() {
        for path in ["/", "/index.html", "/?n=8#board", "http://localhost:8017/"] {
            let answer = get(path, &[]);
            assert_eq!(answer.status(), 200, "{path}");
            assert_eq!(answer.body(), &vec![1; 100]);
            assert_eq!(header(&answer, "content-type"), Some("text/html; charset=utf-8"));
            assert_eq!(header(&answer, "cache-control"), Some("no-cache"));
            assert_eq!(header(&answer, "content-length"), Some("100"));
            assert_eq!(
                (header(&answer, "vary"), header(&answer, "content-encoding")),
                (None, None)
            );
        }
    }

    #[test]
    fn a_head_is_the_answer_without_its_body() {
        for path in ["/", "/app-ABCD1234.js", "/none"] {
            let whole = get(path, &[("accept-encoding", "br")]);
            let head = ask(&site(), "HEAD", path, &[LOCAL, ("accept-encoding", "br")]);
            assert_eq!((head.status(), head.headers()), (whole.status(), whole.headers()));
            assert!(head.body().is_empty() && !whole.body().is_empty());
        }
    }

    #[test]
    fn what_is_not_there_is_said_in_a_line() {
        for path in [
            "/none",
            "/..",
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "//etc/passwd",
            "/app-ABCD1234.js.br",
        ] {
            let answer = get(path, &[]);
            assert_eq!(
                (answer.status().as_u16(), answer.body().as_ref()),
                (404, &b"not found\n"[..]),
                "{path}"
            );
            assert_eq!(header(&answer, "cache-control"), Some("no-store"));
        }
    }

    #[test]
    fn other_methods_are_refused() {
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "get", "BREW"] {
            let answer = ask(&site(), method, "/", &[LOCAL]);
            assert_eq!(
                (answer.status().as_u16(), header(&answer, "allow")),
                (405, Some("GET, HEAD")),
                "{method}"
            );
        }
        assert_eq!(ask(&site(), "CONNECT", "localhost:80", &[LOCAL]).status(), 405);
        assert_eq!(ask(&site(), "OPTIONS", "*", &[LOCAL]).status(), 405);
    }

    #[test]
    fn brotli_is_sent_to_those_who_take_it() {
        let takes = [
            "br",
            "gzip, deflate, br, zstd",
            "BR",
            "br;q=1",
            "br;q=0.001",
            "br ; q=0.5",
            "br;Q=0.5",
            "*",
            "*;q=0.1",
            "br;q=1.000",
            "identity;q=0, br",
            "gzip;q=1.0, br;q=0.2",
            "br;q=0.5, identity;q=0.5",
            "*;q=0, br",
            ", ,br,",
        ];
        for value in takes {
            let answer = get("/app-ABCD1234.js", &[("accept-encoding", value)]);
            assert_eq!(header(&answer, "content-encoding"), Some("br"), "{value}");
            assert_eq!(answer.body(), &vec![3; 300]);
        }
        let not = [
            "",
            "gzip",
            "br;q=0",
            "br;q=0.0",
            "br;q=0.000",
            "br;q=0.",
            "*;q=0",
            "br;q=0, *",
            "identity, br;q=0.5",
            "br;q=2",
            "br;q=1.001",
            "br;q=0.0001",
            "br;q=-1",
            "br;q=",
            "br;q",
            "br;x=1",
            "br;q=1;q=1",
            "brotli",
            "xbr",
            "b r",
        ];
        for value in not {
            let answer = get("/app-ABCD1234.js", &[("accept-encoding", value)]);
            assert_eq!(header(&answer, "content-encoding"), None, "{value}");
            assert_eq!(answer.body(), &vec![2; 200]);
            assert_eq!(header(&answer, "vary"), Some("accept-encoding"));
        }
        let lines = [("accept-encoding", "gzip"), ("accept-encoding", "br")];
        assert_eq!(header(&get("/app-ABCD1234.js", &lines), "content-encoding"), Some("br"));
        // There is no other form of this one.
        assert_eq!(header(&get("/sw.js", &[("accept-encoding", "br")]), "content-encoding"), None);
    }

    #[test]
    fn what_the_client_has_is_not_sent_again() {
        let brotli = ("accept-encoding", "br");
        let plain_tag = header(&get("/app-ABCD1234.js", &[]), "etag").unwrap().to_string();
        let brotli_tag = header(&get("/app-ABCD1234.js", &[brotli]), "etag").unwrap().to_string();
        assert_ne!(plain_tag, brotli_tag);
        let weak = format!("\"other\" ,W/{plain_tag}");
        for value in [plain_tag.as_str(), "*", &weak] {
            let answer = get("/app-ABCD1234.js", &[("if-none-match", value)]);
            assert_eq!((answer.status().as_u16(), answer.body().len()), (304, 0), "{value}");
            assert_eq!(header(&answer, "etag"), Some(plain_tag.as_str()));
            assert_eq!(header(&answer, "vary"), Some("accept-encoding"));
            assert_eq!(
                header(&answer, "cache-control"),
                Some("public, max-age=31536000, immutable")
            );
        }
        for value in [brotli_tag.as_str(), "", "\"\"", &plain_tag[1..], "w/*"] {
            assert_eq!(
                get("/app-ABCD1234.js", &[("if-none-match", value)]).status(),
                200,
                "{value}"
            );
        }
        assert_eq!(
            get("/app-ABCD1234.js", &[brotli, ("if-none-match", &brotli_tag)]).status(),
            304
        );
        assert_eq!(get("/app-ABCD1234.js", &[brotli, ("if-none-match", &plain_tag)]).status(), 200);
        assert_eq!(get("/none", &[("if-none-match", "*")]).status(), 404);
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        let own = [
            "localhost",
            "LocalHost",
            "localhost:8017",
            "localhost:",
            "127.0.0.1",
            "127.0.0.1:1",
            "127.255.3.4:65535",
            "[::1]",
            "[::1]:8017",
            "[0:0:0:0:0:0:0:1]",
            "[::ffff:127.0.0.1]:80",
        ];
        for host in own {
            assert_eq!(ask(&site(), "GET", "/", &[("host", host)]).status(), 200, "{host}");
        }
        let foreign = [
            "",
            "evil.example",
            "evil.example:8017",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "10.0.0.1",
            "0.0.0.0",
            "[::]",
            "[::2]:8017",
            "::1",
            "a@localhost",
            "localhost:80:80",
            "localhost:x",
            "[::1",
            "[::1]x",
            "[localhost]",
            "127.0.0.1, evil.example",
            "localhost.",
            "127.1",
            "[127.0.0.1]",
        ];
        let mut anywhere = site();
        anywhere.loopback_only = false;
        for host in foreign {
            assert_eq!(ask(&site(), "GET", "/", &[("host", host)]).status(), 421, "{host}");
            assert_eq!(ask(&anywhere, "GET", "/", &[("host", host)]).status(), 200, "{host}");
        }
        assert_eq!(ask(&site(), "GET", "/", &[]).status(), 421);
        assert_eq!(ask(&site(), "GET", "/", &[LOCAL, ("host", "evil.example")]).status(), 421);
        assert_eq!(ask(&site(), "GET", "http://evil.example/", &[LOCAL]).status(), 421);
        assert_eq!(ask(&site(), "POST", "/", &[("host", "evil.example")]).status(), 421);
    }
}
