//! Names that may stand once, under conditions.

use crate::conditions::Conditions;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// The names of a list, in order.
#[derive(Default)]
pub(crate) struct Names(Vec<(String, Span, Conditions)>);

impl Names {
    /// Adds a name, and returns whether it cannot but clash with an earlier one.
    pub(crate) fn add(&mut self, name: String, span: Span, conditions: Conditions) -> bool {
        let clashes = self.0.iter().any(|(other, _, theirs)| {
            *other == name && (conditions.is_empty() || theirs.is_empty())
        });
        self.0.push((name, span, conditions));
        clashes
    }

    /// Refusals for names of which only the compiler knows whether both are there.
    pub(crate) fn possible_clashes(&self, message: &dyn Fn(&str) -> String) -> TokenStream {
        let mut tokens = TokenStream::new();
        for (i, (name, span, conditions)) in self.0.iter().enumerate() {
            let earlier = self.0.iter().take(i);
            for (_, _, theirs) in earlier.filter(|(other, _, _)| other == name) {
                if !conditions.is_empty() && !theirs.is_empty() {
                    let both = conditions.and(theirs).attribute();
                    let message = message(name);
                    tokens.extend(quote_spanned!(*span=> #both __p::compile_error!(#message);));
                }
            }
        }
        tokens
    }
}
