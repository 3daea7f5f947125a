//! E49 to E56 of LangChain4j's behaviour: texts, and the error that is ready-made.

use crate::thrown::io;
use std::error::Error;
use toolwright::{BlankText, LlmText, LlmVisible, LlmVisibleError, llm_text};

#[test]
fn e49_e50_e51_no_text_for_the_model_is_blank() {
    for blank in ["", " ", "\n", "\u{1}"] {
        let refused: Result<LlmText, BlankText> = LlmText::new(blank);
        assert!(refused.is_err(), "{blank:?}");
    }
    let error = LlmVisibleError::new(llm_text!("m")).with_source(io().unwrap());
    assert_eq!(error.to_string(), "m");
    assert_eq!(error.message_for_llm().unwrap().as_str(), "m");
    assert_eq!(error.source().unwrap().to_string(), "io");
}

#[test]
fn e52_a_ready_error_has_no_source_that_nobody_gave_it() {
    assert!(LlmVisibleError::new(llm_text!("m")).source().is_none());
}

#[test]
fn e56_what_a_model_reads_as_nothing_is_blank() {
    for blank in ["\u{1}", "\u{a0}", "\u{2003}", "\u{200b}", "\u{feff}\t"] {
        assert_eq!(LlmText::if_not_blank(blank), None, "{blank:?}");
    }
    assert!(LlmText::new("\u{200b}.").is_ok());
}
