//! The `impl` that a tool's method stands in.

use crate::paths::CratePath;
use crate::types::find_ident;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Generics, Type};

pub(crate) struct Owner {
    pub(crate) crate_path: CratePath,
    pub(crate) generics: Generics,
    pub(crate) self_ty: Type,
}

impl Owner {
    pub(crate) fn is_lifetime(&self, name: &str) -> bool {
        self.generics
            .lifetimes()
            .any(|parameter| parameter.lifetime.ident == name)
    }

    /// Whether the `impl` is of many types.
    pub(crate) fn is_generic(&self) -> bool {
        !self.generics.params.is_empty()
            || find_ident(self.self_ty.to_token_stream(), "_").is_some()
    }

    /// Whether what is written there may depend on a type parameter of the `impl`.
    pub(crate) fn is_open(&self, tokens: impl ToTokens) -> bool {
        let tokens = tokens.to_token_stream();
        let mut parameters = self.generics.type_params().peekable();
        // `impl Trait` captures every parameter.
        parameters.peek().is_some()
            && (find_ident(tokens.clone(), "Self").is_some()
                || find_ident(tokens.clone(), "impl").is_some()
                || parameters.any(|parameter| {
                    find_ident(tokens.clone(), &parameter.ident.to_string()).is_some()
                }))
    }

    /// `impl<…> name<arguments> for Type where …`: the `impl`'s own parameters and bounds, and more of both.
    pub(crate) fn header(
        &self,
        parameters: &TokenStream,
        name: &TokenStream,
        bounds: &[TokenStream],
    ) -> TokenStream {
        let span = Span::mixed_site();
        let mut generics = self.generics.clone();
        for parameter in generics.type_params_mut() {
            parameter.default = None;
        }
        for parameter in generics.const_params_mut() {
            parameter.default = None;
        }
        let (own, self_ty) = (generics.params.iter(), &self.self_ty);
        let predicates = generics
            .where_clause
            .iter()
            .flat_map(|clause| &clause.predicates)
            .map(ToTokens::to_token_stream)
            .chain(bounds.iter().cloned());
        quote_spanned! {span=>
            impl<#(#own,)* #parameters> #name for #self_ty where #(#predicates),*
        }
    }
}
