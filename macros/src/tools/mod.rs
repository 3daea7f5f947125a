//! `#[tools]`.

mod args;
mod check;
mod expand;
mod fallback;
mod item;
mod model;

use crate::errors::Errors;
use proc_macro2::TokenStream;

pub(crate) fn attribute(arguments: TokenStream, tokens: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let args = args::Args::parse(arguments, &mut errors);
    let item = match item::Item::parse(tokens.clone(), &args, &mut errors) {
        Ok(item) => item,
        Err(error) => {
            errors.push(error);
            return fallback::untouched(errors, tokens);
        }
    };
    let model = model::Tools::new(&item, &mut errors);
    check::check(&model, &mut errors);
    match errors.finish() {
        Ok(()) => expand::expand(&model),
        Err(messages) => fallback::expand(messages, &model),
    }
}
