//! `#[derive(LlmVisible)]`.

mod attr;
mod catalogue;
mod check;
mod expand;
mod fallback;
mod model;
mod retry;
mod template;
#[cfg(test)]
mod tests;
mod values;

use crate::errors::Errors;
use proc_macro2::TokenStream;
use syn::DeriveInput;

pub(crate) fn derive(item: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(item) {
        Ok(item) => item,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::new();
    let model = model::Model::new(&item, &mut errors);
    check::check(&model, &mut errors);
    match errors.finish() {
        Ok(()) => expand::expand(&model),
        Err(errors) => {
            let stub = fallback::fallback(&model);
            quote::quote!(#errors #stub)
        }
    }
}
