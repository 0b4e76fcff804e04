//! Accepts connections, each with limits of time and memory, until the command is stopped.

use super::answer::Site;
use http_body_util::Full;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io::ErrorKind::{ConnectionAborted, ConnectionReset};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

/// The pause after a connection could not be accepted, for example because too many files are open.
const PAUSE: Duration = Duration::from_millis(50);

/// Limits on what clients may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The number of connections at a time; further ones wait.
    connections: u32,
    /// The size of the head of a request, in bytes.
    head_size: usize,
    /// The time for the head of a request, and between two requests.
    head_time: Duration,
    /// The time for all requests of a connection, after which it is shut down. A browser opens another one; a client that reads
    /// one byte at a time loses its place.
    life: Duration,
    /// The time for the current response after that, or after the server is stopped.
    grace: Duration,
}

impl Default for Bounds {
    /// The number of connections is half the usual limit of open files per process.
    fn default() -> Self {
        Self {
            connections: 512,
            head_size: 1 << 14,
            head_time: Duration::from_secs(10),
            life: Duration::from_secs(120),
            grace: Duration::from_secs(2),
        }
    }
}

/// Serves until it is stopped, and then finishes the current responses.
pub(super) async fn serve(
    listener: TcpListener,
    site: Site,
    bounds: Bounds,
    stop: watch::Receiver<bool>,
) {
    let site = Arc::new(site);
    let places = Arc::new(Semaphore::new(bounds.connections as usize));
    let mut stopped = stop.clone();
    tokio::select! {
        () = accept(&listener, &site, &places, bounds, &stop) => {}
        _ = stopped.wait_for(|stop| *stop) => {}
    }
    drop(listener);
    // Each connection ends within the grace time, so this does not wait longer.
    let _ = timeout(2 * bounds.grace, places.acquire_many(bounds.connections)).await;
}

