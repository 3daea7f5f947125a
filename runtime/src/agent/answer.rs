//! What an invocation gives back when it went well.

use crate::message::{Content, Message, ToolCall, ToolResult};
use crate::model::{FinishReason, Usage};
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

/// The answer of an invocation, and how it came about.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// The model's last text. Empty if the model had nothing to say.
    pub text: String,
    /// The model's last content.
    pub content: Content,
    /// The calls of this invocation with their results, in order.
    pub tool_executions: Vec<ToolExecution>,
    /// How many rounds of tool calls there were.
    pub rounds: u32,
    /// What all turns cost together.
    pub usage: Usage,
    /// Why the model stopped.
    pub finish_reason: FinishReason,
    /// The whole conversation, with the answer as its last message.
    pub messages: Vec<Message>,
}

/// Shows how the answer came about, never what was said.
impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer")
            .field("content", &self.content)
            .field("tool_executions", &self.tool_executions)
            .field("rounds", &self.rounds)
            .field("usage", &self.usage)
            .field("finish_reason", &self.finish_reason)
            .field("messages", &self.messages.len())
            .finish_non_exhaustive()
    }
}

/// One call of an invocation and what the model read of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolExecution {
    /// The call.
    pub call: ToolCall,
    /// What the model read; [`untruncated`](ToolResult::untruncated) has the whole.
    pub result: ToolResult,
    /// How often the tool was run for this call: 0 if it was not, as when the arguments did not decode.
    pub attempts: u32,
    /// How long the call took, from its turn to its result, where
    /// [`AgentBuilder::durations`](super::AgentBuilder::durations) is on and this process ran it.
    pub duration: Option<Duration>,
}

impl ToolExecution {
    /// Decodes the result as a value: from structured content, from JSON, or from the plain text where the tool returned one. What was cut for the
    /// model is whole here, unless the invocation was stored and read back in between.
    ///
    /// # Errors
    ///
    /// Why the result is no `T`.
    pub fn value<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        if let Some(json) = self.result.untruncated_structured() {
            return serde_json::from_str(json);
        }
        let text = self.result.untruncated().to_text();
        serde_json::from_str(&text).or_else(|error| {
            let text = serde_json::Value::String(text.into_owned());
            serde_json::from_value(text).map_err(|_| error)
        })
    }

    /// The calls in a piece of conversation, each with its result.
    pub(super) fn all_of(messages: &[Message], not_run: &BTreeSet<String>) -> Vec<Self> {
        let mut executions = Vec::new();
        // Results follow their turn in the order of its calls.
        let mut calls = [].iter();
        for message in messages {
            match message {
                Message::Assistant(turn) => calls = turn.tool_calls.iter(),
                Message::Tool(result) => {
                    if let Some(call) = calls.next() {
                        executions.push(Self {
                            call: call.clone(),
                            result: result.clone(),
                            attempts: u32::from(!not_run.contains(&call.id)),
                            duration: result.duration(),
                        });
                    }
                }
                _ => {}
            }
        }
        executions
    }
}
