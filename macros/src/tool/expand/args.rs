//! The parameters: what the model is told of them, and how they get their values.

use super::blocking;
use crate::tool::model::{Description, Kind, Param, ToolFn};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::Expr;

/// The parameters as three pieces of code.
pub(super) struct Decode {
    /// Statements that decode what the model wrote.
    pub(super) slots: TokenStream,
    /// Statements that put defaults in. They may borrow, so they belong where the call is.
    pub(super) defaults: TokenStream,
    /// The arguments of the function's call.
    pub(super) values: TokenStream,
}

pub(super) fn decode(tool: &ToolFn<'_>) -> Decode {
    let span = Span::mixed_site();
    let mut slots = TokenStream::new();
    let mut reads = TokenStream::new();
    let mut defaults = TokenStream::new();
    let mut names = Vec::new();
    let mut contexts = 0;
    let mut locals = Vec::new();
    let mut values = Vec::new();
    for param in &tool.params {
        let local = format_ident!("__{}", names.len(), span = span);
        let (slot, value) = match param.kind() {
            Kind::Context(_) => {
                values.push(blocking::context(tool, contexts));
                contexts += 1;
                continue;
            }
            Kind::Lent(ty) => {
                let ty = tool.elided(ty);
                let slot = quote_spanned!(span=> __p::lent::<#ty>().__slot());
                (slot, quote_spanned!(span=> __p::lend(&#local)))
            }
            Kind::Owned(ty) => {
                let ty = tool.elided(ty);
                let slot = quote_spanned!(span=> __p::owned::<#ty>().__slot());
                (slot, local.to_token_stream())
            }
        };
        if let Some(expr) = param.default() {
            slots.extend(quote_spanned!(span=> let mut #local = #slot.optional();));
            defaults.extend(or_default(tool, param, &local, expr));
            values.push(local.to_token_stream());
        } else {
            slots.extend(quote_spanned!(span=> let mut #local = #slot;));
            values.push(value);
        }
        let index = Literal::usize_unsuffixed(names.len());
        reads.extend(quote_spanned!(span=> #index => #local.__read(__a),));
        names.push(param.wire_name().unwrap_or_else(|| (String::new(), span)).0);
        locals.push(local);
    }
    let slots = quote_spanned! {span=>
        #slots
        while let __p::Some(__i) = __a.next(&[#(#names),*]) {
            match __i { #reads _ => {} }
        }
        let (#(__p::Some(#locals),)* __p::Some(())) = (#(#locals.take(__a),)* __a.end()) else {
            return __a.refuse();
        };
    };
    Decode {
        slots,
        defaults,
        values: quote_spanned!(span=> #(#values),*),
    }
}

/// A parameter with a default: the value that was given, or else the default, made only then.
fn or_default(tool: &ToolFn<'_>, param: &Param<'_>, local: &Ident, expr: &Expr) -> TokenStream {
    let span = Span::mixed_site();
    let ty = tool.elided(&param.original.ty);
    let (given, value) = match param.kind() {
        Kind::Lent(_) => (
            quote_spanned!(span=> &#local),
            quote_spanned!(span=> __p::lend(__v)),
        ),
        _ => (local.to_token_stream(), quote_spanned!(span=> __v)),
    };
    // Written as in `describe`, so that the compiler finds a mistake in the expression once.
    quote_spanned! {span=>
        let #local: #ty = match #given {
            __p::Some(__v) => #value,
            __p::None => { let __v: #ty = #expr; __v }
        };
    }
}

/// The statements that describe the parameters.
pub(super) fn describe(tool: &ToolFn<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let mut tokens = TokenStream::new();
    for param in &tool.params {
        let (method, ty) = match param.kind() {
            Kind::Context(_) => continue,
            Kind::Lent(ty) => (format_ident!("lent", span = span), ty),
            Kind::Owned(ty) => (format_ident!("parameter", span = span), ty),
        };
        let ty = tool.elided(ty);
        let name = param.wire_name().unwrap_or_else(|| (String::new(), span)).0;
        let text = match param.description() {
            Description::Text(text) => text.to_token_stream(),
            Description::Computed(lines) => quote_spanned!(span=> &__p::joined(&[#(#lines),*])),
        };
        let property = quote_spanned!(span=> __d.#method::<#ty>(#name, #text));
        let default = value(tool, param, "default", param.default());
        let example = value(tool, param, "example", param.example());
        tokens.extend(quote_spanned!(span=> #property #default #example;));
    }
    tokens
}

/// `.default(…)` or `.example(…)`.
fn value(
    tool: &ToolFn<'_>,
    param: &Param<'_>,
    method: &str,
    expr: Option<&Expr>,
) -> Option<TokenStream> {
    let span = Span::mixed_site();
    let method = Ident::new(method, span);
    let ty = tool.elided(&param.original.ty);
    let expr = expr?;
    Some(quote_spanned! {span=>
        .#method({ let __v: #ty = #expr; (&&__p::Probe(&__v)).__value().json(&__v) })
    })
}
