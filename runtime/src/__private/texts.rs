//! What a tool's errors can say to the model, found by the type that its function returns.

use super::probe::{Answer, Probe, answer, leg};
use super::returned::Dyn;
use crate::extensions::Extensions;
use crate::llm_visible::{LlmVisible, Texts, list};
use crate::tool::{ErrorKind, ErrorTexts};
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

/// Asks about a type, without a value of it.
#[must_use]
pub const fn of<'a, T: 'a>() -> Probe<'a, PhantomData<T>> {
    Probe(&PhantomData)
}

leg!(
    OfVisible, ListVisible, __texts, [T, E: LlmVisible],
    &&&Probe<'_, PhantomData<Result<T, E>>>, E
);
leg!(
    OfErased, ListErased, __texts, [T, E: Deref<Target = Dyn>],
    &&Probe<'_, PhantomData<Result<T, E>>>, E
);
leg!(
    OfHidden,
    ListHidden,
    __texts,
    [T, E],
    &Probe<'_, PhantomData<Result<T, E>>>,
    E
);
leg!(OfNone, ListNone, __texts, [T], Probe<'_, PhantomData<T>>, T);

impl<E: LlmVisible> Answer<OfVisible, E> {
    pub fn put(self, settings: &mut Extensions) {
        ErrorTexts::put(settings, ErrorKind::Visible, Some(list::<E>));
    }
}

impl<E> Answer<OfErased, E> {
    pub fn put(self, settings: &mut Extensions) {
        ErrorTexts::put(settings, ErrorKind::Erased, None);
    }
}

impl<E> Answer<OfHidden, E> {
    pub fn put(self, settings: &mut Extensions) {
        ErrorTexts::put(settings, ErrorKind::Hidden, None);
    }
}

impl<E> Answer<OfNone, E> {
    pub fn put(self, settings: &mut Extensions) {
        ErrorTexts::put(settings, ErrorKind::None, None);
    }
}

/// The texts of a type that `visible(…)` names.
pub fn named_texts(settings: &mut Extensions, list: fn(&mut Texts)) {
    ErrorTexts::add(settings, list);
}

/// No texts: `errors = hidden`.
pub fn hidden_texts(settings: &mut Extensions) {
    ErrorTexts::put(settings, ErrorKind::Hidden, None);
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
