//! Calls that fail: what is found in their errors, what is logged, and what the caller gets.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    clippy::unused_async,
    reason = "a test: tools take and return what their callers would"
)]

mod asked;
mod erased;
mod let_go;
mod log;
mod original;
mod panics;
mod retry;
mod road;

use toolwright::dispatch::Dispatcher;
use toolwright::testing::block_on;
use toolwright::{InvocationFailure, ToolCall, ToolResult, ToolSet};

/// Calls the only tool of a set, with the id `c1`, under the default handler.
fn call(tools: &ToolSet, arguments: &str) -> Result<ToolResult, InvocationFailure> {
    let name = tools.names().next().unwrap().to_owned();
    block_on(Dispatcher::new(tools, &()).call(ToolCall::new("c1", name, arguments)))
}

/// What the model reads of it.
fn read(tools: &ToolSet, arguments: &str) -> String {
    call(tools, arguments).unwrap().text().into_owned()
}
