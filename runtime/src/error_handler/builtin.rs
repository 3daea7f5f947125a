//! The four handlers that come with the crate.

use super::log::{Chain, backtrace, start};
use super::{ToolErrorContext, ToolErrorHandlerResult, ToolExecutionErrorHandler};
use crate::failure::InvocationFailure;
use crate::llm_visible::LlmText;
use crate::redact::Redactor;
use std::error::Error;
use std::hash::{BuildHasher, RandomState};

type Decision = Result<ToolErrorHandlerResult, InvocationFailure>;

/// See [`fail_invocation`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FailInvocation;

/// Returns the handler that ends the invocation at every failure, visible or not.
#[doc(alias = "failInvocation")]
#[must_use]
pub const fn fail_invocation() -> FailInvocation {
    FailInvocation
}

impl ToolExecutionErrorHandler for FailInvocation {
    fn handle(&self, _: &(dyn Error + 'static), context: &ToolErrorContext<'_>) -> Decision {
        Err(context.fail())
    }
}

/// See [`send_error_message_to_llm`].
#[derive(Clone, Debug)]
pub struct SendErrorMessageToLlm {
    redaction: Redaction,
}

#[derive(Clone, Debug)]
enum Redaction {
    BuiltIn,
    Own(Redactor),
    None,
}

/// Returns the handler that **sends developer text**: the `Display` of an error that is not visible goes to the model.
///
/// Such a text may hold paths, queries or credentials. This is for tools whose errors you wrote or read yourself; the
/// name stands in the code where a reviewer sees it. A visible error is still sent as its own text. Only the error's
/// own `Display` is sent, never its sources, and a blank one reads as a fixed sentence.
///
/// What is sent goes through a [`Redactor`] with everything that is built in; choose
/// [another](SendErrorMessageToLlm::redactor) or [none](SendErrorMessageToLlm::unredacted). It knows what secrets usually
/// look like, and no more. A visible error's text is not touched.
#[doc(alias = "sendExceptionMessageToLlm")]
#[must_use]
pub const fn send_error_message_to_llm() -> SendErrorMessageToLlm {
    SendErrorMessageToLlm {
        redaction: Redaction::BuiltIn,
    }
}

impl SendErrorMessageToLlm {
    /// Takes secrets out with this redactor instead.
    ///
    /// ```
    /// use toolwright::Redactor;
    /// use toolwright::error_handler::send_error_message_to_llm;
    ///
    /// let key = "correct horse battery";
    /// let handler = send_error_message_to_llm().redactor(Redactor::new().secret(key));
    /// # let _ = handler;
    /// ```
    #[must_use]
    pub fn redactor(mut self, redactor: Redactor) -> Self {
        self.redaction = Redaction::Own(redactor);
        self
    }

    /// Sends the text as it is, with all that may stand in it.
    #[must_use]
    pub fn unredacted(mut self) -> Self {
        self.redaction = Redaction::None;
        self
    }

    fn redacted(&self, text: String) -> String {
        match &self.redaction {
            Redaction::BuiltIn => Redactor::new().redact(&text).into_owned(),
            Redaction::Own(redactor) => redactor.redact(&text).into_owned(),
            Redaction::None => text,
        }
    }
}

impl ToolExecutionErrorHandler for SendErrorMessageToLlm {
    fn handle(&self, error: &(dyn Error + 'static), context: &ToolErrorContext<'_>) -> Decision {
        if let Some(text) = context.message_for_llm() {
            return Ok(ToolErrorHandlerResult::text(text.clone()));
        }
        tracing::debug!(
            tool = start(&context.call().name),
            call_id = start(&context.call().id),
            error = %Chain(error),
            "a tool failed; the model reads what was written for developers"
        );
        let text = LlmText::new(self.redacted(error.to_string()))
            .unwrap_or_else(|_| LlmText::known_visible("the tool failed and gave no reason"));
        Ok(ToolErrorHandlerResult::text(text))
    }
}

/// See [`fail_invocation_unless_visible_to_llm`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FailInvocationUnlessVisibleToLlm;

/// Returns the handler that sends a visible error as its text and ends the invocation at any other. This is the
/// default.
#[doc(alias = "failInvocationUnlessVisibleToLlm")]
#[must_use]
pub const fn fail_invocation_unless_visible_to_llm() -> FailInvocationUnlessVisibleToLlm {
    FailInvocationUnlessVisibleToLlm
}

impl ToolExecutionErrorHandler for FailInvocationUnlessVisibleToLlm {
    fn handle(&self, _: &(dyn Error + 'static), context: &ToolErrorContext<'_>) -> Decision {
        match context.message_for_llm() {
            Some(text) => Ok(ToolErrorHandlerResult::text(text.clone())),
            None => Err(context.fail()),
        }
    }
}

/// See [`send_generic_message_to_llm_unless_visible_to_llm`].
#[derive(Clone, Debug)]
pub struct SendGenericMessageToLlmUnlessVisibleToLlm {
    text: LlmText,
}

/// Returns the handler that sends a visible error as its text, and `text` with a short reference for any other.
///
/// The reference also stands in the log, in exactly one record at WARN: with the tool, the id of the call, the whole
/// chain of the error, and the backtrace of an `anyhow` or `eyre` error under the features of their names. Other errors'
/// backtraces cannot be asked for: the standard library's way to them is not stable.
#[doc(alias = "sendGenericMessageToLlmUnlessVisibleToLlm")]
#[must_use]
pub const fn send_generic_message_to_llm_unless_visible_to_llm(
    text: LlmText,
) -> SendGenericMessageToLlmUnlessVisibleToLlm {
    SendGenericMessageToLlmUnlessVisibleToLlm { text }
}

impl ToolExecutionErrorHandler for SendGenericMessageToLlmUnlessVisibleToLlm {
    fn handle(&self, error: &(dyn Error + 'static), context: &ToolErrorContext<'_>) -> Decision {
        if let Some(text) = context.message_for_llm() {
            return Ok(ToolErrorHandlerResult::text(text.clone()));
        }
        let reference = reference();
        let call = context.call();
        tracing::warn!(
            tool = start(&call.name),
            call_id = start(&call.id),
            kind = context.kind().as_str(),
            reference,
            error = %Chain(error),
            backtrace = backtrace(context.raw_error()).as_deref(),
            "a tool failed; the model reads the generic message"
        );
        let text = LlmText::known_visible(format!("{} (reference {reference})", self.text));
        Ok(ToolErrorHandlerResult::text(text))
    }
}

/// Six hex digits that tell one log record from the others of its time. Not a secret, so the hasher's seed will do.
fn reference() -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    static SEED: std::sync::OnceLock<RandomState> = std::sync::OnceLock::new();
    let seed = SEED.get_or_init(RandomState::new);
    let hash = seed.hash_one(NEXT.fetch_add(1, Ordering::Relaxed));
    format!("{:06x}", hash & 0x00FF_FFFF)
}
