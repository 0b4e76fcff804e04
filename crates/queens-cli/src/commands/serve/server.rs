//! Answers requests over HTTP/1.1, with a thread per connection.

use super::answer::{Answer, Site};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{Builder, scope, sleep};
use std::time::Duration;
use time::OffsetDateTime;

/// The pause after a connection could not be accepted, for example because too many files are open.
const PAUSE: Duration = Duration::from_millis(50);
/// The time after which an idle connection is closed. A browser opens another one.
const IDLE: Duration = Duration::from_secs(10);
/// The limit of the head of a request, in bytes.
const MAX_HEAD: u64 = 1 << 14;

/// Serves until the program ends.
pub(super) fn serve(listener: &TcpListener, site: &Site) {
    scope(|scope| {
        loop {
            let Ok((stream, _)) = listener.accept() else {
                sleep(PAUSE);
                continue;
            };
            // An error ends only this connection.
            let answer_all = move || drop(answer_all(&stream, site));
            let _ = Builder::new().spawn_scoped(scope, answer_all);
        }
    });
}

/// Answers the requests of one client.
fn answer_all(stream: &TcpStream, site: &Site) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(IDLE))?;
    stream.set_write_timeout(Some(IDLE))?;
    let mut input = BufReader::new(stream);
    while let Some(request) = Request::read(&mut input)? {
        let is_last = request.is_last();
        site.answer(&request).write(is_last, stream)?;
        if is_last {
            break;
        }
    }
    Ok(())
}

/// The head of a request. Its body is never read.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    target: String,
    version: String,
    /// The names, in lower case, and the values.
    headers: Vec<(String, String)>,
}

impl Request {
    /// Reads a request; `None` at the end of the connection and after a head that is not one.
    pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Self>> {
        let mut lines = input.take(MAX_HEAD).lines();
        let Some(first) = lines.next().transpose()? else { return Ok(None) };
        let mut words = first.split(' ').map(str::to_string);
        let (Some(method), Some(target), Some(version), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Ok(None);
        };
        if !matches!(&*version, "HTTP/1.0" | "HTTP/1.1") {
            return Ok(None);
        }
        let mut headers = Vec::new();
        for line in lines {
            let line = line?;
            if line.is_empty() {
                return Ok(Some(Self { method, target, version, headers }));
            }
            let Some((name, value)) = line.split_once(':') else { return Ok(None) };
            headers.push((name.to_ascii_lowercase(), value.trim().to_string()));
        }
        Ok(None)
    }

    /// The values of all headers of this name.
    pub(super) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.headers.iter().filter(move |(other, _)| other == name).map(|(_, value)| &**value)
    }

    /// The path of the target, without a query.
    pub(super) fn path(&self) -> &str {
        let target = match self.absolute() {
            Some((_, path)) => path,
            None => &self.target,
        };
        target.split(['?', '#']).next().unwrap_or_default()
    }

    /// The host and port in the target, if it has one.
    pub(super) fn authority(&self) -> Option<&str> {
        self.absolute().map(|(authority, _)| authority)
    }

    /// The authority and the path of a target such as `http://localhost/`.
    fn absolute(&self) -> Option<(&str, &str)> {
        let (scheme, rest) = self.target.split_once("://")?;
        (!scheme.contains('/')).then(|| rest.split_at(rest.find('/').unwrap_or(rest.len())))
    }

    /// Whether the connection ends after the response: the client asks for it, or a body follows.
    fn is_last(&self) -> bool {
        let closes = |value: &str| value.to_ascii_lowercase().contains("close");
        let is_empty = |length: &str| length == "0";
        self.version == "HTTP/1.0"
            || self.all("connection").any(closes)
            || !self.all("content-length").all(is_empty)
            || self.all("transfer-encoding").next().is_some()
    }
}

impl Answer<'_> {
    fn write(&self, is_last: bool, mut out: impl Write) -> io::Result<()> {
        let Self { status, headers, content, has_body } = self;
        let mut head = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n", content.len());
        head += &format!("date: {}\r\n", date(OffsetDateTime::now_utc()));
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += if is_last { "connection: close\r\n\r\n" } else { "\r\n" };
        out.write_all(head.as_bytes())?;
        out.write_all(if *has_body { content } else { &[] })
    }
}

/// A time in the form of HTTP.
fn date(time: OffsetDateTime) -> String {
    let (weekday, month) = (time.weekday().to_string(), time.month().to_string());
    let (hour, minute, second) = time.to_hms();
    let (day, year) = (time.day(), time.year());
    format!("{:.3}, {day:02} {:.3} {year} {hour:02}:{minute:02}:{second:02} GMT", weekday, month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_http() {
        let time = OffsetDateTime::from_unix_timestamp(784_111_777).unwrap();
        assert_eq!(date(time), "Sun, 06 Nov 1994 08:49:37 GMT");
    }

    fn read(text: &str) -> Option<Request> {
        Request::read(&mut text.as_bytes()).unwrap()
    }

    #[test]
    fn heads_are_read_one_after_the_other() {
        let first = "GET /?n=http://b/#a HTTP/1.1\r\nHost: localhost\r\nx:a:b \r\nX: c\r\n\r\n";
        let text = format!("{first}HEAD http://localhost:80/b?c HTTP/1.1\r\n\r\n");
        let mut input = text.as_bytes();
        let get = Request::read(&mut input).unwrap().unwrap();
        assert_eq!((&*get.method, get.path(), get.authority()), ("GET", "/", None));
        assert_eq!(get.all("x").collect::<Vec<_>>(), ["a:b", "c"]);
        let head = Request::read(&mut input).unwrap().unwrap();
        assert_eq!((&*head.method, head.path()), ("HEAD", "/b"));
        assert_eq!(head.authority(), Some("localhost:80"));
        assert!(Request::read(&mut input).unwrap().is_none());
    }

    #[test]
    fn what_is_not_a_head_is_refused() {
        let long = format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "y".repeat(MAX_HEAD as usize));
        for text in [
            "",
            "GET",
            "GET /\r\n\r\n",
            "\r\n\r\n",
            "GET / HTTP/1.1",
            "GET / HTTP/1.1\r\nhost: localhost\r\n",
            "GET  / HTTP/1.1\r\n\r\n",
            "GET / HTTP/2.0\r\n\r\n",
            "GET / HTTP/1.1\r\nhost localhost\r\n\r\n",
            &long,
        ] {
            assert!(read(text).is_none(), "{text:.80}");
        }
        // A TLS handshake.
        assert!(Request::read(&mut &b"\x16\x03\x01\xff\r\n"[..]).is_err());
    }

    #[test]
    fn a_connection_ends_if_the_client_asks_or_sends_a_body() {
        for (head, is_last) in [
            ("HTTP/1.1", false),
            ("HTTP/1.0", true),
            ("HTTP/1.1\r\nconnection: keep-alive", false),
            ("HTTP/1.1\r\nConnection: Close", true),
            ("HTTP/1.1\r\ncontent-length: 0", false),
            ("HTTP/1.1\r\ncontent-length: 1", true),
            ("HTTP/1.1\r\ntransfer-encoding: chunked", true),
        ] {
            assert_eq!(
                read(&format!("GET / {head}\r\n\r\n")).unwrap().is_last(),
                is_last,
                "{head}"
            );
        }
    }
}
