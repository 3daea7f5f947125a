//! What a tool's errors can say to the model, found by the type that its function returns.

use super::probe::{Answer, Probe, answer, leg};
use super::returned::{Dyn, Returned};
use crate::llm_visible::{LlmVisible, Texts, list};
use crate::tool::schema::Describe;
use crate::tool::{ErrorKind, ErrorTexts, ToolError};
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

/// Asks about a type, without a value of it.
#[must_use]
pub const fn of<'a, T: 'a>() -> Probe<'a, PhantomData<T>> {
    Probe(&PhantomData)
}

// What can the error say that a tool returns?
macro_rules! texts_leg {
    ($trait:ident, [$($generics:tt)*], $on:ty, $kind:ident, $list:expr) => {
        pub trait $trait {
            fn __texts(&self, describe: &mut Describe);
        }

        impl<$($generics)*> $trait for $on {
            fn __texts(&self, describe: &mut Describe) {
                describe.texts(ErrorTexts::new(ErrorKind::$kind, $list));
            }
        }
    };
}

// Behind a pointer it is the derive's all the same.
texts_leg!(
    ListInBox, [T, E: LlmVisible], &&&&Returned<Result<T, Box<E>>>,
    Visible, Some(list::<E>)
);
texts_leg!(
    ListInArc, [T, E: LlmVisible], &&&&Returned<Result<T, Arc<E>>>,
    Visible, Some(list::<E>)
);
texts_leg!(
    ListVisible, [T, E: LlmVisible], &&&Returned<Result<T, E>>,
    Visible, Some(list::<E>)
);
texts_leg!(ListErased, [T, E: Deref<Target = Dyn>], &&Returned<Result<T, E>>, Erased, None);
texts_leg!(
    ListWrapper,
    [T],
    &&Returned<Result<T, ToolError>>,
    Wrapper,
    None
);
texts_leg!(ListHidden, [T, E], &Returned<Result<T, E>>, Hidden, None);
texts_leg!(ListNone, [T], Returned<T>, None, None);

/// The texts of a type that `visible(…)` names.
pub fn named_texts(describe: &mut Describe, list: fn(&mut Texts)) {
    describe.more_texts(list);
}

/// No texts: `errors = hidden`.
pub fn hidden_texts(describe: &mut Describe) {
    describe.texts(ErrorTexts::new(ErrorKind::Hidden, None));
}

/// The type of the error has no name: an `impl Trait` is in it.
pub fn unnamed_texts(describe: &mut Describe) {
    describe.texts(ErrorTexts::new(ErrorKind::Unnamed, None));
}

// What does the field of a `transparent` variant hold? Pointers are looked through.
leg!(InBox, ListBoxed, __held, [T: LlmVisible], &&Probe<'_, PhantomData<Box<T>>>, T);
leg!(InArc, ListShared, __held, [T: LlmVisible], &&Probe<'_, PhantomData<Arc<T>>>, T);
leg!(Held, ListHeld, __held, [T: LlmVisible], &Probe<'_, PhantomData<T>>, T);

leg!(
    Unlisted,
    ListNothing,
    __held,
    [T],
    Probe<'_, PhantomData<T>>,
    T
);

macro_rules! listed {
    ($($leg:ty),*) => {$(
        impl<T: LlmVisible> Answer<$leg, T> {
            /// What it has on its list.
            pub fn list(self) -> fn(&mut Texts) {
                list::<T>
            }
        }
    )*};
}

listed!(InBox, InArc, Held);

impl<T> Answer<Unlisted, T> {
    /// Never called: that it is not `LlmVisible` is said elsewhere.
    pub fn list(self) -> fn(&mut Texts) {
        |_| {}
    }
}
