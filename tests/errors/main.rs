//! What becomes of a failed call: every kind of error, under every handler.
#![allow(missing_docs, reason = "a test")]

mod rows;
mod table;
mod thrown;
