//! What the macros on tools generate, as it behaves.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::needless_lifetimes,
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    clippy::zero_sized_map_values,
    clippy::unused_async,
    clippy::unused_self,
    clippy::unwrap_used,
    reason = "a test, of functions in all forms"
)]

mod bugs;
mod calls;
mod conditions;
mod contexts;
mod defaults;
mod definitions;
mod failures;
mod generic_tools;
mod images;
mod outputs;
mod sets;
mod structured;
mod tools;

use toolwright::testing::{block_on, dispatch};
use toolwright::{InvocationFailure, ToolSet};

/// Calls the only tool of a set.
fn call(tools: &ToolSet, arguments: &str) -> Result<String, InvocationFailure> {
    let name = tools.names().next().expect("one tool").to_owned();
    block_on(dispatch(tools, &(), &name, arguments)).map(|result| result.text().into())
}

/// The schema of the only tool of a set.
fn schema(tools: &ToolSet) -> serde_json::Value {
    tools.definitions()[0].input_schema().clone()
}
