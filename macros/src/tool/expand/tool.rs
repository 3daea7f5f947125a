//! The two impls of a tool: what is known of it whatever the state, and its call.

use super::{Asked, args, assert, blocking, ours, returns, settings};
use crate::conditions::Conditions;
use crate::tool::model::{Description, ToolFn};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

/// `impl ToolFunction`.
pub(super) fn function(tool: &ToolFn<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let marker = ours(tool.type_name());
    let (name, _) = tool.name();
    let clashes = tool.possible_clashes();
    let not_blank = blank_check(tool);
    let describe = describe(tool);
    let settings = settings(tool, true).map(
        |settings| quote_spanned!(span=> fn settings(__x: &mut __p::Extensions) { #settings }),
    );
    quote_spanned! {span=>
        #clashes
        #not_blank
        #[automatically_derived]
        impl __p::ToolFunction for #marker {
            const NAME: &'static __p::str = #name;
            fn describe(__d: &mut __p::Describe) { #describe }
            #settings
        }
    }
}

/// Statements that describe the tool to `__d`.
pub(crate) fn describe(tool: &ToolFn<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let description = match tool.description() {
        Description::Text(text) => text.to_token_stream(),
        Description::Computed(lines) => quote_spanned!(span=> &__p::joined(&[#(#lines),*])),
    };
    let parameters = args::describe(tool);
    let said = settings::said(tool);
    let returns = returns::returns(tool);
    quote_spanned!(span=> __d.description(#description); #said #returns #parameters)
}

/// Refuses a description that only the compiler knows, if it is blank.
pub(crate) fn blank_check(tool: &ToolFn<'_>) -> Option<TokenStream> {
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
    let mut asked = Asked::default();
    asked.add(
        tool,
        &Conditions::default(),
        |name| quote_spanned!(span=> impl #name for #marker),
    );
    let Asked { bounds, items, .. } = asked;
    let bounds = (!bounds.is_empty()).then(|| quote_spanned!(span=> where #(#bounds),*));
    let function = ours(&tool.item.signature.ident);
    let outcome = outcome(tool, &function.to_token_stream(), None);
    let deprecated = tool
        .item
        .is_deprecated()
        .then(|| quote_spanned!(span=> #[allow(deprecated)]));
    quote_spanned! {span=>
        #items
        #[automatically_derived]
        #deprecated
        impl<__S: __p::State> __p::CallTool<__S> for #marker #bounds {
            fn call<'__a>(
                __a: &mut __p::Arguments<'__a>,
                __s: &'__a __S,
                __c: &'__a __p::ToolContext
            ) -> __p::ToolOutcome<'__a> {
                #outcome
            }
        }
    }
}

/// Statements that decode `__a` and call `function`: the outcome of the call.
pub(crate) fn outcome(
    tool: &ToolFn<'_>,
    function: &TokenStream,
    receiver: Option<&TokenStream>,
) -> TokenStream {
    let span = Span::mixed_site();
    let args::Decode {
        slots,
        defaults,
        values,
    } = args::decode(tool);
    let slots = settings::unknown(tool, slots);
    let result = assert::result(tool);
    let called = quote_spanned!(span=> #function(#receiver #values));
    match &tool.item.signature.asyncness {
        None => {
            let body = quote_spanned! {span=>
                #slots
                #defaults
                let __r = #called;
                __p::ToolOutcome::Ready(#result)
            };
            blocking::body(tool, body)
        }
        Some(keyword) => {
            // A future that is not `Send` is reported at the block: place it at the user's `async`.
            let at = keyword.span;
            let mut block = Group::new(
                Delimiter::Brace,
                quote_spanned!(span=> #defaults let __r = #called.await; #result),
            );
            block.set_span(at);
            let block = TokenTree::Group(block);
            let pending = quote_spanned!(at=> __p::pending(async move #block));
            quote_spanned!(span=> #slots #pending)
        }
    }
}
