//! The two impls of a tool: what is known of it whatever the state, and its call.

use super::{args, assert, blocking, ours, settings};
use crate::tool::model::{Description, Kind, ToolFn};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use std::collections::HashSet;

/// `impl ToolFunction`.
pub(super) fn function(tool: &ToolFn<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let marker = ours(tool.type_name());
    let (name, _) = tool.name();
    let description = match tool.description() {
        Description::Text(text) => text.to_token_stream(),
        Description::Computed(lines) => quote_spanned!(span=> &__p::joined(&[#(#lines),*])),
    };
    let not_blank = not_blank(tool);
    let parameters = args::describe(tool);
    let settings = settings::settings(tool);
    let said = settings::said(tool);
    quote_spanned! {span=>
        #not_blank
        #[automatically_derived]
        impl __p::ToolFunction for #marker {
            const NAME: &'static __p::str = #name;
            fn describe(__d: &mut __p::Describe) {
                __d.description(#description);
                #said
                #parameters
            }
            #settings
        }
    }
}

/// Refuses a description that only the compiler knows, if it is blank.
fn not_blank(tool: &ToolFn<'_>) -> Option<TokenStream> {
    let Description::Computed(lines) = tool.description() else {
        return None;
    };
    let span = tool.item.signature.ident.span();
    Some(quote_spanned!(span=> const _: () = __p::described(&[#(#lines),*]);))
}

/// `impl CallTool`.
pub(super) fn call(tool: &ToolFn<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let marker = ours(tool.type_name());
    let function = ours(&tool.item.signature.ident);
    let bounds = bounds(tool);
    let args::Decode {
        slots,
        defaults,
        values,
    } = args::decode(tool);
    let slots = settings::unknown(tool, slots);
    let result = assert::result(tool);
    let body = match &tool.item.signature.asyncness {
        None => {
            let body = quote_spanned! {span=>
                #slots
                #defaults
                let __r = #function(#values);
                __p::ToolOutcome::Ready(#result)
            };
            blocking::body(tool, body)
        }
        Some(keyword) => {
            // A future that is not `Send` is reported at the block: place it at the user's `async`.
            let at = keyword.span;
            let mut block = Group::new(
                Delimiter::Brace,
                quote_spanned!(span=> #defaults let __r = #function(#values).await; #result),
            );
            block.set_span(at);
            let block = TokenTree::Group(block);
            let pending = quote_spanned!(at=> __p::pending(async move #block));
            quote_spanned!(span=> #slots #pending)
        }
    };
    let deprecated = tool
        .item
        .is_deprecated()
        .then(|| quote_spanned!(span=> #[allow(deprecated)]));
    quote_spanned! {span=>
        #[automatically_derived]
        #deprecated
        impl<__S: __p::State> __p::CallTool<__S> for #marker #bounds {
            fn call<'__a>(
                __a: &mut __p::Arguments<'__a>,
                __s: &'__a __S,
                __c: &'__a __p::ToolContext
            ) -> __p::ToolOutcome<'__a> {
                #body
            }
        }
    }
}

/// One bound for each type that the tool asks of the state.
pub(in crate::tool) fn bounds(tool: &ToolFn<'_>) -> Option<TokenStream> {
    let span = Span::mixed_site();
    let mut seen = HashSet::new();
    let types: Vec<TokenStream> = tool
        .params
        .iter()
        .filter_map(|param| match param.kind() {
            Kind::Context(ty) => ty.map(|ty| tool.in_state(ty)),
            _ => None,
        })
        .filter(|ty| seen.insert(ty.to_string()))
        .collect();
    (!types.is_empty()).then(|| quote_spanned!(span=> where #(#types: __p::FromState<__S>),*))
}
