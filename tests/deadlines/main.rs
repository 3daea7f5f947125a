//! Deadlines, cancellation, timers, and the threads of `blocking` tools.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::unused_async,
    clippy::unwrap_used,
    reason = "a test, of tools that take what a model sends"
)]

mod bugs;
mod calls;
mod cancelled;
mod hostile;
mod occasions;
mod stops;
mod threads;
mod timers;
mod tokens;

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};
use toolwright::{InvocationFailure, InvocationFailureKind, ToolCall, ToolErrorKind};

/// Counts how often it wakes.
#[derive(Default)]
struct Wakes(AtomicUsize);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl Wakes {
    fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

/// Polls once.
fn poll<F: Future + ?Sized>(future: Pin<&mut F>, waker: &Waker) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(waker))
}

/// Runs futures side by side.
async fn all<F: Future>(futures: impl IntoIterator<Item = F>) -> Vec<F::Output> {
    let mut running: Vec<_> = futures.into_iter().map(|f| (Box::pin(f), None)).collect();
    poll_fn(|context| {
        let mut done = true;
        for (future, output) in &mut running {
            if output.is_none() {
                match future.as_mut().poll(context) {
                    Poll::Ready(ready) => *output = Some(ready),
                    Poll::Pending => done = false,
                }
            }
        }
        if done { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    running
        .into_iter()
        .filter_map(|(_, output)| output)
        .collect()
}

/// Waits until something holds, ten seconds at the most.
#[track_caller]
fn until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(10), "never: {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn to(name: &str) -> ToolCall {
    ToolCall::new("c1", name, "{}")
}

fn kind<T>(result: Result<T, InvocationFailure>) -> ToolErrorKind {
    match result.err().map(|failure| failure.kind()) {
        Some(InvocationFailureKind::Tool(kind)) => kind,
        other => panic!("not the failure of a call: {other:?}"),
    }
}

const MS: Duration = Duration::from_millis(1);
