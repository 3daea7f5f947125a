//! Values that an attribute may give at most once.

use crate::errors::Errors;
use proc_macro2::Span;

/// A value that is set at most once and remembers the key that set it.
pub(crate) struct Slot<T> {
    key: &'static str,
    set: Option<(Span, T)>,
}

impl<T> Slot<T> {
    pub(crate) const fn new(key: &'static str) -> Self {
        Self { key, set: None }
    }

    /// Sets the value, or records that the key stands there twice; the second one is what has to go.
    pub(crate) fn set(&mut self, span: Span, value: T, errors: &mut Errors) {
        if self.set.is_some() {
            errors.on(
                span,
                format_args!("`{}` is given twice; remove one", self.key),
            );
        } else {
            self.set = Some((span, value));
        }
    }

    pub(crate) fn get(&self) -> Option<&T> {
        self.set.as_ref().map(|(_, value)| value)
    }

    /// Where the key stands.
    pub(crate) fn span(&self) -> Option<Span> {
        self.set.as_ref().map(|(span, _)| *span)
    }

    pub(crate) fn is_set(&self) -> bool {
        self.set.is_some()
    }
}
