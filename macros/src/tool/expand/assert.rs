//! What the function returns, sorted by its types; a type that will not do is reported where the user wrote it.

use crate::tool::model::ToolFn;
use crate::types;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};

/// The result of the call, from what the function returned as `__r`.
pub(super) fn result(tool: &ToolFn<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let signature = &tool.item.signature;
    let (value, error) = types::returned_spans(&signature.output, signature.ident.span());
    // The bound that fails hangs on this method, so its name carries the place.
    let show = Ident::new("convert", value);
    let fail = Ident::new("convert", error);
    let error = error_leg(tool);
    quote_spanned! {span=>
        match (&&__p::Probe(&__r)).__shape().split(__r) {
            __p::Ok(__v) => (&&&__p::Probe(&__v)).__output().#show(__v),
            __p::Err(__e) => __p::Err(#error.#fail(__e)),
        }
    }
}

/// Asks what the error is. In generic code only declared bounds count: there, an error that may depend on a type
/// parameter is not taken for one that is only meant for developers.
fn error_leg(tool: &ToolFn<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let output = &tool.item.signature.output;
    let Some(owner) = tool.owner.filter(|owner| owner.is_open(output)) else {
        return quote_spanned!(span=> (&&&&&__p::Probe(&__e)).__error());
    };
    // A type that surely depends on none is known, if the compiler finds that it is the error's.
    let known = types::last_argument(output)
        .filter(|ty| !owner.is_open(ty))
        .map_or_else(
            || quote_spanned!(span=> ()),
            |ty| tool.elided(ty).to_token_stream(),
        );
    quote_spanned!(span=> (&&&&&__p::open::<#known, _>(&__e)).__open_error())
}
