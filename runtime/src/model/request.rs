//! What a model is asked.

use crate::message::{Message, ToolResult};
use crate::tool::{ToolDefinition, ToolDefinitions};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// One request: the conversation so far and the tools that the model may call.
///
/// An invocation owns one request that grows, and lends it to the model each round.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    messages: Vec<Message>,
    #[serde(default)]
    tools: ToolDefinitions,
    #[serde(skip)]
    wire: Wire,
}

impl ChatRequest {
    /// Creates a request of messages, without tools.
    pub fn new(messages: impl IntoIterator<Item = Message>) -> Self {
        Self {
            messages: messages.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Offers tools.
    #[must_use]
    pub fn with_tools(mut self, tools: ToolDefinitions) -> Self {
        self.tools = tools;
        self.wire = Wire::default();
        self
    }

    /// Returns the messages.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Returns the definitions of the tools that the model may call.
    #[must_use]
    pub fn tools(&self) -> &ToolDefinitions {
        &self.tools
    }

    /// Returns the names of the tools that the model may call.
    #[must_use]
    pub fn offered_tools(&self) -> Vec<&str> {
        self.tools.iter().map(ToolDefinition::name).collect()
    }

    /// Returns the tool results in the conversation, in order.
    #[must_use]
    pub fn tool_results(&self) -> Vec<&ToolResult> {
        let results = self.messages.iter().filter_map(|message| match message {
            Message::Tool(result) => Some(result),
            _ => None,
        });
        results.collect()
    }

    /// Lets a wire append to the body it wrote for the last request, so that no old message is serialised twice.
    ///
    /// `format` names the wire: bytes that another one kept are dropped first, and so are all bytes when the tools on offer
    /// change, whether they stand in them or not. `write` gets the bytes and the messages
    /// that are not in them yet. If it fails, nothing is kept, so that no later request builds on half a message.
    ///
    /// # Errors
    ///
    /// What `write` returns.
    pub fn with_wire_body<T, E>(
        &self,
        format: &'static str,
        write: impl FnOnce(&mut Vec<u8>, &[Message]) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut body = self.wire.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Taken out: whatever ends `write` early leaves an empty body behind.
        let mut kept = std::mem::take(&mut *body);
        if kept.format != format {
            kept = WireBody {
                format,
                ..WireBody::default()
            };
        }
        let new = self.messages.get(kept.messages..).unwrap_or_default();
        let result = write(&mut kept.bytes, new)?;
        kept.messages = self.messages.len();
        *body = kept;
        Ok(result)
    }

    pub(crate) fn push(&mut self, message: Message) {
        self.messages.push(message);
    }

    /// Offers other tools. What wires have written so far may offer the old ones, so it is dropped.
    pub(crate) fn offer(&mut self, tools: ToolDefinitions) {
        self.tools = tools;
        self.wire = Wire::default();
    }

    /// Offers a tool no more. What wires have written so far may offer it, so it is dropped.
    pub(crate) fn withdraw(&mut self, name: &str) {
        let left = self.tools.iter().filter(|tool| tool.name() != name);
        self.offer(ToolDefinitions::new(left.cloned()));
    }

    pub(crate) fn into_messages(self) -> Vec<Message> {
        self.messages
    }
}

/// Shows who spoke and what is offered, never what was said.
impl fmt::Debug for ChatRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChatRequest")
            .field("messages", &self.messages)
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}

/// The part of a body that a wire has written already.
#[derive(Default)]
struct WireBody {
    format: &'static str,
    bytes: Vec<u8>,
    messages: usize,
}

/// One wire at a time works on a request, so the lock is never waited for.
#[derive(Default)]
struct Wire(Mutex<WireBody>);

impl Clone for Wire {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Wire {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
