//! `#[derive(LlmVisible)]`.

pub(crate) fn derive(item: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    item
}
