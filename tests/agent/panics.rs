//! Panics, wherever they come from, are one kind of failure and never leave the runtime.

use std::pin::Pin;
use std::task::{Context, Poll};
use toolwright::testing::{ScriptedModel, block_on, dispatch};
use toolwright::tool::{OutputError, PanicError, Tool, ToolDefinition};
use toolwright::{
    Agent, IntoToolOutput, InvocationFailureKind, ToolContext, ToolError, ToolErrorKind,
    ToolOutput, tool, toolset,
};

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("S3CRET in drop");
    }
}

struct BadOutput;

impl IntoToolOutput for BadOutput {
    fn into_tool_output(self) -> Result<ToolOutput, OutputError> {
        panic!("S3CRET in output")
    }
}

struct Unserialisable;

impl serde::Serialize for Unserialisable {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("S3CRET"))
    }
}

/// Panics.
#[tool]
fn at_once() -> u8 {
    panic!("S3CRET")
}

/// Panics after a wait.
#[tool]
async fn later() -> u8 {
    let mut polled = false;
    std::future::poll_fn(|context| {
        if polled {
            return Poll::Ready(());
        }
        polled = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
    panic!("{}", "S3CRET".to_owned())
}

/// Panics with something that is no text.
#[tool]
fn no_text() -> u8 {
    std::panic::panic_any(7_u8)
}

/// Panics while its locals go.
#[tool]
async fn in_drop() -> u8 {
    let _bomb = Bomb;
    std::future::ready(1).await
}

/// Panics with a payload that panics.
#[tool]
fn payload() -> u8 {
    std::panic::panic_any(Bomb)
}

/// Panics while its result is shown.
#[tool]
fn in_output() -> BadOutput {
    BadOutput
}

/// Gives what cannot be serialised.
#[tool]
fn unserialisable() -> Unserialisable {
    Unserialisable
}

#[test]
fn each_is_caught_and_the_next_call_works() {
    std::panic::set_hook(Box::new(|_| {}));
    let tools = toolset![
        at_once,
        later,
        no_text,
        in_drop,
        payload,
        in_output,
        unserialisable
    ];
    for (name, kind, said) in [
        ("at_once", ToolErrorKind::Panic, Some("S3CRET")),
        ("later", ToolErrorKind::Panic, Some("S3CRET")),
        ("no_text", ToolErrorKind::Panic, None),
        ("in_drop", ToolErrorKind::Panic, Some("S3CRET in drop")),
        ("payload", ToolErrorKind::Panic, None),
        ("in_output", ToolErrorKind::Panic, Some("S3CRET in output")),
        ("unserialisable", ToolErrorKind::Output, None),
    ] {
        let failure = block_on(dispatch(&tools, &(), name, "{}")).unwrap_err();
        assert_eq!(failure.kind(), InvocationFailureKind::Tool(kind), "{name}");
        let shown = format!("{failure} {}", failure.tool_error().unwrap().error());
        assert!(!shown.contains("S3CRET"), "{shown}");
        let payload = failure
            .tool_error()
            .unwrap()
            .error()
            .downcast_ref::<PanicError>()
            .and_then(PanicError::payload);
        assert_eq!(payload, said, "{name}");
    }
    // No handler can send the payload, not even the one that sends developer text.
    let model = ScriptedModel::new()
        .calls([("c1", "at_once", ""), ("c2", "unserialisable", "")])
        .text("done");
    let handler = toolwright::error_handler::send_error_message_to_llm();
    let agent = Agent::builder(model.clone())
        .tools(tools)
        .on_error(handler)
        .build()
        .unwrap();
    block_on(agent.invoke("go")).unwrap();
    drop(std::panic::take_hook());
    let requests = model.requests();
    let texts: Vec<_> = requests[1]
        .tool_results()
        .iter()
        .map(|result| result.text().into_owned())
        .collect();
    assert_eq!(
        texts,
        [
            "the tool panicked",
            "the tool's result cannot be serialised"
        ]
    );
}

/// A future that is done and panics while it is dropped.
struct Spent;

impl Future for Spent {
    type Output = Result<ToolOutput, ToolError>;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        Poll::Ready(Ok(ToolOutput::text("done")))
    }
}

impl Drop for Spent {
    fn drop(&mut self) {
        panic!("S3CRET");
    }
}

struct ByHand;

impl Tool for ByHand {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(
            "spent",
            "Ends badly.",
            serde_json::json!({"type": "object"}),
        )
    }

    fn call(
        &self,
        _: &str,
        (): &(),
        _: &ToolContext,
    ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send {
        Spent
    }
}

#[test]
fn a_future_that_is_done_panics_into_the_net() {
    std::panic::set_hook(Box::new(|_| {}));
    let failure = block_on(dispatch(&toolset![..ByHand], &(), "spent", "{}")).unwrap_err();
    drop(std::panic::take_hook());
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Panic)
    );
}

#[test]
fn the_payload_is_in_the_log() {
    std::panic::set_hook(Box::new(|_| {}));
    let tools = toolset![at_once];
    let (_, records) = tests::logged(|| block_on(dispatch(&tools, &(), "at_once", "{}")));
    drop(std::panic::take_hook());
    let errors: Vec<_> = records
        .iter()
        .filter(|record| record.level == tracing::Level::ERROR)
        .collect();
    assert!(
        errors.len() == 1
            && errors[0].text.contains("S3CRET")
            && errors[0].text.contains("at_once"),
        "{records:?}"
    );
}
