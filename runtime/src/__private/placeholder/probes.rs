//! The steps at which `checked` is found, first to last.

use super::{
    Binary, Debug, DebugText, DevelopersOnly, Display, HasDisplay, LowerExp, LowerHex, NotAnError,
    NotForDevelopers, Octal, Placeholder, PlainText, Refused, UpperExp, UpperHex,
};
use std::error::Error;
use std::fmt;
use std::ops::Deref;

/// The traits of this module without their names, for a glob import that shadows nothing.
pub mod anonymous {
    pub use super::super::blankness::ProbeNeverBlank as _;
    pub use super::{
        ProbeDereferenced as _, ProbeDevelopersOnly as _, ProbeError as _, ProbeFormat as _,
        ProbePlainText as _, ProbeTwiceDereferenced as _,
    };
}

pub trait ProbePlainText {
    type Shown;
    fn __toolwright_checked(self) -> Self::Shown;
}

impl<'a, T: PlainText + ?Sized, Format> ProbePlainText for &&&&&&Placeholder<'a, T, Format> {
    type Shown = &'a T;
    fn __toolwright_checked(self) -> &'a T {
        self.0
    }
}

pub trait ProbeDevelopersOnly<T: ?Sized> {
    fn __toolwright_checked(self) -> Refused
    where
        T: NotForDevelopers;
}

impl<T: DevelopersOnly + ?Sized, Format> ProbeDevelopersOnly<T>
    for &&&&&Placeholder<'_, T, Format>
{
    fn __toolwright_checked(self) -> Refused
    where
        T: NotForDevelopers,
    {
        Refused::new()
    }
}

pub trait ProbeError<T: ?Sized> {
    fn __toolwright_checked(self) -> Refused
    where
        T: NotAnError;
}

impl<T: Error + ?Sized, Format> ProbeError<T> for &&&&Placeholder<'_, T, Format> {
    fn __toolwright_checked(self) -> Refused
    where
        T: NotAnError,
    {
        Refused::new()
    }
}

pub trait ProbeDereferenced<T: ?Sized> {
    fn __toolwright_checked(self) -> Refused
    where
        T: NotAnError;
}

impl<T: Deref<Target: Error> + ?Sized, Format> ProbeDereferenced<T>
    for &&&Placeholder<'_, T, Format>
{
    fn __toolwright_checked(self) -> Refused
    where
        T: NotAnError,
    {
        Refused::new()
    }
}

pub trait ProbeTwiceDereferenced<T: ?Sized> {
    fn __toolwright_checked(self) -> Refused
    where
        T: NotAnError;
}

impl<T: Deref<Target: Deref<Target: Error>> + ?Sized, Format> ProbeTwiceDereferenced<T>
    for &&Placeholder<'_, T, Format>
{
    fn __toolwright_checked(self) -> Refused
    where
        T: NotAnError,
    {
        Refused::new()
    }
}

pub trait ProbeFormat {
    type Shown;
    fn __toolwright_checked(self) -> Self::Shown;
}

macro_rules! probe_format {
    ($($format:ident: $has:path, or $wanted:path;)*) => {$(
        impl<'a, T: $has + ?Sized> ProbeFormat for &Placeholder<'a, T, $format> {
            type Shown = &'a T;
            fn __toolwright_checked(self) -> &'a T {
                self.0
            }
        }

        /// The last step.
        impl<T: ?Sized> Placeholder<'_, T, $format> {
            #[must_use]
            pub fn __toolwright_checked(self) -> Refused
            where
                T: $wanted,
            {
                Refused::new()
            }
        }
    )*};
}

probe_format!(
    Display: fmt::Display, or HasDisplay;
    Debug: DebugText, or DebugText;
    LowerHex: fmt::LowerHex, or fmt::LowerHex;
    UpperHex: fmt::UpperHex, or fmt::UpperHex;
    Octal: fmt::Octal, or fmt::Octal;
    Binary: fmt::Binary, or fmt::Binary;
    LowerExp: fmt::LowerExp, or fmt::LowerExp;
    UpperExp: fmt::UpperExp, or fmt::UpperExp;
);
