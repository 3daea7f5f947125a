//! What the integration tests share.

#![allow(
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot be set up has to fail loudly"
)]

pub mod http;
mod logs;
pub mod real_model;
pub mod recorder;
mod sent;

pub use logs::{LogRecord, logged};

use std::error::Error;
use std::io::Write;

/// Says that a test is skipped, past the runner that would keep the output of a test that passes.
pub fn skipped(why: &str) {
    drop(writeln!(std::io::stderr(), "skipped: {why}"));
}

/// Runs a future that does I/O to its end on this thread.
pub fn run<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("no runtime").block_on(future)
}

/// Returns everything that a developer can get to read of an error: both forms of it and of all its sources.
pub fn everything_of(error: &(dyn Error + 'static)) -> String {
    let chain = std::iter::successors(Some(error), |&error| error.source());
    let texts: Vec<String> = chain
        .map(|error| format!("{error}\n{error:?}\n{error:#?}\n"))
        .collect();
    texts.concat()
}

/// The README's program compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
mod readme {}
