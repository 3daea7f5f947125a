//! Gates on what a call and a round cost, in allocations: exact, whatever else the machine does.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::unused_async,
    reason = "a test: tools take and return what their callers would"
)]

use allocation_counter::{AllocationInfo, measure};
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use toolwright::dispatch::Dispatcher;
use toolwright::model::{ChatModel, ChatRequest, ChatResponse, ModelError};
use toolwright::{Agent, LlmVisible, ToolCall, ToolSet, tool, tools, toolset};

#[derive(Debug, LlmVisible)]
enum Locked {
    #[llm("account {0} is locked")]
    Account(i32),
}

/// Adds two numbers.
#[tool]
fn add(x: i32, y: i32) -> i32 {
    x + y
}

/// Adds two numbers, later.
#[tool]
async fn add_async(x: i32, y: i32) -> i32 {
    x + y
}

/// Fails.
#[tool]
fn fail(x: i32) -> Result<i32, Locked> {
    Err(Locked::Account(x))
}

struct Adder(i32);

#[tools]
impl Adder {
    /// Adds to what there is.
    #[tool]
    fn add_to(&self, x: i32, y: i32) -> i32 {
        self.0 + x + y
    }

    /// Adds to what there is, later.
    #[tool]
    async fn add_to_async(&self, x: i32, y: i32) -> i32 {
        self.0 + x + y
    }
}

fn tools() -> ToolSet {
    toolset![add, add_async, fail, ..Adder(1)]
}

fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("not ready at once"),
    }
}

/// The allocations of one call, the making of the call and the dropping of its result left out.
fn of_a_call(name: &str, arguments: &str) -> AllocationInfo {
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &());
    let mut call = Some(ToolCall::new("c1", name, arguments));
    let mut result = None;
    let info = measure(|| result = call.take().map(|call| now(dispatcher.call(call))));
    assert!(result.is_some());
    info
}

#[test]
fn a_small_call_allocates_its_result_and_a_future() {
    let small = r#"{"x": 1234, "y": 5678}"#;
    assert_eq!(of_a_call("add", small).count_total, 1);
    assert_eq!(of_a_call("add_async", small).count_total, 2);
    assert_eq!(of_a_call("add_to", small).count_total, 1);
    assert_eq!(of_a_call("add_to_async", small).count_total, 2);
    assert!(of_a_call("fail", r#"{"x": 7}"#).count_total <= 5);
}

#[test]
fn definitions_are_shared() {
    let tools = tools();
    assert_eq!(measure(|| drop(tools.definitions().clone())).count_total, 0);
}

/// A model that asks for `calls` calls in each of `rounds` rounds and keeps nothing.
struct Rounds {
    rounds: usize,
    calls: usize,
}

impl ChatModel for Rounds {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
        let done = (request.messages().len() - 1) / (1 + self.calls);
        if done == self.rounds {
            return Ok(ChatResponse::text("done"));
        }
        let calls = (0..self.calls)
            .map(|i| ToolCall::new(format!("c{done}_{i}"), "add", r#"{"x":1,"y":2}"#));
        Ok(ChatResponse::calls(calls.collect()))
    }
}

fn of_a_run(rounds: usize, calls: usize) -> AllocationInfo {
    let agent = Agent::builder(Rounds { rounds, calls })
        .tools(tools())
        .build()
        .unwrap();
    measure(|| {
        let answer = now(agent.invoke("please add these numbers")).unwrap();
        assert_eq!(answer.tool_executions.len(), rounds * calls);
    })
}

#[test]
fn cost_is_linear_in_rounds() {
    for calls in [1, 16] {
        let (ten, hundred) = (of_a_run(10, calls), of_a_run(100, calls));
        let factor = |of: fn(&AllocationInfo) -> u64| hundred_over_ten(of(&hundred), of(&ten));
        let (count, bytes) = (
            factor(|info| info.count_total),
            factor(|info| info.bytes_total),
        );
        println!(
            "{calls} calls a round, 100 rounds over 10: {count:.2} x allocations, {bytes:.2} x bytes"
        );
        println!("  {} allocations at 100 rounds", hundred.count_total);
        assert!(
            count <= 10.5 && bytes <= 11.5,
            "{calls} calls: {count} x allocations, {bytes} x bytes"
        );
    }
}

#[allow(clippy::cast_precision_loss, reason = "small numbers")]
fn hundred_over_ten(hundred: u64, ten: u64) -> f64 {
    hundred as f64 / ten as f64
}
