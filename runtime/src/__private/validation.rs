//! `validate = path`: what a function of the user's makes of a value that decoded.
//!
//! Its error is sorted by its type, as that of a tool, with one leg more: text is written for the model.

use super::probe::{Answer, Probe, answer, leg};
use super::returned::{Boxed, DebugVisible, Dyn, ErasedDeref, Hidden, TypedVisible};
use crate::llm_visible::{LlmText, LlmVisible};
use crate::tool::arguments::Arguments;
use crate::tool::{ToolError, ToolErrorKind};
use std::borrow::{Borrow, Cow};
use std::error::Error;
use std::fmt;
use std::ops::Deref;

/// Validates the value that was just read, if it decoded.
#[inline]
pub fn check<T, V, E>(
    arguments: &mut Arguments<'_>,
    value: Option<&V>,
    validate: impl FnOnce(&T) -> Result<(), E>,
    refusal: impl FnOnce(E) -> ToolError,
) where
    T: ?Sized,
    V: Borrow<T>,
{
    if let Some(value) = value
        && let Err(error) = validate(value.borrow())
    {
        arguments.refused(refusal(error));
    }
}

/// What a validation of a secret says: its own error may repeat the value, and goes no further.
#[cold]
pub fn secret<E>(error: E) -> ToolError {
    drop(error);
    unsaid()
}

fn unsaid() -> ToolError {
    ToolError::execution("a validation refused the value")
}

/// What is written for the model.
pub trait WrittenForTheModel {
    fn into_text(self) -> Option<LlmText>;
}

impl WrittenForTheModel for LlmText {
    fn into_text(self) -> Option<LlmText> {
        Some(self)
    }
}

impl WrittenForTheModel for &'static str {
    fn into_text(self) -> Option<LlmText> {
        LlmText::if_not_blank(self)
    }
}

impl WrittenForTheModel for String {
    fn into_text(self) -> Option<LlmText> {
        LlmText::if_not_blank(self)
    }
}

impl WrittenForTheModel for Cow<'static, str> {
    fn into_text(self) -> Option<LlmText> {
        LlmText::if_not_blank(self)
    }
}

impl WrittenForTheModel for () {
    fn into_text(self) -> Option<LlmText> {
        None
    }
}

leg!(
    Written, RefuseWritten, __refusal,
    [E: WrittenForTheModel], &&&&&Probe<'_, E>, E
);

impl<E: WrittenForTheModel> Answer<Written, E> {
    #[cold]
    pub fn convert(self, error: E) -> ToolError {
        match error.into_text() {
            Some(text) => ToolError::by_runtime(ToolErrorKind::Arguments, text),
            None => unsaid(),
        }
    }
}

macro_rules! as_of_a_tool {
    ($leg:ident, $trait:ident, [$($bounds:tt)*], $on:ty) => {
        pub trait $trait {
            type Of;
            fn __refusal(&self) -> Answer<$leg, Self::Of>;
        }

        impl<E: $($bounds)*> $trait for $on {
            type Of = E;

            fn __refusal(&self) -> Answer<$leg, E> {
                answer()
            }
        }
    };
}

as_of_a_tool!(
    TypedVisible,
    RefuseVisible,
    [LlmVisible + Error + Send + Sync + 'static],
    &&&&Probe<'_, E>
);
as_of_a_tool!(
    DebugVisible,
    RefuseDebug,
    [LlmVisible + fmt::Debug + Send + Sync + 'static],
    &&&Probe<'_, E>
);
as_of_a_tool!(
    ErasedDeref,
    RefuseErased,
    [Deref<Target = Dyn> + Send + Sync + 'static],
    &&Probe<'_, E>
);
as_of_a_tool!(Hidden, RefuseBoxed, [Into<Boxed>], &Probe<'_, E>);

leg!(NoRefusal, RefuseNothing, __refusal, [E], Probe<'_, E>, E);

impl<E> Answer<NoRefusal, E> {
    /// Never called: the bound fails, in our words.
    pub fn convert(self, error: E) -> ToolError
    where
        E: ErrorOfAValidation,
    {
        drop(error);
        unsaid()
    }
}

/// What the error of `validate = path` has to be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a validation",
    label = "neither a text nor an error",
    note = "return `Result<(), &'static str>`, `String` or `LlmText` for words that the model reads, or an error that is `Send + Sync + 'static`"
)]
pub trait ErrorOfAValidation {}
