//! The tokens that show one placeholder, checked by its type.

use super::Format;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;

/// `value`, a reference, as `format_args!` gets it. `span` is what a refused type is reported on.
pub(crate) fn shown(
    private: &TokenStream,
    format: Format,
    value: &Ident,
    span: Span,
) -> TokenStream {
    let constructor = Ident::new(format.constructor(), span);
    let private = respanned(private.clone(), span);
    quote_spanned! {span=>
        (&&&&&&&&#private::placeholder::Placeholder::#constructor(#value)).__toolwright_checked()
    }
}

/// `tokens`, reported on `span`.
pub(crate) fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            if let TokenTree::Group(group) = &token {
                let inside = respanned(group.stream(), span);
                token = TokenTree::Group(Group::new(group.delimiter(), inside));
            }
            // `$crate` and the like resolve by where they come from.
            token.set_span(span.resolved_at(token.span()));
            token
        })
        .collect()
}
