//! What a tool's function returned, sorted by its types: fallible or not, how its value is shown, whether its error
//! is visible. Each question is a set of traits on [`Probe`]; the one that needs the fewest dereferences wins, so the
//! order of the legs is the number of `&` in front of `Probe`, most first.

use super::Probe;
use crate::llm_visible::{LlmText, LlmVisible, LlmVisibleError};
use crate::tool::function::ToolFunction;
use crate::tool::{
    IntoToolOutput, OutputError, Source, Tool, ToolError, ToolErrorKind, ToolOutput, ToolSet,
    ToolSetBuilder,
};
use serde::Serialize;
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

type Boxed = Box<dyn Error + Send + Sync>;
type Dyn = dyn Error + Send + Sync + 'static;

/// The answer to a question; its methods do what follows from it.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct Answer<Leg, T: ?Sized>(PhantomData<(Leg, PhantomData<T>)>);

const fn answer<Leg, T: ?Sized>() -> Answer<Leg, T> {
    Answer(PhantomData)
}

macro_rules! leg {
    ($(#[$meta:meta])* $leg:ident, $trait:ident, $method:ident, [$($generics:tt)*], $on:ty, $of:ty $(, where $($bounds:tt)*)?) => {
        #[expect(missing_debug_implementations, reason = "only generated code sees it")]
        pub enum $leg {}

        $(#[$meta])*
        pub trait $trait {
            type Of: ?Sized;
            fn $method(&self) -> Answer<$leg, Self::Of>;
        }

        impl<$($generics)*> $trait for $on $(where $($bounds)*)? {
            type Of = $of;

            #[inline]
            fn $method(&self) -> Answer<$leg, $of> {
                answer()
            }
        }
    };
}

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
    pub fn split(self, value: T) -> Result<T, Infallible> {
        Ok(value)
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
        let text = error.message_for_llm();
        execution(Source::Typed(Box::new(DebugOnly(error))), text)
    }
}

impl<E: Deref<Target = Dyn> + Send + Sync + 'static> Answer<ErasedDeref, E> {
    #[cold]
    pub fn convert(self, error: E) -> ToolError {
        // Read before erasure: the first visible error of the chain counts.
        let text = first_visible(&*error);
        execution(Source::Erased(Box::new(Held(error))), text)
    }
}

impl<E: std::convert::Into<Boxed>> Answer<Hidden, E> {
    #[cold]
    pub fn convert(self, error: E) -> ToolError {
        execution(Source::Typed(error.into()), None)
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
    label = "neither `LlmVisible` nor an error",
    note = "derive `Debug` and `LlmVisible` on it, or use a type that converts into `Box<dyn Error + Send + Sync>`"
)]
pub trait ErrorOfATool {}

#[cold]
fn execution(source: Source, text: Option<LlmText>) -> ToolError {
    ToolError::new(ToolErrorKind::Execution, source, text)
}

fn first_visible(error: &(dyn Error + 'static)) -> Option<LlmText> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(text) = error
            .downcast_ref::<LlmVisibleError>()
            .and_then(LlmVisible::message_for_llm)
        {
            return Some(text);
        }
        next = error.source();
    }
    None
}

/// A visible error that is not an `Error`: developers read its `Debug`.
struct DebugOnly<E>(E);

impl<E: fmt::Debug> fmt::Display for DebugOnly<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<E: fmt::Debug> fmt::Debug for DebugOnly<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<E: fmt::Debug> Error for DebugOnly<E> {}

/// An erased error in the type it came in.
struct Held<E>(E);

impl<E: Deref<Target = Dyn> + Send + Sync> crate::tool::Erased for Held<E> {
    fn error(&self) -> &(dyn Error + 'static) {
        &*self.0
    }
}

// Can a default or an example be put into the schema?
leg!(Value, SerializeValue, __value, [T: Serialize], &Probe<'_, T>, T);
leg!(Opaque, AnyValue, __value, [T], Probe<'_, T>, T);

impl<T: Serialize> Answer<Value, T> {
    pub fn json(self, value: &T) -> Option<serde_json::Value> {
        json_value(value)
    }
}

impl<T> Answer<Opaque, T> {
    pub fn json(self, _: &T) -> Option<serde_json::Value> {
        None
    }
}

pub fn json_value<T: Serialize>(value: &T) -> Option<serde_json::Value> {
    serde_json::to_value(value).ok()
}

// What is spliced into a set with `..`?
leg!(
    Stateless,
    SpliceStateless,
    __splice,
    [],
    &&Probe<'_, ToolSet>,
    ToolSet
);
leg!(
    SameState,
    SpliceSet,
    __splice,
    [S],
    &Probe<'_, ToolSet<S>>,
    ToolSet<S>
);
leg!(OneTool, SpliceTool, __splice, [T], Probe<'_, T>, T);

impl Answer<Stateless, ToolSet> {
    pub fn add<S: Send + Sync + 'static>(
        self,
        builder: ToolSetBuilder<S>,
        set: ToolSet,
    ) -> ToolSetBuilder<S> {
        builder.tools(set.for_state())
    }
}

impl<S> Answer<SameState, ToolSet<S>> {
    pub fn add(self, builder: ToolSetBuilder<S>, set: ToolSet<S>) -> ToolSetBuilder<S> {
        builder.tools(set)
    }
}

impl<T> Answer<OneTool, T> {
    pub fn add<S>(self, builder: ToolSetBuilder<S>, tool: T) -> ToolSetBuilder<S>
    where
        T: Tool<S>,
    {
        builder.tool(tool)
    }
}

/// The name of a tool.
pub const fn name<T: ToolFunction>(_: &T) -> &'static str {
    T::NAME
}

/// Refuses, while compiling, a name that stands twice in a list of tools.
///
/// # Panics
///
/// If the name at `index` stands before it already.
#[expect(
    clippy::panic,
    clippy::indexing_slicing,
    reason = "evaluated by the compiler, whose error it is"
)]
pub const fn unique(names: &[&str], index: usize) {
    let mut other = 0;
    while other < index {
        if same(names[other].as_bytes(), names[index].as_bytes()) {
            panic!(
                "two tools of this set have the same name; rename one with `#[tool(name = \"…\")]`"
            );
        }
        other += 1;
    }
}

#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
