//! `#[tool]`.

pub(crate) mod args;
pub(crate) mod check;
pub(crate) mod expand;
mod fallback;
pub(crate) mod item;
pub(crate) mod model;
pub(crate) mod owner;
mod param;

use crate::errors::Errors;
use proc_macro2::TokenStream;

pub(crate) fn attribute(arguments: TokenStream, tokens: TokenStream) -> TokenStream {
    if is_use(&arguments) {
        return TokenStream::new();
    }
    let mut errors = Errors::new();
    let args = args::Args::parse(arguments, &mut errors);
    let item = match item::Item::parse(tokens.clone()) {
        Ok(item) => item,
        Err(error) => {
            errors.push(error);
            return fallback::untouched(errors, tokens);
        }
    };
    let model = model::ToolFn::new(&args, &item, &mut errors);
    check::check(&model, &mut errors);
    match errors.finish_under(&model.conditions) {
        Ok(()) => expand::expand(&model),
        Err(messages) => fallback::expand(messages, &model),
    }
}

/// `#[tools]` has this attribute looked up, as it is written on the methods, and does the rest itself.
fn is_use(arguments: &TokenStream) -> bool {
    arguments.to_string() == "__in_tools"
}

#[cfg(test)]
mod tests;
