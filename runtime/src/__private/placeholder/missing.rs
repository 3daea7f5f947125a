//! The last step of the look-up: nothing that the format asks for was found.
//!
//! Written out and not by a macro, because the compiler shows these lines beneath the error.

use super::{
    Binary, Debug, DebugText, Display, HasDisplay, LowerExp, LowerHex, Octal, Placeholder, Refused,
    UpperExp, UpperHex,
};
use std::fmt;

impl<T: ?Sized> Placeholder<'_, T, Display> {
    #[must_use]
    pub fn __toolwright_checked(self) -> Refused
    where
        T: HasDisplay,
    {
        Refused::new()
    }
}

impl<T: ?Sized> Placeholder<'_, T, Debug> {
    #[must_use]
    pub fn __toolwright_checked(self) -> Refused
    where
        T: DebugText,
    {
        Refused::new()
    }
}

impl<T: ?Sized> Placeholder<'_, T, LowerHex> {
    #[must_use]
    pub fn __toolwright_checked(self) -> Refused
    where
        T: fmt::LowerHex,
    {
        Refused::new()
    }
}

impl<T: ?Sized> Placeholder<'_, T, UpperHex> {
    #[must_use]
    pub fn __toolwright_checked(self) -> Refused
    where
        T: fmt::UpperHex,
    {
        Refused::new()
    }
}

impl<T: ?Sized> Placeholder<'_, T, Octal> {
    #[must_use]
    pub fn __toolwright_checked(self) -> Refused
    where
        T: fmt::Octal,
    {
        Refused::new()
    }
}

impl<T: ?Sized> Placeholder<'_, T, Binary> {
    #[must_use]
    pub fn __toolwright_checked(self) -> Refused
    where
        T: fmt::Binary,
    {
        Refused::new()
    }
}

impl<T: ?Sized> Placeholder<'_, T, LowerExp> {
    #[must_use]
    pub fn __toolwright_checked(self) -> Refused
    where
        T: fmt::LowerExp,
    {
        Refused::new()
    }
}

impl<T: ?Sized> Placeholder<'_, T, UpperExp> {
    #[must_use]
    pub fn __toolwright_checked(self) -> Refused
    where
        T: fmt::UpperExp,
    {
        Refused::new()
    }
}
