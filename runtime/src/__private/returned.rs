//! What a tool's function returned, sorted by its types: fallible or not, how its value is shown, whether its error
//! is visible.

use super::chain::{Named, first_visible};
use super::probe::{Answer, Probe, answer, leg};
use crate::llm_visible::{LlmVisible, Said};
use crate::tool::schema::Describe;
use crate::tool::{
    DebugError, Held, IntoToolOutput, OutputError, Source, ToolError, ToolErrorKind, ToolOutput,
};
use serde::Serialize;
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

pub(super) type Boxed = Box<dyn Error + Send + Sync>;
pub(super) type Dyn = dyn Error + Send + Sync + 'static;

// Is it fallible?
leg!(Fallible, FallibleShape, __shape, [T, E], &Probe<'_, Result<T, E>>, Result<T, E>);
leg!(Plain, PlainShape, __shape, [T], Probe<'_, T>, T);

impl<T, E> Answer<Fallible, Result<T, E>> {
    #[inline]
    pub fn split(self, value: Result<T, E>) -> Result<T, E> {
        value
    }
}

impl<T> Answer<Plain, T> {
    #[inline]
    pub fn split(self, value: T) -> Result<T, NoFailure> {
        Ok(value)
    }
}

/// The error of a tool that cannot fail; of the kind that generic code need not declare.
#[expect(missing_debug_implementations, reason = "there is none")]
pub enum NoFailure {}

impl Deref for NoFailure {
    type Target = Dyn;

    fn deref(&self) -> &Dyn {
        match *self {}
    }
}

// How is its value shown?
leg!(Into, IntoOutput, __output, [T: IntoToolOutput], &&Probe<'_, T>, T);
leg!(Json, SerializeOutput, __output, [T: Serialize], &Probe<'_, T>, T);
leg!(Unshown, NoOutput, __output, [T], Probe<'_, T>, T);

impl<T: IntoToolOutput> Answer<Into, T> {
    #[inline]
    pub fn convert(self, value: T) -> Result<ToolOutput, ToolError> {
        value.into_tool_output().map_err(not_shown)
    }
}

impl<T: Serialize> Answer<Json, T> {
    #[inline]
    pub fn convert(self, value: T) -> Result<ToolOutput, ToolError> {
        ToolOutput::json(&value).map_err(not_shown)
    }
}

impl<T> Answer<Unshown, T> {
    /// Never called: the bound fails, in our words.
    pub fn convert(self, value: T) -> Result<ToolOutput, ToolError>
    where
        T: IntoToolOutput,
    {
        value.into_tool_output().map_err(not_shown)
    }
}

/// The type that a function returns, where there is no value of it yet.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct Returned<T>(PhantomData<fn() -> T>);

pub const fn returned<T>() -> Returned<T> {
    Returned(PhantomData)
}

macro_rules! schema_leg {
    ($trait:ident, [$($generics:tt)*], $on:ty, $schema:expr) => {
        pub trait $trait {
            fn __describe(&self, describe: &mut Describe);
        }

        impl<$($generics)*> $trait for $on {
            fn __describe(&self, describe: &mut Describe) {
                describe.output_schema($schema);
            }
        }
    };
}

// Does it promise a schema?
schema_leg!(
    SchemaOfResult, [T: IntoToolOutput, E], &&Returned<Result<T, E>>,
    T::output_schema()
);
schema_leg!(SchemaOfValue, [T: IntoToolOutput], &Returned<T>, T::output_schema());
schema_leg!(NoSchema, [T], Returned<T>, None);

#[cold]
fn not_shown(error: OutputError) -> ToolError {
    ToolError::new(ToolErrorKind::Output, Source::Typed(Box::new(error)), None)
}

// What is its error?
leg!(
    TypedVisible, VisibleError, __error,
    [E: LlmVisible + Error + Send + Sync + 'static], &&&&Probe<'_, E>, E
);
leg!(
    DebugVisible, VisibleDebug, __error,
    [E: LlmVisible + fmt::Debug + Send + Sync + 'static], &&&Probe<'_, E>, E
);
leg!(
    ErasedDeref, ErasedError, __error,
    [E: Deref<Target = Dyn> + Send + Sync + 'static], &&Probe<'_, E>, E
);
leg!(Hidden, IntoBoxedError, __error, [E: std::convert::Into<Boxed>], &Probe<'_, E>, E);
leg!(NotAnError, NoError, __error, [E], Probe<'_, E>, E);

impl<E: LlmVisible + Error + Send + Sync + 'static> Answer<TypedVisible, E> {
    #[cold]
    pub fn convert(self, error: E) -> ToolError {
        ToolError::visible(error)
    }
}

impl<E: LlmVisible + fmt::Debug + Send + Sync + 'static> Answer<DebugVisible, E> {
    #[cold]
    pub fn convert(self, error: E) -> ToolError {
        let said = Said::by(&error);
        ToolError::said(Source::Typed(Box::new(DebugError::new(error))), said)
    }
}

impl<E: Deref<Target = Dyn> + Send + Sync + 'static> Answer<ErasedDeref, E> {
    #[cold]
    pub fn convert(self, error: E) -> ToolError {
        erased(error, &[])
    }
}

impl<E: std::convert::Into<Boxed>> Answer<Hidden, E> {
    #[cold]
    pub fn convert(self, error: E) -> ToolError {
        ToolError::execution(error)
    }
}

impl<E> Answer<NotAnError, E> {
    /// Never called: the bound fails, in our words.
    pub fn convert(self, error: E) -> ToolError
    where
        E: ErrorOfATool,
    {
        drop(error);
        ToolError::execution("not an error")
    }
}

/// What a tool's error type has to be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "neither an error, nor both `Debug` and `LlmVisible`, that is `Send + Sync + 'static`",
    note = "derive `Debug` and `LlmVisible` on it, or use a type that converts into `Box<dyn Error + Send + Sync>`",
    note = "what it holds has to be `Send` and `Sync`: `Arc` instead of `Rc`, `Box<dyn Error + Send + Sync>` instead of `Box<dyn Error>`"
)]
pub trait ErrorOfATool {}

/// The failure of a tool whose error is erased: the first visible error of the chain counts.
#[cold]
pub(super) fn erased<E>(error: E, types: &[Named]) -> ToolError
where
    E: Deref<Target = Dyn> + Send + Sync + 'static,
{
    let held = Held(error);
    let said = first_visible(&held, types);
    ToolError::said(Source::Erased(Box::new(held)), said)
}
