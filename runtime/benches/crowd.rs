//! Ten thousand invocations at once, on two threads.
//!
//! `cargo bench -p toolwright --bench crowd` prints how much memory each takes and how many are done in a second;
//! `-- COUNT` takes another number. Each asks a model that yields for five rounds of a call of an async tool that yields,
//! so that all of them are on their way together. Memory is read from `/proc`, where there is one.
#![allow(missing_docs, clippy::expect_used, reason = "a benchmark")]

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use toolwright::model::{ChatModel, ChatRequest, ChatResponse, ModelError};
use toolwright::{Agent, ToolCall, tool, toolset};

const ROUNDS: usize = 5;

static COUNT: AtomicUsize = AtomicUsize::new(0);
/// So many are on their way, and so many were at most.
static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);
/// When all were there.
static START: OnceLock<Instant> = OnceLock::new();

/// Adds two numbers, after others had their turn.
#[tool(read_only)]
async fn add(x: i32, y: i32) -> i32 {
    tokio::task::yield_now().await;
    x + y
}

/// Asks for a call in each of the rounds.
struct Yielding;

impl ChatModel for Yielding {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
        // Nobody begins before all are there.
        while MOST.load(Ordering::Relaxed) < COUNT.load(Ordering::Relaxed) {
            tokio::task::yield_now().await;
        }
        tokio::task::yield_now().await;
        let round = request.messages().len() / 2;
        if round == ROUNDS {
            return Ok(ChatResponse::text("done"));
        }
        let call = ToolCall::new(format!("call_{round}"), "add", r#"{"x": 1, "y": 2}"#);
        Ok(ChatResponse::calls(vec![call]))
    }
}

/// A number of kB from what the system says of this process.
fn memory(of: &str) -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(of))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

async fn one(agent: Agent) {
    let now = NOW.fetch_add(1, Ordering::Relaxed) + 1;
    if MOST.fetch_max(now, Ordering::Relaxed) < now && now == COUNT.load(Ordering::Relaxed) {
        let _ = START.set(Instant::now());
    }
    let answer = agent.invoke("please add these numbers").await;
    let answer = answer.expect("an answer");
    assert_eq!(answer.tool_executions.len(), ROUNDS);
    NOW.fetch_sub(1, Ordering::Relaxed);
}

fn main() {
    let count = std::env::args().find_map(|argument| argument.parse().ok());
    let count = count.unwrap_or(10_000);
    COUNT.store(count, Ordering::Relaxed);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .build()
        .expect("a runtime");
    let agent = Agent::builder(Yielding).tools(toolset![add]).build();
    let agent = agent.expect("an agent");
    println!(
        "the future of one: {} bytes",
        size_of_val(&one(agent.clone()))
    );
    let before = memory("VmRSS");
    runtime.block_on(async {
        let tasks: Vec<_> = (0..count)
            .map(|_| tokio::spawn(one(agent.clone())))
            .collect();
        for task in tasks {
            task.await.expect("no panic");
        }
    });
    let seconds = START.get().expect("all were there").elapsed().as_secs_f64();
    #[allow(clippy::cast_precision_loss, reason = "small numbers")]
    let a_second = count as f64 / seconds;
    println!(
        "{count} invocations of {ROUNDS} rounds, at most {} at once: {seconds:.2} s, {a_second:.0} a second",
        MOST.load(Ordering::Relaxed)
    );
    if let (Some(before), Some(peak)) = (before, memory("VmHWM")) {
        let each = peak.saturating_sub(before) * 1_024 / count;
        println!("peak memory: {peak} kB, {before} kB before: {each} bytes each");
    }
}
