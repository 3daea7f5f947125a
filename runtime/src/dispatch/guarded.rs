//! Panics of what users wrote besides tools: hooks, and what gives tools.

use super::caught::{drop_caught, forget};
use crate::tool::{BoxFuture, PanicError};
use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

/// Makes a future and runs it to its end. Whatever panics in it, also when it is made or dropped, is an error.
pub(crate) fn guarded<'a, T>(make: impl FnOnce() -> BoxFuture<'a, T>) -> Guarded<'a, T> {
    Guarded(match catch_unwind(AssertUnwindSafe(make)) {
        Ok(future) => State::Running(future),
        Err(payload) => State::Panicked(payload),
    })
}

/// The future of [`guarded`].
pub(crate) struct Guarded<'a, T>(State<'a, T>);

enum State<'a, T> {
    Running(BoxFuture<'a, T>),
    Panicked(Box<dyn Any + Send>),
    Done,
}

/// What something panicked with.
pub(crate) struct Panicked(Box<dyn Any + Send>);

impl Panicked {
    pub(crate) fn payload(&self) -> &(dyn Any + Send) {
        &*self.0
    }

    /// As an error, whose `Display` is `text`. The payload itself is gone with it.
    pub(crate) fn into_error(self, text: &'static str) -> PanicError {
        let error = PanicError::with_text(&*self.0, text);
        forget(self.0);
        error
    }
}

impl<T> Future for Guarded<'_, T> {
    type Output = Result<T, Panicked>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut future = match std::mem::replace(&mut self.0, State::Done) {
            State::Running(future) => future,
            State::Panicked(payload) => return Poll::Ready(Err(Panicked(payload))),
            State::Done => return Poll::Pending,
        };
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
            Ok(Poll::Pending) => {
                self.0 = State::Running(future);
                Poll::Pending
            }
            // What the future holds is dropped inside the net, too: a destructor may panic.
            Ok(Poll::Ready(value)) => {
                Poll::Ready(match catch_unwind(AssertUnwindSafe(|| drop(future))) {
                    Ok(()) => Ok(value),
                    Err(payload) => {
                        drop_caught(value);
                        Err(Panicked(payload))
                    }
                })
            }
            Err(payload) => {
                drop_caught(future);
                Poll::Ready(Err(Panicked(payload)))
            }
        }
    }
}
