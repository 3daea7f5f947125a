//! Tokens by themselves.

use crate::{Wakes, poll};
use std::pin::pin;
use std::sync::Arc;
use std::task::Waker;
use std::thread;
use std::time::{Duration, Instant};
use toolwright::CancellationToken;
use toolwright::testing::block_on;

#[test]
fn a_token_is_cancelled_once_and_for_good_in_all_clones() {
    let token = CancellationToken::new();
    let clone = token.clone();
    assert!(!token.is_cancelled());
    assert_eq!(
        format!("{clone:?}"),
        "CancellationToken { cancelled: false }"
    );
    clone.cancel();
    clone.cancel();
    assert!(token.is_cancelled());
    assert_eq!(
        format!("{token:?}"),
        "CancellationToken { cancelled: true }"
    );
    block_on(token.cancelled());
    block_on(token.cancelled());
}

#[test]
fn a_child_is_cancelled_with_its_parent_and_not_the_reverse() {
    let parent = CancellationToken::new();
    let (first, second) = (parent.child(), parent.child());
    let grandchild = first.child();
    second.cancel();
    assert!(!parent.is_cancelled() && !first.is_cancelled() && !grandchild.is_cancelled());
    parent.cancel();
    assert!(first.is_cancelled() && grandchild.is_cancelled());
    assert!(parent.child().is_cancelled(), "born cancelled");
}

#[test]
fn a_grandchild_hears_of_it_although_nobody_holds_what_is_between() {
    let token = CancellationToken::new();
    let grandchild = token.child().child();
    let orphan = CancellationToken::new().child();
    token.cancel();
    assert!(grandchild.is_cancelled());
    assert!(!orphan.is_cancelled());
}

#[test]
fn who_waits_is_woken_once_and_the_last_waker_counts() {
    let token = CancellationToken::new();
    let child = token.child();
    let (old, new) = (Arc::new(Wakes::default()), Arc::new(Wakes::default()));
    let mut waits = pin!(child.cancelled());
    assert!(poll(waits.as_mut(), &Waker::from(Arc::clone(&old))).is_pending());
    assert!(poll(waits.as_mut(), &Waker::from(Arc::clone(&new))).is_pending());
    assert_eq!(Arc::strong_count(&old), 1, "the old waker is let go");
    token.cancel();
    token.cancel();
    assert_eq!((old.count(), new.count()), (0, 1));
    assert_eq!(Arc::strong_count(&new), 1);
    assert!(poll(waits.as_mut(), Waker::noop()).is_ready());
    assert!(poll(waits.as_mut(), Waker::noop()).is_ready(), "and again");
}

#[test]
fn a_dropped_future_leaves_no_waker() {
    let token = CancellationToken::new();
    let counted = Arc::new(Wakes::default());
    let waker = Waker::from(Arc::clone(&counted));
    for _ in 0..1_000 {
        let mut waits = Box::pin(token.cancelled());
        assert!(poll(waits.as_mut(), &waker).is_pending());
    }
    assert_eq!(Arc::strong_count(&counted), 2, "the test's two");
    token.cancel();
    assert_eq!(counted.count(), 0);
}

#[test]
fn it_wakes_another_thread() {
    let token = CancellationToken::new();
    let waiting: Vec<_> = (0..4)
        .map(|_| {
            let cancelled = token.child().cancelled();
            thread::spawn(move || block_on(cancelled))
        })
        .collect();
    thread::sleep(Duration::from_millis(10));
    token.cancel();
    for thread in waiting {
        thread.join().unwrap();
    }
}

#[test]
fn a_chain_and_a_crowd_of_any_size_are_fine() {
    let root = CancellationToken::new();
    let mut last = root.child();
    for _ in 0..200_000 {
        last = last.child();
    }
    root.cancel();
    assert!(last.is_cancelled());
    drop(root);
    drop(last);

    let root = CancellationToken::new();
    let mut deep = root.child();
    for _ in 0..200_000 {
        deep = deep.child();
    }
    // Nobody cancels it.
    drop(deep);

    let crowd: Vec<_> = (0..200_000).map(|_| root.child()).collect();
    root.cancel();
    assert!(crowd.iter().all(CancellationToken::is_cancelled));
}

/// What one takes for so many children and so many who wait.
fn time(many: usize) -> Duration {
    let start = Instant::now();
    let root = CancellationToken::new();
    let tokens: Vec<_> = (0..many).map(|_| root.child()).collect();
    drop(tokens);
    let mut waits: Vec<_> = (0..many).map(|_| Box::pin(root.cancelled())).collect();
    for wait in &mut waits {
        assert!(poll(wait.as_mut(), Waker::noop()).is_pending());
    }
    root.cancel();
    start.elapsed()
}

/// Both sides work for about as long, so a machine that is busy slows both; what is quadratic takes 16 times as long.
#[test]
fn costs_are_linear() {
    let shortest = |time: &dyn Fn() -> Duration| [time(), time(), time()].into_iter().min();
    let parts = shortest(&|| (0..16).map(|_| time(2_000)).sum()).unwrap();
    let whole = shortest(&|| time(32_000)).unwrap();
    assert!(whole < parts * 6, "in parts {parts:?}, whole {whole:?}");
}

#[test]
fn cancelling_and_making_children_at_the_same_time_loses_none() {
    for _ in 0..200 {
        let root = CancellationToken::new();
        let makers: Vec<_> = (0..2)
            .map(|_| {
                let root = root.clone();
                thread::spawn(move || (0..50).map(|_| root.child()).collect::<Vec<_>>())
            })
            .collect();
        root.cancel();
        for maker in makers {
            let children = maker.join().unwrap();
            assert!(children.iter().all(CancellationToken::is_cancelled));
        }
    }
}

#[test]
fn who_cancels_beside_another_finds_all_cancelled() {
    for _ in 0..10 {
        let root = CancellationToken::new();
        let children: Vec<_> = (0..10_000).map(|_| root.child()).collect();
        let other = root.clone();
        let beside = thread::spawn(move || other.cancel());
        while !root.is_cancelled() {
            std::hint::spin_loop();
        }
        root.cancel();
        assert!(children.iter().all(CancellationToken::is_cancelled));
        assert!(root.child().is_cancelled());
        beside.join().unwrap();
    }
}
