//! What the function returns, sorted by its types; a type that will not do is reported where the user wrote it.

use crate::tool::model::ToolFn;
use crate::types;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

/// The result of the call, from what the function returned as `__r`.
pub(super) fn result(tool: &ToolFn<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let signature = &tool.item.signature;
    let (value, error) = types::returned_spans(&signature.output, signature.ident.span());
    // The bound that fails hangs on this method, so its name carries the place.
    let show = Ident::new("convert", value);
    let failure = failure(tool, error);
    quote_spanned! {span=>
        match (&&__p::Probe(&__r)).__shape().split(__r) {
            __p::Ok(__v) => (&&&__p::Probe(&__v)).__output().#show(__v),
            __p::Err(__e) => __p::Err(#failure),
        }
    }
}

/// What becomes of the error `__e`.
fn failure(tool: &ToolFn<'_>, error: Span) -> TokenStream {
    let span = Span::mixed_site();
    let args = tool.args;
    let fail = Ident::new("convert", error);
    if args.errors_hidden.is_set() {
        return quote_spanned!(span=> (&&&&__p::Probe(&__e)).__hide().#fail(__e));
    }
    let Some(types) = args.visible.get() else {
        let leg = leg(tool);
        return quote_spanned!(span=> #leg.#fail(__e));
    };
    // It is the key that does not fit an error of another kind.
    let fail = Ident::new("convert", args.visible.span().unwrap_or(error));
    let types = types.iter().map(|ty| {
        let at = span.located_at(types::head(ty));
        quote_spanned!(at=> __p::named::<#ty>)
    });
    quote_spanned!(span=> (&&&__p::Probe(&__e)).__chain().#fail(__e, &[#(#types),*]))
}

/// Asks what the error is. In generic code only declared bounds count: there, an error that may depend on a type
/// parameter is not taken for one that is only meant for developers.
fn leg(tool: &ToolFn<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let output = &tool.item.signature.output;
    let Some(owner) = tool.owner.filter(|owner| owner.is_open(output)) else {
        return quote_spanned!(span=> (&&&&&__p::Probe(&__e)).__error());
    };
    // A type that surely depends on none is known, if the compiler finds that it is the error's.
    let known = types::last_argument(output)
        .filter(|ty| !owner.is_open(ty))
        .map_or_else(|| quote_spanned!(span=> ()), |ty| tool.elided(ty));
    quote_spanned!(span=> (&&&&&__p::open::<#known, _>(&__e)).__open_error())
}