/// Accepts connections, forever.
async fn accept(
    listener: &TcpListener,
    site: &Arc<Site>,
    places: &Arc<Semaphore>,
    bounds: Bounds,
    stop: &watch::Receiver<bool>,
) {
    while let Ok(place) = Arc::clone(places).acquire_owned().await {
        match listener.accept().await {
            Ok((stream, _)) => {
                let connection = connection(stream, Arc::clone(site), bounds, stop.clone());
                tokio::spawn(async move {
                    connection.await;
                    drop(place);
                });
            }
            // The client has already disconnected.
            Err(error) if matches!(error.kind(), ConnectionAborted | ConnectionReset) => {}
            // No resources for the connection at the moment.
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// Answers the requests of one client. An error ends only this connection.
async fn connection(
    stream: TcpStream,
    site: Arc<Site>,
    bounds: Bounds,
    mut stop: watch::Receiver<bool>,
) {
    // Responses are sent without delay. If that fails, they are sent a little later.
    let _ = stream.set_nodelay(true);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(bounds.head_time);
    builder.max_buf_size(bounds.head_size).max_header_size(bounds.head_size);
    // A client that has closed its sending side may still wait for its response.
    builder.half_close(true);
    let service = service_fn(move |request: Request<Incoming>| {
        let answer = site.answer(&request.into_parts().0).map(Full::new);
        async move { Ok::<_, Infallible>(answer) }
    });
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stop.wait_for(|stop| *stop) => {}
        () = sleep(bounds.life) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(bounds.grace, connection).await;
}

#[cfg(test)]
mod tests {
    use super::super::page::{Files, Form};
    use super::*;
    use hyper::body::Bytes;
    use std::io::{ErrorKind, Read, Write};
    use std::net::{Shutdown, SocketAddr, TcpStream};
    use std::thread::JoinHandle;
    use std::time::Instant;

    const GET: &str = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";
    const PAGE: &str = "<p>queens</p>";
    /// More than the system buffers for a client that does not read.
    const LARGE: usize = 1 << 25;

    const SHORT: Duration = Duration::from_millis(200);
    const LONG: Duration = Duration::from_secs(60);

    /// A server with these bounds, on a thread.
    struct Server {
        address: SocketAddr,
        stop: watch::Sender<bool>,
        thread: JoinHandle<()>,
    }

    impl Server {
        fn start(bounds: Bounds) -> Self {
            let form = |bytes: Bytes| Form::new(bytes, &[0; 32]);
            let page = ("index.html".to_string(), form(Bytes::from(PAGE)));
            let large = ("large".to_string(), form(Bytes::from(vec![b'q'; LARGE])));
            let site = Site { files: Files::new([page, large]), loopback_only: true };
            let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
            listener.set_nonblocking(true).unwrap();
            let address = listener.local_addr().unwrap();
            let (stop, stopped) = watch::channel(false);
            let thread = std::thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                runtime.unwrap().block_on(async {
                    let listener = TcpListener::from_std(listener).unwrap();
                    serve(listener, site, bounds, stopped).await;
                });
            });
            Self { address, stop, thread }
        }

        fn send(&self, text: &str) -> TcpStream {
            let mut stream = TcpStream::connect(self.address).unwrap();
            stream.set_read_timeout(Some(LONG)).unwrap();
            stream.write_all(text.as_bytes()).unwrap();
            stream
        }

        fn stop(self) {
            self.stop.send_replace(true);
            self.thread.join().unwrap();
        }
    }

    fn bounds() -> Bounds {
        Bounds { connections: 100, head_size: 1 << 14, head_time: LONG, life: LONG, grace: SHORT }
    }

    /// Everything until the server ends the connection.
    fn rest(mut stream: TcpStream) -> String {
        let mut bytes = Vec::new();
        match stream.read_to_end(&mut bytes) {
            Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("{error}"),
            _ => String::from_utf8(bytes).unwrap(),
        }
    }

    #[test]
    fn an_incomplete_request_is_disconnected() {
        let server = Server::start(Bounds { head_time: SHORT, ..bounds() });
        for said in ["", "GET", &GET[..GET.len() - 2]] {
            assert_eq!(rest(server.send(said)), "", "{said}");
        }
        // After a request as well.
        assert!(rest(server.send(GET)).ends_with(PAGE));
        server.stop();
    }

    #[test]
    fn a_client_that_does_not_read_loses_its_connection() {
        let server = Server::start(Bounds { life: SHORT, connections: 1, ..bounds() });
        let stuck = server.send("GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n");
        // The only connection is free again.
        let next = server.send(&GET.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n"));
        assert!(rest(next).ends_with(PAGE));
        assert!(rest(stuck).len() < LARGE);
        server.stop();
    }

    #[test]
    fn when_all_places_are_taken_the_next_waits() {
        let server = Server::start(Bounds { connections: 2, ..bounds() });
        let taken = [server.send(""), server.send("GET /")];
        let mut next = server.send(GET);
        next.set_read_timeout(Some(SHORT)).unwrap();
        let mut byte = [0];
        let waits = next.read(&mut byte).unwrap_err();
        assert!(matches!(waits.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "{waits}");
        drop(taken);
        next.set_read_timeout(Some(LONG)).unwrap();
        next.read_exact(&mut byte).unwrap();
        assert_eq!(byte, *b"H");
        server.stop();
    }

    #[test]
    fn a_head_without_end_is_refused() {
        let server = Server::start(bounds());
        let mut stream = server.send("GET / HTTP/1.1\r\nhost: localhost\r\nx: ");
        let piece = [b'x'; 1 << 12];
        // At some point the server does not even read it.
        let sent = (0..1000).take_while(|_| stream.write_all(&piece).is_ok()).count();
        assert!(sent < 1000 || rest(stream).starts_with("HTTP/1.1 431 "));
        assert!(rest(server.send(&GET.replace("GET / ", "GET / x "))).starts_with("HTTP/1.1 400 "));
        server.stop();
    }

    #[test]
    fn a_stop_finishes_responses_but_does_not_wait_for_idle_clients() {
        let server = Server::start(Bounds { grace: LONG, ..bounds() });
        let idle = server.send("");
        let kept = server.send(GET);
        let mut begun = server.send("GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n");
        begun.read_exact(&mut [0; 1000]).unwrap();
        let reader = std::thread::spawn(move || {
            // It continues to read after the stop.
            std::thread::sleep(SHORT);
            rest(begun).len()
        });
        let start = Instant::now();
        server.stop();
        assert!(start.elapsed() < LONG / 2, "{:?}", start.elapsed());
        assert!(reader.join().unwrap() > LARGE - 1000);
        assert_eq!(rest(idle), "");
        assert!(rest(kept).ends_with(PAGE));

        let server = Server::start(bounds());
        let stuck = server.send("GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n");
        let half = server.send("GET / HT");
        stuck.peek(&mut [0]).unwrap();
        let start = Instant::now();
        let address = server.address;
        server.stop();
        assert!(start.elapsed() < LONG / 2, "{:?}", start.elapsed());
        assert_eq!(rest(half), "");
        assert!(rest(stuck).len() < LARGE);
        assert!(TcpStream::connect(address).is_err());
    }

    #[test]
    fn a_client_that_ends_its_side_gets_its_answer() {
        let server = Server::start(bounds());
        for _ in 0..200 {
            let stream = server.send(GET);
            stream.shutdown(Shutdown::Write).unwrap();
            assert!(rest(stream).ends_with(PAGE));
        }
        server.stop();
    }

    #[test]
    fn bodies_are_not_read() {
        let server = Server::start(bounds());
        let heads = ["content-length: 1000000000000", "transfer-encoding: chunked"];
        for (method, head) in ["POST", "GET"].into_iter().flat_map(|m| heads.map(|h| (m, h))) {
            let line =
                format!("{method} / HTTP/1.1\r\nhost: localhost\r\n{head}\r\n\r\nffffff\r\n");
            let mut stream = server.send(&line);
            let mut status = [0; 12];
            stream.read_exact(&mut status).unwrap();
            let expected = if method == "GET" { b"HTTP/1.1 200" } else { b"HTTP/1.1 405" };
            assert_eq!(&status, expected, "{line}");
            // The body is not read, and the connection ends.
            let piece = vec![b'x'; 1 << 16];
            let sent = (0..10_000).take_while(|_| stream.write_all(&piece).is_ok()).count();
            assert!(sent < 10_000, "{line}");
            let _ = stream.shutdown(Shutdown::Both);
        }
        server.stop();
    }
}
