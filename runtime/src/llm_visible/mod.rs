//! Text that is meant for the model, and the errors that have such a text.
//!
//! Every failure has two audiences. Developers read its `Display` and its source chain, in logs and in the `Err` that
//! the caller gets. The model reads its [`LlmText`], and nothing else: a text that somebody wrote for the model on
//! purpose.

mod blank;
mod catalogue;
mod error;
mod never_blank;
mod retry;
mod text;

pub(crate) use blank::is_blank;
#[doc(hidden)]
pub use catalogue::Texts;
pub(crate) use catalogue::list;
pub use error::{LlmVisibleError, VisibleToLlm};
pub use never_blank::NeverBlank;
pub use retry::Retry;
pub(crate) use retry::Said;
pub use text::{BlankText, LlmText};

/// An error that says what the model may read of it.
///
/// Derive it: `#[derive(LlmVisible)]` makes every variant decide. Implement it by hand where a text has to be
/// computed. `None` means that the error stays with the developers; what happens then is up to the
/// [handler](crate::error_handler).
///
/// A tool whose error type is `LlmVisible` is understood by type: wrapping such an error in another type hides it.
///
/// ```
/// use toolwright::{LlmText, LlmVisible, llm_text};
///
/// struct OutOfStock { left: u32 }
///
/// impl LlmVisible for OutOfStock {
///     fn message_for_llm(&self) -> Option<LlmText> {
///         let left = self.left;
///         Some(llm_text!("only {left} left; ask for fewer"))
///     }
/// }
/// assert_eq!(OutOfStock { left: 2 }.message_for_llm().unwrap().as_str(), "only 2 left; ask for fewer");
/// ```
#[doc(alias = "ToolErrorVisibleToLlm")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what the model may read of it",
    label = "not `LlmVisible`",
    note = "derive `LlmVisible` on it and decide per variant, or hide the variant that holds it"
)]
pub trait LlmVisible {
    /// Returns the text for the model, or `None` to keep the error from it.
    #[doc(alias = "messageForLlm")]
    fn message_for_llm(&self) -> Option<LlmText>;

    /// Returns whether the failed call is worth another try, if the error knows.
    ///
    /// The model reads it behind the text, in a fixed form, so the text itself need not say it.
    ///
    /// ```
    /// use toolwright::{LlmText, LlmVisible, Retry, llm_text};
    ///
    /// struct Busy;
    ///
    /// impl LlmVisible for Busy {
    ///     fn message_for_llm(&self) -> Option<LlmText> {
    ///         Some(llm_text!("the desk is busy"))
    ///     }
    ///
    ///     fn retry(&self) -> Option<Retry> {
    ///         Some(Retry::Retryable)
    ///     }
    /// }
    /// assert_eq!(Busy.retry().unwrap().as_str(), "You may try the same call again.");
    /// ```
    fn retry(&self) -> Option<Retry> {
        None
    }

    /// Lists the texts that the derive knows of.
    #[doc(hidden)]
    fn __llm_texts(texts: &mut Texts)
    where
        Self: Sized,
    {
        texts.by_hand::<Self>();
    }
}

macro_rules! through_a_pointer {
    ($($pointer:ty),*) => {$(
        impl<T: LlmVisible + ?Sized> LlmVisible for $pointer {
            fn message_for_llm(&self) -> Option<LlmText> {
                (**self).message_for_llm()
            }

            fn retry(&self) -> Option<Retry> {
                (**self).retry()
            }
        }
    )*};
}

through_a_pointer!(Box<T>, std::sync::Arc<T>, &T);
