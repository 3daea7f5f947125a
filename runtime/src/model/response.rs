//! What a model answers.

use crate::message::{AssistantMessage, Content, ToolCall};
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// One turn of the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ChatResponse {
    /// What the model said.
    pub message: AssistantMessage,
    /// Why it stopped.
    pub finish_reason: FinishReason,
    /// What it cost, if the provider says.
    #[serde(default)]
    pub usage: Usage,
}

impl ChatResponse {
    /// Creates a turn.
    #[must_use]
    pub fn new(message: AssistantMessage, finish_reason: FinishReason) -> Self {
        Self {
            message,
            finish_reason,
            usage: Usage::default(),
        }
    }

    /// Creates a turn of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(AssistantMessage::text(text), FinishReason::Stop)
    }

    /// Creates a turn of tool calls.
    #[must_use]
    pub fn calls(calls: Vec<ToolCall>) -> Self {
        Self::new(AssistantMessage::calls(calls), FinishReason::ToolCalls)
    }

    /// Sets why the model stopped.
    #[must_use]
    pub fn with_finish_reason(mut self, finish_reason: FinishReason) -> Self {
        self.finish_reason = finish_reason;
        self
    }

    /// Sets what the turn cost.
    #[must_use]
    pub fn with_usage(mut self, usage: Usage) -> Self {
        self.usage = usage;
        self
    }

    /// Sets the text beside the calls.
    #[must_use]
    pub fn with_content(mut self, content: impl Into<Content>) -> Self {
        self.message.content = content.into();
        self
    }
}

/// Why the model stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FinishReason {
    /// It was done.
    Stop,
    /// It wants its calls answered.
    ToolCalls,
    /// The token limit cut it off: nothing of the turn can be relied on.
    Length,
    /// The provider or the model refused: nothing of the turn can be relied on.
    Refused,
    /// What the provider says, where this crate has no word for it.
    Other(String),
}

impl FinishReason {
    /// Returns whether the turn is not whole, so that none of its calls may run.
    #[must_use]
    pub fn is_cut_off(&self) -> bool {
        matches!(self, Self::Length | Self::Refused)
    }
}

/// What a turn cost, in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Usage {
    /// The tokens that went in.
    pub input_tokens: u64,
    /// The tokens that came out.
    pub output_tokens: u64,
}

impl Usage {
    /// Creates a count.
    #[must_use]
    pub const fn new(input_tokens: u64, output_tokens: u64) -> Self {
        Self {
            input_tokens,
            output_tokens,
        }
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.input_tokens = self.input_tokens.saturating_add(other.input_tokens);
        self.output_tokens = self.output_tokens.saturating_add(other.output_tokens);
    }
}
