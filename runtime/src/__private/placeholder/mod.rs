//! Decides by type what a placeholder may show.
//!
//! Generated code calls `(&&&&&&Placeholder::display(&value)).__toolwright_checked()`. The method is found at the first of these
//! steps whose impl holds, because method look-up strips one `&` after the other:
//!
//! | receiver | holds for | and then |
//! | --- | --- | --- |
//! | `&&&&&&Placeholder` | [`PlainText`], and types that are not inferred yet | shown |
//! | `&&&&&Placeholder` | backtraces and places in the source | refused |
//! | `&&&&Placeholder` | errors | refused |
//! | `&&&Placeholder` | what derefs to an error | refused |
//! | `&&Placeholder` | what derefs to what derefs to an error | refused |
//! | `&Placeholder` | what has the format | shown |
//! | `Placeholder` | everything else | refused |
//!
//! To refuse is a trait bound on the method that found wins, so that the compiler prints our words and nothing about
//! probes; the value returned has every format, so that `format_args!` adds no error of its own.

mod blankness;
mod kinds;
mod probes;
mod refused;

pub use blankness::{Blankness, MayBeBlank, NeverIsBlank, Verdict};
pub use kinds::{DebugText, DevelopersOnly, HasDisplay, NotAnError, NotForDevelopers, PlainText};
pub use probes::anonymous;
pub use refused::Refused;

use std::fmt;
use std::marker::PhantomData;

/// A value in a text, and the format it is asked for in.
pub struct Placeholder<'a, T: ?Sized, Format>(&'a T, PhantomData<Format>);

impl<T: ?Sized, Format> Clone for Placeholder<'_, T, Format> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized, Format> Copy for Placeholder<'_, T, Format> {}

impl<T: ?Sized, Format> fmt::Debug for Placeholder<'_, T, Format> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Placeholder")
    }
}

macro_rules! formats {
    ($($format:ident $constructor:ident),* $(,)?) => {$(
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        pub struct $format;

        impl<'a, T: ?Sized> Placeholder<'a, T, $format> {
            #[must_use]
            pub const fn $constructor(value: &'a T) -> Self {
                Self(value, PhantomData)
            }
        }
    )*};
}

formats!(
    Display display,
    Debug debug,
    LowerHex lower_hex,
    UpperHex upper_hex,
    Octal octal,
    Binary binary,
    LowerExp lower_exp,
    UpperExp upper_exp,
);
