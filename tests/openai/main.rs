//! OpenAI's chat completions, against a server on loopback.

#![allow(
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::unwrap_used,
    reason = "the helpers and the tools of a test are part of it"
)]

mod answers;
mod bodies;
mod calls;
mod echoes;
mod failures;
mod images;
mod options;
mod recorded;
mod secrecy;
mod strict;
#[path = "../schema/strict_rules.rs"]
mod strict_rules;
mod withdrawn;

use tests::http::{Reply, Server};
use tests::run;
use toolwright::model::openai::{OpenAi, OpenAiBuilder};
use toolwright::{ChatModel, ChatRequest, ChatResponse, Message, ModelError};

/// A client for the server.
fn client(server: &Server) -> OpenAiBuilder {
    OpenAi::builder()
        .base_url(server.base_url())
        .api_key("sk-K3Y")
        .model("m")
}

fn hello() -> ChatRequest {
    ChatRequest::new([Message::user("Hello")])
}

/// Asks once, of a server that gives one answer.
fn ask(reply: Reply) -> Result<ChatResponse, ModelError> {
    let server = Server::start([reply]);
    let model = client(&server).build().unwrap();
    run(model.complete(&hello()))
}

/// The answer that holds one message and nothing else.
fn completion(message: &str, finish_reason: &str) -> String {
    format!(r#"{{"choices":[{{"message":{message},"finish_reason":{finish_reason}}}]}}"#)
}
