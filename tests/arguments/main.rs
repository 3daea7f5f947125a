//! What the model is offered, and what is made of its answer.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::drop_non_drop,
    clippy::format_push_string,
    clippy::many_single_char_names,
    clippy::ref_option,
    clippy::too_many_arguments,
    clippy::unnecessary_wraps,
    clippy::unused_self,
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    clippy::unused_async,
    reason = "a test: tools take and return what their callers would"
)]

mod blame;
mod bugs;
mod differential;
mod feedback;
mod fuzzed;
#[path = "../fuzz/harness/mod.rs"]
mod harness;
mod hostile;
mod limits;
mod quiet;
mod rules;
mod schemas;
mod table;
mod tools;
mod types;
mod validated_methods;
mod validations;
