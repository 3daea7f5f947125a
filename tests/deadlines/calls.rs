//! What a deadline makes of a call.

use crate::{MS, kind, to};
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tests::run;
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::{ToolErrorHandlerResult, fail_invocation};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::timer::{ThreadTimer, Timer};
use toolwright::tool::{ToolDefinition, ToolOutput};
use toolwright::{
    Agent, Tool, ToolCall, ToolContext, ToolError, ToolErrorKind, ToolSet, llm_text, tool, toolset,
};

/// Reads for ever.
#[tool(timeout = "20ms", read_only)]
async fn reads() {
    pending::<()>().await;
}

/// Writes for ever.
#[tool(timeout = "20ms")]
async fn writes() {
    pending::<()>().await;
}

/// Writes the same for ever.
#[tool(timeout = "20ms", idempotent)]
async fn puts() {
    pending::<()>().await;
}

/// Deletes for ever.
#[tool(timeout = "20ms", destructive)]
async fn deletes() {
    pending::<()>().await;
}

/// Deletes the same for ever.
#[tool(timeout = "20ms", destructive, idempotent)]
async fn deletes_one() {
    pending::<()>().await;
}

#[test]
fn the_model_reads_whether_the_outcome_is_known() {
    let tools: ToolSet = toolset![reads, writes, puts, deletes, deletes_one];
    let dispatcher = Dispatcher::new(&tools, &());
    let known = "the tool gave no answer within 20ms";
    let unknown = "the tool gave no answer within 20ms; whether it took effect is unknown: find out before you call it again";
    for (name, text) in [
        ("reads", known),
        ("writes", unknown),
        ("puts", known),
        ("deletes", unknown),
        ("deletes_one", known),
    ] {
        let result = block_on(dispatcher.call(to(name))).unwrap();
        assert_eq!(
            (result.is_error, result.text().as_ref()),
            (true, text),
            "{name}"
        );
    }
}

/// Takes its time.
#[tool(timeout = "10s")]
async fn late(millis: u64) -> u64 {
    tokio::time::sleep(Duration::from_millis(millis)).await;
    millis
}

/// Is ready at once.
#[tool]
fn busy() -> &'static str {
    thread::sleep(Duration::from_millis(30));
    "done"
}

/// Is ready when it is first polled, but late.
#[tool(timeout = "1ms")]
async fn busy_async() -> &'static str {
    thread::sleep(Duration::from_millis(30));
    "done"
}

/// A timer that counts its sleeps.
#[derive(Clone, Default)]
struct Counted(Arc<AtomicUsize>);

impl Timer for Counted {
    fn sleep(&self, duration: Duration) -> impl Future<Output = ()> + Send + 'static {
        self.0.fetch_add(1, Ordering::SeqCst);
        ThreadTimer.sleep(duration)
    }
}

