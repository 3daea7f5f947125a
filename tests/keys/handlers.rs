//! `on_bad_arguments`, and its place among the other handlers.

use crate::{call, read};
use std::sync::atomic::{AtomicUsize, Ordering};
use toolwright::error_handler::{
    ToolErrorHandlerResult, fail_invocation, from_fn, send_error_message_to_llm,
};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::tool::ToolErrorKind;
use toolwright::{
    Agent, InvocationFailureKind, ToolExecutionErrorHandler, ToolSet, llm_text, tool, toolset,
};

/// Adds.
#[tool(on_bad_arguments = |_error, context| match context.kind() {
    ToolErrorKind::Arguments => Ok(ToolErrorHandlerResult::text(llm_text!("two whole numbers, please"))),
    _ => Err(context.fail()),
})]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Fails in both ways.
#[tool(
    on_error = send_error_message_to_llm(),
    on_bad_arguments = fail_invocation(),
)]
async fn both(text: String) -> Result<u8, std::num::ParseIntError> {
    text.parse()
}

/// Has only the general one.
#[tool(on_error = |_error, _context| Ok(ToolErrorHandlerResult::text(llm_text!("general"))))]
fn general(a: i64) -> i64 {
    a
}

static MADE: AtomicUsize = AtomicUsize::new(0);

fn made() -> impl ToolExecutionErrorHandler {
    MADE.fetch_add(1, Ordering::Relaxed);
    from_fn(|_error, _context| Ok(ToolErrorHandlerResult::text(llm_text!("made"))))
}

/// Makes its handler.
#[tool(on_bad_arguments = made())]
fn makes(a: i64) -> i64 {
    a
}

#[test]
fn it_decides_about_bad_arguments_only() {
    assert_eq!(read(&toolset![add], r#"{"a": 2, "b": 3}"#), "5");
    assert_eq!(
        read(&toolset![add], r#"{"a": 2}"#),
        "two whole numbers, please"
    );
    assert_eq!(
        read(&toolset![both], r#"{"text": "x"}"#),
        "invalid digit found in string"
    );
    let failure = call(&toolset![both], "[]").unwrap_err();
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Arguments)
    );
}

#[test]
fn without_it_the_general_one_of_the_tool_decides() {
    assert_eq!(read(&toolset![general], "{}"), "general");
}

#[test]
fn it_is_made_once() {
    let sets: [ToolSet; 2] = [toolset![makes], toolset![makes]];
    for tools in &sets {
        assert_eq!(read(tools, r#"{"a": []}"#), "made");
    }
    assert_eq!(MADE.load(Ordering::Relaxed), 1);
}

#[test]
fn in_an_agent_the_tools_own_comes_first() {
    let model = ScriptedModel::new()
        .calls([("c1", "add", "{}"), ("c2", "general", "{}")])
        .text("ok");
    let tools: ToolSet = toolset![add, general];
    let agent = Agent::builder(model.clone())
        .tools(tools)
        .on_error(fail_invocation())
        .on_bad_arguments(fail_invocation())
        .build()
        .unwrap();
    block_on(agent.invoke("add")).unwrap();
    let requests = model.requests();
    let results = requests[1].tool_results();
    let texts: Vec<_> = results.iter().map(|result| result.text()).collect();
    assert_eq!(texts, ["two whole numbers, please", "general"]);
}
