//! Time that passes when nothing else can happen, and what runs a future in it.

use std::collections::BTreeMap;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;
use toolwright::CancellationToken;
use toolwright::timer::Timer;

pub(crate) const HOUR: Duration = Duration::from_hours(1);

/// A clock that moves to the next deadline when everybody waits.
#[derive(Clone, Default)]
pub(crate) struct Clock(Arc<Mutex<Sleepers>>);

#[derive(Default)]
struct Sleepers {
    now: Duration,
    next: u64,
    waiting: BTreeMap<(Duration, u64), Waker>,
}

impl Clock {
    /// Moves to the next deadline, if there is one.
    fn advance(&self) -> bool {
        let mut sleepers = self.0.lock().unwrap();
        let Some(((deadline, _), waker)) = sleepers.waiting.pop_first() else {
            return false;
        };
        sleepers.now = sleepers.now.max(deadline);
        drop(sleepers);
        waker.wake();
        true
    }

    pub(crate) fn sleepers(&self) -> usize {
        self.0.lock().unwrap().waiting.len()
    }
}

impl Timer for Clock {
    fn sleep(&self, duration: Duration) -> impl Future<Output = ()> + Send + 'static {
        let mut sleepers = self.0.lock().unwrap();
        sleepers.next += 1;
        Sleep {
            clock: self.clone(),
            key: (sleepers.now + duration, sleepers.next),
        }
    }
}

struct Sleep {
    clock: Clock,
    key: (Duration, u64),
}

impl Future for Sleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut sleepers = self.clock.0.lock().unwrap();
        if sleepers.now >= self.key.0 {
            return Poll::Ready(());
        }
        sleepers.waiting.insert(self.key, context.waker().clone());
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        self.clock.0.lock().unwrap().waiting.remove(&self.key);
    }
}

#[derive(Default)]
struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// What comes in between while a future runs.
#[derive(Clone, Default)]
pub(crate) enum Interrupt {
    #[default]
    Never,
    /// The future is dropped after so many polls.
    Drop(u32),
    /// The token is cancelled after so many polls.
    Token(u32, CancellationToken),
}

/// Polls a future to its end; `None` if it was dropped before, or waits for nothing that ever comes.
pub(crate) fn run<F: Future>(clock: &Clock, future: F, interrupt: &Interrupt) -> Option<F::Output> {
    let mut future = pin!(future);
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(Arc::clone(&woken));
    let mut polls = 0;
    loop {
        match interrupt {
            Interrupt::Drop(at) if polls == *at => return None,
            Interrupt::Token(at, token) if polls == *at => token.cancel(),
            _ => {}
        }
        polls += 1;
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return Some(output);
        }
        let is_token = matches!(interrupt, Interrupt::Token(at, _) if polls <= *at);
        while !woken.0.swap(false, Ordering::SeqCst) {
            if !clock.advance() {
                if is_token {
                    break;
                }
                return None;
            }
        }
    }
}

/// Is pending so many times, and woken at once each time.
pub(crate) async fn yields(times: u32) {
    let mut left = times;
    std::future::poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(());
        }
        left -= 1;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
