//! What stands for the impl when the item has errors: uses of it add none.

use super::expand::implementation;
use super::model::Model;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn fallback(model: &Model<'_>) -> TokenStream {
    let nothing = TokenStream::new();
    implementation(
        model,
        &nothing,
        &quote!(::core::option::Option::None),
        &nothing,
    )
}
