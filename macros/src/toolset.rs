//! `toolset!`.

pub(crate) fn toolset(item: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    item
}
