//! The parameters: what the model is told of them, and how they get their values.

use super::blocking;
use crate::tool::model::{Description, Kind, Param, ToolFn};
use crate::types;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::{Expr, Lit};

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
    let mut defaults = TokenStream::new();
    let mut given = Vec::new();
    let mut contexts = 0;
    let mut values = Vec::new();
    for param in &tool.params {
        let on = param.conditions.attribute();
        let local = format_ident!("__{}", given.len(), span = span);
        let (slot, value) = match param.kind() {
            Kind::Context(_) => {
                let value = blocking::context(tool, contexts);
                values.push(quote_spanned!(span=> #on #value));
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
            slots.extend(quote_spanned!(span=> #on let mut #local = #slot.optional();));
            let default = or_default(tool, param, &local, expr);
            defaults.extend(quote_spanned!(span=> #on #default));
            values.push(quote_spanned!(span=> #on #local));
        } else {
            slots.extend(quote_spanned!(span=> #on let mut #local = #slot;));
            values.push(quote_spanned!(span=> #on #value));
        }
        given.push(Given {
            check: check(tool, param, &local),
            local,
            on,
            name: param.wire_name().unwrap_or_else(|| (String::new(), span)).0,
            present: (!param.conditions.is_empty()).then(|| param.conditions.predicate()),
        });
    }
    slots.extend(reads(&given));
    slots.extend(takes(&given));
    Decode {
        slots,
        defaults,
        values: quote_spanned!(span=> #(#values),*),
    }
}

/// A parameter that the model gives.
struct Given {
    local: Ident,
    on: Option<TokenStream>,
    name: String,
    /// What validates it.
    check: Option<TokenStream>,
    /// The predicate of its conditions.
    present: Option<TokenStream>,
}

/// The loop that reads the values.
fn reads(given: &[Given]) -> TokenStream {
    let span = Span::mixed_site();
    let mut places = TokenStream::new();
    let mut earlier = Vec::new();
    let mut moves = false;
    let mut arms = TokenStream::new();
    for (
        index,
        Given {
            local,
            on,
            check,
            present,
            ..
        },
    ) in given.iter().enumerate()
    {
        let mut place = Literal::usize_unsuffixed(index).to_token_stream();
        if moves {
            // One before it may be absent: the compiler counts.
            let name = format_ident!("__I{index}", span = span);
            places.extend(quote_spanned! {span=>
                const #name: __p::usize = __p::count(&[#(#earlier),*]);
            });
            place = name.to_token_stream();
        }
        let read = quote_spanned!(span=> #local.__read(__a));
        arms.extend(match check {
            None => quote_spanned!(span=> #on #place => #read,),
            Some(check) => quote_spanned!(span=> #on #place => { #read; #check }),
        });
        moves |= present.is_some();
        earlier.push(present.as_ref().map_or_else(
            || quote_spanned!(span=> true),
            |present| quote_spanned!(span=> __p::cfg!(#present)),
        ));
    }
    let names = given
        .iter()
        .map(|Given { on, name, .. }| quote_spanned!(span=> #on #name));
    quote_spanned! {span=>
        #places
        while let __p::Some(__i) = __a.next(&[#(#names),*]) {
            match __i { #arms _ => {} }
        }
    }
}

/// The statement that validates a value that was just read.
fn check(tool: &ToolFn<'_>, param: &Param<'_>, local: &Ident) -> Option<TokenStream> {
    let span = Span::mixed_site();
    let path = param.args.validate.get()?;
    let ty = match param.kind() {
        Kind::Context(_) => return None,
        Kind::Lent(ty) | Kind::Owned(ty) => tool.elided(ty),
    };
    let refusal = if param.args.secret.is_set() {
        quote_spanned!(span=> __p::secret)
    } else {
        // The bound that fails hangs on this method, so its name carries the place.
        let convert = Ident::new("convert", types::head_of_path(path));
        quote_spanned!(span=> |__e| (&&&&&__p::Probe(&__e)).__refusal().#convert(__e))
    };
    // Called in a closure, so that a `&String` coerces into the `&str` that the function takes.
    let at = span.located_at(types::head_of_path(path));
    let call = quote_spanned!(at=> |__v| #path(__v));
    Some(quote_spanned!(span=> __p::check::<#ty, _, _>(__a, #local.__held(), #call, #refusal);))
}

/// The statements that take the values out, or refuse.
fn takes(given: &[Given]) -> TokenStream {
    let span = Span::mixed_site();
    let locals = given.iter().map(|given| &given.local);
    if given.iter().all(|given| given.present.is_none()) {
        let all = locals.clone();
        return quote_spanned! {span=>
            let (#(__p::Some(#all),)* __p::Some(())) = (#(#locals.take(__a),)* __a.end()) else {
                return __a.refuse();
            };
        };
    }
    let (ons, all) = (given.iter().map(|given| &given.on), locals.clone());
    let others = ons.clone();
    quote_spanned! {span=>
        #(#ons let #locals = #locals.take(__a);)*
        let __p::Some(()) = __a.end() else { return __a.refuse(); };
        #(#others let __p::Some(#all) = #all else { return __a.refuse(); };)*
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
    let expr = converted(expr);
    // Written as in `describe`, so that the compiler finds a mistake in the expression once.
    quote_spanned! {span=>
        let #local: #ty = match #given {
            __p::Some(__v) => #value,
            __p::None => { let __v: #ty = #expr; __v }
        };
    }
}

/// A text becomes what the parameter is; anything else is it already, so that numbers and closures are inferred.
fn converted(expr: &Expr) -> TokenStream {
    let mut bare = expr;
    while let Expr::Group(group) = bare {
        bare = &group.expr;
    }
    match bare {
        Expr::Lit(literal) if matches!(literal.lit, Lit::Str(_)) => {
            let at = Span::mixed_site().located_at(syn::spanned::Spanned::span(literal));
            quote_spanned!(at=> __p::text(#expr))
        }
        _ => expr.to_token_stream(),
    }
}

/// The statements that describe the parameters.
pub(super) fn describe(tool: &ToolFn<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let mut tokens = TokenStream::new();
    for param in &tool.params {
        let on = param.conditions.attribute();
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
        let property = quote_spanned!(span=> #on __d.#method::<#ty>(#name, #text));
        let default = value(tool, param, "default", param.default());
        let example = value(tool, param, "example", param.example());
        let quiet = quiet(param);
        tokens.extend(quote_spanned!(span=> #property #default #example #quiet;));
    }
    tokens
}

/// `.secret()` or `.hide_message()`.
fn quiet(param: &Param<'_>) -> Option<TokenStream> {
    let span = Span::mixed_site();
    if param.args.secret.is_set() {
        Some(quote_spanned!(span=> .secret()))
    } else if param.args.hide_message.is_set() {
        Some(quote_spanned!(span=> .hide_message()))
    } else {
        None
    }
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
    let expr = converted(expr?);
    Some(quote_spanned! {span=>
        .#method({ let __v: #ty = #expr; (&&__p::Probe(&__v)).__value().json(&__v) })
    })
}
