//! What an invocation leaves behind, and how one comes back from where it was stored.

use super::ids::CallIds;
use super::invocation::calls_at;
use super::state::{State, Stored};
use super::{Answer, Invocation, ToolExecution};
use crate::message::transcript::not_answered;
use crate::message::{AssistantMessage, Content, Message, ToolResult};
use crate::model::FinishReason;

impl Invocation {
    /// Turns the invocation into its conversation, in which every call has a result: one that never got its own has
    /// a fixed note instead.
    #[must_use]
    pub fn into_transcript(mut self) -> Vec<Message> {
        if let State::RunTools(turn) = &mut self.state {
            let mut early = std::mem::take(&mut turn.early);
            let left: Vec<ToolResult> = calls_at(&self.request, turn.at)
                .iter()
                .enumerate()
                .skip(turn.answered)
                .map(|(i, call)| early.remove(&i).unwrap_or_else(|| not_answered(call)))
                .collect();
            for result in left {
                self.request.push(Message::Tool(result));
            }
        }
        self.request.into_messages()
    }

    /// Turns a finished invocation into its answer.
    pub(super) fn into_answer(self) -> Answer {
        let finish_reason = match &self.state {
            State::Finished(reason) => reason.clone(),
            _ => FinishReason::Other("unfinished".to_owned()),
        };
        let (rounds, usage, given) = (self.rounds, self.usage, self.given);
        let messages = self.into_transcript();
        let content = match messages.last() {
            Some(Message::Assistant(AssistantMessage { content, .. })) => content.clone(),
            _ => Content::default(),
        };
        let tool_executions = ToolExecution::all_of(messages.get(given..).unwrap_or_default());
        Answer {
            text: content.to_text().into_owned(),
            content,
            tool_executions,
            rounds,
            usage,
            finish_reason,
            messages,
        }
    }
}

/// What was stored is checked: a conversation with a hole in it must not reach a model.
impl TryFrom<Stored> for Invocation {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, &'static str> {
        stored.check()?;
        let Stored {
            version,
            request,
            state,
            given,
            rounds,
            max_rounds,
            usage,
            failures,
        } = stored;
        Ok(Self {
            version,
            request,
            state,
            given,
            rounds,
            max_rounds,
            usage,
            failures,
            ids: CallIds::default(),
        })
    }
}
