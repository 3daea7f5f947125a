//! The only place that names the runtime crate.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The path of the crate `toolwright` as generated code spells it.
#[derive(Clone)]
pub(crate) struct CratePath(TokenStream);

impl CratePath {
    /// `::toolwright`, or what `crate = path` says.
    pub(crate) fn new(given: Option<&syn::Path>) -> Self {
        Self(given.map_or_else(|| quote!(::toolwright), ToTokens::to_token_stream))
    }

    /// The module that generated code takes everything from.
    pub(crate) fn private(&self) -> TokenStream {
        let path = &self.0;
        quote!(#path::__private)
    }
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}
