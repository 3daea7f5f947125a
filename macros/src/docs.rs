//! Doc comments as data: `#[doc = …]` attributes become one description.

use quote::ToTokens;
use syn::{Attribute, Expr, Lit, Meta};

/// One piece of documentation, in source order.
pub(crate) enum DocLine {
    /// A line of text, or all lines of a block comment.
    Text(String),
    /// An expression that the compiler evaluates, such as `include_str!(…)`.
    Computed(Expr),
}

/// The doc lines among `attributes`, whatever stands between them; `#[doc(hidden)]` and other lists are no text.
pub(crate) fn lines(attributes: &[Attribute]) -> Vec<DocLine> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("doc"))
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(pair) => Some(match &pair.value {
                Expr::Lit(literal) => match &literal.lit {
                    Lit::Str(text) => DocLine::Text(text.value()),
                    other => DocLine::Text(other.to_token_stream().to_string()),
                },
                other => DocLine::Computed(other.clone()),
            }),
            _ => None,
        })
        .collect()
}
