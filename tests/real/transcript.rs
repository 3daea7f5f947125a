//! What a model did, read from the transcript. What it decides differs from one start of its server to the next, so
//! the tests hold the program's half of a transcript to the letter and only count what the model made of it.

use serde_json::Value;
use toolwright::model::openai::OpenAi;
use toolwright::{Message, ToolCall, ToolResult};

pub(crate) fn model(base_url: &str) -> OpenAi {
    let builder = OpenAi::builder()
        .base_url(base_url)
        .model("needle")
        .temperature(0.0)
        .max_output_tokens(96);
    builder.build().unwrap()
}

/// The calls of a transcript with their results, in order; a call that has none does not pass.
pub(crate) fn calls(messages: &[Message]) -> Vec<(ToolCall, ToolResult)> {
    let mut calls = Vec::new();
    let mut pending: Vec<ToolCall> = Vec::new();
    for message in messages {
        match message {
            Message::Assistant(turn) => {
                assert!(pending.is_empty(), "a call without its result: {pending:?}");
                pending.clone_from(&turn.tool_calls);
            }
            Message::Tool(result) => {
                let call = pending.remove(0);
                assert_eq!(call.id, result.call_id);
                println!("    {} {}", call.name, call.arguments);
                let mark = if result.is_error { "error" } else { "result" };
                println!("    {mark}: {}", result.text());
                calls.push((call, result.clone()));
            }
            _ => {}
        }
    }
    assert!(pending.is_empty(), "a call without its result: {pending:?}");
    calls
}

/// One argument of a call, as it was sent.
pub(crate) fn argument(call: &ToolCall, name: &str) -> Option<Value> {
    let arguments: Value = serde_json::from_str(&call.arguments).ok()?;
    arguments.get(name).cloned()
}
