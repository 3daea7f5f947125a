//! What is left when something is wrong: the user's function, and a tool in name only, so that one mistake stays one
//! message.

use super::expand;
use super::model::ToolFn;
use crate::errors::Errors;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// Not a function: the messages beside the item as it came.
pub(super) fn untouched(errors: Errors, item: TokenStream) -> TokenStream {
    let mut tokens = errors.finish().err().unwrap_or_default();
    tokens.extend(item);
    tokens
}

pub(super) fn expand(messages: TokenStream, tool: &ToolFn<'_>) -> TokenStream {
    let mut tokens = messages;
    tokens.extend(tool.item.kept());
    if tool.receiver().is_some() {
        // A method: no other item may stand beside it.
        return tokens;
    }
    let span = Span::mixed_site();
    let marker = expand::ours(tool.type_name());
    let name = tool.item.signature.ident.to_string();
    tokens.extend(expand::beside(
        tool,
        &quote_spanned! {span=>
            impl __p::ToolFunction for #marker {
                const NAME: &'static __p::str = #name;
                fn describe(_: &mut __p::Describe) {}
            }
            impl<__S: __p::State> __p::CallTool<__S> for #marker {
                fn call<'__a>(
                    __a: &mut __p::Arguments<'__a>,
                    _: &'__a __S,
                    _: &'__a __p::ToolContext
                ) -> __p::ToolOutcome<'__a> {
                    __a.refuse()
                }
            }
        },
    ));
    tokens
}