#[test]
fn what_is_ready_at_once_costs_no_clock_and_is_never_late() {
    let tools: ToolSet = toolset![busy, busy_async, late, reads];
    let timer = Counted::default();
    let dispatcher = Dispatcher::new(&tools, &())
        .timer(timer.clone())
        .tool_timeout(MS);
    for name in ["busy", "busy_async"] {
        let result = block_on(dispatcher.call(to(name))).unwrap();
        assert_eq!((result.is_error, result.text().as_ref()), (false, "done"));
    }
    assert_eq!(timer.0.load(Ordering::SeqCst), 0);
    let call = ToolCall::new("c1", "late", r#"{"millis": 5}"#);
    let result = run(dispatcher.call(call)).unwrap();
    // Its own timeout comes before the general one.
    assert_eq!((result.is_error, result.text().as_ref()), (false, "5"));
    assert_eq!(timer.0.load(Ordering::SeqCst), 1);
}

/// A tool by hand.
struct ByHand;

impl Tool for ByHand {
    fn definition(&self) -> ToolDefinition {
        let schema = serde_json::json!({"type": "object", "properties": {}});
        ToolDefinition::new("by_hand", "Waits.", schema)
    }

    async fn call(&self, _: &str, (): &(), _: &ToolContext) -> Result<ToolOutput, ToolError> {
        pending().await
    }
}

/// Waits without a timeout of its own.
#[tool(read_only)]
async fn waits() {
    pending::<()>().await;
}

/// Waits on a thread.
#[tool(blocking, read_only)]
fn waits_on_a_thread() {
    thread::sleep(Duration::from_millis(200));
}

#[test]
fn the_general_timeout_holds_for_every_tool_that_has_none() {
    let by_hand = ToolSet::builder().tool(ByHand).build();
    let tools: ToolSet = toolset![waits, waits_on_a_thread, ..by_hand];
    let dispatcher = Dispatcher::new(&tools, &()).tool_timeout(15 * MS);
    for name in ["waits", "waits_on_a_thread", "by_hand"] {
        let start = Instant::now();
        let result = block_on(dispatcher.call(to(name))).unwrap();
        let known = "the tool gave no answer within 15ms";
        assert!(
            result.is_error && result.text().starts_with(known),
            "{}",
            result.text()
        );
        assert!(start.elapsed() >= 15 * MS, "{:?}", start.elapsed());
    }
}

#[test]
fn a_handler_decides_what_becomes_of_a_timeout() {
    let tools: ToolSet = toolset![writes];
    let text = Dispatcher::new(&tools, &()).on_error_of(
        ToolErrorKind::Timeout,
        |error: &(dyn std::error::Error + 'static), context: &toolwright::ToolErrorContext<'_>| {
            assert_eq!(context.kind(), ToolErrorKind::Timeout);
            assert!(
                context
                    .message_for_llm()
                    .unwrap()
                    .as_str()
                    .ends_with("before you call it again")
            );
            assert!(
                error
                    .to_string()
                    .starts_with("the tool gave no answer within 20ms")
            );
            Ok(ToolErrorHandlerResult::text(llm_text!(
                "the shop is closed"
            )))
        },
    );
    assert_eq!(
        block_on(text.call(to("writes"))).unwrap().text(),
        "the shop is closed"
    );
    let fails = Dispatcher::new(&tools, &()).on_error_of(ToolErrorKind::Timeout, fail_invocation());
    assert_eq!(
        kind(block_on(fails.call(to("writes")))),
        ToolErrorKind::Timeout
    );
}

/// Waits, with a handler of its own.
#[tool(timeout = "10ms", on_error = fail_invocation())]
async fn strict() {
    pending::<()>().await;
}

#[test]
fn in_an_agent_the_model_goes_on_after_a_timeout() {
    let model = ScriptedModel::new()
        .calls([("c1", "reads", "{}"), ("c2", "writes", "{}")])
        .text("nobody answers");
    let tools: ToolSet = toolset![reads, writes, strict];
    let agent = Agent::builder(model.clone()).tools(&tools).build().unwrap();
    let answer = block_on(agent.invoke("go")).unwrap();
    assert_eq!(answer.text, "nobody answers");
    let requests = model.requests();
    let results = requests[1].tool_results();
    assert_eq!(results.len(), 2);
    assert!(results.iter().all(|result| result.is_error));
    model.assert_finished();

    let model = ScriptedModel::new().calls([("c1", "strict", "{}")]);
    let agent = Agent::builder(model).tools(tools).build().unwrap();
    assert_eq!(kind(block_on(agent.invoke("go"))), ToolErrorKind::Timeout);
}

/// Takes a number that may come as text.
#[tool(timeout = "20ms", read_only)]
async fn counts(n: u8) {
    for _ in 0..n {
        pending::<()>().await;
    }
}

#[test]
fn the_second_chance_of_wrong_arguments_has_the_deadline_too() {
    let tools: ToolSet = toolset![counts];
    let call = ToolCall::new("c1", "counts", r#"{"n": "7"}"#);
    let result = block_on(Dispatcher::new(&tools, &()).call(call)).unwrap();
    assert_eq!(result.text(), "the tool gave no answer within 20ms");
}
