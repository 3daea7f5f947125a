//! The threads of `blocking` tools without a runtime: no more than 512, whatever the model calls.

use crate::{MS, all, poll, to, until};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::task::Waker;
use std::thread;
use tests::run;
use toolwright::dispatch::Dispatcher;
use toolwright::testing::block_on;
use toolwright::{CancellationToken, ToolCall, ToolSet, tool, toolset};

static BEGAN: AtomicUsize = AtomicUsize::new(0);
static LIVE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);
static OPEN: Mutex<bool> = Mutex::new(false);
static OPENED: Condvar = Condvar::new();

/// Holds its thread until the gate opens.
#[tool(blocking)]
fn holds(n: u64) -> u64 {
    BEGAN.fetch_add(1, Ordering::SeqCst);
    let live = LIVE.fetch_add(1, Ordering::SeqCst) + 1;
    MOST.fetch_max(live, Ordering::SeqCst);
    let open = OPEN.lock().unwrap();
    drop(OPENED.wait_while(open, |open| !*open).unwrap());
    LIVE.fetch_sub(1, Ordering::SeqCst);
    n
}

/// In a process of its own: the bound is the process's, and other tests have threads, too.
#[test]
fn the_bound_holds_and_what_nobody_waits_for_is_not_started() {
    let alone = "threads::the_bound_holds_and_what_nobody_waits_for_is_not_started";
    if std::env::var_os("TOOLWRIGHT_ALONE").is_none() {
        let done = std::process::Command::new(std::env::current_exe().unwrap())
            .args([alone, "--exact"])
            .env("TOOLWRIGHT_ALONE", "1")
            .output()
            .unwrap();
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stdout)
        );
        return;
    }
    let tools: ToolSet = toolset![holds];
    let token = CancellationToken::new();
    let dispatcher = Dispatcher::new(&tools, &());
    let impatient = Dispatcher::new(&tools, &()).cancellation(token.clone());
    let call = |n: u64| ToolCall::new("c1", "holds", format!("{{\"n\": {n}}}"));

    let mut held: Vec<_> = (0..512)
        .map(|n| Box::pin(dispatcher.call(call(n))))
        .collect();
    for call in &mut held {
        assert!(poll(call.as_mut(), Waker::noop()).is_pending());
    }
    until("512 begin", || BEGAN.load(Ordering::SeqCst) == 512);

    let mut dropped: Vec<_> = (0..300)
        .map(|n| Box::pin(dispatcher.call(call(n))))
        .collect();
    let mut cancelled: Vec<_> = (0..300)
        .map(|n| Box::pin(impatient.call(call(n))))
        .collect();
    let mut waiting: Vec<_> = (512..612)
        .map(|n| Box::pin(dispatcher.call(call(n))))
        .collect();
    for call in dropped.iter_mut().chain(&mut waiting) {
        assert!(poll(call.as_mut(), Waker::noop()).is_pending());
    }
    for call in &mut cancelled {
        assert!(poll(call.as_mut(), Waker::noop()).is_pending());
    }
    drop(dropped);
    token.cancel();
    assert!(
        block_on(all(cancelled))
            .into_iter()
            .all(|result| result.is_err())
    );
    thread::sleep(20 * MS);
    assert_eq!(BEGAN.load(Ordering::SeqCst), 512);

    *OPEN.lock().unwrap() = true;
    OPENED.notify_all();
    let results = block_on(all(held.into_iter().chain(waiting)));
    let texts: Vec<_> = results
        .into_iter()
        .map(|r| r.unwrap().text().into_owned())
        .collect();
    let expected: Vec<_> = (0..612).map(|n: u64| n.to_string()).collect();
    assert_eq!(texts, expected);
    assert_eq!(BEGAN.load(Ordering::SeqCst), 612, "none that was given up");
    assert!(MOST.load(Ordering::SeqCst) <= 512);
    // And the threads are gone.
    until("the threads end", || {
        tool_threads() == Some(0) || tool_threads().is_none()
    });
}

/// How many threads of this process are called `tool`; `None` where nobody can tell.
fn tool_threads() -> Option<usize> {
    let tasks = std::fs::read_dir("/proc/self/task").ok()?;
    let names =
        tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("comm")).ok());
    Some(names.filter(|name| name.trim() == "tool").count())
}

static RAN: AtomicUsize = AtomicUsize::new(0);

/// Runs.
#[tool(blocking)]
fn runs() {
    RAN.fetch_add(1, Ordering::SeqCst);
    thread::sleep(50 * MS);
}

#[test]
fn on_tokios_pool_what_nobody_waits_for_is_not_started_either() {
    let tools: ToolSet = toolset![runs];
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(1)
        .build()
        .unwrap();
    runtime.block_on(async {
        let dispatcher = Dispatcher::new(&tools, &());
        let mut first = Box::pin(dispatcher.call(to("runs")));
        assert!(poll(first.as_mut(), Waker::noop()).is_pending());
        let mut second = Box::pin(dispatcher.call(to("runs")));
        assert!(poll(second.as_mut(), Waker::noop()).is_pending());
        drop(second);
        assert_eq!(first.await.unwrap().text(), "done");
        assert_eq!(dispatcher.call(to("runs")).await.unwrap().text(), "done");
    });
    assert_eq!(RAN.load(Ordering::SeqCst), 2);
}

/// Holds a value until it is dropped.
#[tool(blocking)]
fn short() -> &'static str {
    "short"
}

#[test]
fn a_thread_serves_the_next_call_of_any_caller() {
    let tools: ToolSet = toolset![short];
    let dispatcher = Dispatcher::new(&tools, &());
    let results = block_on(all((0..200).map(|_| dispatcher.call(to("short")))));
    assert!(
        results
            .into_iter()
            .all(|result| result.unwrap().text() == "short")
    );
    let result = run(dispatcher.call(to("short"))).unwrap();
    assert_eq!(result.text(), "short");
}
