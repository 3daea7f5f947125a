//! When the token of a call fires: on each occasion, and not before.

use crate::{MS, kind, poll, to};
use std::future::pending;
use std::pin::pin;
use std::sync::Mutex;
use std::task::Waker;
use toolwright::dispatch::Dispatcher;
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{
    Agent, CancellationToken, ToolContext, ToolErrorKind, ToolSet, ToolState, tool, toolset,
};

/// Takes the tokens out of the calls.
#[derive(Default, ToolState)]
struct Out {
    tokens: Mutex<Vec<CancellationToken>>,
}

impl Out {
    fn cancelled(&self) -> Vec<bool> {
        let tokens = self.tokens.lock().unwrap();
        tokens.iter().map(CancellationToken::is_cancelled).collect()
    }
}

fn take(context: &ToolContext, out: &Mutex<Vec<CancellationToken>>) {
    let token = context.cancellation();
    assert!(!token.is_cancelled());
    // A clone of the context has the same one, and does not fire it.
    let clone = context.clone();
    let same = clone.cancellation();
    drop(clone.clone());
    drop(clone);
    assert!(!token.is_cancelled() && !same.is_cancelled());
    out.lock().unwrap().extend([token, same]);
}

/// Returns.
#[tool]
fn returns(#[context] context: &ToolContext, #[context] tokens: &Mutex<Vec<CancellationToken>>) {
    take(context, tokens);
}

/// Returns later.
#[tool]
async fn returns_later(
    #[context] context: &ToolContext,
    #[context] tokens: &Mutex<Vec<CancellationToken>>,
) {
    take(context, tokens);
}

/// Fails.
#[tool]
fn fails(
    #[context] context: &ToolContext,
    #[context] tokens: &Mutex<Vec<CancellationToken>>,
) -> Result<(), std::io::Error> {
    take(context, tokens);
    Err(std::io::Error::other("broken"))
}

/// Panics.
#[tool]
async fn panics(
    #[context] context: &ToolContext,
    #[context] tokens: &Mutex<Vec<CancellationToken>>,
) {
    take(context, tokens);
    panic!("broken");
}

/// Waits.
#[tool(timeout = "200ms")]
async fn waits(
    #[context] context: &ToolContext,
    #[context] tokens: &Mutex<Vec<CancellationToken>>,
) {
    take(context, tokens);
    pending::<()>().await;
}

fn all() -> ToolSet<Out> {
    toolset![returns, returns_later, fails, panics, waits]
}

#[test]
fn when_the_call_merely_ends() {
    let tools = all();
    for name in ["returns", "returns_later", "fails", "panics"] {
        let out = Out::default();
        let result = block_on(Dispatcher::new(&tools, &out).call(to(name)));
        assert_eq!(result.is_ok(), name.starts_with("returns"));
        assert_eq!(out.cancelled(), [true, true], "{name}");
    }
}

#[test]
fn when_the_call_times_out() {
    let (tools, out) = (all(), Out::default());
    let dispatcher = Dispatcher::new(&tools, &out);
    let mut call = pin!(dispatcher.call(to("waits")));
    assert!(poll(call.as_mut(), Waker::noop()).is_pending());
    assert_eq!(out.cancelled(), [false, false]);
    assert!(block_on(call).unwrap().is_error);
    assert_eq!(out.cancelled(), [true, true]);
}

#[test]
fn when_the_invocation_is_cancelled() {
    let (tools, out) = (all(), Out::default());
    let parent = CancellationToken::new();
    let dispatcher = Dispatcher::new(&tools, &out).cancellation(parent.clone());
    let mut call = pin!(dispatcher.call(to("waits")));
    assert!(poll(call.as_mut(), Waker::noop()).is_pending());
    assert_eq!(out.cancelled(), [false, false]);
    parent.cancel();
    // At once: what the tool spawned need not wait until somebody polls the call.
    assert_eq!(out.cancelled(), [true, true]);
    assert_eq!(kind(block_on(call)), ToolErrorKind::Cancelled);
}

#[test]
fn when_the_call_is_dropped() {
    let (tools, out) = (all(), Out::default());
    let parent = CancellationToken::new();
    let dispatcher = Dispatcher::new(&tools, &out).cancellation(parent.clone());
    let mut call = Box::pin(dispatcher.call(to("waits")));
    assert!(poll(call.as_mut(), Waker::noop()).is_pending());
    assert_eq!(out.cancelled(), [false, false]);
    drop(call);
    assert_eq!(out.cancelled(), [true, true]);
    assert!(!parent.is_cancelled());
}

#[test]
fn the_end_of_one_call_is_nothing_to_the_next() {
    let model = ScriptedModel::new()
        .calls([("c1", "returns", "{}"), ("c2", "returns_later", "{}")])
        .calls([("c3", "returns", "{}")])
        .text("done");
    let agent = Agent::builder(model)
        .state(Out::default())
        .tools(all())
        .build()
        .unwrap();
    // Each call asserts that its own token is not cancelled.
    assert_eq!(block_on(agent.invoke("go")).unwrap().text, "done");
}

/// Spawns a task that ends with the call.
#[tool]
async fn spawns(#[context] context: &ToolContext) {
    let cancelled = context.cancellation().cancelled();
    tokio::spawn(async move {
        cancelled.await;
        ENDED.store(true, std::sync::atomic::Ordering::SeqCst);
    });
    tokio::time::sleep(5 * MS).await;
    assert!(!ENDED.load(std::sync::atomic::Ordering::SeqCst));
}

static ENDED: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

#[test]
fn a_spawned_task_stops_with_its_call() {
    let tools: ToolSet = toolset![spawns];
    tests::run(async {
        let result = Dispatcher::new(&tools, &()).call(to("spawns")).await;
        assert_eq!(result.unwrap().text(), "done");
        while !ENDED.load(std::sync::atomic::Ordering::SeqCst) {
            tokio::task::yield_now().await;
        }
    });
}
