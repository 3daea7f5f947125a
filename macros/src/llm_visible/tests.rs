//! What the derive generates, as tokens.

use super::derive;

/// Every identifier of the expansion of `item`.
fn idents(item: &str) -> Vec<String> {
    fn visit(tokens: proc_macro2::TokenStream, all: &mut Vec<String>) {
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Ident(ident) => all.push(ident.to_string()),
                proc_macro2::TokenTree::Group(group) => visit(group.stream(), all),
                _ => {}
            }
        }
    }
    let mut all = Vec::new();
    visit(derive(item.parse().unwrap()), &mut all);
    all
}

const EVERY_DECISION: &str = r#"
    enum E<T> {
        #[llm("a")] A,
        #[llm("b {0:?} {1}")] B(T, u8),
        #[llm("{0}")] C(u8),
        #[llm(hidden)] D,
        #[llm(transparent)] E(Inner),
        #[llm(with = text)] F,
    }
"#;

#[test]
fn only_the_given_crate_is_named() {
    let named = |attribute: &str| idents(&format!("{attribute} {EVERY_DECISION}"));
    let given = named("#[llm(crate = kit)]");
    assert!(given.iter().any(|ident| ident == "kit"));
    assert!(given.iter().all(|ident| ident != "toolwright"));
    assert!(named("").iter().any(|ident| ident == "toolwright"));
}

#[test]
fn an_item_with_errors_still_gets_its_impl() {
    let all = idents("enum E { #[llm(\"\")] A, B }");
    let count = |name: &str| all.iter().filter(|ident| *ident == name).count();
    assert_eq!(count("compile_error"), 2);
    assert_eq!(count("impl"), 1);
}

#[test]
fn what_is_no_type_is_an_error_and_no_panic() {
    assert!(
        idents("fn f() {}")
            .iter()
            .any(|ident| ident == "compile_error")
    );
}

#[test]
fn an_arm_per_decision_and_no_text_of_a_hidden_variant() {
    let all = idents("enum E { #[llm(hidden)] Key(Secret) }");
    assert!(all.iter().all(|ident| ident != "Secret"));
    assert!(all.iter().any(|ident| ident == "None"));
}
