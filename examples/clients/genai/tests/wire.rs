//! The wire of `genai`; the checks are those of every client.
#![allow(clippy::missing_panics_doc, reason = "a test")]

#[path = "../../../../tests/support/real_model.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod real_model;
#[path = "../../wire.rs"]
mod wire;

mod client {
    pub(crate) use genai_client::GenAi as Client;
    pub(crate) use genai_client::desk::{Desk, tools};
    pub(crate) use genai_client::driver::drive;

    pub(crate) fn client(base_url: &str, key: &str) -> Client {
        Client::new(base_url, "mock", key).unwrap()
    }
}

/// Says that a test is skipped, past the runner that would keep the output of a test that passes.
fn skipped(why: &str) {
    use std::io::Write;
    drop(writeln!(std::io::stderr(), "skipped: {why}"));
}

/// The client gives up the whole turn. What it says of it holds the conversation, which an error must not.
#[test]
fn a_turn_with_arguments_that_are_no_json_is_an_error() {
    let Some((answer, journal)) = wire::with_an_agent("Write no JSON.") else {
        return;
    };
    let failure = answer.unwrap_err();
    assert_eq!(failure.kind(), toolwright::InvocationFailureKind::Model);
    let error = std::error::Error::source(&failure).unwrap().to_string();
    assert!(error.starts_with("the answer of the model's server cannot be read: "));
    assert!(!error.contains("Write no JSON."), "{error}");
    assert_eq!(journal.len(), 1);
}
