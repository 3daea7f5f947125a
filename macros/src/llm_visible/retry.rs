//! What `retryable` and `terminal` become.

use super::attr::Attributes;
use super::expand::{path, transparent};
use super::model::{Model, Subject};
use proc_macro2::TokenStream;
use quote::quote;

/// What the attributes themselves say of another try.
pub(super) fn own_retry(attributes: &Attributes, private: &TokenStream) -> Option<TokenStream> {
    let retry = match (attributes.retryable.is_set(), attributes.terminal.is_set()) {
        (true, _) => quote!(Retryable),
        (_, true) => quote!(Terminal),
        _ => return None,
    };
    Some(quote!(#private::text::Retry::#retry))
}

/// The method that says whether a call is worth another try, where anything does.
pub(super) fn retry(model: &Model<'_>, private: &TokenStream) -> TokenStream {
    if !model.subjects.iter().any(Subject::knows_retry) {
        return TokenStream::new();
    }
    let arms = model.subjects.iter().map(|subject| {
        let path = path(model, subject);
        let attributes = &subject.attributes;
        if let Some(retry) = own_retry(attributes, private) {
            return quote!(#path { .. } => ::core::option::Option::Some(#retry),);
        }
        transparent(&path, subject, private, "retry")
            .unwrap_or_else(|| quote!(#path { .. } => ::core::option::Option::None,))
    });
    quote! {
        fn retry(&self) -> ::core::option::Option<#private::text::Retry> {
            match self {
                #(#arms)*
            }
        }
    }
}
