//! What is left of a call that was stopped: nothing.

use crate::{poll, to};
use std::future::pending;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Waker;
use tests::logged;
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::ToolErrorHandlerResult;
use toolwright::testing::block_on;
use toolwright::{
    Agent, CancellationToken, ToolContext, ToolErrorContext, ToolErrorKind, ToolSet, ToolState,
    llm_text, tool, toolset,
};

/// What happened, in order.
#[derive(Clone, Default, ToolState)]
struct Book {
    lines: Arc<Mutex<Vec<&'static str>>>,
}

impl Book {
    fn lines(&self) -> Vec<&'static str> {
        self.lines.lock().unwrap().clone()
    }
}

struct OnDrop(Arc<Mutex<Vec<&'static str>>>, CancellationToken);

impl Drop for OnDrop {
    fn drop(&mut self) {
        assert!(self.1.is_cancelled());
        self.0.lock().unwrap().push("dropped");
    }
}

/// Waits.
#[tool(timeout = "10ms")]
async fn waits(#[context] lines: &Arc<Mutex<Vec<&'static str>>>, #[context] context: &ToolContext) {
    let _guard = OnDrop(Arc::clone(lines), context.cancellation());
    pending::<()>().await;
}

#[test]
fn the_future_is_dropped_before_the_handler_decides() {
    let book = Book::default();
    let tools: ToolSet<Book> = toolset![waits];
    let lines = Arc::clone(&book.lines);
    let dispatcher = Dispatcher::new(&tools, &book).on_error(
        move |_: &(dyn std::error::Error + 'static), _: &ToolErrorContext<'_>| {
            lines.lock().unwrap().push("handled");
            Ok(ToolErrorHandlerResult::text(llm_text!("later")))
        },
    );
    assert_eq!(
        block_on(dispatcher.call(to("waits"))).unwrap().text(),
        "later"
    );
    assert_eq!(book.lines(), ["dropped", "handled"]);
}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("a bomb of {}", "7 kilos");
    }
}

/// Waits, and panics when it is dropped.
#[tool(timeout = "10ms", read_only)]
async fn explodes() {
    let _bomb = Bomb;
    pending::<()>().await;
}

#[test]
fn a_destructor_that_panics_is_logged_and_changes_nothing() {
    let tools: ToolSet = toolset![explodes];
    let (result, records) = logged(|| block_on(Dispatcher::new(&tools, &()).call(to("explodes"))));
    assert_eq!(
        result.unwrap().text(),
        "the tool gave no answer within 10ms"
    );
    let shown = records.iter().any(|record| {
        record.text.contains("a tool panicked when it was stopped")
            && record.text.contains("a bomb of 7 kilos")
    });
    assert!(shown, "{records:?}");

    let token = CancellationToken::new();
    let dispatcher = Dispatcher::new(&tools, &()).cancellation(token.clone());
    let mut call = pin!(dispatcher.call(to("explodes")));
    assert!(poll(call.as_mut(), Waker::noop()).is_pending());
    token.cancel();
    assert_eq!(crate::kind(block_on(call)), ToolErrorKind::Cancelled);
}

static LIVE: AtomicUsize = AtomicUsize::new(0);

struct Live;

impl Live {
    fn new() -> Self {
        LIVE.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        LIVE.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Waits again and again.
#[tool(timeout = "10s")]
async fn steps(#[context] context: &ToolContext) -> &'static str {
    let _live = Live::new();
    for _ in 0..10 {
        let mut waited = false;
        std::future::poll_fn(|_| {
            if std::mem::replace(&mut waited, true) {
                std::task::Poll::Ready(())
            } else {
                std::task::Poll::Pending
            }
        })
        .await;
        assert!(!context.cancellation().is_cancelled());
    }
    "done"
}

#[test]
fn a_call_may_be_dropped_at_each_await() {
    let tools: ToolSet = toolset![steps];
    let parent = CancellationToken::new();
    for polls in 0..=10 {
        let dispatcher = Dispatcher::new(&tools, &()).cancellation(parent.clone());
        let mut call = Box::pin(dispatcher.call(to("steps")));
        for _ in 0..polls {
            assert!(poll(call.as_mut(), Waker::noop()).is_pending());
        }
        assert_eq!(LIVE.load(Ordering::SeqCst), usize::from(polls > 0));
        drop(call);
        assert_eq!(LIVE.load(Ordering::SeqCst), 0, "after {polls} polls");
    }
    let dispatcher = Dispatcher::new(&tools, &()).cancellation(parent);
    let mut call = Box::pin(dispatcher.call(to("steps")));
    let polled = (0..11).map(|_| poll(call.as_mut(), Waker::noop())).last();
    match polled.unwrap() {
        std::task::Poll::Ready(result) => assert_eq!(result.unwrap().text(), "done"),
        std::task::Poll::Pending => panic!("more awaits than there are"),
    }
}

/// Waits for what never comes.
#[tool]
async fn lives() {
    let _live = LiveToo::new();
    pending::<()>().await;
}

static LIVE_TOO: AtomicUsize = AtomicUsize::new(0);

struct LiveToo;

impl LiveToo {
    fn new() -> Self {
        LIVE_TOO.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Drop for LiveToo {
    fn drop(&mut self) {
        LIVE_TOO.fetch_sub(1, Ordering::SeqCst);
    }
}

#[test]
fn a_dropped_invocation_drops_its_call() {
    let model = toolwright::testing::ScriptedModel::new().calls([("c1", "lives", "{}")]);
    let tools: ToolSet = toolset![lives];
    let agent = Agent::builder(model).tools(tools).build().unwrap();
    let mut invocation = Box::pin(agent.invoke("go"));
    assert!(poll(invocation.as_mut(), Waker::noop()).is_pending());
    assert_eq!(LIVE_TOO.load(Ordering::SeqCst), 1);
    drop(invocation);
    assert_eq!(LIVE_TOO.load(Ordering::SeqCst), 0);
}
