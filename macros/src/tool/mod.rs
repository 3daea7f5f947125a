//! `#[tool]`.

pub(crate) fn attribute(
    _arguments: proc_macro2::TokenStream,
    item: proc_macro2::TokenStream,
) -> proc_macro2::TokenStream {
    item
}
