//! What a parameter becomes when the model leaves it out: the type decides, as in serde.

use serde::Deserialize;
use serde::de::value::Error;
use serde::de::{Deserializer, Error as _, Visitor};

/// The absence of a value: an `Option` reads it as `None`, every other type refuses it.
struct Missing;

impl<'de> Deserializer<'de> for Missing {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("missing"))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_none()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The value of a parameter that was left out, if its type has one.
pub(crate) fn when_missing<'de, T: Deserialize<'de>>() -> Option<T> {
    T::deserialize(Missing).ok()
}

/// Whether a parameter of this type may be left out.
pub(crate) fn is_optional<T: Deserialize<'static>>() -> bool {
    when_missing::<T>().is_some()
}
