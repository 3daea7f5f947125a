//! Parameters on their way from the text into the call.
//!
//! How one is decoded is decided by its type, where methods of the type itself win over methods of the traits here,
//! methods that take `self` (of values with rules, see `garde`) over those that take `&self`, and these over those that
//! take `&mut self`. The last leg takes any type, and does nothing: that a type cannot be decoded is said once, by
//! `Describe`.

use super::finite::FiniteSlot;
use crate::tool::arguments::Arguments;
use crate::tool::schema::Lend;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use std::borrow::{Borrow, Cow};
use std::fmt;
use std::marker::PhantomData;

/// A value that is being decoded.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct Slot<T>(Option<T>);

impl<T> Slot<T> {
    #[inline]
    pub(super) const fn new() -> Self {
        Self(None)
    }

    #[inline]
    pub fn __read<'a>(&mut self, arguments: &mut Arguments<'a>)
    where
        T: Deserialize<'a>,
    {
        arguments.read(&mut self.0);
    }

    /// The value, if it was given and decoded.
    #[inline]
    pub fn __held(&self) -> Option<&T> {
        self.0.as_ref()
    }

    #[inline]
    pub fn take<'a>(self, arguments: &mut Arguments<'a>) -> Option<T>
    where
        T: Deserialize<'a>,
    {
        arguments.take(self.0)
    }

    /// The value has a default.
    #[inline]
    pub fn optional(self) -> OptionalSlot<T> {
        OptionalSlot(None)
    }
}

/// A value with a default that is being decoded.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct OptionalSlot<T>(Option<Option<T>>);

impl<T> OptionalSlot<T> {
    #[inline]
    pub fn __read<'a>(&mut self, arguments: &mut Arguments<'a>)
    where
        T: Deserialize<'a>,
    {
        arguments.read(&mut self.0);
    }

    /// The value, if it was given and decoded; `null` is the default's.
    #[inline]
    pub fn __held(&self) -> Option<&T> {
        self.0.as_ref()?.as_ref()
    }

    #[inline]
    pub fn take(self, arguments: &mut Arguments<'_>) -> Option<Option<T>> {
        arguments.take_or_default(self.0)
    }
}

/// Stands for a value that cannot be decoded, and never gets one.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct NoSlot<T>(PhantomData<T>);

impl<T> NoSlot<T> {
    pub fn __read(&mut self, _: &mut Arguments<'_>) {}

    pub fn __held(&self) -> Option<&T> {
        None
    }

    pub fn take(self, _: &mut Arguments<'_>) -> Option<T> {
        None
    }

    pub fn optional(self) -> NoSlot<Option<T>> {
        NoSlot(PhantomData)
    }
}

/// How many of the parameters are there.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
pub const fn count(there: &[bool]) -> usize {
    let (mut count, mut i) = (0, 0);
    while i < there.len() {
        count += there[i] as usize;
        i += 1;
    }
    count
}

/// A parameter that the function owns.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct Owned<T>(PhantomData<T>);

#[inline]
pub const fn owned<T>() -> Owned<T> {
    Owned(PhantomData)
}

impl Owned<f32> {
    #[inline]
    pub fn __slot(self) -> FiniteSlot {
        FiniteSlot(None)
    }
}

pub trait OwnDecoded {
    type Value;
    fn __slot(&self) -> Slot<Self::Value>;
}

impl<'a, T: Deserialize<'a>> OwnDecoded for Owned<T> {
    type Value = T;

    #[inline]
    fn __slot(&self) -> Slot<T> {
        Slot::new()
    }
}

pub trait OwnAny {
    type Value;
    fn __slot(&mut self) -> NoSlot<Self::Value>;
}

impl<T> OwnAny for Owned<T> {
    type Value = T;

    fn __slot(&mut self) -> NoSlot<T> {
        NoSlot(PhantomData)
    }
}

/// A parameter that the function borrows: `&T` is decoded owned, `&str` borrowed where the text allows.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct Lent<T: ?Sized>(PhantomData<T>);

#[inline]
pub const fn lent<T: ?Sized>() -> Lent<T> {
    Lent(PhantomData)
}

impl Lent<str> {
    #[inline]
    pub fn __slot<'a>(self) -> Slot<Text<'a>> {
        Slot::new()
    }
}

pub trait LendOwned {
    type Value;
    fn __slot(&self) -> Slot<Self::Value>;
}

impl<T: Lend + ?Sized> LendOwned for Lent<T> {
    type Value = T::Lender;

    #[inline]
    fn __slot(&self) -> Slot<T::Lender> {
        Slot::new()
    }
}

pub trait LendAny {
    type Value: ?Sized;
    fn __slot(&mut self) -> NoSlot<Box<Self::Value>>;
}

impl<T: ?Sized> LendAny for Lent<T> {
    type Value = T;

    fn __slot(&mut self) -> NoSlot<Box<T>> {
        NoSlot(PhantomData)
    }
}

/// Lends a decoded value for the call.
#[inline]
pub fn lend<T: ?Sized>(value: &impl Borrow<T>) -> &T {
    value.borrow()
}

/// The value behind a `&str` parameter: a piece of the arguments, or a copy where that has escapes.
#[derive(Debug)]
pub struct Text<'a>(Cow<'a, str>);

impl Borrow<str> for Text<'_> {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }

            fn visit_string<E: Error>(self, text: String) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text)))
            }
        }

        deserializer.deserialize_str(Either)
    }
}
