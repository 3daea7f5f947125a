//! The kinds that come with the loop: what each reads as, and that a cancelled call asks nobody.

use std::error::Error;
use std::time::Duration;
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::{ToolErrorHandlerResult, from_fn, send_error_message_to_llm};
use toolwright::testing::block_on;
use toolwright::tool::Effects;
use toolwright::{
    InvocationFailureKind, ToolCall, ToolError, ToolErrorKind, ToolSet, llm_text, tool, toolset,
};

/// Tells the time.
#[tool]
fn now() -> &'static str {
    "noon"
}

/// What the model reads of a call that is refused with this error, under the default handler.
fn reads(error: ToolError) -> String {
    let tools: ToolSet = toolset![now];
    let dispatcher = Dispatcher::new(&tools, &());
    let result = dispatcher
        .refuse(ToolCall::new("c1", "now", "{}"), error)
        .unwrap();
    assert!(result.is_error);
    assert_eq!(
        (result.call_id.as_str(), result.name.as_str()),
        ("c1", "now")
    );
    result.text().into_owned()
}

#[test]
fn each_kind_of_the_loop_has_its_text() {
    let five = Duration::from_secs(5);
    let unknown = "the tool gave no answer within 5s; whether it took effect is unknown: find out before you call it again";
    let plain = "the tool gave no answer within 5s";
    for (error, kind, text) in [
        (
            ToolError::timeout(five, Effects::UNKNOWN),
            ToolErrorKind::Timeout,
            unknown,
        ),
        (
            ToolError::timeout(five, Effects::DESTRUCTIVE),
            ToolErrorKind::Timeout,
            unknown,
        ),
        (
            ToolError::timeout(five, Effects::READ_ONLY),
            ToolErrorKind::Timeout,
            plain,
        ),
        (
            ToolError::timeout(five, Effects::IDEMPOTENT),
            ToolErrorKind::Timeout,
            plain,
        ),
        (
            ToolError::timeout(five, Effects::DESTRUCTIVE.and_idempotent()),
            ToolErrorKind::Timeout,
            plain,
        ),
        (
            ToolError::denied(llm_text!("refunds need a manager")),
            ToolErrorKind::Denied,
            "refunds need a manager",
        ),
        (
            ToolError::not_offered("now", ["later", "never"]),
            ToolErrorKind::NotOffered,
            "this tool is not offered, and was not run. The tools are: `later`, `never`",
        ),
        (
            ToolError::not_offered("now", ["never", "noww", "now"]),
            ToolErrorKind::NotOffered,
            "this tool is not offered, and was not run; did you mean `noww`? The tools are: `noww`, `never`, `now`",
        ),
        (
            ToolError::not_offered("now", []),
            ToolErrorKind::NotOffered,
            "this tool is not offered, and was not run.",
        ),
        (
            ToolError::unknown_tool("NOW", ["now"]),
            ToolErrorKind::UnknownTool,
            "there is no tool of that name; did you mean `now`? The tools are: `now`",
        ),
        (
            ToolError::truncated(true),
            ToolErrorKind::Truncated,
            "the call was not run: the turn was refused",
        ),
        (
            ToolError::truncated(false),
            ToolErrorKind::Truncated,
            "the call was not run: the turn was cut off by the token limit; write shorter arguments or fewer calls",
        ),
    ] {
        assert_eq!(error.kind(), kind);
        assert!(error.source().is_some());
        assert_eq!(reads(error), text);
    }
}

/// Tells the date, and how it fails.
#[tool(on_error = |_error, _context| Ok(ToolErrorHandlerResult::text(llm_text!("ask tomorrow"))))]
fn today() -> &'static str {
    "monday"
}

#[test]
fn a_call_that_is_refused_has_the_tools_own_handler() {
    let tools: ToolSet = toolset![now, today];
    let dispatcher = Dispatcher::new(&tools, &());
    let refuse = |name: &str| {
        let denied = ToolError::denied(llm_text!("not now"));
        let call = ToolCall::new("c1", name, "{}");
        dispatcher.refuse(call, denied).unwrap().text().into_owned()
    };
    assert_eq!(refuse("today"), "ask tomorrow");
    assert_eq!(refuse("now"), "not now");
}

#[test]
fn at_most_32_names_are_listed() {
    let names: Vec<String> = (0..40).map(|n| format!("tool_{n}")).collect();
    let error = ToolError::unknown_tool("other", names.iter().map(String::as_str));
    let text = error.message_for_llm().unwrap().as_str();
    assert!(text.ends_with("`tool_30`, `tool_31` and 8 more"), "{text}");
}

#[test]
fn a_cancelled_call_asks_no_handler_and_ends_the_invocation() {
    let tools: ToolSet = toolset![now];
    let cancel = |dispatcher: Dispatcher<'_>| {
        let call = ToolCall::new("c1", "now", "{}");
        dispatcher.refuse(call, ToolError::cancelled()).unwrap_err()
    };
    for dispatcher in [
        Dispatcher::new(&tools, &()),
        Dispatcher::new(&tools, &()).on_error(send_error_message_to_llm()),
        Dispatcher::new(&tools, &()).on_error(from_fn(|_error, _context| {
            Ok(ToolErrorHandlerResult::text(llm_text!("sent")))
        })),
    ] {
        let failure = cancel(dispatcher);
        let cancelled = InvocationFailureKind::Tool(ToolErrorKind::Cancelled);
        assert_eq!(failure.kind(), cancelled);
        assert_eq!(failure.to_string(), "tool `now`: the call was cancelled");
        assert_eq!(
            failure.source().unwrap().to_string(),
            "the invocation was cancelled"
        );
        assert_eq!(failure.tool_call().unwrap().id, "c1");
        assert!(failure.tool_error().unwrap().message_for_llm().is_none());
    }
}

/// Gives up in the middle.
#[tool]
fn gives_up() -> Result<(), ToolError> {
    Err(ToolError::denied(llm_text!("not on sundays")))
}

#[test]
fn a_tool_may_fail_with_any_kind_itself() {
    let failure = block_on(toolwright::testing::dispatch(
        &toolset![gives_up],
        &(),
        "gives_up",
        "{}",
    ));
    assert_eq!(failure.unwrap().text(), "not on sundays");
}
