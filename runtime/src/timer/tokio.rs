//! Tokio's clock, where there is one.

use super::{Sleep, ThreadTimer, Timer};
use std::cell::Cell;
use std::future::Future;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::runtime::{Handle, Id};

/// The clock of the tokio runtime that a sleep is made in, paused or not; where there is none, [`ThreadTimer`].
///
/// A runtime that was built without `enable_time` has no clock. Tokio only tells by a panic, which is caught, and which the
/// panic hook shows once per thread; a build that aborts on panics cannot ask, and always uses [`ThreadTimer`].
///
/// ```
/// use std::time::Duration;
/// use toolwright::timer::{Timer, TokioTimer};
///
/// // No runtime is here, and it works all the same.
/// toolwright::testing::block_on(TokioTimer.sleep(Duration::from_millis(1)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::exhaustive_structs,
    reason = "it finds its runtime itself, and there is nothing to set"
)]
pub struct TokioTimer;

impl Timer for TokioTimer {
    fn sleep(&self, duration: Duration) -> impl Future<Output = ()> + Send + 'static {
        let (sleep, wanted): (Sleep, _) = match in_runtime(duration) {
            Some(sleep) => (Box::pin(sleep), Some((Instant::now(), duration))),
            None => (Box::pin(ThreadTimer.sleep(duration)), None),
        };
        Sleeping { sleep, wanted }
    }
}

thread_local! {
    /// The last runtime of this thread that turned out to have no clock.
    static WITHOUT_CLOCK: Cell<Option<Id>> = const { Cell::new(None) };
}

fn in_runtime(duration: Duration) -> Option<tokio::time::Sleep> {
    if cfg!(panic = "abort") {
        return None;
    }
    let runtime = Handle::try_current().ok()?.id();
    if WITHOUT_CLOCK.get() == Some(runtime) {
        return None;
    }
    match catch_unwind(|| tokio::time::sleep(duration)) {
        Ok(sleep) => Some(sleep),
        Err(payload) => {
            // Tokio's own, a text: leaked, as no destructor is to be trusted after a panic.
            mem::forget(payload);
            WITHOUT_CLOCK.set(Some(runtime));
            None
        }
    }
}

struct Sleeping {
    sleep: Sleep,
    /// Since when and how long, of a sleep in a runtime, which may be shut down before it is over.
    wanted: Option<(Instant, Duration)>,
}

impl Future for Sleeping {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let Some((start, duration)) = self.wanted else {
            return self.sleep.as_mut().poll(context);
        };
        match catch_unwind(AssertUnwindSafe(|| self.sleep.as_mut().poll(context))) {
            Ok(polled) => polled,
            // The runtime is gone; whoever polls is not.
            Err(payload) => {
                mem::forget(payload);
                let left = duration.saturating_sub(start.elapsed());
                *self = Self {
                    sleep: Box::pin(ThreadTimer.sleep(left)),
                    wanted: None,
                };
                self.sleep.as_mut().poll(context)
            }
        }
    }
}
