//! `llm_text!` and `visible_error!`.

pub(crate) fn llm_text(input: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    input
}

pub(crate) fn visible_error(input: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    input
}
