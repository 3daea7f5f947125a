//! The tokens of a tool: the function as it was, a type of the same name, and what makes it a tool.

mod args;
mod asks;
mod assert;
mod blocking;
mod returns;
mod settings;
mod tool;

pub(crate) use asks::Asked;
pub(crate) use settings::settings;
pub(crate) use tool::{blank_check, describe, outcome};

use super::model::ToolFn;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Visibility;

pub(crate) fn expand(tool: &ToolFn<'_>) -> TokenStream {
    let mut tokens = tool.item.kept();
    tokens.extend(added(tool));
    tokens
}

/// What stands beside the function.
fn added(tool: &ToolFn<'_>) -> TokenStream {
    let mut impls = tool::function(tool);
    impls.extend(tool::call(tool));
    beside(tool, &impls)
}

/// The type of the tool, and its impls in a scope of their own.
pub(super) fn beside(tool: &ToolFn<'_>, impls: &TokenStream) -> TokenStream {
    let span = Span::mixed_site();
    let conditions = tool.conditions.attribute();
    let visibility = visibility(&tool.item.visibility);
    let name = ours(tool.type_name());
    let private = tool.crate_path().private();
    // The short names are ours to choose: nothing of the user's but types and expressions stands in this scope.
    quote_spanned! {span=>
        #conditions
        #[doc(hidden)]
        #visibility struct #name {}

        #conditions
        const _: () = {
            use #private::{self as __p, legs::*};
            #impls
        };
    }
}

/// A name of the user's as ours: found where the user's is, but no cause for lints on the user's style.
pub(crate) fn ours(ident: &Ident) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(Span::mixed_site().located_at(ident.span()));
    ident
}

fn visibility(visibility: &Visibility) -> TokenStream {
    match visibility {
        Visibility::Public(_) => quote_spanned!(Span::mixed_site()=> pub),
        other => other.to_token_stream(),
    }
}

#[cfg(test)]
pub(super) fn size(tool: &ToolFn<'_>) -> usize {
    added(tool).to_string().len()
}
