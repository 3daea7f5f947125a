//! What tools ask of the state.

use crate::conditions::Conditions;
use crate::tool::model::{Kind, ToolFn};
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote_spanned;
use std::collections::HashSet;

/// Bounds on the state, and items that they need.
#[derive(Default)]
pub(crate) struct Asked {
    pub(crate) bounds: Vec<TokenStream>,
    pub(crate) items: TokenStream,
    seen: HashSet<String>,
    conditional: usize,
}

impl Asked {
    /// Adds what a tool asks. `when` is when the tool exists, where that is not said around all of it; `header` gives
    /// `impl … Trait for Type where …`.
    pub(crate) fn add(
        &mut self,
        tool: &ToolFn<'_>,
        when: &Conditions,
        header: impl Fn(&TokenStream) -> TokenStream,
    ) {
        let span = Span::mixed_site();
        for param in &tool.params {
            let Kind::Context(Some(ty)) = param.kind() else {
                continue;
            };
            let ty = tool.in_state(ty);
            let conditions = when.and(&param.conditions);
            if !self
                .seen
                .insert(format!("{ty} if {}", conditions.predicate()))
            {
                continue;
            }
            if conditions.is_empty() {
                self.bounds
                    .push(quote_spanned!(span=> #ty: __p::FromState<__S>));
                continue;
            }
            // A bound cannot be conditional, but the type that it names can.
            let name = Literal::usize_unsuffixed(self.conditional);
            self.conditional += 1;
            let (here, elsewhere) = (conditions.attribute(), conditions.otherwise());
            let header = header(&quote_spanned!(span=> __p::Asks<#name>));
            self.items.extend(quote_spanned! {span=>
                #here
                #header { type Value = #ty; }
                #elsewhere
                #header { type Value = __p::ToolContext; }
            });
            self.bounds.push(
                quote_spanned!(span=> <Self as __p::Asks<#name>>::Value: __p::FromState<__S>),
            );
        }
    }
}
