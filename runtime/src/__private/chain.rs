//! The error of a tool that says with a key what the model may read of it: `visible(…)` or `errors = hidden`.

use super::probe::{Answer, Probe, answer, leg};
use super::returned::{Boxed, DebugOnly, Dyn, Held, NoFailure, execution};
use crate::llm_visible::{LlmText, LlmVisible, LlmVisibleError};
use crate::tool::{Source, ToolError, chain};
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::ops::Deref;

/// Whether an error is of one type, and if so, what it lets the model read.
pub type Named = fn(&(dyn Error + 'static)) -> Option<Option<LlmText>>;

/// One type that `visible(…)` names.
#[cold]
pub fn named<T: NamedError>(error: &(dyn Error + 'static)) -> Option<Option<LlmText>> {
    T::text(error)
}

/// What `visible(…)` may name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in `visible(…)`",
    label = "not both an `Error` and `LlmVisible`",
    note = "derive `LlmVisible` on the type and implement `Error` for it"
)]
pub trait NamedError {
    fn text(error: &(dyn Error + 'static)) -> Option<Option<LlmText>>;
}

#[diagnostic::do_not_recommend]
impl<T: LlmVisible + Error + 'static> NamedError for T {
    fn text(error: &(dyn Error + 'static)) -> Option<Option<LlmText>> {
        error.downcast_ref::<T>().map(LlmVisible::message_for_llm)
    }
}

/// What the model may read of a chain: what the first error in it says that is of one of the types. If that one decided
/// to stay hidden, nothing below it is looked at.
#[cold]
pub(super) fn first_visible(error: &(dyn Error + 'static), types: &[Named]) -> Option<LlmText> {
    chain(error).find_map(|error| {
        named::<LlmVisibleError>(error).or_else(|| types.iter().find_map(|named| named(error)))
    })?
}

// `visible(…)`: is it an error with a chain to look into?
leg!(Never, NeverError, __chain, [E: CannotFail], &&Probe<'_, E>, E);
leg!(
    InChain, ChainError, __chain,
    [E: Deref<Target = Dyn> + Send + Sync + 'static], &Probe<'_, E>, E
);
leg!(Typed, TypedError, __chain, [E], Probe<'_, E>, E);

impl<E: Deref<Target = Dyn> + Send + Sync + 'static> Answer<InChain, E> {
    #[cold]
    pub fn convert(self, error: E, types: &[Named]) -> ToolError {
        let text = first_visible(&*error, types);
        execution(Source::Erased(Box::new(Held(error))), text)
    }
}

impl<E> Answer<Never, E> {
    /// Never called: the bound fails, in our words.
    pub fn convert(self, error: E, _: &[Named]) -> ToolError
    where
        E: Fails,
    {
        drop(error);
        ToolError::execution("no error")
    }
}

impl<E> Answer<Typed, E> {
    /// Never called: the bound fails, in our words.
    pub fn convert(self, error: E, _: &[Named]) -> ToolError
    where
        E: ErasedErrorOfATool,
    {
        drop(error);
        ToolError::execution("not an erased error")
    }
}

/// The error of a tool that has none.
pub trait CannotFail {}

impl CannotFail for NoFailure {}

impl CannotFail for Infallible {}

/// What `visible(…)` has to find.
#[diagnostic::on_unimplemented(
    message = "`visible(…)` is for tools that can fail",
    label = "this tool returns no error",
    note = "remove the key"
)]
pub trait Fails {}

/// What `visible(…)` looks into.
#[diagnostic::on_unimplemented(
    message = "`visible(…)` is for erased errors, and `{Self}` is a type of its own",
    label = "no chain of errors to look into",
    note = "a type of its own decides itself, by `LlmVisible`; remove the key, or return `Box<dyn Error + Send + Sync>` or `anyhow::Error`"
)]
pub trait ErasedErrorOfATool {}

// `errors = hidden`: how do developers get to see it?
leg!(
    Inner, HideErased, __hide,
    [E: Deref<Target = Dyn> + Send + Sync + 'static], &&&Probe<'_, E>, E
);
leg!(Boxable, HideBoxed, __hide, [E: Into<Boxed>], &&Probe<'_, E>, E);
leg!(
    Debuggable, HideDebug, __hide,
    [E: fmt::Debug + Send + Sync + 'static], &Probe<'_, E>, E
);
leg!(Unknown, HideAny, __hide, [E], Probe<'_, E>, E);

impl<E: Deref<Target = Dyn> + Send + Sync + 'static> Answer<Inner, E> {
    #[cold]
    pub fn convert(self, error: E) -> ToolError {
        execution(Source::Erased(Box::new(Held(error))), None)
    }
}

impl<E: Into<Boxed>> Answer<Boxable, E> {
    #[cold]
    pub fn convert(self, error: E) -> ToolError {
        execution(Source::Typed(error.into()), None)
    }
}

impl<E: fmt::Debug + Send + Sync + 'static> Answer<Debuggable, E> {
    #[cold]
    pub fn convert(self, error: E) -> ToolError {
        execution(Source::Typed(Box::new(DebugOnly(error))), None)
    }
}

impl<E> Answer<Unknown, E> {
    /// Never called: the bound fails, in our words.
    pub fn convert(self, error: E) -> ToolError
    where
        E: HiddenErrorOfATool,
    {
        drop(error);
        ToolError::execution("not an error")
    }
}

/// What the error of a tool has to be under `errors = hidden`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "not `Debug`, and not what converts into `Box<dyn Error + Send + Sync>`",
    note = "derive `Debug` on it: developers have to see what failed"
)]
pub trait HiddenErrorOfATool {}
