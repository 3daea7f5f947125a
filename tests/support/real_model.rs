//! A real model, small enough to run beside the tests; see `tests/real/start-model`.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const START: Duration = Duration::from_mins(1);

/// A server of the model, on loopback; it ends when it is dropped.
#[derive(Debug)]
pub struct RealModel {
    child: Child,
    address: SocketAddr,
}

impl RealModel {
    /// Starts the model, or says on the test's output that it is skipped and returns `None` where it is not installed.
    ///
    /// With `TOOLWRIGHT_REQUIRE_REAL=1` a model that is not installed is a failure.
    #[must_use]
    pub fn start() -> Option<Self> {
        Self::start_by("model", &[])
    }

    /// Starts the scripted server of `tests/real/start-aimock` in the same way.
    #[must_use]
    pub fn start_aimock() -> Option<Self> {
        Self::start_by("aimock", &[])
    }

    /// Starts the scripted server with other fixtures: their path from the repository's root.
    #[must_use]
    pub fn start_aimock_with(fixtures: &str) -> Option<Self> {
        Self::start_by("aimock", &[fixtures])
    }

    fn start_by(what: &str, arguments: &[&str]) -> Option<Self> {
        // The packages outside the workspace include this file, too.
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .find(|folder| folder.join("tests/real").exists())
            .expect("no repository");
        let folder = if what == "model" {
            ".real-model"
        } else {
            ".aimock"
        };
        if !root.join(folder).join("installed").exists() {
            let required = std::env::var("TOOLWRIGHT_REQUIRE_REAL").is_ok_and(|value| value == "1");
            assert!(
                !required,
                "the {what} is required but not installed; run tests/real/install-{what}"
            );
            crate::skipped(&format!(
                "the {what} is not installed; run tests/real/install-{what}"
            ));
            return None;
        }
        // The port is free now; that another process takes it before the server does is unlikely, and would be seen.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("no port on loopback");
        let address = listener.local_addr().expect("no address");
        drop(listener);
        // The script becomes the server (`exec`), so that the child's id is the server's.
        let child = Command::new(root.join(format!("tests/real/start-{what}")))
            .arg(address.port().to_string())
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the script does not start");
        let mut model = Self { child, address };
        model.wait();
        Some(model)
    }

    /// Returns the base URL for a client.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Returns where the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    fn wait(&mut self) {
        let started = Instant::now();
        while TcpStream::connect_timeout(&self.address, Duration::from_secs(1)).is_err() {
            let ended = self.child.try_wait().expect("no state of the model");
            assert!(ended.is_none(), "the real model ended: {ended:?}");
            assert!(started.elapsed() < START, "the real model does not answer");
            thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for RealModel {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
