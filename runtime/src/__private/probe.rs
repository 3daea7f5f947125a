//! How a question about a value's type is asked: as a set of traits on [`Probe`]. The one that needs the fewest
//! dereferences wins, so the order of the legs is the number of `&` in front of `Probe`, most first.

use std::marker::PhantomData;

/// What a question is about: a value, by reference.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
#[expect(clippy::exhaustive_structs, reason = "generated code builds it")]
pub struct Probe<'a, T: ?Sized>(pub &'a T);

/// The answer to a question; its methods do what follows from it.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct Answer<Leg, T: ?Sized>(PhantomData<(Leg, PhantomData<T>)>);

pub(super) const fn answer<Leg, T: ?Sized>() -> Answer<Leg, T> {
    Answer(PhantomData)
}

macro_rules! leg {
    ($(#[$meta:meta])* $leg:ident, $trait:ident, $method:ident, [$($generics:tt)*], $on:ty, $of:ty $(, where $($bounds:tt)*)?) => {
        #[expect(missing_debug_implementations, reason = "only generated code sees it")]
        pub enum $leg {}

        $(#[$meta])*
        pub trait $trait {
            type Of: ?Sized;
            fn $method(&self) -> Answer<$leg, Self::Of>;
        }

        impl<$($generics)*> $trait for $on $(where $($bounds)*)? {
            type Of = $of;

            #[inline]
            fn $method(&self) -> Answer<$leg, $of> {
                answer()
            }
        }
    };
}

pub(super) use leg;
