//! The error of a tool that says with a key what the model may read of it: `visible(…)` or `errors = hidden`.

use super::probe::{Answer, Probe, answer, leg};
use super::returned::{Boxed, Dyn, NoFailure, erased};
use crate::failure::InvocationFailure;
use crate::llm_visible::{LlmVisible, LlmVisibleError, Said};
use crate::tool::{DebugError, Erased, Held, Source, ToolError, chain, own_downcast};
use std::any::Any;
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::ops::Deref;

/// Looks for an error of one type.
pub type Named = fn(Look<'_>) -> Option<Found>;

/// Where one type is looked for.
#[expect(missing_debug_implementations, reason = "only the runtime builds it")]
#[derive(Clone, Copy)]
pub enum Look<'e> {
    /// In this layer of a chain, the error itself; only the place.
    LayerPlace(&'e (dyn Error + 'static)),
    /// There, and what it says.
    Layer(&'e (dyn Error + 'static)),
    /// In an `anyhow::Error` or the like, by its own knowledge of what it holds; only the place.
    Place(&'e dyn Any),
    /// There, and what it says.
    Own(&'e dyn Any),
}

/// What was found.
#[expect(missing_debug_implementations, reason = "only the runtime builds it")]
pub struct Found {
    address: usize,
    said: Said,
}

/// One type that `visible(…)` names.
#[cold]
pub fn named<T: NamedError>(look: Look<'_>) -> Option<Found> {
    T::find(look)
}

/// What `visible(…)` may name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in `visible(…)`",
    label = "not both an `Error` and `LlmVisible`",
    note = "derive `LlmVisible` on the type and implement `Error` for it"
)]
pub trait NamedError {
    fn find(look: Look<'_>) -> Option<Found>;
}

#[diagnostic::do_not_recommend]
impl<T: LlmVisible + Error + Send + Sync + 'static> NamedError for T {
    fn find(look: Look<'_>) -> Option<Found> {
        let (error, is_read) = match look {
            Look::LayerPlace(error) => (error.downcast_ref::<T>()?, false),
            Look::Layer(error) => (error.downcast_ref::<T>()?, true),
            Look::Place(error) => (own_downcast(error)?, false),
            Look::Own(error) => (own_downcast(error)?, true),
        };
        let said = if is_read {
            Said::by(error)
        } else {
            Said::default()
        };
        let address = std::ptr::from_ref(error).addr();
        Some(Found { address, said })
    }
}

/// What the model may read of a chain: what the first error in it says that is of one of the types. If that one decided
/// to stay hidden, nothing below it is looked at.
#[cold]
pub(super) fn first_visible(error: &dyn Erased, types: &[Named]) -> Said {
    let ready: Named = named::<LlmVisibleError>;
    let all = || std::iter::once(ready).chain(types.iter().copied());
    let of_layer = |layer| all().find_map(|named| named(Look::Layer(layer)));
    // What is behind a `.context(…)` is no layer of the chain, but stands in the memory of one.
    let contexts =
        all().filter_map(|named| Some((named, named(Look::Place(error.any()))?.address)));
    let contexts: Vec<_> = contexts.collect();
    // What ended another invocation was written for its model, if for any.
    let mut layers = chain(error.error()).take_while(|layer| !layer.is::<InvocationFailure>());
    let mut found = if contexts.is_empty() {
        layers.find_map(of_layer)
    } else {
        let layers: Vec<_> = layers.collect();
        let holds = |layer: &(dyn Error + 'static), address: usize| {
            let start = std::ptr::from_ref(layer).addr();
            // A type without a size has an address as well.
            (start..start + size_of_val(layer).max(1)).contains(&address)
        };
        // The innermost layer that holds it: an error may stand in the memory of the layer above it, too.
        let layer_of = |address| layers.iter().rposition(|layer| holds(*layer, address));
        layers.iter().enumerate().find_map(|(i, layer)| {
            let is_context = |named: &Named| named(Look::LayerPlace(*layer)).is_none();
            let context = contexts
                .iter()
                .find(|(named, address)| layer_of(*address) == Some(i) && is_context(named));
            let context = context.and_then(|(named, _)| named(Look::Own(error.any())));
            context.or_else(|| of_layer(*layer))
        })
    };
    found.take().map_or_else(Said::default, |found| found.said)
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
        erased(error, types)
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
        ToolError::said(Source::Erased(Box::new(Held(error))), Said::default())
    }
}

impl<E: Into<Boxed>> Answer<Boxable, E> {
    #[cold]
    pub fn convert(self, error: E) -> ToolError {
        ToolError::said(Source::Typed(error.into()), Said::default())
    }
}

impl<E: fmt::Debug + Send + Sync + 'static> Answer<Debuggable, E> {
    #[cold]
    pub fn convert(self, error: E) -> ToolError {
        ToolError::said(
            Source::Typed(Box::new(DebugError::new(error))),
            Said::default(),
        )
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
