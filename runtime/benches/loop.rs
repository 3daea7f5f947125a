//! The cost of a run of many rounds, beside a loop written by hand.
//!
//! `cargo bench -p toolwright --bench loop` prints the CPU time of each case. For instructions, which are exact:
//! `valgrind --tool=callgrind BINARY CASE N` at two values of N. A case is `KIND_ROUNDSxCALLS`, as in `ours_100x16`.
//!
//! The kinds: `limit` is the loop by hand, which looks a function up in a map, reads its arguments, calls it and lends its
//! history to the model. `ours` is an agent whose tool has effects, so that its calls run one after the other; those of
//! `read_only` run side by side. `window`, `memory` and `checkpoint` are `ours` with a window that leaves most out, with a
//! memory in process, and with a checkpoint that does nothing.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a benchmark"
)]

use serde::Deserialize;
use std::collections::HashMap;
use std::future::{Future, ready};
use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Instant;
use toolwright::agent::Invocation;
use toolwright::memory::{InMemory, Window};
use toolwright::model::{ChatModel, ChatRequest, ChatResponse, ModelError};
use toolwright::{Agent, ToolCall, tool, toolset};

const ARGUMENTS: &str = r#"{"x": 1234, "y": 5678}"#;
const QUESTION: &str = "please add these numbers";

/// Adds two numbers.
#[tool]
fn add(x: i32, y: i32) -> i32 {
    x + y
}

/// Adds two numbers, and changes nothing.
#[tool(read_only)]
fn add_only(x: i32, y: i32) -> i32 {
    x + y
}

/// How many rounds of how many calls.
#[derive(Clone, Copy)]
struct Size {
    rounds: usize,
    calls: usize,
}

/// A model that asks for the calls of each round and keeps nothing.
struct Rounds {
    size: Size,
    tool: &'static str,
}

impl ChatModel for Rounds {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
        let mut results = black_box(request).messages().iter().rev();
        // The last result says which round it was: what is asked may be a part of the conversation.
        let last = results.find_map(|message| match message {
            toolwright::Message::Tool(result) => Some(&result.call_id),
            _ => None,
        });
        let round = last.map_or(0, |id| {
            let id = id.split('_').nth(1).expect("an id of ours");
            1 + id.parse::<usize>().expect("a number")
        });
        if round == self.size.rounds {
            return Ok(ChatResponse::text("done"));
        }
        let calls = (0..self.size.calls)
            .map(|i| ToolCall::new(format!("call_{round}_{i}"), self.tool, ARGUMENTS));
        Ok(ChatResponse::calls(calls.collect()))
    }
}

/// A run of ours.
fn ours(kind: &str, size: Size, count: usize) {
    let tool = match kind {
        "read_only" => "add_only",
        _ => "add",
    };
    let builder = Agent::builder(Rounds { size, tool }).tools(toolset![add, add_only]);
    let builder = match kind {
        "window" => builder.window(Window::messages(20)),
        "memory" => builder.memory(InMemory::new()),
        _ => builder,
    };
    let agent = builder.max_rounds(1_000).build().expect("an agent");
    for n in 0..count {
        let mut request = agent.request(QUESTION);
        request = match kind {
            "checkpoint" => request.checkpoint(|_: &Invocation| ready(Ok(()))),
            "memory" => request.conversation(n.to_string()),
            _ => request,
        };
        black_box(now(request.invoke()).expect("an answer"));
    }
}

#[derive(Deserialize)]
struct Add {
    x: i32,
    y: i32,
}

/// What a loop by hand keeps.
#[allow(dead_code, reason = "for a model that does not look")]
enum Said {
    User(String),
    Calls(Vec<Call>),
    Result { call_id: String, content: String },
}

struct Call {
    id: String,
    name: String,
    arguments: String,
}

type Function = fn(&str) -> String;

fn by_hand(arguments: &str) -> String {
    match serde_json::from_str::<Add>(arguments) {
        Ok(add) => serde_json::to_string(&(add.x + add.y)).expect("a number"),
        Err(error) => format!("invalid arguments: {error}"),
    }
}

/// The limit.
fn limit(size: Size, count: usize) {
    let functions: HashMap<&str, Function> =
        HashMap::from([("add", by_hand as Function), ("add_only", by_hand)]);
    for _ in 0..count {
        let mut history = vec![Said::User(QUESTION.to_owned())];
        for round in 0..size.rounds {
            black_box(history.as_slice());
            let call = |i| Call {
                id: format!("call_{round}_{i}"),
                name: "add".to_owned(),
                arguments: ARGUMENTS.to_owned(),
            };
            let calls: Vec<_> = (0..size.calls).map(call).collect();
            let result = |call: &Call| Said::Result {
                call_id: call.id.clone(),
                content: functions[call.name.as_str()](&call.arguments),
            };
            let results: Vec<_> = calls.iter().map(result).collect();
            history.push(Said::Calls(calls));
            history.extend(results);
        }
        black_box(history.as_slice());
        black_box(
            history
                .iter()
                .filter(|said| matches!(said, Said::Calls(calls) if !calls.is_empty()))
                .count(),
        );
    }
}

fn now<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            return output;
        }
    }
}

fn run(case: &str, count: usize) {
    let (kind, size) = case.rsplit_once('_').expect("KIND_ROUNDSxCALLS");
    let (rounds, calls) = size.split_once('x').expect("ROUNDSxCALLS");
    let size = Size {
        rounds: rounds.parse().expect("a number"),
        calls: calls.parse().expect("a number"),
    };
    match kind {
        "limit" => limit(size, count),
        _ => ours(kind, size, count),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    if let [case, count] = arguments.as_slice() {
        return run(case, count.parse().expect("a number"));
    }
    for size in ["1x1", "10x1", "100x1", "10x16", "100x16"] {
        for kind in [
            "limit",
            "ours",
            "read_only",
            "window",
            "memory",
            "checkpoint",
        ] {
            let best = (0..20)
                .map(|_| {
                    let start = Instant::now();
                    run(&format!("{kind}_{size}"), 20);
                    start.elapsed().as_nanos() / 20
                })
                .min();
            println!(
                "{kind:<10} {size:<6} {:>8} ns a run",
                best.unwrap_or_default()
            );
        }
    }
}
