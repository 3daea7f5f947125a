//! The conditions under which an item exists: what `cfg` says, also where `cfg_attr` leads to it.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote_spanned;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token};

/// Predicates that all have to hold.
#[derive(Clone, Default)]
pub(crate) struct Conditions(Vec<TokenStream>);

impl Conditions {
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        Self(
            attributes
                .iter()
                .filter_map(|attribute| predicate(&attribute.meta))
                .collect(),
        )
    }

    /// Both conditions.
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().chain(&other.0).cloned().collect())
    }

    pub(crate) fn also(&mut self, predicate: TokenStream) {
        self.0.push(predicate);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What goes between the parentheses of `cfg(…)`.
    pub(crate) fn predicate(&self) -> TokenStream {
        all(&self.0)
    }

    /// `#[cfg(…)]`, if there are conditions.
    pub(crate) fn attribute(&self) -> Option<TokenStream> {
        let predicate = self.predicate();
        (!self.is_empty()).then(|| quote_spanned!(Span::mixed_site()=> #[cfg(#predicate)]))
    }

    /// `#[cfg(not(…))]`: what stands there instead.
    pub(crate) fn otherwise(&self) -> TokenStream {
        let predicate = self.predicate();
        quote_spanned!(Span::mixed_site()=> #[cfg(not(#predicate))])
    }
}

fn all(predicates: &[TokenStream]) -> TokenStream {
    match predicates {
        [one] => one.clone(),
        several => quote_spanned!(Span::mixed_site()=> all(#(#several),*)),
    }
}

/// `cfg(p)` wants `p`; `cfg_attr(p, cfg(q))` wants `q` where `p` holds.
fn predicate(meta: &Meta) -> Option<TokenStream> {
    let Meta::List(list) = meta else {
        return None;
    };
    if list.path.is_ident("cfg") {
        return Some(list.tokens.clone());
    }
    let (condition, attributes) = conditional(meta)?;
    let wanted: Vec<_> = attributes.iter().filter_map(predicate).collect();
    let wanted = (!wanted.is_empty()).then(|| all(&wanted))?;
    Some(quote_spanned!(Span::mixed_site()=> any(not(#condition), #wanted)))
}

/// The predicate of `#[cfg_attr(predicate, attribute, …)]` and its attributes.
pub(crate) fn conditional(meta: &Meta) -> Option<(TokenStream, Vec<Meta>)> {
    let Meta::List(list) = meta else {
        return None;
    };
    if !list.path.is_ident("cfg_attr") {
        return None;
    }
    let parser = |input: ParseStream<'_>| {
        // The predicate may be `true`, which is no attribute.
        let mut predicate = TokenStream::new();
        while !input.peek(Token![,]) {
            predicate.extend([input.parse::<TokenTree>()?]);
        }
        input.parse::<Token![,]>()?;
        let attributes = Punctuated::<Meta, Token![,]>::parse_terminated(input)?;
        Ok((predicate, attributes.into_iter().collect()))
    };
    parser.parse2(list.tokens.clone()).ok()
}
