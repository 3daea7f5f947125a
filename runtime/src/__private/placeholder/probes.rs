//! The steps at which `checked` is found, first to last.

use super::{
    Binary, Debug, DebugText, DevelopersOnly, Display, LowerExp, LowerHex, NotAnError,
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
        ProbeFourTimesDereferenced as _, ProbePlainText as _, ProbeThriceDereferenced as _,
        ProbeTwiceDereferenced as _,
    };
}

pub trait ProbePlainText {
    type Shown;
    fn __toolwright_checked(self) -> Self::Shown;
}

impl<'a, T: PlainText + ?Sized, Format> ProbePlainText for &&&&&&&&Placeholder<'a, T, Format> {
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
    for &&&&&&&Placeholder<'_, T, Format>
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

impl<T: Error + ?Sized, Format> ProbeError<T> for &&&&&&Placeholder<'_, T, Format> {
    fn __toolwright_checked(self) -> Refused
    where
        T: NotAnError,
    {
        Refused::new()
    }
}

macro_rules! probe_dereferenced {
    ($($probe:ident: $on:ty, $target:path;)*) => {$(
        pub trait $probe<T: ?Sized> {
            fn __toolwright_checked(self) -> Refused
            where
                T: NotAnError;
        }

        impl<T: $target + ?Sized, Format> $probe<T> for $on {
            fn __toolwright_checked(self) -> Refused
            where
                T: NotAnError,
            {
                Refused::new()
            }
        }
    )*};
}

// As deep as a reference to an iterator's item, a guard and two pointers go.
probe_dereferenced!(
    ProbeDereferenced: &&&&&Placeholder<'_, T, Format>, Deref<Target: Error>;
    ProbeTwiceDereferenced: &&&&Placeholder<'_, T, Format>, Deref<Target: Deref<Target: Error>>;
    ProbeThriceDereferenced: &&&Placeholder<'_, T, Format>, Deref<Target: Deref<Target: Deref<Target: Error>>>;
    ProbeFourTimesDereferenced: &&Placeholder<'_, T, Format>, Deref<Target: Deref<Target: Deref<Target: Deref<Target: Error>>>>;
);

pub trait ProbeFormat {
    type Shown;
    fn __toolwright_checked(self) -> Self::Shown;
}

macro_rules! probe_format {
    ($($format:ident: $has:path;)*) => {$(
        impl<'a, T: $has + ?Sized> ProbeFormat for &Placeholder<'a, T, $format> {
            type Shown = &'a T;
            fn __toolwright_checked(self) -> &'a T {
                self.0
            }
        }
    )*};
}

probe_format!(
    Display: fmt::Display;
    Debug: DebugText;
    LowerHex: fmt::LowerHex;
    UpperHex: fmt::UpperHex;
    Octal: fmt::Octal;
    Binary: fmt::Binary;
    LowerExp: fmt::LowerExp;
    UpperExp: fmt::UpperExp;
);
