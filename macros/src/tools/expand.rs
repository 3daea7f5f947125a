//! The tokens of the tools of an `impl`: the `impl` as it was, and what makes an instance of its type into tools.

use super::model::Tools;
use crate::tool::expand::{self as function, Asked, ours};
use crate::tool::model::ToolFn;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;

/// `messages` say what is wrong with methods that are no tools for it; the others are.
pub(crate) fn expand(messages: TokenStream, tools: &Tools<'_>) -> TokenStream {
    let mut tokens = messages;
    tokens.extend(tools.item.kept());
    tokens.extend(added(tools));
    tokens
}

/// What stands beside the `impl`.
fn added(tools: &Tools<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let none = TokenStream::new();
    let mut asked = Asked::default();
    let mut items = tools.possible_clashes();
    for tool in &tools.tools {
        asked.add(tool, &tool.conditions, |name| {
            tools.item.owner.header(&none, name, &[])
        });
        let mut checks = tool.possible_clashes();
        checks.extend(function::blank_check(tool));
        if !checks.is_empty() {
            let on = tool.conditions.attribute();
            items.extend(quote_spanned!(span=> #on const _: () = { #checks };));
        }
    }
    let methods = tools.tools.iter().map(|tool| method(tools, tool));
    let methods = quote_spanned! {span=>
        fn methods(__m: &mut __p::Methods<Self, __S>) { #(#methods)* }
    };
    let Asked {
        bounds,
        items: more,
        ..
    } = asked;
    items.extend(more);
    beside(tools, &bounds, &methods, &items)
}

/// The statement that adds one tool.
fn method(tools: &Tools<'_>, tool: &ToolFn<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let on = tool.conditions.attribute();
    let deprecated = tool
        .item
        .is_deprecated()
        .then(|| quote_spanned!(span=> #[allow(deprecated)]));
    let (name, _) = tool.name();
    let describe = function::describe(tool);
    let settings = function::settings(tool, !tools.item.owner.is_generic());
    let method = ours(&tool.item.signature.ident);
    let receiver = tool.receiver().map(|receiver| {
        let at = span.located_at(receiver.span());
        quote_spanned!(at=> __p::Receiver::of(__t),)
    });
    let outcome = function::outcome(
        tool,
        &quote_spanned!(span=> Self::#method),
        receiver.as_ref(),
    );
    quote_spanned! {span=>
        #on
        #deprecated
        __m.add(#name, |__d| { #describe }, |__x| { #settings }, |__t, __a, __s, __c| { #outcome });
    }
}

/// The impls that make the type an instance, in a scope of their own; `methods` is the function that lists its tools.
pub(super) fn beside(
    tools: &Tools<'_>,
    bounds: &[TokenStream],
    methods: &TokenStream,
    items: &TokenStream,
) -> TokenStream {
    let span = Span::mixed_site();
    let owner = &tools.item.owner;
    let conditions = tools.conditions().attribute();
    let private = owner.crate_path.private();
    let uses = tools.item.uses();
    let mut bounds = bounds.to_vec();
    if owner.is_generic() {
        // Where it is one type, the trait itself asks.
        let at = span.located_at(owner.self_ty.span());
        bounds.push(quote_spanned!(at=> Self: __p::State));
    }
    let instance = owner.header(
        &TokenStream::new(),
        &quote_spanned!(span=> __p::OneToolsImpl),
        &[],
    );
    let with_state = owner.header(
        &quote_spanned!(span=> __S: __p::State),
        &quote_spanned!(span=> __p::InstanceTools<__S, __I>),
        &bounds,
    );
    quote_spanned! {span=>
        #conditions
        const _: () = {
            use #private::{self as __p, legs::*};
            #uses
            struct __I {}
            #[automatically_derived]
            #instance { type Impl = __I; }
            #[automatically_derived]
            #with_state { #methods }
            #items
        };
    }
}
