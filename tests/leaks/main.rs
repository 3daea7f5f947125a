//! What nobody wrote for the model does not reach it.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test"
)]

mod canary;
mod debug;
mod redactor;
mod texts;
