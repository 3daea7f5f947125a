//! Parameters whose types implement `garde::Validate`: validated as soon as they are decoded, by their types alone.

use super::slot::{Lent, OptionalSlot, Owned, Slot};
use crate::tool::arguments::Arguments;
use crate::tool::schema::{Lend, Parameter};
use garde::Validate;
use garde::error::Kind;
use serde::Deserialize;
use serde_json::Value;

/// A value with rules that is being decoded.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct RuledSlot<T>(Slot<T>);

impl<T: Validate<Context: Default>> RuledSlot<T> {
    #[inline]
    pub fn __read<'a>(&mut self, arguments: &mut Arguments<'a>)
    where
        T: Deserialize<'a>,
    {
        self.0.__read(arguments);
        if let Some(value) = self.0.__held() {
            rules(value, arguments);
        }
    }

    #[inline]
    pub fn __held(&self) -> Option<&T> {
        self.0.__held()
    }

    #[inline]
    pub fn take<'a>(self, arguments: &mut Arguments<'a>) -> Option<T>
    where
        T: Deserialize<'a>,
    {
        self.0.take(arguments)
    }

    /// The value has a default.
    #[inline]
    pub fn optional(self) -> OptionalRuledSlot<T> {
        OptionalRuledSlot(self.0.optional())
    }
}

/// A value with rules and a default that is being decoded.
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct OptionalRuledSlot<T>(OptionalSlot<T>);

impl<T: Validate<Context: Default>> OptionalRuledSlot<T> {
    #[inline]
    pub fn __read<'a>(&mut self, arguments: &mut Arguments<'a>)
    where
        T: Deserialize<'a>,
    {
        self.0.__read(arguments);
        if let Some(value) = self.0.__held() {
            rules(value, arguments);
        }
    }

    #[inline]
    pub fn __held(&self) -> Option<&T> {
        self.0.__held()
    }

    #[inline]
    pub fn take(self, arguments: &mut Arguments<'_>) -> Option<Option<T>> {
        self.0.take(arguments)
    }
}

/// Records what the rules of a value refuse.
fn rules<T: Validate<Context: Default>>(value: &T, arguments: &mut Arguments<'_>) {
    let Err(report) = value.validate() else {
        return;
    };
    // The components of a path can be told apart by this alone: in its text, a key may hold dots and brackets.
    let found = report.iter().map(|(path, error)| {
        let steps = path.__iter().rev().filter_map(|(kind, name)| match kind {
            Kind::Key => Some(Value::from(name.as_str())),
            Kind::Index => name.parse::<u64>().ok().map(Value::from),
            Kind::None => None,
        });
        (steps.collect(), error.message().to_owned())
    });
    arguments.ruled_out(found.collect());
}

/// Comes before [`OwnDecoded`](super::slot::OwnDecoded), which takes `&self`.
pub trait OwnRuled {
    type Value;
    fn __slot(self) -> RuledSlot<Self::Value>;
}

impl<'a, T: Deserialize<'a> + Validate<Context: Default>> OwnRuled for Owned<T> {
    type Value = T;

    #[inline]
    fn __slot(self) -> RuledSlot<T> {
        RuledSlot(Slot::new())
    }
}

/// Comes before [`LendOwned`](super::slot::LendOwned), which takes `&self`.
pub trait LendRuled {
    type Value;
    fn __slot(self) -> RuledSlot<Self::Value>;
}

impl<T: Lend<Lender: Parameter + Validate<Context: Default>> + ?Sized> LendRuled for Lent<T> {
    type Value = T::Lender;

    #[inline]
    fn __slot(self) -> RuledSlot<T::Lender> {
        RuledSlot(Slot::new())
    }
}
