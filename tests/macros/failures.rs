//! What becomes of a function's error: its type decides.

use crate::call;
use std::sync::atomic::{AtomicUsize, Ordering};
use toolwright::error_handler::{self, ToolErrorHandlerResult};
use toolwright::{LlmVisible, ToolExecutionErrorHandler, llm_text, tool, toolset, visible_error};

#[derive(Debug, LlmVisible)]
enum AppErr {
    #[llm("no row with that number")]
    NoRow,
    #[llm(hidden)]
    Internal,
}

type Result<T> = std::result::Result<T, AppErr>;

/// Reads a row.
#[tool]
async fn row(id: u64) -> Result<String> {
    match id {
        0 => Err(AppErr::NoRow),
        1 => Err(AppErr::Internal),
        _ => Ok(id.to_string()),
    }
}

#[test]
fn an_alias_of_result_is_a_result() {
    let tools = toolset![row];
    assert_eq!(call(&tools, r#"{"id": 2}"#).unwrap(), "2");
    assert_eq!(
        call(&tools, r#"{"id": 0}"#).unwrap(),
        "no row with that number"
    );
    assert!(call(&tools, r#"{"id": 1}"#).is_err());
}

/// Is erased.
#[tool]
fn erased(visible: bool) -> anyhow::Result<u8> {
    if visible {
        Err(anyhow::Error::new(visible_error!("closed on Sundays")).context("reading the desk"))
    } else {
        Err(anyhow::anyhow!("secret"))
    }
}

/// Is boxed.
#[tool]
fn boxed(text: &str) -> std::result::Result<u8, Box<dyn std::error::Error + Send + Sync>> {
    Ok(text.parse()?)
}

#[test]
fn erased_errors_are_searched_and_hidden_by_default() {
    assert_eq!(
        call(&toolset![erased], r#"{"visible": true}"#).unwrap(),
        "closed on Sundays"
    );
    assert!(call(&toolset![erased], r#"{"visible": false}"#).is_err());
    assert_eq!(call(&toolset![boxed], r#"{"text": "7"}"#).unwrap(), "7");
    assert!(call(&toolset![boxed], r#"{"text": "x"}"#).is_err());
}

static HANDLERS: AtomicUsize = AtomicUsize::new(0);

fn handler() -> impl ToolExecutionErrorHandler {
    HANDLERS.fetch_add(1, Ordering::Relaxed);
    error_handler::send_error_message_to_llm()
}

/// Fails.
#[tool(on_error = handler())]
fn made() -> std::result::Result<(), std::num::ParseIntError> {
    "x".parse::<u8>().map(drop)
}

/// Fails.
#[tool(on_error = |_error, context| match context.message_for_llm() {
    Some(_) => Err(context.fail()),
    None => Ok(ToolErrorHandlerResult::text(llm_text!("try again"))),
})]
async fn closed() -> std::result::Result<(), std::num::ParseIntError> {
    made()
}

#[test]
fn a_tool_brings_its_own_handler_made_once() {
    let (one, two) = (toolset![made], toolset![made]);
    for tools in [&one, &two] {
        assert_eq!(call(tools, "{}").unwrap(), "invalid digit found in string");
    }
    assert_eq!(HANDLERS.load(Ordering::Relaxed), 1);
    assert_eq!(call(&toolset![closed], "{}").unwrap(), "try again");
}
