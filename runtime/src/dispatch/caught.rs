//! Panics of tools become errors, wherever they happen.

use crate::error_handler::start;
use crate::tool::{BoxFuture, PanicError, ToolContext, ToolError, ToolOutput};
use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

type CallResult = Result<ToolOutput, ToolError>;

/// A future whose panics become errors.
pub(super) struct Caught<'a> {
    future: Option<BoxFuture<'a, CallResult>>,
    call: &'a ToolContext,
}

impl<'a> Caught<'a> {
    pub(super) fn new(future: BoxFuture<'a, CallResult>, call: &'a ToolContext) -> Self {
        Self {
            future: Some(future),
            call,
        }
    }
}

impl Caught<'_> {
    /// Drops what is left of a call that nobody waits for any more. Its outcome is known: a panic of a destructor is only
    /// logged.
    #[cold]
    pub(super) fn stop(&mut self) {
        let Some(future) = self.future.take() else {
            return;
        };
        // First, so that what the call began is told before the call's own values go.
        self.call.end();
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(future))) {
            log_panic(&*payload, self.call, "a tool panicked when it was stopped");
            forget(payload);
        }
    }
}

/// Whoever drops the call half done gets no panic of the tool for it.
impl Drop for Caught<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.future.is_some() {
            self.stop();
        }
    }
}

impl Future for Caught<'_> {
    type Output = CallResult;

    #[inline]
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<CallResult> {
        let call = self.call;
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
                    Err(payload) => {
                        drop_caught(result);
                        Poll::Ready(Err(panicked(payload, call)))
                    }
                }
            }
            Err(payload) => {
                drop_caught(self.future.take());
                Poll::Ready(Err(panicked(payload, call)))
            }
        }
    }
}

/// The error of a tool that panicked. Its payload goes to the log, and to nobody else but who asks the error for it.
#[cold]
pub(super) fn panicked(payload: Box<dyn Any + Send>, call: &ToolContext) -> ToolError {
    log_panic(&*payload, call, "a tool panicked");
    let error = ToolError::panic(&*payload);
    forget(payload);
    error
}

/// Logs the payload of a panic, for developers.
#[cold]
pub(super) fn log_panic(payload: &(dyn Any + Send), call: &ToolContext, what: &str) {
    let error = PanicError::new(payload);
    tracing::error!(
        tool = start(&call.call().name),
        call_id = start(&call.call().id),
        payload = error.payload().unwrap_or("(no text)"),
        "{what}"
    );
}

/// Drops a value of a tool; a panic of its destructor goes no further.
pub(super) fn drop_caught<T>(value: T) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
        forget(payload);
    }
}

/// Drops a panic's payload; its destructor may panic once more, and that payload is leaked rather than dropped.
pub(super) fn forget(payload: Box<dyn Any + Send>) {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
    }
}
