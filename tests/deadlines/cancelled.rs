//! Calls of an invocation that is cancelled.

use crate::{MS, Wakes, kind, poll, to};
use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Poll, Waker};
use std::thread;
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::ToolErrorHandlerResult;
use toolwright::testing::block_on;
use toolwright::{
    CancellationToken, ToolCall, ToolContext, ToolErrorContext, ToolErrorKind, ToolSet, llm_text,
    tool, toolset,
};

static RAN: AtomicUsize = AtomicUsize::new(0);

/// Runs at once.
#[tool]
fn runs() {
    RAN.fetch_add(1, Ordering::SeqCst);
}

/// Runs later.
#[tool]
async fn runs_later() {
    RAN.fetch_add(1, Ordering::SeqCst);
}

/// Runs elsewhere.
#[tool(blocking)]
fn runs_elsewhere() {
    RAN.fetch_add(1, Ordering::SeqCst);
}

#[test]
fn nothing_starts_once_it_is_cancelled_and_nobody_is_asked() {
    let tools: ToolSet = toolset![runs, runs_later, runs_elsewhere];
    let token = CancellationToken::new();
    let dispatcher = Dispatcher::new(&tools, &())
        .cancellation(token.clone())
        .on_error(
            |_: &(dyn std::error::Error + 'static), _: &ToolErrorContext<'_>| {
                Ok(ToolErrorHandlerResult::text(llm_text!("handled")))
            },
        );
    assert_eq!(
        block_on(dispatcher.call(to("runs"))).unwrap().text(),
        "done"
    );
    assert_eq!(RAN.swap(0, Ordering::SeqCst), 1);
    token.cancel();
    for name in ["runs", "runs_later", "runs_elsewhere", "no_such_tool"] {
        assert_eq!(
            kind(block_on(dispatcher.call(to(name)))),
            ToolErrorKind::Cancelled,
            "{name}"
        );
    }
    assert_eq!(RAN.load(Ordering::SeqCst), 0);
}

static LIVE: AtomicUsize = AtomicUsize::new(0);

struct Live;

impl Drop for Live {
    fn drop(&mut self) {
        LIVE.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Waits for ever.
#[tool(timeout = "1h")]
async fn waits() {
    LIVE.fetch_add(1, Ordering::SeqCst);
    let _live = Live;
    pending::<()>().await;
}

#[test]
fn a_call_that_waits_is_woken_and_dropped() {
    let tools: ToolSet = toolset![waits];
    let token = CancellationToken::new();
    let dispatcher = Dispatcher::new(&tools, &()).cancellation(token.clone());
    let counted = Arc::new(Wakes::default());
    let waker = Waker::from(Arc::clone(&counted));
    let mut call = pin!(dispatcher.call(to("waits")));
    assert!(poll(call.as_mut(), &waker).is_pending());
    assert_eq!((LIVE.load(Ordering::SeqCst), counted.count()), (1, 0));
    token.cancel();
    assert_eq!((LIVE.load(Ordering::SeqCst), counted.count()), (1, 1));
    match poll(call.as_mut(), &waker) {
        Poll::Ready(result) => assert_eq!(kind(result), ToolErrorKind::Cancelled),
        Poll::Pending => panic!("cancelled and waiting"),
    }
    assert_eq!(LIVE.load(Ordering::SeqCst), 0);
}

/// Waits until somebody stops it.
#[tool(blocking)]
fn works(#[context] context: &ToolContext) {
    WORKING.fetch_add(1, Ordering::SeqCst);
    let token = context.cancellation();
    while !token.is_cancelled() {
        thread::sleep(MS);
    }
    STOPPED.fetch_add(1, Ordering::SeqCst);
}

static WORKING: AtomicUsize = AtomicUsize::new(0);
static STOPPED: AtomicUsize = AtomicUsize::new(0);

#[test]
fn a_blocking_tool_hears_of_it_and_can_stop() {
    let tools: ToolSet = toolset![works];
    let token = CancellationToken::new();
    let dispatcher = Dispatcher::new(&tools, &()).cancellation(token.clone());
    let canceller = thread::spawn(move || {
        thread::sleep(20 * MS);
        token.cancel();
    });
    assert_eq!(
        kind(block_on(dispatcher.call(to("works")))),
        ToolErrorKind::Cancelled
    );
    canceller.join().unwrap();
    crate::until("the tool stops", || STOPPED.load(Ordering::SeqCst) == 1);

    // The same when it takes too long.
    let dispatcher = Dispatcher::new(&tools, &()).tool_timeout(10 * MS);
    let result = block_on(dispatcher.call(to("works"))).unwrap();
    assert!(
        result
            .text()
            .starts_with("the tool gave no answer within 10ms")
    );
    crate::until("the tool stops", || STOPPED.load(Ordering::SeqCst) == 2);

    // And when its caller is gone.
    let dispatcher = Dispatcher::new(&tools, &());
    let mut call = Box::pin(dispatcher.call(to("works")));
    assert!(poll(call.as_mut(), Waker::noop()).is_pending());
    crate::until("the tool works", || WORKING.load(Ordering::SeqCst) == 3);
    drop(call);
    crate::until("the tool stops", || STOPPED.load(Ordering::SeqCst) == 3);
}

#[test]
fn an_answer_that_is_there_counts() {
    let token = CancellationToken::new();
    let tools: ToolSet = toolset![answers_and_cancels];
    CANCELS.set(token.clone()).unwrap();
    let dispatcher = Dispatcher::new(&tools, &()).cancellation(token.clone());
    let call = ToolCall::new("c1", "answers_and_cancels", "{}");
    assert_eq!(block_on(dispatcher.call(call)).unwrap().text(), "answered");
    assert!(token.is_cancelled());
}

static CANCELS: std::sync::OnceLock<CancellationToken> = std::sync::OnceLock::new();

/// Cancels its own invocation, and answers.
#[tool]
async fn answers_and_cancels() -> &'static str {
    CANCELS.get().unwrap().cancel();
    "answered"
}
