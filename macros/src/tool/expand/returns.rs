//! What is known of a call's outcome before there is one, asked of the type that the function returns: the schema of its
//! value, and for the catalogue of texts what its errors can say.

use crate::tool::model::ToolFn;
use crate::types;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::ReturnType;

/// Statements for `describe`.
pub(super) fn returns(tool: &ToolFn<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let hidden = tool.args.errors_hidden.is_set();
    let Some(ty) = tool.returned() else {
        let unnamed = matches!(tool.item.signature.output, ReturnType::Type(..));
        return match (hidden, unnamed) {
            (true, _) => quote_spanned!(span=> __p::hidden_texts(__d);),
            (_, true) => quote_spanned!(span=> __p::unnamed_texts(__d);),
            _ => TokenStream::new(),
        };
    };
    if hidden {
        return quote_spanned! {span=>
            (&&&__p::returned::<#ty>()).__describe(__d);
            __p::hidden_texts(__d);
        };
    }
    let named = tool.args.visible.get().into_iter().flatten().map(|ty| {
        let at = span.located_at(types::head(ty));
        quote_spanned!(at=> __p::named_texts(__d, (&&&__p::of::<#ty>()).__held().list());)
    });
    quote_spanned! {span=>
        let __r = __p::returned::<#ty>();
        (&&&__r).__describe(__d);
        (&&&&&__r).__texts(__d);
        #(#named)*
    }
}
