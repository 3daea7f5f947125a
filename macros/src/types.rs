//! What can be read off the tokens of a type.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use syn::{GenericArgument, PathArguments, ReturnType, Type};

/// The type without invisible groups and parentheses around it.
pub(crate) fn bare(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            other => return other,
        };
    }
}

/// The tokens with every lifetime that `replace` picks written as `'name`.
pub(crate) fn with_lifetimes(
    tokens: TokenStream,
    name: &str,
    replace: &dyn Fn(&str) -> bool,
) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(tick) if tick.as_char() == '\'' => {
                out.extend([TokenTree::Punct(tick)]);
                if let Some(TokenTree::Ident(ident)) = tokens.next() {
                    let ident = if replace(&ident.to_string()) {
                        Ident::new(name, ident.span())
                    } else {
                        ident
                    };
                    out.extend([TokenTree::Ident(ident)]);
                }
            }
            TokenTree::Group(group) => {
                let inner = with_lifetimes(group.stream(), name, replace);
                let mut new = Group::new(group.delimiter(), inner);
                new.set_span(group.span());
                out.extend([TokenTree::Group(new)]);
            }
            other => out.extend([other]),
        }
    }
    out
}

/// The first token of the kind `find` wants, at any depth.
pub(crate) fn find_ident(tokens: TokenStream, find: &str) -> Option<Ident> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) => (ident == find).then_some(ident),
        TokenTree::Group(group) => find_ident(group.stream(), find),
        _ => None,
    })
}

/// Where to point when the value or the error that a function returns will not do. What they are is for the compiler
/// to say; only the place is guessed from how the type is written.
pub(crate) fn returned_spans(output: &ReturnType, or: Span) -> (Span, Span) {
    let ReturnType::Type(_, ty) = output else {
        return (or, or);
    };
    let whole = head(ty);
    let Type::Path(path) = bare(ty) else {
        return (whole, whole);
    };
    let arguments = arguments(&path.path);
    let result = path
        .path
        .segments
        .last()
        .is_some_and(|last| last.ident == "Result");
    match arguments.as_slice() {
        [value, error] => (head(value), head(error)),
        [value] if result => (head(value), whole),
        _ => (whole, whole),
    }
}

/// The last type that a function's return type is made of, if there are several: the place of an error.
pub(crate) fn last_argument(output: &ReturnType) -> Option<&Type> {
    let ReturnType::Type(_, ty) = output else {
        return None;
    };
    let Type::Path(path) = bare(ty) else {
        return None;
    };
    match arguments(&path.path).as_slice() {
        [_, .., last] => Some(last),
        _ => None,
    }
}

/// The types between the angle brackets at the end of a path.
fn arguments(path: &syn::Path) -> Vec<&Type> {
    match path.segments.last().map(|last| &last.arguments) {
        Some(PathArguments::AngleBracketed(arguments)) => arguments
            .args
            .iter()
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// The one token that stands for a type: the name at the end of its path.
pub(crate) fn head(ty: &Type) -> Span {
    match bare(ty) {
        Type::Path(path) => head_of_path(&path.path),
        Type::Reference(reference) => head(&reference.elem),
        other => syn::spanned::Spanned::span(other),
    }
}

/// The name at the end of a path.
pub(crate) fn head_of_path(path: &syn::Path) -> Span {
    let last = path.segments.last();
    last.map_or_else(Span::call_site, |last| last.ident.span())
}

/// Whether the attribute is one of `names`.
pub(crate) fn is_attribute(attribute: &syn::Attribute, names: &[&str]) -> bool {
    names.iter().any(|name| attribute.path().is_ident(name))
}
