//! Whether a text of nothing but placeholders can be blank: a type-level "or" over their types.

use super::Refused;
use crate::llm_visible::NeverBlank;
use std::marker::PhantomData;

/// What a [`Placeholder`](super::Placeholder) returned, to ask whether it can be blank.
#[derive(Clone, Copy, Debug)]
pub struct Blankness<Shown>(PhantomData<Shown>);

impl<Shown> Blankness<Shown> {
    pub const fn of(_: &Shown) -> Self {
        Self(PhantomData)
    }
}

pub trait ProbeNeverBlank {
    fn __toolwright_never_blank(self) -> NeverIsBlank;
}

impl<T: NeverBlank + ?Sized> ProbeNeverBlank for &Blankness<&T> {
    fn __toolwright_never_blank(self) -> NeverIsBlank {
        NeverIsBlank(())
    }
}

/// A refused placeholder has its error already.
impl ProbeNeverBlank for &Blankness<Refused> {
    fn __toolwright_never_blank(self) -> NeverIsBlank {
        NeverIsBlank(())
    }
}

impl<T: ?Sized> Blankness<&T> {
    #[must_use]
    pub fn __toolwright_never_blank(self) -> MayBeBlank<T> {
        MayBeBlank(PhantomData)
    }
}

/// At least one placeholder so far is never blank.
#[derive(Clone, Copy, Debug)]
pub struct NeverIsBlank(());

/// Every placeholder so far may be blank; the first is a `T`.
#[derive(Clone, Copy, Debug)]
pub struct MayBeBlank<T: ?Sized>(PhantomData<T>);

/// What is known of one placeholder.
pub trait Verdict {
    /// What is known of it and of a `T` before it that may be blank.
    type AfterBlank<T: ?Sized>;
    fn after_blank<T: ?Sized>(self, before: MayBeBlank<T>) -> Self::AfterBlank<T>;
}

impl Verdict for NeverIsBlank {
    type AfterBlank<T: ?Sized> = Self;
    fn after_blank<T: ?Sized>(self, _: MayBeBlank<T>) -> Self {
        self
    }
}

impl<B: ?Sized> Verdict for MayBeBlank<B> {
    type AfterBlank<T: ?Sized> = MayBeBlank<T>;
    fn after_blank<T: ?Sized>(self, before: MayBeBlank<T>) -> MayBeBlank<T> {
        before
    }
}

impl NeverIsBlank {
    #[must_use]
    pub fn or<B>(self, _: B) -> Self {
        self
    }

    pub fn settled(self) {}
}

impl<T: ?Sized> MayBeBlank<T> {
    #[must_use]
    pub fn or<B: Verdict>(self, next: B) -> B::AfterBlank<T> {
        next.after_blank(self)
    }

    pub fn settled(self)
    where
        T: NeverBlank,
    {
    }
}
