//! The error itself, behind the runtime's wrapper.

use std::any::Any;
use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::ops::Deref;

/// The error itself, kept in the type it came in.
pub(crate) enum Source {
    Typed(Box<dyn Error + Send + Sync>),
    /// An `anyhow::Error` or the like, which a conversion into `Box<dyn Error>` would rob of its type.
    Erased(Box<dyn Erased>),
}

/// An error that is reached through a `Deref`.
pub(crate) trait Erased: Send + Sync {
    fn error(&self) -> &(dyn Error + 'static);

    /// What derefs to the error.
    fn any(&self) -> &dyn Any;
}

/// An erased error in the type it came in.
pub(crate) struct Held<E>(pub(crate) E);

impl<E: Deref<Target = dyn Error + Send + Sync> + Send + Sync + 'static> Erased for Held<E> {
    fn error(&self) -> &(dyn Error + 'static) {
        &*self.0
    }

    fn any(&self) -> &dyn Any {
        &self.0
    }
}

impl Source {
    pub(crate) fn error(&self) -> &(dyn Error + 'static) {
        match self {
            Self::Typed(error) => &**error,
            Self::Erased(error) => error.error(),
        }
    }

    /// The first error of type `E` in the chain, or the context layer of that type.
    pub(super) fn downcast_ref<E: Error + Send + Sync + 'static>(&self) -> Option<&E> {
        let own = match self {
            Self::Typed(_) => None,
            Self::Erased(error) => own_downcast(error.any()),
        };
        own.or_else(|| chain(self.error()).find_map(|error| error.downcast_ref()))
    }

    /// The backtrace that an erased error carries. What a typed error has nobody can ask for: the standard library's way
    /// to it is not stable.
    pub(super) fn backtrace(&self) -> Option<String> {
        match self {
            Self::Typed(_) => None,
            Self::Erased(error) => backtrace(error.any()),
        }
    }
}

/// Asks an error of `anyhow` or `eyre` itself, which knows the types of its context layers.
#[cfg_attr(
    not(any(feature = "anyhow", feature = "eyre")),
    expect(unused_variables, reason = "nobody to ask")
)]
pub(crate) fn own_downcast<T: Display + Debug + Send + Sync + 'static>(
    error: &dyn Any,
) -> Option<&T> {
    #[cfg(feature = "anyhow")]
    if let Some(error) = error.downcast_ref::<anyhow::Error>() {
        return error.downcast_ref();
    }
    #[cfg(feature = "eyre")]
    if let Some(error) = error.downcast_ref::<eyre::Report>() {
        return error.downcast_ref();
    }
    None
}

#[cfg_attr(
    not(any(feature = "anyhow", feature = "eyre")),
    expect(unused_variables, reason = "nobody to ask")
)]
fn backtrace(error: &dyn Any) -> Option<String> {
    #[cfg(feature = "anyhow")]
    if let Some(error) = error.downcast_ref::<anyhow::Error>() {
        let backtrace = error.backtrace();
        let is_there = backtrace.status() == std::backtrace::BacktraceStatus::Captured;
        return is_there.then(|| backtrace.to_string());
    }
    #[cfg(feature = "eyre")]
    if let Some(error) = error.downcast_ref::<eyre::Report>() {
        // The report has no accessor; its `Debug` ends with the backtrace, under this heading.
        let report = format!("{error:?}");
        let (_, backtrace) = report.split_once("Stack backtrace:\n")?;
        return Some(backtrace.to_owned());
    }
    None
}

/// An error that is `Debug` and [`LlmVisible`](crate::LlmVisible), but no [`Error`], in the dress of one: what a handler
/// gets, and what [`InvocationFailure`](crate::InvocationFailure) holds. Developers read its `Debug`; its `Display` is
/// empty, so that no handler can send it.
///
/// ```
/// use toolwright::testing::{block_on, dispatch};
/// use toolwright::tool::DebugError;
/// use toolwright::{LlmVisible, tool, toolset};
///
/// #[derive(Debug, LlmVisible)]
/// enum Desk {
///     #[llm(hidden)]
///     Locked { shard: u8 },
/// }
///
/// /// Opens the desk.
/// #[tool]
/// fn open() -> Result<(), Desk> { Err(Desk::Locked { shard: 7 }) }
///
/// let failure = block_on(dispatch(&toolset![open], &(), "open", "{}")).unwrap_err();
/// let error = failure.downcast_ref::<DebugError<Desk>>().unwrap();
/// assert!(matches!(error.get(), Desk::Locked { shard: 7 }));
/// ```
pub struct DebugError<E>(E);

impl<E> DebugError<E> {
    pub(crate) fn new(error: E) -> Self {
        Self(error)
    }

    /// Returns the error as the tool returned it.
    #[must_use]
    pub fn get(&self) -> &E {
        &self.0
    }
}

impl<E> Display for DebugError<E> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<E: Debug> Debug for DebugError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<E: Debug> Error for DebugError<E> {}

/// An error and its sources, outermost first. Bounded: an error may be its own source.
pub(crate) fn chain<'e>(
    error: &'e (dyn Error + 'static),
) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    // No chain that anybody built on purpose is longer.
    const MAX: usize = 64;
    std::iter::successors(Some(error), |&error| error.source()).take(MAX)
}
