//! The caller gets at the error that the tool returned, whatever it came in.

use crate::call;
use std::error::Error;
use toolwright::error_handler::{ToolErrorHandlerResult, from_fn};
use toolwright::tool::{DebugError, PanicError};
use toolwright::{
    InvocationFailureKind, LlmVisible, ToolErrorKind, ToolSet, llm_text, tool, toolset,
};

#[derive(Debug, PartialEq, thiserror::Error)]
#[error("order {id}")]
struct OrderError {
    id: u32,
}

#[derive(Debug, thiserror::Error)]
#[error("wrapper")]
struct Wrapper(#[source] OrderError);

/// Fails.
#[tool]
fn typed() -> Result<(), OrderError> {
    Err(OrderError { id: 7 })
}

/// Fails.
#[tool]
fn wrapped() -> Result<(), Wrapper> {
    Err(Wrapper(OrderError { id: 7 }))
}

/// Fails.
#[tool]
fn boxed() -> Result<(), Box<dyn Error + Send + Sync>> {
    Err(OrderError { id: 7 }.into())
}

/// Fails.
#[tool]
fn by_anyhow() -> anyhow::Result<()> {
    Err(anyhow::Error::new(OrderError { id: 7 })
        .context("a")
        .context("b"))
}

/// Fails.
#[tool]
fn behind_anyhow() -> anyhow::Result<()> {
    Err(anyhow::anyhow!("root")
        .context(OrderError { id: 7 })
        .context("b"))
}

/// Fails.
#[tool]
fn by_eyre() -> eyre::Result<()> {
    Err(eyre::Report::new(OrderError { id: 7 })
        .wrap_err("a")
        .wrap_err("b"))
}

/// Fails.
#[tool]
fn behind_eyre() -> eyre::Result<()> {
    Err(eyre::eyre!("root")
        .wrap_err(OrderError { id: 7 })
        .wrap_err("b"))
}

/// Fails.
#[tool(errors = hidden)]
fn hidden() -> anyhow::Result<()> {
    Err(anyhow::Error::new(OrderError { id: 7 }))
}

#[test]
fn it_is_found_in_everything_a_tool_returns() {
    let sets: [ToolSet; 8] = [
        toolset![typed],
        toolset![wrapped],
        toolset![boxed],
        toolset![by_anyhow],
        toolset![behind_anyhow],
        toolset![by_eyre],
        toolset![behind_eyre],
        toolset![hidden],
    ];
    for tools in &sets {
        let failure = call(tools, "{}").unwrap_err();
        let execution = InvocationFailureKind::Tool(ToolErrorKind::Execution);
        assert_eq!(failure.kind(), execution, "{tools:?}");
        let called = failure.tool_call().unwrap();
        assert_eq!(
            (called.id.as_str(), Some(called.name.as_str())),
            ("c1", tools.names().next())
        );
        assert_eq!(
            failure.downcast_ref(),
            Some(&OrderError { id: 7 }),
            "{tools:?}"
        );
        let error = failure.tool_error().unwrap();
        assert_eq!(
            error.downcast_ref(),
            Some(&OrderError { id: 7 }),
            "{tools:?}"
        );
        assert!(failure.downcast_ref::<std::fmt::Error>().is_none());
    }
}

#[derive(Debug, LlmVisible)]
enum OnlyDebug {
    #[llm(hidden)]
    Locked { shard: u8 },
}

/// Fails.
#[tool]
fn only_debug() -> Result<(), OnlyDebug> {
    Err(OnlyDebug::Locked { shard: 7 })
}

#[test]
fn what_is_no_error_is_found_in_its_dress() {
    let failure = call(&toolset![only_debug], "{}").unwrap_err();
    let found = failure.downcast_ref::<DebugError<OnlyDebug>>().unwrap();
    let OnlyDebug::Locked { shard } = found.get();
    assert_eq!(*shard, 7);
    assert_eq!(found.to_string(), "");
    assert_eq!(format!("{found:?}"), "Locked { shard: 7 }");
}

/// Fails, and its handler puts an error of its own in the place of that.
#[tool(on_error = |error, context| {
    if error.is::<OrderError>() {
        Err(context.fail_with(std::fmt::Error))
    } else {
        Ok(ToolErrorHandlerResult::text(llm_text!("no")))
    }
})]
fn replaced() -> Result<(), OrderError> {
    Err(OrderError { id: 7 })
}

#[test]
fn behind_the_handlers_own_error_stands_the_tools() {
    let failure = call(&toolset![replaced], "{}").unwrap_err();
    assert!(failure.downcast_ref::<std::fmt::Error>().is_some());
    assert_eq!(failure.downcast_ref(), Some(&OrderError { id: 7 }));
    assert_eq!(
        failure.source().unwrap().to_string(),
        std::fmt::Error.to_string()
    );
}

/// Panics.
#[tool]
fn panics() -> u8 {
    panic!("S3CRET")
}

#[test]
fn a_panic_is_found_too_and_keeps_its_payload_for_who_asks() {
    std::panic::set_hook(Box::new(|_| {}));
    let failure = call(&toolset![panics], "{}").unwrap_err();
    drop(std::panic::take_hook());
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Panic)
    );
    let payload = failure
        .downcast_ref::<PanicError>()
        .and_then(PanicError::payload);
    assert_eq!(payload, Some("S3CRET"));
    assert!(!format!("{failure}{failure:?}").contains("S3CRET"));
}

#[test]
fn a_handler_finds_it_as_well() {
    let handler = from_fn(|_error, context| {
        assert_eq!(
            context.raw_error().downcast_ref(),
            Some(&OrderError { id: 7 })
        );
        assert_eq!((context.attempt(), context.remaining_attempts()), (1, None));
        Ok(ToolErrorHandlerResult::text(llm_text!("found")))
    });
    let tools = toolset![behind_anyhow];
    let dispatcher = toolwright::dispatch::Dispatcher::new(&tools, &()).on_error(handler);
    let call = toolwright::ToolCall::new("c1", "behind_anyhow", "{}");
    let result = toolwright::testing::block_on(dispatcher.call(call)).unwrap();
    assert_eq!(result.text(), "found");
}
