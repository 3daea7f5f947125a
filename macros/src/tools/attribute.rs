//! Finding `#[tool]` among the attributes of a method, also inside `#[cfg_attr(…)]`.

use super::args::Args;
use crate::conditions::{self, Conditions};
use crate::errors::Errors;
use proc_macro2::Span;
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Meta};

/// Removes `#[tool]`, also from `#[cfg_attr(…, tool)]`.
pub(super) fn take_tool(
    attributes: &mut Vec<Attribute>,
    args: &Args,
    errors: &mut Errors,
) -> Option<(Meta, Conditions)> {
    let mut found = None;
    let mut kept = Vec::new();
    for mut attribute in std::mem::take(attributes) {
        let mut tools = Vec::new();
        let left = without_tool(attribute.meta, args, &Conditions::default(), &mut tools);
        for (meta, conditions) in tools {
            if found.is_none() {
                found = Some((meta, conditions));
            } else {
                errors.at(meta.path(), "`#[tool]` is given twice; remove one");
            }
        }
        if let Some(meta) = left {
            attribute.meta = meta;
            kept.push(attribute);
        }
    }
    *attributes = kept;
    found
}

/// What is left of an attribute without `tool`, which goes to `found` with its conditions.
fn without_tool(
    meta: Meta,
    args: &Args,
    when: &Conditions,
    found: &mut Vec<(Meta, Conditions)>,
) -> Option<Meta> {
    if args.is_tool(meta.path()) {
        found.push((meta, when.clone()));
        return None;
    }
    let Some((predicate, attributes)) = conditions::conditional(&meta) else {
        return Some(meta);
    };
    let before = found.len();
    let mut then = when.clone();
    then.also(predicate.to_token_stream());
    let left: Vec<Meta> = attributes
        .into_iter()
        .filter_map(|attribute| without_tool(attribute, args, &then, found))
        .collect();
    if found.len() == before {
        return Some(meta);
    }
    let Meta::List(mut list) = meta else {
        return None;
    };
    list.tokens =
        quote_spanned!(Span::call_site().located_at(list.span())=> #predicate, #(#left),*);
    (!left.is_empty()).then_some(Meta::List(list))
}
