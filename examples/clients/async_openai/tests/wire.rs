//! The wire of `async-openai`; the checks are those of every client.
#![allow(clippy::missing_panics_doc, reason = "a test")]

#[path = "../../../../tests/support/real_model.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod real_model;
#[path = "../../wire.rs"]
mod wire;

mod client {
    pub(crate) use async_openai_client::AsyncOpenAi as Client;
    pub(crate) use async_openai_client::desk::{Desk, tools};
    pub(crate) use async_openai_client::driver::drive;

    pub(crate) fn client(base_url: &str, key: &str) -> Client {
        Client::new(base_url, "mock", key)
    }
}

/// Says that a test is skipped, past the runner that would keep the output of a test that passes.
fn skipped(why: &str) {
    use std::io::Write;
    drop(writeln!(std::io::stderr(), "skipped: {why}"));
}

#[test]
fn arguments_that_are_no_json_are_answered() {
    let Some((answer, journal)) = wire::with_an_agent("Write no JSON.") else {
        return;
    };
    assert_eq!(answer.unwrap().text, "Done.");
    let last = wire::messages(&journal[1]);
    // As they came, servers would refuse the arguments.
    let arguments = &last[1]["tool_calls"][0]["function"]["arguments"];
    assert_eq!(arguments, r#""{\"id\": ""#);
    assert!(!last[2]["content"].as_str().unwrap().is_empty());
}
