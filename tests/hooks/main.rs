//! What is asked around tools and models, what gives tools, and agents that are tools.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::ignored_unit_patterns,
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
    clippy::unused_async,
    clippy::unwrap_used,
    reason = "a test, of functions in all forms"
)]

mod after_model;
mod after_tool;
mod agents_as_tools;
mod agents_failing;
mod before_tool;
mod bypasses;
mod cancelled;
mod fingerprints;
mod hook_errors;
mod in_the_loop;
mod in_the_loop_failing;
mod model_hooks;
mod order;
mod providers;
mod providers_failing;
mod providers_resumed;

use std::sync::{Arc, Mutex};
use toolwright::dispatch::Dispatcher;
use toolwright::testing::block_on;
use toolwright::{InvocationFailure, ToolCall, ToolResult, ToolSet, tool, toolset, visible_error};

/// What happened, in order.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn add(&self, line: impl Into<String>) {
        self.0.lock().unwrap().push(line.into());
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

/// Adds two numbers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Fails so that the model knows.
#[tool]
fn closed() -> Result<(), toolwright::LlmVisibleError> {
    Err(visible_error!("the desk is closed"))
}

/// Fails for developers only.
#[tool]
fn broken() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    Err("disk 7 is gone".into())
}

fn tools() -> ToolSet {
    toolset![add, closed, broken]
}

fn call(
    dispatcher: &Dispatcher<'_>,
    name: &str,
    arguments: &str,
) -> Result<ToolResult, InvocationFailure> {
    block_on(dispatcher.call(ToolCall::new("c1", name, arguments)))
}
