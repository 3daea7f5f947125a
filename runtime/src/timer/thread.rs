//! A timer that needs no runtime.

use super::Timer;
use std::collections::BTreeMap;
use std::future::Future;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::{Duration, Instant};

/// A timer of one thread for the whole process, started with the first sleep that has to wait.
///
/// It works on any executor, and is exact to about a millisecond. The thread wakes whoever waits one after the other, so
/// that a waker which itself takes long makes the others late.
///
/// ```
/// use std::time::{Duration, Instant};
/// use toolwright::timer::{ThreadTimer, Timer};
///
/// let started = Instant::now();
/// toolwright::testing::block_on(ThreadTimer.sleep(Duration::from_millis(5)));
/// assert!(started.elapsed() >= Duration::from_millis(5));
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::exhaustive_structs,
    reason = "there is one clock, and nothing to set"
)]
pub struct ThreadTimer;

impl Timer for ThreadTimer {
    fn sleep(&self, duration: Duration) -> impl Future<Output = ()> + Send + 'static {
        Sleeping {
            deadline: Instant::now().checked_add(duration),
            key: None,
        }
    }
}

/// Who sleeps, by deadline; the number tells those of one deadline apart.
type Key = (Instant, u64);

/// So long the thread waits at a time while nobody sleeps.
const IDLE: Duration = Duration::from_hours(1);

struct Clock {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    sleepers: BTreeMap<Key, Waker>,
    next: u64,
    runs: bool,
}

static CLOCK: Clock = Clock {
    state: Mutex::new(State {
        sleepers: BTreeMap::new(),
        next: 0,
        runs: false,
    }),
    changed: Condvar::new(),
};

impl Clock {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is locked: what others wrote runs outside.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes whoever is to be woken, for ever.
    fn run(&self) {
        let mut state = self.state();
        loop {
            let now = Instant::now();
            let due = state.due(now);
            if !due.is_empty() {
                drop(state);
                for waker in due {
                    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| waker.wake())) {
                        // Its destructor may panic as well, and the thread has to go on.
                        mem::forget(payload);
                    }
                }
                state = self.state();
                continue;
            }
            let first = state.sleepers.first_key_value().map(|((at, _), _)| *at);
            let wait = first.map_or(IDLE, |at| at.duration_since(now));
            let waited = self.changed.wait_timeout(state, wait);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl State {
    /// Takes out whose deadline is over, in the order of the deadlines.
    fn due(&mut self, now: Instant) -> Vec<Waker> {
        let mut due = Vec::new();
        while let Some(first) = self.sleepers.first_entry() {
            if first.key().0 > now {
                break;
            }
            due.push(first.remove());
        }
        due
    }

    /// Whether the thread is there; starts it if not.
    fn starts(&mut self) -> bool {
        if !self.runs {
            let thread = thread::Builder::new().name("timer".to_owned());
            self.runs = thread.spawn(|| CLOCK.run()).is_ok();
        }
        self.runs
    }
}

struct Sleeping {
    /// `None` if it is beyond what the clock can count: never.
    deadline: Option<Instant>,
    /// Under which the waker is kept.
    key: Option<Key>,
}

impl Future for Sleeping {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let Some(deadline) = self.deadline else {
            return Poll::Pending;
        };
        if Instant::now() >= deadline {
            return Poll::Ready(());
        }
        if let Some(key) = &self.key
            && let Some(kept) = CLOCK.state().sleepers.get(key)
            && kept.will_wake(context.waker())
        {
            return Poll::Pending;
        }
        let waker = context.waker().clone();
        let mut state = CLOCK.state();
        if !state.starts() {
            drop(state);
            drop(waker);
            // Without a thread the executor has to ask again and again.
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let key = *self.key.get_or_insert_with(|| {
            state.next += 1;
            (deadline, state.next)
        });
        let replaced = state.sleepers.insert(key, waker);
        let is_first = state
            .sleepers
            .first_key_value()
            .is_some_and(|(first, _)| *first == key);
        drop(state);
        drop(replaced);
        if is_first {
            CLOCK.changed.notify_one();
        }
        Poll::Pending
    }
}

impl Drop for Sleeping {
    fn drop(&mut self) {
        if let Some(key) = self.key {
            let waker = CLOCK.state().sleepers.remove(&key);
            drop(waker);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CLOCK, ThreadTimer};
    use crate::timer::Timer;
    use std::pin::Pin;
    use std::task::{Context, Waker};
    use std::time::Duration;

    #[test]
    fn a_dropped_sleep_leaves_nothing_behind() {
        let mut sleeps: Vec<Pin<Box<dyn Future<Output = ()>>>> = Vec::new();
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..5_000 {
            let mut sleep = Box::pin(ThreadTimer.sleep(Duration::from_secs(7_777_777)));
            assert!(sleep.as_mut().poll(&mut context).is_pending());
            assert!(sleep.as_mut().poll(&mut context).is_pending());
            sleeps.push(sleep);
        }
        // Other tests of this process sleep too, but not for so long.
        let far = || {
            let soon = std::time::Instant::now() + Duration::from_secs(1_000_000);
            CLOCK.state().sleepers.range((soon, 0)..).count()
        };
        assert_eq!(far(), 5_000);
        drop(sleeps);
        assert_eq!(far(), 0);
    }
}
