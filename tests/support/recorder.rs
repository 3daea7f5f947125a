//! A relay on loopback that keeps every byte that a client sends.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// More connections than any test makes.
const MAX_CONNECTIONS: usize = 64;
const IDLE: Duration = Duration::from_mins(2);

/// Passes connections on to a server and keeps what the client sent.
#[derive(Debug)]
pub struct Recorder {
    address: SocketAddr,
    sent: Arc<Mutex<Vec<u8>>>,
}

impl Recorder {
    /// Starts a relay in front of `server`.
    #[must_use]
    pub fn start(server: SocketAddr) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("no port on loopback");
        let address = listener.local_addr().expect("no address");
        let sent = Arc::new(Mutex::new(Vec::new()));
        let keep = Arc::clone(&sent);
        thread::spawn(move || {
            for client in listener.incoming().take(MAX_CONNECTIONS).flatten() {
                let keep = Arc::clone(&keep);
                thread::spawn(move || relay(client, server, &keep));
            }
        });
        Self { address, sent }
    }

    /// Returns the base URL for a client.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Returns everything that was sent, headers and bodies.
    #[must_use]
    pub fn sent(&self) -> String {
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&sent).into_owned()
    }
}

fn relay(client: TcpStream, server: SocketAddr, keep: &Mutex<Vec<u8>>) {
    let Ok(server) = TcpStream::connect(server) else {
        return;
    };
    let (Ok(from_server), Ok(to_client)) = (server.try_clone(), client.try_clone()) else {
        return;
    };
    let back = thread::spawn(move || copy(from_server, to_client, |_| {}));
    copy(client, server, |bytes| {
        keep.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
    });
    drop(back.join());
}

fn copy(mut from: TcpStream, mut to: TcpStream, mut seen: impl FnMut(&[u8])) {
    let mut buffer = [0; 8192];
    drop(from.set_read_timeout(Some(IDLE)));
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        let bytes = buffer.get(..count).unwrap_or_default();
        seen(bytes);
        if to.write_all(bytes).is_err() {
            break;
        }
    }
    drop(to.shutdown(Shutdown::Write));
}
