//! The pieces of `#[tool]` that need no compiler.

mod description;
mod size;

use super::args::Args;
use super::item::Item;
use super::model::ToolFn;
use crate::errors::Errors;
use proc_macro2::TokenStream;

/// Runs `each` on the tool that `item` is under `#[tool(arguments)]`.
fn with_tool<T>(arguments: &str, item: &str, each: impl FnOnce(&ToolFn<'_>) -> T) -> T {
    let mut errors = Errors::new();
    let arguments: TokenStream = arguments.parse().unwrap();
    let args = Args::parse(arguments, &mut errors);
    let item = Item::parse(item.parse().unwrap()).unwrap();
    let tool = ToolFn::new(&args, &item, &mut errors);
    super::check::check(&tool, &mut errors);
    if let Err(messages) = errors.finish() {
        panic!("{messages}");
    }
    each(&tool)
}
