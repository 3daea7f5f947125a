//! A value on its way from another thread to a future.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Gives the value; dropped without one, it says so to the receiver.
pub(crate) struct Sender<T>(Arc<Shared<T>>);

/// The future of the value; `None` if there will not be one.
pub(crate) struct Receiver<T>(Arc<Shared<T>>);

struct Shared<T>(Mutex<State<T>>);

struct State<T> {
    value: Option<T>,
    closed: bool,
    waker: Option<Waker>,
}

pub(crate) fn oneshot<T>() -> (Sender<T>, Receiver<T>) {
    let shared = Arc::new(Shared(Mutex::new(State {
        value: None,
        closed: false,
        waker: None,
    })));
    (Sender(Arc::clone(&shared)), Receiver(shared))
}

impl<T> Shared<T> {
    fn state(&self) -> MutexGuard<'_, State<T>> {
        // Nothing panics while it is locked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Sender<T> {
    pub(crate) fn send(self, value: T) {
        self.0.state().value = Some(value);
    }

    /// Whether nobody waits for the value any more.
    #[cfg(feature = "sqlite")]
    pub(crate) fn is_abandoned(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        let waker = {
            let mut state = self.0.state();
            state.closed = true;
            state.waker.take()
        };
        // Outside the lock: a waker may poll at once.
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl<T> Future for Receiver<T> {
    type Output = Option<T>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        let mut state = self.0.state();
        if state.closed {
            return Poll::Ready(state.value.take());
        }
        match &mut state.waker {
            Some(waker) => waker.clone_from(context.waker()),
            empty => *empty = Some(context.waker().clone()),
        }
        Poll::Pending
    }
}
