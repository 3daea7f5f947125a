//! Which handler decides, and what it is told.

use crate::desk::{add, now, order_status};
use std::error::Error;
use std::sync::Arc;
use toolwright::error_handler::{
    ToolErrorHandlerResult, ToolExecutionErrorHandler, fail_invocation, from_fn,
};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{
    Agent, InvocationFailureKind, LlmText, ToolErrorKind, ToolSet, llm_text, tool, toolset,
};

fn says(text: LlmText) -> impl ToolExecutionErrorHandler + 'static {
    from_fn(move |_error, _context| Ok(ToolErrorHandlerResult::text(text.clone())))
}

/// Fails, with a handler of its own.
#[tool(on_error = |_error, _context| Ok(ToolErrorHandlerResult::text(llm_text!("the tool's own"))))]
fn own(n: u8) -> Result<(), std::fmt::Error> {
    let _ = n;
    Err(std::fmt::Error)
}

fn tools() -> ToolSet {
    toolset![own, order_status, add, now]
}

/// The one text that the model reads after the call.
fn reads(agent: impl FnOnce(ScriptedModel) -> Agent, name: &str, arguments: &str) -> String {
    let model = ScriptedModel::new()
        .calls([("c1", name, arguments)])
        .text("done");
    block_on(agent(model.clone()).invoke("go")).unwrap();
    model.requests()[1].tool_results()[0].text().into_owned()
}

#[test]
fn the_tools_own_before_the_kinds_before_the_general() {
    let agent = |model| {
        Agent::builder(model)
            .tools(tools())
            .on_error(says(llm_text!("general")))
            .on_error_of(ToolErrorKind::Execution, says(llm_text!("execution")))
            .on_bad_arguments(says(llm_text!("arguments")))
            .build()
            .unwrap()
    };
    assert_eq!(reads(agent, "own", r#"{"n":1}"#), "the tool's own");
    assert_eq!(
        reads(agent, "own", r#"{"n":"x"}"#),
        "the tool's own",
        "whatever the kind"
    );
    assert_eq!(reads(agent, "order_status", r#"{"id":13}"#), "execution");
    assert_eq!(reads(agent, "order_status", "{}"), "arguments");
    assert_eq!(reads(agent, "nope", "{}"), "general");
    let agent = |model| {
        Agent::builder(model)
            .tools(tools())
            .on_unknown_tool(says(llm_text!("who?")))
            .build()
            .unwrap()
    };
    assert_eq!(reads(agent, "nope", "{}"), "who?");
}

#[test]
fn bad_arguments_and_tool_errors_take_different_handlers() {
    let agent = |model| {
        Agent::builder(model)
            .tools(tools())
            .on_error(fail_invocation())
            .on_bad_arguments(Arc::new(says(llm_text!("arguments"))))
            .build()
            .unwrap()
    };
    assert_eq!(reads(agent, "order_status", r#"{"id":"x"}"#), "arguments");
    let failure = block_on(
        agent(ScriptedModel::new().calls([("c1", "order_status", r#"{"id":1}"#)])).invoke("go"),
    );
    assert_eq!(
        failure.unwrap_err().kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Execution)
    );
}

#[test]
fn a_handler_knows_the_call_and_gets_what_the_tool_returned() {
    #[derive(Debug)]
    struct Tenant(u8);

    let model = ScriptedModel::new().calls([("c9", "order_status", r#"{"id":7}"#)]);
    let agent = Agent::builder(model)
        .tools(tools())
        .on_error(from_fn(|error, context| {
            assert_eq!(error.to_string(), "no row 7");
            assert!(error.is::<crate::desk::DeskError>());
            assert_eq!(context.kind(), ToolErrorKind::Execution);
            assert_eq!(
                (
                    context.call().id.as_str(),
                    context.call().arguments.as_str()
                ),
                ("c9", r#"{"id":7}"#)
            );
            assert_eq!(
                context.message_for_llm().map(LlmText::as_str),
                Some("there is no order 7")
            );
            assert_eq!(context.raw_error().to_string(), "the tool failed");
            assert_eq!(context.conversation_id(), Some("user-7"));
            assert_eq!(
                context.extensions().get::<Tenant>().map(|tenant| tenant.0),
                Some(3)
            );
            Err(context.fail_with("mine"))
        }))
        .build()
        .unwrap();
    let failure = block_on(
        agent
            .request("go")
            .conversation("user-7")
            .context(Tenant(3))
            .invoke(),
    )
    .unwrap_err();
    assert_eq!(failure.source().unwrap().to_string(), "mine");
    assert_eq!(
        failure.tool_error().unwrap().error().to_string(),
        "no row 7"
    );
}

#[test]
fn a_handler_that_panics_ends_the_invocation() {
    let model = ScriptedModel::new().calls([("c1", "order_status", r#"{"id":7}"#)]);
    let agent = Agent::builder(model)
        .tools(tools())
        .on_error(from_fn(|_error, _context| panic!("handler")))
        .build()
        .unwrap();
    let failure = block_on(agent.invoke("go")).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Handler);
    assert_eq!(
        failure.to_string(),
        "the error handler of tool `order_status` panicked"
    );
    assert_eq!(failure.source().unwrap().to_string(), "no row 7");
}
