//! What does not compile, and in which words; and what has to compile.
//!
//! To write the expected words anew: `TRYBUILD=overwrite cargo test -p tests --test ui`.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("ui/*/pass/*.rs");
    cases.compile_fail("ui/*/fail/*/*.rs");
}
