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
    let fail = Ident::new("convert", error);
    quote_spanned! {span=>
        match (&&__p::Probe(&__r)).__shape().split(__r) {
            __p::Ok(__v) => (&&&__p::Probe(&__v)).__output().#show(__v),
            __p::Err(__e) => __p::Err((&&&&&__p::Probe(&__e)).__error().#fail(__e)),
        }
    }
}
