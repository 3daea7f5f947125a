//! The function under `#[tool]`: its signature in detail, its body as it came.

use crate::conditions::{self, Conditions};
use crate::types::is_attribute;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;
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
            Self::function(attributes, visibility, input)
        };
        parser.parse2(tokens)
    }

    /// Reads what follows the attributes and the visibility of a function.
    pub(crate) fn function(
        attributes: Vec<Attribute>,
        visibility: Visibility,
        input: ParseStream<'_>,
    ) -> syn::Result<Self> {
        let signature: Signature = input.parse()?;
        if input.peek(Token![;]) {
            let message =
                "a tool needs a body; `#[tool]` goes on a function, not on its declaration";
            return Err(syn::Error::new_spanned(&signature.ident, message));
        }
        match input.parse() {
            Ok(TokenTree::Group(group))
                if matches!(group.delimiter(), Delimiter::Brace | Delimiter::None) =>
            {
                Ok(Self {
                    attributes,
                    visibility,
                    signature,
                    body: TokenTree::Group(group).into(),
                })
            }
            _ => Err(syn::Error::new_spanned(
                &signature.ident,
                "a tool needs a body",
            )),
        }
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
            attributes.retain(|attribute| !is_ours(&attribute.meta));
        }
        quote!(#(#attributes)* #visibility #signature #body)
    }

    /// The conditions under which the function exists, for everything that is generated beside it.
    pub(crate) fn conditions(&self) -> Conditions {
        Conditions::of(&self.attributes)
    }

    pub(crate) fn is_deprecated(&self) -> bool {
        self.attributes
            .iter()
            .any(|attribute| is_attribute(attribute, &["deprecated"]))
    }
}

/// What only we understand on a parameter; under conditions, it is refused.
pub(super) fn is_ours(meta: &Meta) -> bool {
    let path = meta.path();
    ["doc", "arg", "context"]
        .iter()
        .any(|name| path.is_ident(name))
        || conditions::conditional(meta).is_some_and(|(_, metas)| metas.iter().any(is_ours))
}

pub(crate) fn starts_function(input: ParseStream<'_>) -> bool {
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
