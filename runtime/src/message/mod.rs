//! The conversation with a model: messages, tool calls and their results.

mod base64;
mod content;
mod image;
mod rare;
mod tool;
pub(crate) mod transcript;

pub use content::{Content, ContentPart};
pub use image::{Image, InvalidImage};
pub(crate) use rare::Rare;
pub use tool::{ToolCall, ToolResult};

use serde::{Deserialize, Serialize};
use std::fmt;

/// One message of a conversation.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Message {
    /// What the developer tells the model before everything else.
    #[non_exhaustive]
    System {
        /// The instructions.
        content: Content,
    },
    /// What the user says.
    #[non_exhaustive]
    User {
        /// The words of the user.
        content: Content,
    },
    /// What the model said: text, tool calls, or both.
    Assistant(AssistantMessage),
    /// The result of one tool call.
    Tool(ToolResult),
}

impl Message {
    /// Creates a system message.
    pub fn system(content: impl Into<Content>) -> Self {
        Self::System {
            content: content.into(),
        }
    }

    /// Creates a user message.
    pub fn user(content: impl Into<Content>) -> Self {
        Self::User {
            content: content.into(),
        }
    }

    /// Creates an assistant message of text.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::Assistant(AssistantMessage::text(text))
    }

    /// Returns who speaks.
    #[must_use]
    pub const fn role(&self) -> Role {
        match self {
            Self::System { .. } => Role::System,
            Self::User { .. } => Role::User,
            Self::Assistant(_) => Role::Assistant,
            Self::Tool(_) => Role::Tool,
        }
    }
}

/// Shows who speaks and how much, never what is said.
impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System { content } => f.debug_tuple("System").field(content).finish(),
            Self::User { content } => f.debug_tuple("User").field(content).finish(),
            Self::Assistant(message) => message.fmt(f),
            Self::Tool(result) => result.fmt(f),
        }
    }
}

/// Who speaks in a [`Message`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Role {
    /// The developer.
    System,
    /// The user.
    User,
    /// The model.
    Assistant,
    /// A tool, answering one call.
    Tool,
}

/// What the model said in one turn.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AssistantMessage {
    /// The text of the turn; may be empty beside calls.
    #[serde(default, skip_serializing_if = "Content::is_empty")]
    pub content: Content,
    /// The calls of the turn, in the model's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
}

impl AssistantMessage {
    /// Creates a turn of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            content: Content::text(text),
            tool_calls: Vec::new(),
        }
    }

    /// Creates a turn of tool calls.
    #[must_use]
    pub fn calls(tool_calls: Vec<ToolCall>) -> Self {
        Self {
            content: Content::default(),
            tool_calls,
        }
    }
}

/// Shows the names of the calls and how much was said, never what.
impl fmt::Debug for AssistantMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Assistant")
            .field("content", &self.content)
            .field("tool_calls", &self.tool_calls)
            .finish()
    }
}
