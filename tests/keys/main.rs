//! What each key of `#[tool(…)]` does.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::too_many_arguments,
    clippy::trivially_copy_pass_by_ref,
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    clippy::unused_async,
    clippy::unwrap_used,
    reason = "a test, of functions in all forms"
)]

mod blocking;
mod definitions;
mod effects;
mod handlers;
mod limits;
mod long_outputs;
mod visibility;

use toolwright::testing::{block_on, dispatch};
use toolwright::{InvocationFailure, ToolResult, ToolSet};

/// Calls the first tool of a set.
fn call(tools: &ToolSet, arguments: &str) -> Result<ToolResult, InvocationFailure> {
    let name = tools.names().next().expect("a tool").to_owned();
    block_on(dispatch(tools, &(), &name, arguments))
}

/// What the model reads of a call of the first tool of a set.
fn read(tools: &ToolSet, arguments: &str) -> String {
    call(tools, arguments).unwrap().text().into_owned()
}
