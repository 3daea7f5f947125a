//! Whoever cancels an invocation waits for no hook, no provider and no inner agent.

use super::{Log, add};
use std::future::{Future, pending};
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use toolwright::agent::{ModelContext, ProviderContext};
use toolwright::dispatch::{Dispatcher, ToolDecision};
use toolwright::testing::ScriptedModel;
use toolwright::{
    Agent, Answer, CancellationToken, ChatResponse, InvocationFailure, InvocationFailureKind,
    ToolCall, ToolContext, ToolErrorKind, ToolSet, ToolState, tool, toolset,
};

const ADD: &str = r#"{"a": 2, "b": 3}"#;

/// Polls until it waits, cancels, and returns what comes of it at once.
fn cancelled<T>(future: impl Future<Output = T>, token: &CancellationToken) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    assert!(future.as_mut().poll(&mut context).is_pending());
    token.cancel();
    match future.as_mut().poll(&mut context) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("it still waits"),
    }
}

/// Notes that it is gone.
struct Noted(Log);

impl Drop for Noted {
    fn drop(&mut self) {
        self.0.add("dropped");
    }
}

async fn forever<T>(noted: Noted) -> T {
    let _noted = &noted;
    pending().await
}

#[test]
fn a_call_is_not_held_up_by_a_hook() {
    let (log, token) = (Log::default(), CancellationToken::new());
    let tools: ToolSet = toolset![add];
    let dispatcher = Dispatcher::new(&tools, &())
        .cancellation(token.clone())
        .before_tool({
            let log = log.clone();
            move |_: ToolContext| forever(Noted(log.clone()))
        });
    let call = dispatcher.call(ToolCall::new("c1", "add", ADD));
    let failure = cancelled(call, &token).unwrap_err();
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Cancelled)
    );
    assert_eq!(log.lines(), ["dropped"]);
    // And no hook is asked about a call that comes later.
    let call = dispatcher.call(ToolCall::new("c2", "add", ADD));
    let failure = toolwright::testing::block_on(call).unwrap_err();
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Cancelled)
    );
    assert_eq!(log.lines(), ["dropped"]);
}

fn ends(agent: &Agent, log: &Log) {
    let token = CancellationToken::new();
    let invocation = agent.request("Add.").cancellation(token.clone()).invoke();
    let outcome: Result<Answer, InvocationFailure> = cancelled(invocation, &token);
    assert_eq!(
        outcome.unwrap_err().kind(),
        InvocationFailureKind::Cancelled
    );
    assert_eq!(log.lines(), ["dropped"]);
}

#[test]
fn an_invocation_is_not_held_up_by_hooks_and_providers() {
    let model = || ScriptedModel::new().calls([("c1", "add", ADD)]).text("5");
    let log = Log::default();
    let noted = log.clone();
    let agent = Agent::builder(model())
        .tools(toolset![add])
        .before_tool(move |_: ToolContext| {
            forever::<Result<ToolDecision, _>>(Noted(noted.clone()))
        });
    ends(&agent.build().unwrap(), &log);
    let log = Log::default();
    let noted = log.clone();
    let agent = Agent::builder(model())
        .before_model(move |_: &ModelContext<'_>| forever(Noted(noted.clone())));
    ends(&agent.build().unwrap(), &log);
    let log = Log::default();
    let noted = log.clone();
    let agent = Agent::builder(model())
        .after_model(move |_: ChatResponse, _: &ModelContext<'_>| forever(Noted(noted.clone())));
    ends(&agent.build().unwrap(), &log);
    let log = Log::default();
    let noted = log.clone();
    let agent = Agent::builder(model())
        .tool_provider(move |_: &ProviderContext<'_>| forever(Noted(noted.clone())));
    ends(&agent.build().unwrap(), &log);
}

#[derive(ToolState)]
struct App {
    log: Log,
}

/// Waits for ever.
#[tool]
async fn wait(#[context] log: &Log, #[context] context: &ToolContext) {
    let token = context.cancellation();
    log.add(format!("cancelled: {}", token.is_cancelled()));
    forever::<()>(Noted(log.clone())).await;
}

#[test]
fn an_inner_agent_ends_with_the_outer_one() {
    let log = Log::default();
    let inner = Agent::builder(ScriptedModel::new().calls([("c1", "wait", "{}")]))
        .state(App { log: log.clone() })
        .tools(toolset![wait])
        .build()
        .unwrap();
    let tools: ToolSet = ToolSet::builder()
        .tool(inner.as_tool("inner", "Waits."))
        .build();
    let model = ScriptedModel::new().calls([("c1", "inner", r#"{"request": "wait"}"#)]);
    let outer = Agent::builder(model).tools(tools).build().unwrap();
    let token = CancellationToken::new();
    let invocation = outer.request("Wait.").cancellation(token.clone()).invoke();
    let failure = cancelled(invocation, &token).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Cancelled);
    assert_eq!(log.lines(), ["cancelled: false", "dropped"]);
}
