//! The function under `#[tool]`: its signature in detail, its body as it came.

use crate::types::is_attribute;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, FnArg, Meta, Signature, Token, Visibility};

pub(crate) struct Item {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) signature: Signature,
    /// Never looked into: it may be newer than our parser.
    body: TokenStream,
}

impl Item {
    pub(crate) fn parse(tokens: TokenStream) -> syn::Result<Self> {
        let parser = |input: ParseStream<'_>| {
            let attributes = input.call(Attribute::parse_outer)?;
            let visibility = input.parse()?;
            if !starts_function(input) {
                return Err(input.error("`#[tool]` goes on a function"));
            }
            let signature: Signature = input.parse()?;
            if input.peek(Token![;]) {
                let message =
                    "a tool needs a body; `#[tool]` goes on a function, not on its declaration";
                return Err(syn::Error::new_spanned(&signature.ident, message));
            }
            let body: TokenStream = input.parse()?;
            match body.clone().into_iter().next() {
                Some(TokenTree::Group(group))
                    if matches!(group.delimiter(), Delimiter::Brace | Delimiter::None) => {}
                _ => {
                    return Err(syn::Error::new_spanned(
                        &signature.ident,
                        "a tool needs a body",
                    ));
                }
            }
            Ok(Self {
                attributes,
                visibility,
                signature,
                body,
            })
        };
        parser.parse2(tokens)
    }

    /// The function without what only we understand.
    pub(crate) fn kept(&self) -> TokenStream {
        let (attributes, visibility, body) = (&self.attributes, &self.visibility, &self.body);
        let mut signature = self.signature.clone();
        for input in &mut signature.inputs {
            let attributes = match input {
                FnArg::Receiver(receiver) => &mut receiver.attrs,
                FnArg::Typed(typed) => &mut typed.attrs,
            };
            attributes.retain(|attribute| !is_attribute(attribute, &["doc", "arg", "context"]));
        }
        quote!(#(#attributes)* #visibility #signature #body)
    }

    /// The conditions under which the function exists, for everything that is generated beside it.
    pub(crate) fn conditions(&self) -> TokenStream {
        self.attributes.iter().filter_map(condition).collect()
    }

    pub(crate) fn is_deprecated(&self) -> bool {
        self.attributes
            .iter()
            .any(|attribute| is_attribute(attribute, &["deprecated"]))
    }
}

fn starts_function(input: ParseStream<'_>) -> bool {
    input.peek(Token![fn])
        || input.peek(Token![async])
        || input.peek(Token![unsafe])
        || input.peek(Token![extern]) && !input.peek2(Token![crate])
        || input.peek(Token![const])
            && (input.peek2(Token![fn])
                || input.peek2(Token![async])
                || input.peek2(Token![unsafe])
                || input.peek2(Token![extern]))
}

/// `#[cfg(…)]`, and `#[cfg_attr(…)]` as far as it leads to a `cfg`.
fn condition(attribute: &Attribute) -> Option<TokenStream> {
    let meta = meta_condition(&attribute.meta)?;
    Some(quote!(#[#meta]))
}

fn meta_condition(meta: &Meta) -> Option<TokenStream> {
    if meta.path().is_ident("cfg") {
        return Some(meta.to_token_stream());
    }
    let Meta::List(list) = meta else {
        return None;
    };
    if !list.path.is_ident("cfg_attr") {
        return None;
    }
    let parser = syn::punctuated::Punctuated::<Meta, Token![,]>::parse_terminated;
    let metas = parser.parse2(list.tokens.clone()).ok()?;
    let mut metas = metas.iter();
    let predicate = metas.next()?;
    let conditions: Vec<_> = metas.filter_map(meta_condition).collect();
    (!conditions.is_empty()).then(|| quote!(cfg_attr(#predicate, #(#conditions),*)))
}
