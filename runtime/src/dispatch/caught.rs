//! Panics of tools become errors, wherever they happen.

use crate::tool::{BoxFuture, ToolError, ToolOutput};
use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

/// A future whose panics become errors.
pub(super) struct Caught<'a> {
    future: Option<BoxFuture<'a, Result<ToolOutput, ToolError>>>,
}

impl<'a> Caught<'a> {
    pub(super) fn new(future: BoxFuture<'a, Result<ToolOutput, ToolError>>) -> Self {
        Self {
            future: Some(future),
        }
    }
}

impl Future for Caught<'_> {
    type Output = Result<ToolOutput, ToolError>;

    #[inline]
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(future) = &mut self.future else {
            return Poll::Pending;
        };
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(result)) => {
                // What the future holds is dropped inside the net, too: a destructor may panic.
                let future = self.future.take();
                match catch_unwind(AssertUnwindSafe(|| drop(future))) {
                    Ok(()) => Poll::Ready(result),
                    Err(payload) => Poll::Ready(Err(panicked(payload))),
                }
            }
            Err(payload) => {
                let future = self.future.take();
                if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(future))) {
                    forget(second);
                }
                Poll::Ready(Err(panicked(payload)))
            }
        }
    }
}

#[cold]
pub(super) fn panicked(payload: Box<dyn Any + Send>) -> ToolError {
    let error = ToolError::panic(&*payload);
    forget(payload);
    error
}

/// Drops a panic's payload; its destructor may panic once more, and that payload is leaked rather than dropped.
pub(super) fn forget(payload: Box<dyn Any + Send>) {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
    }
}
