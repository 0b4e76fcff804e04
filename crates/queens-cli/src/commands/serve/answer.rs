//! The response to a request: a pure function of the request and the files.

use super::page::{File, Files};
use super::server::Request;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A content security policy: the page may run its own scripts and WebAssembly, connect only to this server, and be shown in the
/// frames of these sites.
macro_rules! policy {
    ($frames:literal) => {
        concat!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; ",
            "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; ",
            "base-uri 'none'; form-action 'none'; frame-ancestors ",
            $frames
        )
    };
}

/// Security headers of every response, including errors. The last three isolate the page from others.
const SECURITY_HEADERS: [(&str, &str); 7] = [
    ("content-security-policy", policy!("'none'")),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// The headers of [`EMBED`] that differ: any site may show it in a frame, also a site that requires
/// `cross-origin-resource-policy` of its frames.
const EMBED_HEADERS: [(&str, &str); 2] =
    [("content-security-policy", policy!("*")), ("cross-origin-resource-policy", "cross-origin")];

/// The only page that other sites may show in a frame.
const EMBED: &str = "/embed.html";

/// The files, and which requests are accepted.
pub(super) struct Site {
    pub(super) files: Files,
    /// Whether to accept only requests whose host is a loopback name.
    pub(super) loopback_only: bool,
}

/// A response.
pub(super) struct Answer<'a> {
    pub(super) status: &'static str,
    pub(super) headers: Vec<(&'static str, &'a str)>,
    /// The file or the message. It is not sent after a request for the headers only, or if the client already has it.
    pub(super) content: &'a [u8],
    pub(super) has_body: bool,
}

impl Site {
    /// The response to a request.
    pub(super) fn answer(&self, request: &Request) -> Answer<'_> {
        let mut answer = self.content(request);
        let is_embed = request.path() == EMBED && matches!(answer.status, OK | NOT_MODIFIED);
        let differing = if is_embed { &EMBED_HEADERS[..] } else { &[] };
        let of = |name| differing.iter().find(|(other, _)| *other == name);
        let security = SECURITY_HEADERS.iter().map(|header| *of(header.0).unwrap_or(header));
        answer.headers.extend(security);
        answer.has_body &= request.method != "HEAD";
        answer
    }

    fn content(&self, request: &Request) -> Answer<'_> {
        if self.loopback_only && !is_for_loopback(request) {
            return short("421 Misdirected Request", "this server is for localhost only\n");
        }
        if !matches!(&*request.method, "GET" | "HEAD") {
            let mut answer = short("405 Method Not Allowed", "GET and HEAD only\n");
            answer.headers.push(("allow", "GET, HEAD"));
            return answer;
        }
        match self.files.at(request.path()) {
            Some(file) => found(file, request),
            None => short("404 Not Found", "not found\n"),
        }
    }
}

const OK: &str = "200 OK";
const NOT_MODIFIED: &str = "304 Not Modified";

fn found<'a>(file: &'a File, request: &Request) -> Answer<'a> {
    let brotli = file.brotli.as_ref().filter(|_| takes_brotli(request));
    let form = brotli.unwrap_or(&file.plain);
    let is_known = has(request, &form.tag);
    let mut headers =
        vec![("etag", &*form.tag), ("cache-control", file.cache), ("content-type", file.kind)];
    headers.extend(brotli.map(|_| ("content-encoding", "br")));
    headers.extend(file.brotli.as_ref().map(|_| ("vary", "accept-encoding")));
    let status = if is_known { NOT_MODIFIED } else { OK };
    Answer { status, headers, content: &form.bytes, has_body: !is_known }
}

/// A line of plain text that is not cached.
fn short(status: &'static str, line: &'static str) -> Answer<'static> {
    let headers =
        vec![("content-type", "text/plain; charset=utf-8"), ("cache-control", "no-store")];
    Answer { status, headers, content: line.as_bytes(), has_body: true }
}

/// Whether the client already has the form with this entity tag (`If-None-Match`).
fn has(request: &Request, tag: &str) -> bool {
    let mut items = items(request, "if-none-match");
    items.any(|item| item == "*" || item.strip_prefix("W/").unwrap_or(item) == tag)
}

/// Whether the client accepts Brotli, as browsers say it: without a weight.
fn takes_brotli(request: &Request) -> bool {
    items(request, "accept-encoding").any(|item| item.eq_ignore_ascii_case("br"))
}

/// The items of a header that is a comma-separated list, over all headers of this name.
fn items<'a>(request: &'a Request, name: &'a str) -> impl Iterator<Item = &'a str> {
    request.all(name).flat_map(|line| line.split(',')).map(str::trim)
}

/// Whether the host of a request is a loopback name. This prevents DNS rebinding: another site can let its own name resolve
/// to this machine, but then the browser sends that name.
fn is_for_loopback(request: &Request) -> bool {
    let mut names = request.all("host").chain(request.authority()).peekable();
    names.peek().is_some() && names.all(is_loopback)
}

/// Whether an authority is a loopback name or address, with or without a port.
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
mod tests;
