//! The error of a tool in generic code, whose type may depend on a type parameter. There only declared bounds count: an
//! error that could turn out visible is not taken for one that is only meant for developers.

use super::probe::{Answer, answer};
use super::returned::{Boxed, DebugVisible, Dyn, ErasedDeref, Hidden, TypedVisible};
use crate::llm_visible::LlmVisible;
use crate::tool::ToolError;
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

/// A question about the error `E`, where `K` is a type that depends on no parameter, and may be `E`.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct Open<'a, K, E>(PhantomData<(&'a E, K)>);

pub const fn open<K, E>(_: &E) -> Open<'_, K, E> {
    Open(PhantomData)
}

macro_rules! leg {
    ($leg:ident, $trait:ident, [$($bounds:tt)*], $on:ty) => {
        pub trait $trait {
            type Of;
            fn __open_error(&self) -> Answer<$leg, Self::Of>;
        }

        impl<K, E: $($bounds)*> $trait for $on {
            type Of = E;

            fn __open_error(&self) -> Answer<$leg, E> {
                answer()
            }
        }
    };
}

leg!(
    TypedVisible,
    OpenVisible,
    [LlmVisible + Error + Send + Sync + 'static],
    &&&&Open<'_, K, E>
);
leg!(
    DebugVisible,
    OpenDebug,
    [LlmVisible + fmt::Debug + Send + Sync + 'static],
    &&&Open<'_, K, E>
);
leg!(
    ErasedDeref,
    OpenErased,
    [Deref<Target = Dyn> + Send + Sync + 'static],
    &&Open<'_, K, E>
);
leg!(Undeclared, OpenUndeclared, [Sized], Open<'_, K, E>);

/// The error is a type that depends on no parameter after all.
pub trait OpenKnown {
    type Of;
    fn __open_error(&self) -> Answer<Hidden, Self::Of>;
}

impl<E: Into<Boxed>> OpenKnown for &Open<'_, E, E> {
    type Of = E;

    fn __open_error(&self) -> Answer<Hidden, E> {
        answer()
    }
}

#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub enum Undeclared {}

impl<E> Answer<Undeclared, E> {
    /// Never called: the bound fails, in our words.
    pub fn convert(self, error: E) -> ToolError
    where
        E: DeclaredVisible,
    {
        drop(error);
        ToolError::execution("not an error")
    }
}

/// What the error of a tool has to be if it depends on a type parameter.
#[diagnostic::on_unimplemented(
    message = "nothing declares whether the model may read a `{Self}`",
    label = "depends on a type parameter, and no bound on it says `LlmVisible`",
    note = "add the bound `LlmVisible`, and `Error` or `Debug`; or write `#[tool(errors = hidden)]`",
    note = "in generic code only declared bounds count"
)]
pub trait DeclaredVisible {}
