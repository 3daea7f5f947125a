//! Timers: what deadlines are measured with.
//!
//! The core has no clock of its own. [`ThreadTimer`] needs nothing but a thread, `TokioTimer` (feature `tokio`) is tokio's
//! clock, and any other runtime's is one function away:
//!
//! ```
//! use std::future::Future;
//! use std::time::Duration;
//! use toolwright::timer::{ThreadTimer, Timer};
//!
//! /// Says how long it sleeps.
//! struct Loud;
//!
//! impl Timer for Loud {
//!     fn sleep(&self, duration: Duration) -> impl Future<Output = ()> + Send + 'static {
//!         println!("{duration:?}");
//!         ThreadTimer.sleep(duration)
//!     }
//! }
//! ```

mod thread;
#[cfg(feature = "tokio")]
mod tokio;

pub use thread::ThreadTimer;
#[cfg(feature = "tokio")]
pub use tokio::TokioTimer;

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

/// Something that can wait.
///
/// ```
/// use std::time::Duration;
/// use toolwright::timer::{ThreadTimer, Timer};
///
/// # toolwright::testing::block_on(async {
/// ThreadTimer.sleep(Duration::from_millis(1)).await;
/// # });
/// ```
pub trait Timer: Send + Sync + 'static {
    /// Returns a future that ends when `duration` is over, counted from this call.
    ///
    /// It is made on the task that waits, when it begins to wait, and dropped when the wait is in vain.
    fn sleep(&self, duration: Duration) -> impl Future<Output = ()> + Send + 'static;
}

type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The object-safe twin of [`Timer`].
trait ErasedTimer: Send + Sync {
    fn sleep(&self, duration: Duration) -> Sleep;
}

impl<T: Timer> ErasedTimer for T {
    fn sleep(&self, duration: Duration) -> Sleep {
        Box::pin(Timer::sleep(self, duration))
    }
}

/// A timer with its type erased.
#[derive(Clone)]
pub(crate) struct SharedTimer(Arc<dyn ErasedTimer>);

impl SharedTimer {
    pub(crate) fn new(timer: impl Timer) -> Self {
        Self(Arc::new(timer))
    }

    pub(crate) fn sleep(&self, duration: Duration) -> Sleep {
        self.0.sleep(duration)
    }
}

impl fmt::Debug for SharedTimer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedTimer")
    }
}

/// The timer of whoever sets none, if there is one.
pub(crate) fn default_timer() -> Option<SharedTimer> {
    #[cfg(feature = "tokio")]
    let timer = Some(SharedTimer::new(TokioTimer));
    #[cfg(not(feature = "tokio"))]
    let timer = None;
    timer
}

/// The time was over first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Elapsed;

/// What `future` gives, unless `duration` is over before. A future that is ready when it is first polled costs no timer;
/// one that is ready at the same time as the timer counts as in time.
pub(crate) async fn within<F: Future>(
    timer: &SharedTimer,
    duration: Duration,
    future: F,
) -> Result<F::Output, Elapsed> {
    let mut future = pin!(future);
    let mut sleep: Option<Sleep> = None;
    poll_fn(|context| {
        if let Poll::Ready(output) = future.as_mut().poll(context) {
            return Poll::Ready(Ok(output));
        }
        let sleep = sleep.get_or_insert_with(|| timer.sleep(duration));
        sleep.as_mut().poll(context).map(|()| Err(Elapsed))
    })
    .await
}
