//! What LangChain4j does in its loop (L1 to L113, E88, E90, R), and what other projects were reported to do wrong (B), as
//! cases for ours. Where ours differs, the guide `langchain4j` says why, and the test shows our value. The numbers that are
//! not here stand in the names or beside the tests of what they are about.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::unused_async,
    clippy::unwrap_used,
    reason = "a test, with tools in all forms"
)]

mod events;
mod failing;
mod histories;
mod in_a_turn;
mod memories;
mod messages;
mod results;
mod rounds;
mod sources;

use std::sync::{Arc, Mutex};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, ChatRequest, Message, ToolState, tool};

/// What happened, in order.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn add(&self, line: impl Into<String>) {
        self.0.lock().unwrap().push(line.into());
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

#[derive(Clone, Default, ToolState)]
struct App {
    log: Log,
}

/// Does something.
#[tool]
fn ok(#[context] log: &Log) -> String {
    log.add("ok");
    format!("done {}", log.lines().len())
}

/// Reads something.
#[tool(read_only)]
fn look(#[context] log: &Log) -> String {
    log.add("look");
    format!("seen {}", log.lines().len())
}

/// Fails so that the model knows.
#[tool]
fn boom(#[context] log: &Log) -> Result<(), toolwright::LlmVisibleError> {
    log.add("boom");
    Err(toolwright::visible_error!("the desk is closed"))
}

/// Fails for developers only.
#[tool]
fn bad(#[context] log: &Log) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    log.add("bad");
    Err("disk 7 is gone".into())
}

/// The same without effects.
#[tool(read_only)]
fn look_bad(#[context] log: &Log) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    log.add("look_bad");
    Err("disk 7 is gone".into())
}

fn agent(model: &ScriptedModel, log: &Log) -> toolwright::agent::AgentBuilder<App> {
    Agent::builder(model.clone())
        .state(App { log: log.clone() })
        .tools(toolwright::toolset![ok, look, boom, bad, look_bad])
}

/// Runs a script with default settings and returns its answer.
fn answered(model: &ScriptedModel) -> toolwright::Answer {
    let agent = agent(model, &Log::default()).build().unwrap();
    block_on(agent.invoke("go")).unwrap()
}

const NOT_ANSWERED: &str = "the call has no answer: the invocation ended before it could be given";
const CLOSED: &str = "says (The run ended here, before its answer.)";

/// Messages, a line each.
fn lines(messages: &[Message]) -> Vec<String> {
    messages.iter().map(line).collect()
}

fn line(message: &Message) -> String {
    match message {
        Message::System { content, .. } => format!("system {}", content.to_text()),
        Message::User { content, .. } => format!("user {}", content.to_text()),
        Message::Assistant(turn) => {
            let calls = turn.tool_calls.iter();
            let calls: Vec<_> = calls
                .map(|call| format!(" {}#{}", call.name, call.id))
                .collect();
            let calls = calls.concat();
            match (turn.content.to_text(), calls.as_str()) {
                (text, "") => format!("says {text}"),
                (text, calls) if text.is_empty() => format!("calls{calls}"),
                (text, calls) => format!("says {text} and calls{calls}"),
            }
        }
        Message::Tool(result) => {
            let sign = if result.is_error { "!" } else { "" };
            format!("reads{sign} {} {}", result.call_id, result.text())
        }
        _ => panic!("another kind of message"),
    }
}

/// Every call of the request has its result behind it, in order.
fn is_whole(request: &ChatRequest) -> bool {
    let mut open = Vec::new();
    for message in request.messages() {
        match message {
            Message::Tool(result) if open.first() == Some(&&result.call_id) => {
                open.remove(0);
            }
            Message::Tool(_) => return false,
            _ if !open.is_empty() => return false,
            Message::Assistant(turn) => open.extend(turn.tool_calls.iter().map(|call| &call.id)),
            _ => {}
        }
    }
    open.is_empty()
}
