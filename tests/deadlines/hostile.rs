//! Wakers that do what no waker should.

use crate::{poll, until};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Wake, Waker};
use std::time::Duration;
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::timer::{ThreadTimer, Timer};
use toolwright::{Agent, CancellationToken, ToolContext, tool, toolset};

type Waiting = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Uses the token from within its wake, drops the future that waits for it, and then panics.
struct Meddles {
    token: CancellationToken,
    waiting: Mutex<Vec<Waiting>>,
    woken: AtomicUsize,
}

impl Wake for Meddles {
    fn wake(self: Arc<Self>) {
        self.woken.fetch_add(1, Ordering::SeqCst);
        assert!(self.token.is_cancelled() && self.token.child().is_cancelled());
        self.token.cancel();
        let mut waiting = self.waiting.lock().unwrap().pop().unwrap();
        assert!(poll(waiting.as_mut(), Waker::noop()).is_ready());
        drop(waiting);
        panic!("from a waker");
    }
}

#[test]
fn a_waker_that_meddles_and_panics_keeps_nobody_asleep() {
    let root = CancellationToken::new();
    let children: Vec<_> = (0..3).map(|_| root.child()).collect();
    let wakers: Vec<_> = children
        .iter()
        .map(|child| {
            let waker = Arc::new(Meddles {
                token: child.clone(),
                waiting: Mutex::default(),
                woken: AtomicUsize::new(0),
            });
            let mut waiting: Waiting = Box::pin(child.cancelled());
            assert!(poll(waiting.as_mut(), &Waker::from(Arc::clone(&waker))).is_pending());
            waker.waiting.lock().unwrap().push(waiting);
            waker
        })
        .collect();
    root.cancel();
    for waker in wakers {
        assert_eq!(waker.woken.load(Ordering::SeqCst), 1);
        assert!(waker.waiting.lock().unwrap().is_empty());
    }
}

/// Waits anew when it is dropped.
struct OnDrop(CancellationToken);

impl Wake for OnDrop {
    fn wake(self: Arc<Self>) {}
}

impl Drop for OnDrop {
    fn drop(&mut self) {
        let mut waiting: Waiting = Box::pin(self.0.cancelled());
        let _ = poll(waiting.as_mut(), Waker::noop());
    }
}

#[test]
fn a_waker_that_uses_the_token_when_it_is_dropped_locks_nothing_up() {
    let token = CancellationToken::new();
    let waker = || Waker::from(Arc::new(OnDrop(token.clone())));
    let mut waiting: Waiting = Box::pin(token.cancelled());
    assert!(poll(waiting.as_mut(), &waker()).is_pending());
    // Replaced, forgotten, woken.
    assert!(poll(waiting.as_mut(), &waker()).is_pending());
    drop(waiting);
    let mut waiting: Waiting = Box::pin(token.cancelled());
    assert!(poll(waiting.as_mut(), &waker()).is_pending());
    token.cancel();
    assert!(poll(waiting.as_mut(), Waker::noop()).is_ready());
}

/// Sleeps anew, and panics.
struct Sleeps(AtomicUsize);

impl Wake for Sleeps {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
        let mut sleep = Box::pin(ThreadTimer.sleep(Duration::from_millis(1)));
        let _ = poll(sleep.as_mut(), Waker::noop());
        panic!("from a waker");
    }
}

#[test]
fn the_timer_goes_on_after_a_waker_that_panics() {
    let waker = Arc::new(Sleeps(AtomicUsize::new(0)));
    let mut sleep = Box::pin(ThreadTimer.sleep(Duration::from_millis(5)));
    assert!(poll(sleep.as_mut(), &Waker::from(Arc::clone(&waker))).is_pending());
    until("the wake", || waker.0.load(Ordering::SeqCst) == 1);
    block_on(ThreadTimer.sleep(Duration::from_millis(5)));
    assert!(poll(sleep.as_mut(), Waker::noop()).is_ready());
}

/// Sleeps when it is dropped.
struct SleepsOnDrop;

impl Wake for SleepsOnDrop {
    fn wake(self: Arc<Self>) {}
}

impl Drop for SleepsOnDrop {
    fn drop(&mut self) {
        let mut sleep = Box::pin(ThreadTimer.sleep(Duration::from_millis(1)));
        let _ = poll(sleep.as_mut(), Waker::noop());
    }
}

#[test]
fn a_waker_that_sleeps_when_it_is_dropped_locks_nothing_up() {
    let mut sleep = Box::pin(ThreadTimer.sleep(Duration::from_hours(1)));
    for _ in 0..2 {
        let waker = Waker::from(Arc::new(SleepsOnDrop));
        assert!(poll(sleep.as_mut(), &waker).is_pending());
    }
    drop(sleep);
    block_on(ThreadTimer.sleep(Duration::from_millis(1)));
}

/// Reads, once two tokens are cancelled.
#[tool(read_only)]
async fn read_late(#[context] context: &ToolContext) -> &'static str {
    let [first, second] = context.get::<[CancellationToken; 2]>().unwrap();
    first.cancelled().await;
    second.cancelled().await;
    "42"
}

type Running = Pin<Box<dyn Future<Output = String> + Send>>;

/// An executor that polls its task from within the wake.
struct AtOnce {
    task: Mutex<Running>,
    output: Mutex<Option<String>>,
}

impl Wake for AtOnce {
    fn wake(self: Arc<Self>) {
        let Ok(mut task) = self.task.try_lock() else {
            return;
        };
        if let Poll::Ready(text) = poll(task.as_mut(), &Waker::from(Arc::clone(&self))) {
            *self.output.lock().unwrap() = Some(text);
        }
    }
}

#[test]
fn calls_side_by_side_may_be_polled_from_within_a_wake() {
    let tokens = [CancellationToken::new(), CancellationToken::new()];
    let model = ScriptedModel::new()
        .calls([("a", "read_late", "{}"), ("b", "read_late", "{}")])
        .text("done");
    let agent = Agent::builder(model)
        .tools(toolset![read_late])
        .build()
        .unwrap();
    let executor = Arc::new(AtOnce {
        task: Mutex::new(Box::pin({
            let tokens = tokens.clone();
            async move {
                agent
                    .request("go")
                    .context(tokens)
                    .invoke()
                    .await
                    .unwrap()
                    .text
            }
        })),
        output: Mutex::default(),
    });
    Arc::clone(&executor).wake();
    std::thread::spawn(move || tokens.iter().for_each(CancellationToken::cancel));
    until("the answer", || executor.output.lock().unwrap().is_some());
    assert_eq!(executor.output.lock().unwrap().as_deref(), Some("done"));
}
