//! What `retryable` and `terminal` become.

use super::expand::{path, transparent};
use super::model::{Model, Subject};
use proc_macro2::TokenStream;
use quote::quote;

/// The method that says whether a call is worth another try, where anything does.
pub(super) fn retry(model: &Model<'_>, private: &TokenStream) -> TokenStream {
    if !model.subjects.iter().any(Subject::knows_retry) {
        return TokenStream::new();
    }
    let arms = model.subjects.iter().map(|subject| {
        let path = path(model, subject);
        let attributes = &subject.attributes;
        let retry = match (attributes.retryable.is_set(), attributes.terminal.is_set()) {
            (true, _) => quote!(Retryable),
            (_, true) => quote!(Terminal),
            _ => {
                return transparent(&path, subject, private, "retry")
                    .unwrap_or_else(|| quote!(#path { .. } => ::core::option::Option::None,));
            }
        };
        quote!(#path { .. } => ::core::option::Option::Some(#private::text::Retry::#retry),)
    });
    quote! {
        fn retry(&self) -> ::core::option::Option<#private::text::Retry> {
            match self {
                #(#arms)*
            }
        }
    }
}
