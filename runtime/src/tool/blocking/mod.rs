//! Calls that run on another thread, so that the caller's is not held up.

mod job;
mod pool;

use super::arguments::Arguments;
use super::{Source, ToolError, ToolErrorKind, ToolOutcome, ToolOutput};
use crate::oneshot::oneshot;
use job::Job;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use tracing::{Span, dispatcher};

type Call = Box<dyn for<'x> FnOnce(&mut Arguments<'x>) -> ToolOutcome<'static> + Send>;

/// Puts a call on another thread, once its outcome is polled: there its arguments are decoded and its function runs.
pub fn blocking<'a>(
    arguments: &mut Arguments<'a>,
    call: impl for<'x> FnOnce(&mut Arguments<'x>) -> ToolOutcome<'static> + Send + 'static,
) -> ToolOutcome<'a> {
    ToolOutcome::Pending(Box::pin(elsewhere(arguments.text(), Box::new(call))))
}

async fn elsewhere(text: &str, call: Call) -> Result<ToolOutput, ToolError> {
    let text = text.to_owned();
    let (sender, receiver) = oneshot();
    // What the function logs belongs to where it was called.
    let span = Span::current();
    let subscriber = dispatcher::get_default(Clone::clone);
    let (job, _wanted) = Job::new(move || {
        let outcome = dispatcher::with_default(&subscriber, || {
            span.in_scope(|| catch_unwind(AssertUnwindSafe(|| call(&mut Arguments::new(&text)))))
        });
        sender.send(outcome);
    });
    start(job)?;
    match receiver.await {
        Some(Ok(ToolOutcome::Ready(result))) => result,
        Some(Ok(ToolOutcome::Pending(future))) => future.await,
        // Caught where the panics of all tools are, as if the function had run here.
        Some(Err(payload)) => resume_unwind(payload),
        None => Err(ToolError::new(
            ToolErrorKind::Cancelled,
            Source::Typed("the runtime shut down before the tool could run".into()),
            None,
        )),
    }
}

/// Runs the job on a thread of the runtime's pool for blocking work, or else on one of ours.
fn start(job: Job) -> Result<(), ToolError> {
    #[cfg(feature = "tokio")]
    if let Ok(runtime) = tokio::runtime::Handle::try_current() {
        drop(runtime.spawn_blocking(move || job.run()));
        return Ok(());
    }
    pool::start(job).map_err(ToolError::execution)
}
