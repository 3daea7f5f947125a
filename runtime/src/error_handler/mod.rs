//! Who decides what becomes of a failed call.
//!
//! Every failure of a call, at whatever step, reaches exactly one [`ToolExecutionErrorHandler`]. It either gives a
//! text, which the model reads as the result of the call, or it ends the invocation.

mod builtin;
mod context;
mod resolve;

pub use builtin::{
    FailInvocation, FailInvocationUnlessVisibleToLlm, SendErrorMessageToLlm,
    SendGenericMessageToLlmUnlessVisibleToLlm, fail_invocation,
    fail_invocation_unless_visible_to_llm, send_error_message_to_llm,
    send_generic_message_to_llm_unless_visible_to_llm,
};
pub use context::ToolErrorContext;
pub(crate) use resolve::Handlers;
pub use resolve::{own_arguments_handler, own_handler};

use crate::failure::InvocationFailure;
use crate::llm_visible::LlmText;
use std::error::Error;
use std::sync::Arc;

/// Decides what becomes of a failed call.
///
/// Closures are handlers; [`from_fn`] lets the compiler infer their types.
///
/// ```
/// use toolwright::error_handler::{ToolErrorHandlerResult, from_fn};
/// use toolwright::{llm_text, tool::ToolErrorKind};
///
/// let handler = from_fn(|_error, context| match context.kind() {
///     ToolErrorKind::Execution => Ok(ToolErrorHandlerResult::text(llm_text!("the desk is closed; try tomorrow"))),
///     _ => Err(context.fail()),
/// });
/// # let _ = handler;
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a handler of tool errors",
    note = "use one of `toolwright::error_handler`, or `from_fn(|error, context| …)`"
)]
pub trait ToolExecutionErrorHandler: Send + Sync {
    /// Decides about `error`: what the tool returned, not the runtime's wrapper.
    ///
    /// # Errors
    ///
    /// The failure that ends the invocation; [`ToolErrorContext::fail`] makes it.
    fn handle(
        &self,
        error: &(dyn Error + 'static),
        context: &ToolErrorContext<'_>,
    ) -> Result<ToolErrorHandlerResult, InvocationFailure>;
}

#[diagnostic::do_not_recommend]
impl<F> ToolExecutionErrorHandler for F
where
    F: Fn(
            &(dyn Error + 'static),
            &ToolErrorContext<'_>,
        ) -> Result<ToolErrorHandlerResult, InvocationFailure>
        + Send
        + Sync,
{
    fn handle(
        &self,
        error: &(dyn Error + 'static),
        context: &ToolErrorContext<'_>,
    ) -> Result<ToolErrorHandlerResult, InvocationFailure> {
        self(error, context)
    }
}

impl<H: ToolExecutionErrorHandler + ?Sized> ToolExecutionErrorHandler for Arc<H> {
    fn handle(
        &self,
        error: &(dyn Error + 'static),
        context: &ToolErrorContext<'_>,
    ) -> Result<ToolErrorHandlerResult, InvocationFailure> {
        (**self).handle(error, context)
    }
}

/// Returns a closure as a handler, with the types of its parameters inferred.
pub fn from_fn<F>(handler: F) -> F
where
    F: Fn(
            &(dyn Error + 'static),
            &ToolErrorContext<'_>,
        ) -> Result<ToolErrorHandlerResult, InvocationFailure>
        + Send
        + Sync,
{
    handler
}

/// What the model reads instead of a failed call's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolErrorHandlerResult {
    pub(crate) text: LlmText,
}

impl ToolErrorHandlerResult {
    /// Creates a result of text.
    #[must_use]
    pub const fn text(text: LlmText) -> Self {
        Self { text }
    }
}
