//! The response to a request: a pure function of the request and the files.

use super::page::{File, Files};
use http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG,
    HOST, IF_NONE_MATCH, VARY,
};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode};
use hyper::body::Bytes;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Security headers of every response, including errors: the page may run its own scripts and WebAssembly, connect only to
/// this server, and not be shown in a frame (except for [`EMBED`]). The last three isolate it from other pages.
const SECURITY_HEADERS: [(&str, &str); 7] = [
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

/// The only page that other sites may show in a frame.
const EMBED: &str = "/embed.html";

/// The headers of [`EMBED`] that differ from [`SECURITY_HEADERS`]: any site may show it in a frame, also a site that requires
/// `cross-origin-resource-policy` of its frames.
const EMBED_HEADERS: [(&str, &str); 2] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors *",
    ),
    ("cross-origin-resource-policy", "cross-origin"),
];

/// The files, and which requests are accepted.
pub(super) struct Site {
    pub(super) files: Files,
    /// Whether to accept only requests whose host is a loopback name.
    pub(super) loopback_only: bool,
}

impl Site {
    /// The response to a request. Its body is never read.
    pub(super) fn answer(&self, request: &Parts) -> Response<Bytes> {
        let mut answer = self.content(request);
        let length = HeaderValue::from(answer.body().len());
        let known = answer.status() == StatusCode::NOT_MODIFIED;
        let embed = request.uri.path() == EMBED && (known || answer.status().is_success());
        let headers = answer.headers_mut();
        if !known {
            headers.insert(CONTENT_LENGTH, length);
        }
        let differing = if embed { &EMBED_HEADERS[..] } else { &[] };
        for &(name, value) in SECURITY_HEADERS.iter().chain(differing) {
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

/// A line of plain text that is not cached.
fn short(status: StatusCode, line: &'static str) -> Response<Bytes> {
    let mut answer = Response::new(Bytes::from_static(line.as_bytes()));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// Whether the client already has the form with this entity tag (`If-None-Match`).
fn has(asked: &HeaderMap, tag: &[u8]) -> bool {
    let same = |item: &str| item.strip_prefix("W/").unwrap_or(item).as_bytes() == tag;
    items(asked, IF_NONE_MATCH).any(|item| item == "*" || same(item))
}

/// Whether the client accepts Brotli and does not prefer uncompressed data. Malformed items are ignored.
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

/// A number from 0 to 1 with up to three decimals, in thousandths.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, places) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if !matches!(whole, "0" | "1") || places.len() > 3 || !digits(places) {
        return None;
    }
    let number: u16 = format!("{whole}{places:0<3}").parse().ok()?;
    (number <= 1000).then_some(number)
}

/// The items of a header that is a comma-separated list, over all headers of this name.
fn items(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// Whether the host of a request is a loopback name. This prevents DNS rebinding: another site can let its own name resolve
/// to this machine, but then the browser sends that name.
fn is_for_loopback(request: &Parts) -> bool {
    let named = request.headers.get_all(HOST).iter().map(|host| host.to_str().unwrap_or_default());
    let mut names =
        named.chain(request.uri.authority().map(|authority| authority.as_str())).peekable();
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
