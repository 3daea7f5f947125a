//! Parameters of type `f32`: `serde_json` makes an infinity of a number that is too large, which the model never meant.

use crate::tool::arguments::Arguments;
use serde::de::{Deserialize, Deserializer, Error, Unexpected};

/// An `f32` as the model can write one.
#[derive(Debug)]
pub(super) struct Finite(f32);

impl<'de> Deserialize<'de> for Finite {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f32::deserialize(deserializer)?;
        if value.is_finite() {
            Ok(Self(value))
        } else {
            let found = Unexpected::Float(f64::from(value));
            Err(D::Error::invalid_value(found, &"a finite number"))
        }
    }
}

/// An `f32` that is being decoded.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct FiniteSlot(pub(super) Option<Finite>);

impl FiniteSlot {
    #[inline]
    pub fn __read(&mut self, arguments: &mut Arguments<'_>) {
        arguments.read(&mut self.0);
    }

    #[inline]
    pub fn __held(&self) -> Option<&f32> {
        self.0.as_ref().map(|value| &value.0)
    }

    #[inline]
    pub fn take(self, arguments: &mut Arguments<'_>) -> Option<f32> {
        arguments.take(self.0).map(|value| value.0)
    }

    /// The value has a default.
    #[inline]
    pub fn optional(self) -> OptionalFiniteSlot {
        OptionalFiniteSlot(None)
    }
}

/// An `f32` with a default that is being decoded.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct OptionalFiniteSlot(Option<Option<Finite>>);

impl OptionalFiniteSlot {
    #[inline]
    pub fn __read(&mut self, arguments: &mut Arguments<'_>) {
        arguments.read(&mut self.0);
    }

    #[inline]
    pub fn __held(&self) -> Option<&f32> {
        self.0.as_ref()?.as_ref().map(|value| &value.0)
    }

    #[inline]
    pub fn take(self, arguments: &mut Arguments<'_>) -> Option<Option<f32>> {
        let value = arguments.take_or_default(self.0)?;
        Some(value.map(|value| value.0))
    }
}
