//! `llm_text!` and `visible_error!`.

mod arguments;
mod expand;

use crate::errors::Errors;
use crate::paths::CratePath;
use arguments::Arguments;
use proc_macro2::TokenStream;
use quote::quote;

pub(crate) fn llm_text(input: TokenStream) -> TokenStream {
    text("llm_text!", input).map_or_else(|errors| errors, |(_, text)| text)
}

pub(crate) fn visible_error(input: TokenStream) -> TokenStream {
    text("visible_error!", input).map_or_else(
        |errors| errors,
        |(path, text)| {
            let private = path.private();
            quote!(#private::text::LlmVisibleError::new(#text))
        },
    )
}

/// The text as an expression, or the errors as one.
fn text(name: &str, input: TokenStream) -> Result<(CratePath, TokenStream), TokenStream> {
    let mut errors = Errors::new();
    let arguments = errors.ok(arguments::parse(name, input));
    let text = arguments
        .as_ref()
        .and_then(|arguments| arguments.resolve(&mut errors));
    errors.finish().map_err(|errors| quote!({ #errors }))?;
    match (arguments.as_ref().map(Arguments::crate_path), text) {
        (Some(path), Some(text)) => {
            let expression = expand::expand(&path, &text);
            Ok((path, expression))
        }
        // Either has recorded why it is missing.
        _ => Err(TokenStream::new()),
    }
}
