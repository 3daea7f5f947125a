//! A server on loopback that gives the answers it was told to, one a connection, and keeps what it was sent.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

const LARGEST_REQUEST: usize = 16 << 20;
const PATIENCE: Duration = Duration::from_secs(10);

/// One answer.
#[derive(Clone, Debug)]
#[must_use]
pub struct Reply {
    status: u16,
    headers: String,
    body: Vec<u8>,
    missing: usize,
    delay: Duration,
}

impl Reply {
    /// An answer of status 200.
    pub fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self::status(200, body)
    }

    /// An answer of any status.
    pub fn status(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            headers: String::new(),
            body: body.into(),
            missing: 0,
            delay: Duration::ZERO,
        }
    }

    /// Adds a header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.extend([name, ": ", value, "\r\n"]);
        self
    }

    /// Promises more bytes than are sent before the connection is cut.
    pub fn cut(mut self) -> Self {
        self.missing = 100;
        self
    }

    /// Waits before anything is sent.
    pub fn after(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }
}

/// One request as it came.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Received {
    /// The request line and the headers.
    pub head: String,
    /// The body, unchanged.
    pub body: Vec<u8>,
}

impl Received {
    /// Reads the body as JSON.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).expect("the body is not JSON")
    }
}

/// The server; it ends when it is dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts a server that gives these answers, in order, and status 500 after the last.
    #[must_use]
    pub fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("no port on loopback");
        let address = listener.local_addr().expect("no address");
        let received = Arc::new(Mutex::new(Vec::new()));
        let stop = Arc::new(AtomicBool::new(false));
        let mut replies: Vec<Reply> = replies.into_iter().collect();
        replies.reverse();
        let test = thread::current().name().unwrap_or_default().to_owned();
        let thread = thread::spawn({
            let (received, stop) = (Arc::clone(&received), Arc::clone(&stop));
            move || {
                for stream in listener.incoming() {
                    if stop.load(Ordering::SeqCst) {
                        break;
                    }
                    let Some((stream, request)) = stream.ok().and_then(receive) else {
                        continue;
                    };
                    crate::sent::record(&test, &request.body);
                    received
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .push(request);
                    let reply = replies.pop();
                    answer(
                        stream,
                        &reply.unwrap_or_else(|| Reply::status(500, "no reply is left")),
                    );
                }
            }
        });
        Self {
            address,
            received,
            stop,
            thread: Some(thread),
        }
    }

    /// Returns the base URL for a client.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Returns the address alone, for URLs with more in them.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the requests so far.
    #[must_use]
    pub fn received(&self) -> Vec<Received> {
        self.received
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        // Wakes the thread where it waits for a connection.
        drop(TcpStream::connect(self.address));
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn receive(mut stream: TcpStream) -> Option<(TcpStream, Received)> {
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.set_write_timeout(Some(PATIENCE)).ok()?;
    let mut bytes = Vec::new();
    let mut buffer = [0; 8192];
    loop {
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, _)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("content-length")
                    .then(|| value.trim().parse::<usize>().ok())?
            });
            let start = head.len() + 4;
            if bytes.len() >= start + length.unwrap_or(0) {
                let head = head.to_owned();
                let body = bytes.split_off(start);
                return Some((stream, Received { head, body }));
            }
        }
        let read = stream.read(&mut buffer).ok().filter(|read| *read > 0)?;
        bytes.extend(buffer.iter().take(read));
        if bytes.len() > LARGEST_REQUEST {
            return None;
        }
    }
}

fn answer(mut stream: TcpStream, reply: &Reply) {
    thread::sleep(reply.delay);
    let head = format!(
        "HTTP/1.1 {} Scripted\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n{}\r\n",
        reply.status,
        reply.body.len() + reply.missing,
        reply.headers
    );
    // A client that gave up is no failure of the server's.
    drop(stream.write_all(head.as_bytes()));
    drop(stream.write_all(&reply.body));
    drop(stream.shutdown(Shutdown::Both));
}
