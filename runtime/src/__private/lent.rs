//! Parameters that the function borrows: `&T` is decoded owned, `&str` borrowed where the text allows.

use super::ProbeType;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use std::borrow::{Borrow, Cow};
use std::fmt;

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

/// `&str`.
pub trait LendText {
    fn slot<'a>(&self) -> Option<Text<'a>>;
}

impl LendText for &ProbeType<str> {
    fn slot<'a>(&self) -> Option<Text<'a>> {
        None
    }
}

/// `&T` of any other type that can be owned.
pub trait LendOwned {
    type Owned;
    fn slot(&self) -> Option<Self::Owned>;
}

impl<T: ToOwned + ?Sized> LendOwned for ProbeType<T> {
    type Owned = T::Owned;

    fn slot(&self) -> Option<T::Owned> {
        None
    }
}
