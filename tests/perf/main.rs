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
use std::time::{Duration, Instant};
use toolwright::agent::Invocation;
use toolwright::dispatch::Dispatcher;
use toolwright::memory::{InMemory, Window};
use toolwright::model::{ChatModel, ChatRequest, ChatResponse, ModelError};
use toolwright::{Agent, LlmVisible, Message, ToolCall, ToolSet, tool, tools, toolset};

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
        // The last result says which round it was: what is asked may be a part of the conversation.
        let done = match request.messages().last() {
            Some(Message::Tool(result)) => {
                let round = result.call_id.trim_start_matches('c').split('_').next();
                1 + round.unwrap().parse::<usize>().unwrap()
            }
            _ => 0,
        };
        if done == self.rounds {
            return Ok(ChatResponse::text("done"));
        }
        let calls = (0..self.calls)
            .map(|i| ToolCall::new(format!("c{done}_{i}"), "add", r#"{"x":1,"y":2}"#));
        Ok(ChatResponse::calls(calls.collect()))
    }
}

/// What a run has besides its model and its tools.
#[derive(Clone, Copy, Debug, PartialEq)]
enum With {
    Nothing,
    Window,
    Memory,
    Checkpoint,
}

fn of_a_run(rounds: usize, calls: usize, with: With) -> AllocationInfo {
    let builder = Agent::builder(Rounds { rounds, calls }).tools(tools());
    let builder = match with {
        With::Window => builder.window(Window::messages(20)),
        With::Memory => builder.memory(InMemory::new()),
        _ => builder,
    };
    let agent = builder.max_rounds(1_000).build().unwrap();
    measure(|| {
        let mut request = agent.request("please add these numbers").conversation("c1");
        if with == With::Checkpoint {
            request = request.checkpoint(|_: &Invocation| std::future::ready(Ok(())));
        }
        let answer = now(request.invoke()).unwrap();
        assert_eq!(answer.tool_executions.len(), rounds * calls);
    })
}

/// The loop that `benches/loop.rs` has by hand takes five allocations a call: its id, its name, its arguments, and id and
/// content of the result. Ours takes what the tool gets of the call, the name in the result, and the call and the result
/// that the answer lists besides the messages.
#[test]
fn a_call_of_a_run_allocates_what_its_strings_need() {
    let of = |rounds, calls| of_a_run(rounds, calls, With::Nothing).count_total;
    let a_call = (of(101, 16) - of(101, 8)) / (101 * 8);
    assert_eq!(a_call, 13);
    // A round has the list of its calls and the future of its model besides, and now and then a list that grows.
    let rounds = of(101, 1) - of(1, 1);
    assert!(rounds <= 100 * 16 + 20, "{rounds}");
}

#[test]
fn the_average_round_costs_what_the_first_one_does() {
    // A window is empty at first: what it costs is linear once it is full.
    for with in [With::Nothing, With::Memory, With::Checkpoint] {
        let (first, hundred) = (of_a_run(1, 1, with), of_a_run(100, 1, with));
        let none = of_a_run(0, 1, with);
        let ratio = |of: fn(&AllocationInfo) -> u64| {
            hundred_over_ten(of(&hundred) - of(&none), 100 * (of(&first) - of(&none)))
        };
        let (count, bytes) = (
            ratio(|info| info.count_total),
            ratio(|info| info.bytes_total),
        );
        println!(
            "{with:?}, average round of 100 over the first: {count:.2} x allocations, {bytes:.2} x bytes"
        );
        assert!(count <= 1.2, "{with:?}: {count} x allocations");
    }
}

#[test]
fn cost_is_linear_in_rounds() {
    let all = [With::Nothing, With::Window, With::Memory, With::Checkpoint];
    let all = [1, 16].map(|calls| all.map(|with| (calls, with)));
    for (calls, with) in all.into_iter().flatten() {
        // A window is full after ten.
        let few = if with == With::Window { 100 } else { 10 };
        let (ten, hundred) = (of_a_run(few, calls, with), of_a_run(10 * few, calls, with));
        let factor = |of: fn(&AllocationInfo) -> u64| hundred_over_ten(of(&hundred), of(&ten));
        let (count, bytes) = (
            factor(|info| info.count_total),
            factor(|info| info.bytes_total),
        );
        println!(
            "{calls} calls a round, {with:?}: ten times {few} rounds: {count:.2} x allocations, {bytes:.2} x bytes"
        );
        println!(
            "  {} allocations at {} rounds",
            hundred.count_total,
            10 * few
        );
        assert!(
            count <= 10.5 && bytes <= 11.5,
            "{calls} calls, {with:?}: {count} x allocations, {bytes} x bytes"
        );
    }
}

#[allow(clippy::cast_precision_loss, reason = "small numbers")]
fn hundred_over_ten(hundred: u64, ten: u64) -> f64 {
    hundred as f64 / ten as f64
}

/// Ten thousand of them fit into memory.
#[test]
fn the_future_of_a_run_is_small() {
    let agent = Agent::builder(Sleepy).tools(toolset![nap]).build().unwrap();
    let size = size_of_val(&agent.invoke("rest"));
    println!("the future of a run: {size} bytes");
    assert!(size <= 5_500, "{size}");
}

/// Sleeps.
#[tool(read_only)]
async fn nap() {
    tokio::time::sleep(Duration::from_millis(10)).await;
}

/// Asks for sixteen naps.
struct Sleepy;

impl ChatModel for Sleepy {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
        if request.messages().len() > 1 {
            return Ok(ChatResponse::text("done"));
        }
        let calls = (0..16).map(|i| ToolCall::new(format!("c{i}"), "nap", "{}"));
        Ok(ChatResponse::calls(calls.collect()))
    }
}

/// By the clock, so only where somebody asks for it: `cargo test -p tests --test perf naps -- --ignored --nocapture`.
#[test]
#[ignore = "measures time"]
fn sixteen_naps_last_as_long_as_one() {
    let agent = Agent::builder(Sleepy).tools(toolset![nap]).build().unwrap();
    let lasted = tests::run(async {
        let mut best = Duration::MAX;
        for _ in 0..20 {
            let start = Instant::now();
            agent.invoke("rest").await.unwrap();
            best = best.min(start.elapsed());
        }
        best
    });
    println!(
        "16 calls that sleep 10 ms: {:.1} ms",
        lasted.as_secs_f64() * 1_000.0
    );
    assert!(lasted <= Duration::from_millis(12), "{lasted:?}");
}
