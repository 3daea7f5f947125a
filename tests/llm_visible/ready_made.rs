//! `VisibleToLlm` on results and options.

use crate::{read, text};
use std::error::Error as _;
use toolwright::{VisibleToLlm as _, llm_text};

#[test]
fn an_error_gets_its_text_where_it_passes() {
    let error = "many"
        .parse::<u32>()
        .visible_to_llm(llm_text!("a number is needed"));
    let error = error.unwrap_err();
    assert_eq!(text(&error), "a number is needed");
    assert_eq!(
        error.source().unwrap().to_string(),
        "invalid digit found in string"
    );
    assert_eq!(
        "5".parse::<u32>()
            .visible_to_llm(llm_text!("unused"))
            .unwrap(),
        5
    );
}

#[test]
fn none_gets_a_text_too() {
    let missing = None::<u8>
        .visible_to_llm(llm_text!("no such city"))
        .unwrap_err();
    assert_eq!(text(&missing), "no such city");
    assert!(missing.source().is_none());
    assert_eq!(Some(1).visible_to_llm(llm_text!("unused")).unwrap(), 1);
}

#[test]
fn a_computed_text_may_keep_the_error_hidden() {
    let parse = |input: &str| {
        input
            .parse::<i8>()
            .visible_to_llm_with(|error| {
                use std::num::IntErrorKind::{NegOverflow, PosOverflow};
                matches!(error.kind(), PosOverflow | NegOverflow).then(|| llm_text!("out of range"))
            })
            .unwrap_err()
    };
    assert_eq!(text(&parse("500")), "out of range");
    let hidden = parse("x");
    assert_eq!(read(&hidden), None);
    assert_eq!(hidden.to_string(), "an error that is hidden from the model");
    assert!(hidden.source().is_some());
}
