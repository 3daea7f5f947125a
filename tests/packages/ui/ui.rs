//! What does not compile, and in which words; and what has to compile.
//!
//! To write the expected words anew: `TRYBUILD=overwrite cargo test -p ui`.
#![allow(missing_docs, reason = "a test")]

/// One run of cargo checks all of these: that takes cases that fail and nothing else.
#[test]
fn fails() {
    trybuild::TestCases::new().compile_fail("ui/*/fail/*/*.rs");
}

#[test]
fn passes() {
    trybuild::TestCases::new().pass("ui/*/pass/*.rs");
}
