//! `#[tools]`.

mod args;
mod attribute;
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
    let mut item = match item::Item::parse(tokens.clone(), &args, &mut errors) {
        Ok(item) => item,
        Err(error) => {
            errors.push(error);
            return fallback::untouched(errors, tokens);
        }
    };
    let mut each = item.take_errors();
    let mut model = model::Tools::new(&item, &mut each);
    check::check(&model, &mut errors, &mut each);
    let (messages, tools) = (errors.finish(), model.finish(each));
    match messages {
        Ok(()) => expand::expand(tools, &model),
        Err(messages) => fallback::expand(messages, tools, &model),
    }
}
