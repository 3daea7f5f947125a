//! What is left when something is wrong: the user's `impl`, and an instance in name only, so that one mistake stays
//! one message.

use super::expand;
use super::model::Tools;
use crate::errors::Errors;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// Not an `impl`: the messages beside the item as it came.
pub(super) fn untouched(errors: Errors, item: TokenStream) -> TokenStream {
    let mut tokens = errors.finish().err().unwrap_or_default();
    tokens.extend(item);
    tokens
}

pub(super) fn expand(
    messages: TokenStream,
    of_tools: TokenStream,
    tools: &Tools<'_>,
) -> TokenStream {
    let mut tokens = messages;
    tokens.extend(of_tools);
    tokens.extend(tools.item.kept());
    if tools.item.of_trait.is_none() {
        let nothing =
            quote_spanned!(Span::mixed_site()=> fn methods(_: &mut __p::Methods<Self, __S>) {});
        tokens.extend(expand::beside(tools, &[], &nothing, &TokenStream::new()));
    }
    tokens
}
