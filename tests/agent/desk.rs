//! The tools that the tests share.

use std::sync::atomic::{AtomicUsize, Ordering};
use toolwright::testing::ScriptedModel;
use toolwright::{Agent, Answer, InvocationFailure, LlmVisible, ToolSet, tool, toolset};

/// Why the desk cannot help.
#[derive(Debug, thiserror::Error, LlmVisible)]
pub(crate) enum DeskError {
    #[error("no row {id}")]
    #[llm("there is no order {id}")]
    NoSuchOrder { id: u32 },
    #[error("password hunter2 refused")]
    #[llm(hidden)]
    Database,
}

pub(crate) static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Tells where an order is.
#[tool]
pub(crate) fn order_status(
    /// The number of the order.
    id: u32,
) -> Result<&'static str, DeskError> {
    match id {
        4711 => Ok("on its way"),
        13 => Err(DeskError::Database),
        _ => Err(DeskError::NoSuchOrder { id }),
    }
}

/// Adds two numbers.
#[tool]
pub(crate) async fn add(a: i64, b: i64) -> i64 {
    RUNS.fetch_add(1, Ordering::Relaxed);
    std::future::ready(()).await;
    a + b
}

/// Tells the time.
#[tool]
pub(crate) fn now() -> String {
    "noon".to_owned()
}

pub(crate) fn tools() -> ToolSet {
    toolset![order_status, add, now]
}

pub(crate) fn agent(model: &ScriptedModel) -> Agent {
    Agent::builder(model.clone())
        .tools(tools())
        .build()
        .expect("the tools fit together")
}

/// Runs a script to its answer under the default settings.
pub(crate) fn run(model: &ScriptedModel) -> Result<Answer, InvocationFailure> {
    toolwright::testing::block_on(agent(model).invoke("go"))
}

/// The texts of all results in the last request.
pub(crate) fn last_results(model: &ScriptedModel) -> Vec<(String, String, bool)> {
    let requests = model.requests();
    let last = requests.last().expect("a request");
    last.tool_results()
        .into_iter()
        .map(|result| {
            (
                result.call_id.clone(),
                result.text().into_owned(),
                result.is_error,
            )
        })
        .collect()
}
