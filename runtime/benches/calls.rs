//! The cost of one call.
//!
//! `cargo bench -p toolwright --bench calls` prints the CPU time of each case. For instructions, which are exact:
//! `valgrind --tool=callgrind BINARY CASE N` at two values of N; the case `make` is what making the calls costs.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::needless_pass_by_value,
    clippy::unused_async,
    reason = "a benchmark, of tools that take what a model sends"
)]

use serde::{Deserialize, Serialize};
use std::future::Future;
use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Instant;
use toolwright::dispatch::Dispatcher;
use toolwright::{LlmVisible, ToolCall, ToolSet, tool, toolset};

#[derive(Debug, LlmVisible)]
enum Locked {
    #[llm("account {0} is locked")]
    Account(i32),
}

#[derive(Serialize, Deserialize, schemars::JsonSchema)]
struct Person {
    name: String,
    email: String,
}

#[derive(Serialize, Deserialize, schemars::JsonSchema)]
struct Item {
    sku: String,
    qty: u32,
    price: f64,
    note: String,
}

#[derive(Serialize)]
struct Summary {
    id: u64,
    n: usize,
    total: f64,
    title: String,
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

/// Sums an order up.
#[tool]
#[allow(clippy::too_many_arguments, reason = "as many as the order has fields")]
fn medium(
    id: u64,
    title: String,
    description: String,
    tags: Vec<String>,
    priority: u8,
    due: Option<String>,
    assignee: Person,
    items: Vec<Item>,
    active: bool,
    ratio: f64,
) -> Summary {
    let total = items
        .iter()
        .map(|item| item.price * f64::from(item.qty))
        .sum();
    black_box((
        &description,
        &tags,
        priority,
        &due,
        &assignee.name,
        &assignee.email,
        active,
        ratio,
    ));
    Summary {
        id,
        n: items.len(),
        total,
        title,
    }
}

const SMALL: &str = r#"{"x": 1234, "y": 5678}"#;
const COERCED: &str = r#"{"x": "1234", "y": 5678}"#;
/// An order of about 1 KB.
const ORDER: &str = concat!(
    r#"{"id": 918273645, "title": "Restock the north-side warehouse before Friday", "description": "The "#,
    r#"customer asked for a split delivery: \"half now, half on Friday\". Please confirm the stock level, "#,
    r#"reserve the pallets, and tell the driver which gate to use. Notes from the call are attached "#,
    r#"below.", "tags": ["urgent", "warehouse", "north-side", "split-delivery"], "priority": 3, "due": "#,
    r#""2026-12-04T17:00:00Z", "assignee": {"name": "Dana Whitfield", "email": "#,
    r#""dana.whitfield@example.com"}, "items": [{"sku": "PAL-0001-A", "qty": 12, "price": 149.95, "note": "#,
    r#""shrink wrapped, fragile"}, {"sku": "PAL-0002-B", "qty": 4, "price": 89.5, "note": "needs a fork "#,
    r#"lift"}, {"sku": "BOX-1180-C", "qty": 250, "price": 2.25, "note": "loose, count twice"}, {"sku": "#,
    r#""BOX-1181-C", "qty": 125, "price": 3.75, "note": "loose, count twice"}, {"sku": "TAG-0420-X", "qty":"#,
    r#" 1000, "price": 0.04, "note": "printed labels, blue"}, {"sku": "TAG-0421-X", "qty": 500, "price": "#,
    r#"0.05, "note": "printed labels, red"}], "active": true, "ratio": 0.625}"#,
);
const BAD: &str = r#"{"x":"oops","y":5678}"#;

/// A case: its name, the tool and the arguments.
fn cases() -> Vec<(&'static str, &'static str, String)> {
    vec![
        ("small", "add", SMALL.to_owned()),
        ("small_async", "add_async", SMALL.to_owned()),
        ("medium", "medium", ORDER.to_owned()),
        ("err", "fail", r#"{"x": 7}"#.to_owned()),
        ("bad_args", "add", BAD.to_owned()),
        ("coerced", "add", COERCED.to_owned()),
        ("unknown", "zzz", SMALL.to_owned()),
        ("make", "add", SMALL.to_owned()),
        ("make_medium", "medium", ORDER.to_owned()),
    ]
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
    let tools: ToolSet = toolset![add, add_async, fail, medium];
    let dispatcher = Dispatcher::new(&tools, &());
    let cases = cases();
    let (_, tool, arguments) = cases
        .iter()
        .find(|(name, ..)| *name == case)
        .expect("a case of that name");
    let make = case.starts_with("make");
    for _ in 0..count {
        let call = black_box(ToolCall::new("call_1", *tool, arguments.as_str()));
        if !make {
            let _ = black_box(now(dispatcher.call(call)));
        }
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
    for (case, ..) in cases() {
        let best = (0..20)
            .map(|_| {
                let start = Instant::now();
                run(case, 20_000);
                start.elapsed().as_nanos() / 20_000
            })
            .min();
        println!(
            "{case:<12} {:>6} ns a call, the making of the call included",
            best.unwrap_or_default()
        );
    }
}
