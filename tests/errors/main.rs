//! What becomes of a failed call: every kind of error, under every handler.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "a test: tools take and return what their callers would"
)]

mod bugs;
mod facts;
mod fixture;
mod kinds;
mod output;
mod rows;
mod sources;
mod table;
mod texts;
mod thrown;
