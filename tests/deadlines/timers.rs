//! The timers by themselves.

use crate::{MS, Wakes, all, poll};
use std::sync::{Arc, Mutex};
use std::task::Waker;
use std::thread;
use std::time::{Duration, Instant};
use tests::run;
use toolwright::testing::block_on;
use toolwright::timer::{ThreadTimer, Timer, TokioTimer};

#[test]
fn sleeps_end_in_the_order_of_their_deadlines() {
    let order = Mutex::new(Vec::new());
    let sleep = |millis: u64| {
        let order = &order;
        async move {
            ThreadTimer.sleep(Duration::from_millis(millis)).await;
            order.lock().unwrap().push(millis);
        }
    };
    let start = Instant::now();
    block_on(all([120, 40, 80, 0, 160].map(sleep)));
    assert_eq!(*order.lock().unwrap(), [0, 40, 80, 120, 160]);
    assert!(start.elapsed() >= 160 * MS);
}

#[test]
fn thousands_of_sleeps_are_exact() {
    let start = Instant::now();
    let slept = block_on(all((0..5_000_u64).map(|i| async move {
        let wanted = Duration::from_millis(50 + i % 100);
        ThreadTimer.sleep(wanted).await;
        let took = start.elapsed();
        assert!(took >= wanted, "{took:?} instead of {wanted:?}");
        wanted
    })));
    assert_eq!(slept.len(), 5_000);
    // All of them are polled at each wake, and the machine may be busy: the bound is wide.
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn a_sleep_alone_is_exact_to_milliseconds() {
    let best = (0..10).map(|_| {
        let start = Instant::now();
        block_on(ThreadTimer.sleep(10 * MS));
        start.elapsed()
    });
    let best = best.min().unwrap();
    assert!(best >= 10 * MS && best < 13 * MS, "{best:?}");
}

#[test]
fn an_earlier_sleep_does_not_wait_for_a_later_one() {
    let mut long = Box::pin(ThreadTimer.sleep(Duration::from_hours(1)));
    assert!(poll(long.as_mut(), Waker::noop()).is_pending());
    let start = Instant::now();
    block_on(ThreadTimer.sleep(5 * MS));
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn dropped_sleeps_wake_nobody_and_hold_nothing() {
    for timer in [true, false] {
        let counted = Arc::new(Wakes::default());
        let waker = Waker::from(Arc::clone(&counted));
        for _ in 0..3_000 {
            if timer {
                let mut sleep = Box::pin(ThreadTimer.sleep(20 * MS));
                assert!(poll(sleep.as_mut(), &waker).is_pending());
            } else {
                let mut sleep = Box::pin(TokioTimer.sleep(20 * MS));
                assert!(poll(sleep.as_mut(), &waker).is_pending());
            }
        }
        assert_eq!(Arc::strong_count(&counted), 2, "the test's two");
        thread::sleep(30 * MS);
        assert_eq!(counted.count(), 0);
    }
}

#[test]
fn a_sleep_without_end_never_ends_and_never_panics() {
    let forever = Duration::MAX;
    let mut sleep = Box::pin(ThreadTimer.sleep(forever));
    assert!(poll(sleep.as_mut(), Waker::noop()).is_pending());
    run(async {
        let mut sleep = Box::pin(TokioTimer.sleep(forever));
        assert!(poll(sleep.as_mut(), Waker::noop()).is_pending());
    });
}

#[test]
fn the_last_waker_counts() {
    let (old, new) = (Arc::new(Wakes::default()), Arc::new(Wakes::default()));
    let mut sleep = Box::pin(ThreadTimer.sleep(10 * MS));
    assert!(poll(sleep.as_mut(), &Waker::from(Arc::clone(&old))).is_pending());
    assert!(poll(sleep.as_mut(), &Waker::from(Arc::clone(&new))).is_pending());
    assert_eq!(Arc::strong_count(&old), 1);
    crate::until("the wake", || new.count() == 1);
    assert_eq!(old.count(), 0);
    assert!(poll(sleep.as_mut(), Waker::noop()).is_ready());
}

#[test]
fn tokios_timer_works_in_a_runtime_and_without_one() {
    for runtime in [true, false] {
        let start = Instant::now();
        if runtime {
            run(TokioTimer.sleep(10 * MS));
        } else {
            block_on(TokioTimer.sleep(10 * MS));
        }
        assert!(start.elapsed() >= 10 * MS);
    }
}

#[test]
fn tokios_timer_is_tokios_clock_where_there_is_one() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let mut sleep = {
        let _entered = runtime.enter();
        let mut sleep = Box::pin(TokioTimer.sleep(5 * MS));
        assert!(poll(sleep.as_mut(), Waker::noop()).is_pending());
        sleep
    };
    // Nobody drives the runtime, so its clock stands still.
    thread::sleep(30 * MS);
    assert!(poll(sleep.as_mut(), Waker::noop()).is_pending());
    runtime.block_on(sleep);
}

#[test]
fn a_runtime_without_a_clock_is_no_reason_to_panic() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    for _ in 0..2 {
        let start = Instant::now();
        runtime.block_on(async { TokioTimer.sleep(10 * MS).await });
        assert!(start.elapsed() >= 10 * MS);
    }
    // Another runtime on the same thread has one.
    run(async { TokioTimer.sleep(MS).await });
}

#[test]
fn a_runtime_that_is_shut_down_is_no_reason_to_panic() {
    for polled in [true, false] {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let start = Instant::now();
        let mut sleep = {
            let _entered = runtime.enter();
            Box::pin(TokioTimer.sleep(20 * MS))
        };
        if polled {
            assert!(poll(sleep.as_mut(), Waker::noop()).is_pending());
        }
        drop(runtime);
        block_on(sleep);
        assert!(start.elapsed() >= 20 * MS);
    }
}
