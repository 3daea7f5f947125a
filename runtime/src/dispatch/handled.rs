//! The one place where a failed call meets its handler.

use super::caught::{drop_caught, forget, log_panic};
use super::{Dispatcher, answered};
use crate::error_handler::{
    Standing, ToolErrorContext, ToolErrorHandlerResult, log_answered, log_ended,
};
use crate::failure::{InvocationFailure, InvocationFailureKind};
use crate::message::{Content, ToolResult};
use crate::tool::{Entry, ToolContext, ToolError, ToolErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Lets the one handler decide.
#[cold]
pub(super) fn handled<S>(
    error: ToolError,
    context: ToolContext,
    entry: Option<&Entry<S>>,
    with: &Dispatcher<'_, S>,
    standing: Option<&Standing<'_>>,
) -> Result<ToolResult, InvocationFailure> {
    // Whoever cancelled waits for no answer, and no handler may give one.
    if error.kind() == ToolErrorKind::Cancelled {
        let failure = InvocationFailure::new(InvocationFailureKind::Tool(error.kind()));
        return Err(failure.with_call(context.call, error));
    }
    let handler = with
        .handlers
        .resolve(error.kind(), entry.map(|entry| &entry.settings));
    let decision = catch_unwind(AssertUnwindSafe(|| {
        handler.handle(
            error.error(),
            &ToolErrorContext::new(&error, &context, standing),
        )
    }));
    match decision {
        Ok(Ok(ToolErrorHandlerResult { text })) => {
            log_answered(&error, &context);
            let kind = error.kind();
            drop_caught(error);
            let mut result = answered(context.call, Content::text(text), true, entry, with);
            if kind.is_before_the_call() {
                result.set_run(false);
            }
            if kind.is_in_doubt() {
                result.set_in_doubt();
            }
            Ok(result)
        }
        Ok(Err(failure)) => {
            log_ended(&error, &context);
            Err(failure.with_call(context.call, error))
        }
        Err(payload) => {
            log_panic(&*payload, &context, "an error handler panicked");
            forget(payload);
            Err(InvocationFailure::new(InvocationFailureKind::Handler)
                .with_call(context.call, error))
        }
    }
}
