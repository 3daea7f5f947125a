//! The expansions, formatted. `UPDATE_EXPECT=1 cargo test -p toolwright-macros` writes them anew.

use super::inputs::INPUTS;
use proc_macro2::TokenStream;
use quote::quote;

#[test]
fn expansions_are_as_reviewed() {
    assert!(INPUTS.len() >= 12);
    for input in INPUTS {
        let tokens = |text: &str| text.parse::<TokenStream>().expect("tokens");
        let made = input.of.expand(tokens(input.arguments), tokens(input.item));
        let file = if input.of.is_expression() {
            quote!(const _: T = #made;)
        } else {
            made
        };
        let file = syn::parse2(file.clone())
            .unwrap_or_else(|error| panic!("{}: {error}\n{file}", input.name));
        let path = format!("../../snapshots/{}.rs", input.name);
        expect_test::ExpectFile {
            path: path.into(),
            position: concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/snapshots.rs"),
        }
        .assert_eq(&prettyplease::unparse(&file));
    }
}
