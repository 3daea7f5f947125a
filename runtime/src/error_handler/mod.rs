//! Who decides what becomes of a failed call.
//!
//! Every failure of a call, at whatever step, reaches exactly one [`ToolExecutionErrorHandler`]. It either gives a
//! text, which the model reads as the result of the call, or it ends the invocation. Only a
//! [cancelled](crate::ToolErrorKind::Cancelled) call asks nobody: its invocation is over.
//!
//! # What is logged
//!
//! Logging goes through the crate [`tracing`](https://docs.rs/tracing): without a subscriber nothing is seen.
//!
//! | what | level |
//! | --- | --- |
//! | a hidden error that becomes the [generic text](send_generic_message_to_llm_unless_visible_to_llm) | WARN, once, with its whole chain and the reference that the model reads |
//! | a visible error whose text is sent, or a hidden one whose `Display` is [sent](send_error_message_to_llm) | DEBUG, with its chain |
//! | a failure that ends the invocation | DEBUG, without the error: the caller gets it, and decides what to log |
//! | the payload of a panic | ERROR |
//! | a text for the model that [turns out blank](crate::LlmText::if_not_blank) | WARN, where it is made: it knows of no call |
//!
//! Every other record names the tool and the id of the call. None repeats the arguments, and so errors about arguments are
//! logged without their texts. What the `Display` of a tool's own error holds is up to the tool.
//!
//! # Several languages
//!
//! A handler sees the error itself, and the values that the caller gave to the invocation. So a text can depend on
//! both, whatever the error says by default:
//!
//! ```
//! use toolwright::error_handler::{ToolErrorHandlerResult, from_fn};
//! use toolwright::testing::{ScriptedModel, block_on};
//! use toolwright::{Agent, LlmText, LlmVisible, llm_text, tool, toolset};
//!
//! #[derive(Clone, Copy)]
//! enum Language { English, German }
//!
//! #[derive(Debug, thiserror::Error, LlmVisible)]
//! #[error("order {0}")]
//! #[llm("there is no order {0}")]
//! struct NoOrder(u64);
//!
//! impl NoOrder {
//!     fn in_language(&self, language: Language) -> LlmText {
//!         let id = self.0;
//!         match language {
//!             Language::English => llm_text!("there is no order {id}"),
//!             Language::German => llm_text!("es gibt keine Bestellung {id}"),
//!         }
//!     }
//! }
//!
//! /// Looks up an order.
//! #[tool]
//! fn order(id: u64) -> Result<(), NoOrder> { Err(NoOrder(id)) }
//!
//! let model = ScriptedModel::new().calls([("c1", "order", r#"{"id": 7}"#)]).text("Tut mir leid.");
//! let agent = Agent::builder(model.clone())
//!     .tools(toolset![order])
//!     .on_error(from_fn(|error, context| {
//!         let language = context.extensions().get::<Language>().copied().unwrap_or(Language::English);
//!         if let Some(error) = error.downcast_ref::<NoOrder>() {
//!             return Ok(ToolErrorHandlerResult::text(error.in_language(language)));
//!         }
//!         match context.message_for_llm() {
//!             Some(text) => Ok(ToolErrorHandlerResult::text(text.clone())),
//!             None => Err(context.fail()),
//!         }
//!     }))
//!     .build()
//!     .unwrap();
//! block_on(agent.request("Wo ist 7?").context(Language::German).invoke()).unwrap();
//! assert_eq!(model.requests()[1].tool_results()[0].text(), "es gibt keine Bestellung 7");
//! ```

mod builtin;
mod context;
mod log;
mod resolve;
mod standing;

pub use builtin::{
    FailInvocation, FailInvocationUnlessVisibleToLlm, SendErrorMessageToLlm,
    SendGenericMessageToLlmUnlessVisibleToLlm, fail_invocation,
    fail_invocation_unless_visible_to_llm, send_error_message_to_llm,
    send_generic_message_to_llm_unless_visible_to_llm,
};
pub use context::ToolErrorContext;
pub(crate) use log::{log_answered, log_ended, start};
pub(crate) use resolve::Handlers;
pub use resolve::{own_arguments_handler, own_handler};
pub(crate) use standing::Standing;

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
