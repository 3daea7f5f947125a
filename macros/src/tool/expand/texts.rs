//! What the tool's errors can say, for the catalogue of texts: asked of the type that the function returns.

use crate::tool::model::ToolFn;
use crate::types;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::ReturnType;

/// Statements for `settings`. None where the type cannot be named.
pub(super) fn texts(tool: &ToolFn<'_>) -> TokenStream {
    let span = Span::mixed_site();
    if tool.args.errors_hidden.is_set() {
        return quote_spanned!(span=> __p::hidden_texts(__x););
    }
    let output = match &tool.item.signature.output {
        ReturnType::Default => quote_spanned!(span=> ()),
        ReturnType::Type(_, ty) if says_impl(ty.to_token_stream()) => return TokenStream::new(),
        ReturnType::Type(_, ty) => tool.elided(ty),
    };
    let named = tool.args.visible.get().into_iter().flatten().map(|ty| {
        let at = span.located_at(types::head(ty));
        quote_spanned!(at=> __p::named_texts(__x, (&&&__p::of::<#ty>()).__held().list());)
    });
    quote_spanned! {span=>
        (&&&&__p::of::<#output>()).__texts().put(__x);
        #(#named)*
    }
}

fn says_impl(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "impl",
        TokenTree::Group(group) => says_impl(group.stream()),
        _ => false,
    })
}
