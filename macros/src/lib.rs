//! The macros of `toolwright`, documented where that crate re-exports them.
//!
//! Every macro runs the same five stages: *parse* (syntax only), *model* (borrows and classifies), *check* (rules
//! that need the whole item), *expand* (cannot fail), and, when any error was recorded, *fallback*: the errors beside
//! the user's item with our attributes removed, so that one mistake stays one message.
#![allow(missing_docs, reason = "the macros are documented at their re-export")]

mod blank;
mod conditions;
mod docs;
mod duration;
mod errors;
mod grammar;
mod keys;
mod llm_visible;
mod names;
mod paragraphs;
mod paths;
mod quantity;
mod size;
mod slot;
mod template;
mod text;
mod tool;
mod tool_state;
mod tools;
mod toolset;
mod types;

#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

#[proc_macro_derive(LlmVisible, attributes(llm))]
pub fn llm_visible(item: TokenStream) -> TokenStream {
    llm_visible::derive(item.into()).into()
}

#[proc_macro]
pub fn llm_text(input: TokenStream) -> TokenStream {
    text::llm_text(input.into()).into()
}

#[proc_macro]
pub fn visible_error(input: TokenStream) -> TokenStream {
    text::visible_error(input.into()).into()
}

#[proc_macro_attribute]
pub fn tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    tool::attribute(arguments.into(), item.into()).into()
}

#[proc_macro_attribute]
pub fn tools(arguments: TokenStream, item: TokenStream) -> TokenStream {
    tools::attribute(arguments.into(), item.into()).into()
}

#[proc_macro_derive(ToolState, attributes(state))]
pub fn tool_state(item: TokenStream) -> TokenStream {
    tool_state::derive(item.into()).into()
}

#[proc_macro]
pub fn toolset(input: TokenStream) -> TokenStream {
    toolset::toolset(input.into()).into()
}
