//! Bugs that other systems had.

use crate::{MS, all, to, until};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tests::run;
use toolwright::dispatch::Dispatcher;
use toolwright::testing::block_on;
use toolwright::{ToolSet, tool, toolset};

static DROPPED: AtomicUsize = AtomicUsize::new(0);

struct Guard(&'static AtomicUsize);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// Sleeps for an hour.
#[tool(timeout = "100ms")]
async fn sleeps() {
    let _guard = Guard(&DROPPED);
    tokio::time::sleep(Duration::from_hours(1)).await;
}

static TICKS: AtomicUsize = AtomicUsize::new(0);
static BEGAN: AtomicUsize = AtomicUsize::new(0);
static ENDED: AtomicUsize = AtomicUsize::new(0);
static STOP: AtomicBool = AtomicBool::new(false);

/// Ticks as long as the process lives, unless the test is over.
#[tool(blocking, timeout = "100ms")]
fn ticks() {
    BEGAN.fetch_add(1, Ordering::SeqCst);
    let _guard = Guard(&ENDED);
    while !STOP.load(Ordering::SeqCst) {
        thread::sleep(Duration::from_millis(10));
        TICKS.fetch_add(1, Ordering::SeqCst);
    }
}

/// Calls a tool fifty times, side by side; each gives a timeout in time.
async fn fifty(name: &str) {
    let tools: ToolSet = toolset![sleeps, ticks];
    let dispatcher = Dispatcher::new(&tools, &());
    let start = Instant::now();
    for result in all((0..50).map(|_| dispatcher.call(to(name)))).await {
        let result = result.unwrap();
        assert!(result.is_error);
        assert_eq!(
            result.text(),
            "the tool gave no answer within 100ms; whether it took effect is unknown: find out before you call it again"
        );
    }
    let took = start.elapsed();
    assert!(took >= 100 * MS && took < 2_000 * MS, "{took:?}");
}

/// B62: a timed-out tool keeps running, and its thread leaks.
#[test]
fn b62_a_timed_out_future_is_dropped_and_threads_are_bounded() {
    run(fifty("sleeps"));
    assert_eq!(DROPPED.load(Ordering::SeqCst), 50);

    // Without a runtime, on threads of ours. Nobody can stop them, but there are no more than calls.
    block_on(fifty("ticks"));
    assert_eq!(BEGAN.load(Ordering::SeqCst), 50);
    assert_eq!(ENDED.load(Ordering::SeqCst), 0);
    let before = TICKS.load(Ordering::SeqCst);
    until("a tick", || TICKS.load(Ordering::SeqCst) > before);
    // With one, on its pool.
    run(async {
        fifty("ticks").await;
        assert_eq!(BEGAN.load(Ordering::SeqCst), 100);
        assert_eq!(ENDED.load(Ordering::SeqCst), 0);
        STOP.store(true, Ordering::SeqCst);
    });
    until("all threads end", || ENDED.load(Ordering::SeqCst) == 100);
}

/// Sleeps, and holds its thread.
#[tool(blocking, timeout = "10s")]
fn slow() -> u8 {
    thread::sleep(Duration::from_millis(300));
    1
}

/// B63: a blocking sync tool freezes every other chat, here on a runtime of one thread.
#[test]
fn b63_a_ticker_goes_on_ticking() {
    let tools: ToolSet = toolset![slow];
    let ticks = run(async {
        let ticker = tokio::spawn(async {
            loop {
                tokio::time::sleep(20 * MS).await;
                TICKED.fetch_add(1, Ordering::SeqCst);
            }
        });
        let result = Dispatcher::new(&tools, &()).call(to("slow")).await.unwrap();
        assert_eq!(result.text(), "1");
        let ticks = TICKED.load(Ordering::SeqCst);
        ticker.abort();
        ticks
    });
    assert!(ticks >= 5, "{ticks} ticks in 300 ms");
}

static TICKED: AtomicUsize = AtomicUsize::new(0);
