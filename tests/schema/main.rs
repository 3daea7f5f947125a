//! Schemas in each dialect, and what is lost on the way.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::format_push_string,
    clippy::needless_pass_by_value,
    reason = "a test"
)]

mod berkeley;
mod berkeley_calls;
mod dialects;
mod enforced;
mod foreign;
mod strict_objects;
mod strict_rules;
