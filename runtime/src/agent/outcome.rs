//! What an invocation leaves behind, and how one comes back from where it was stored.

use super::ids::CallIds;
use super::invocation::calls_at;
use super::state::{State, Stored};
use super::{Answer, Invocation, ToolExecution};
use crate::failure::{InvocationFailure, InvocationFailureKind};
use crate::message::transcript::not_answered;
use crate::message::{AssistantMessage, Content, Message, ToolResult};
use crate::model::FinishReason;
use crate::tool::INTERRUPTED;

impl Invocation {
    /// Turns the invocation into its conversation, in which every call has a result: one that never got its own has
    /// a fixed note instead.
    #[must_use]
    pub fn into_transcript(mut self) -> Vec<Message> {
        for result in self.rest() {
            self.request.push(Message::Tool(result));
        }
        self.request.into_messages()
    }

    /// What the rest of the turn's calls is answered with if nothing more is run.
    fn rest(&self) -> Vec<ToolResult> {
        let Some(turn) = self.turn() else {
            return Vec::new();
        };
        let calls = calls_at(&self.request, turn.at).iter().enumerate();
        let rest = calls.skip(turn.answered).map(|(place, call)| {
            let early = turn.early.get(&place).cloned();
            early.unwrap_or_else(|| {
                if self.is_unknown(turn, place, call) {
                    ToolResult::error(&call.id, &call.name, INTERRUPTED)
                } else {
                    not_answered(call)
                }
            })
        });
        rest.collect()
    }

    /// Turns an invocation that is over into its answer.
    ///
    /// # Errors
    ///
    /// The failure that it ended with, with the transcript. One that is not over is
    /// [`Cancelled`](InvocationFailureKind::Cancelled): nobody goes on with it.
    pub fn into_answer(self) -> Result<Answer, InvocationFailure> {
        let finish_reason = match &self.state {
            State::Finished(reason) => reason.clone(),
            State::Failed(kind) => {
                let failure = InvocationFailure::new(*kind);
                return Err(self.into_failure(failure));
            }
            _ => {
                let failure = InvocationFailure::new(InvocationFailureKind::Cancelled);
                return Err(self.into_failure(failure));
            }
        };
        Ok(self.finished(finish_reason))
    }

    /// Adds to a failure what is left of the invocation.
    pub(super) fn into_failure(self, failure: InvocationFailure) -> InvocationFailure {
        let transcript = self.clone().into_transcript();
        failure
            .with_rounds(self.rounds)
            .with_transcript(transcript)
            .with_state(self)
    }

    fn finished(self, finish_reason: FinishReason) -> Answer {
        let (rounds, usage, given) = (self.rounds, self.usage, self.given);
        let not_run = self.not_run.clone();
        let messages = self.into_transcript();
        let content = match messages.last() {
            Some(Message::Assistant(AssistantMessage { content, .. })) => content.clone(),
            _ => Content::default(),
        };
        let tool_executions =
            ToolExecution::all_of(messages.get(given..).unwrap_or_default(), &not_run);
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
            turns,
            failures,
            limits,
            not_run,
            ended,
            mark,
            next_tools,
        } = stored;
        let mut invocation = Self {
            version,
            request,
            state,
            given,
            rounds,
            max_rounds,
            usage,
            turns,
            failures,
            limits,
            not_run,
            ended,
            mark,
            view: None,
            ids: CallIds::default(),
            next_tools,
        };
        invocation.take_over();
        Ok(invocation)
    }
}

impl InvocationFailure {
    /// Returns the invocation as it stood when it failed, for [`Agent::resume`](super::Agent::resume) here or, serialised,
    /// elsewhere. A call that was being run is not run again, unless its tool is `read_only` or `idempotent`: the model reads
    /// that nobody knows what came of it.
    ///
    /// `None` for a call outside of an agent's loop, and for a new invocation that did not begin because its conversation
    /// could not be read.
    ///
    /// ```
    /// use toolwright::Agent;
    /// use toolwright::model::{ModelError, ModelErrorKind};
    /// use toolwright::testing::{ScriptedModel, block_on};
    ///
    /// let down = ModelError::new(ModelErrorKind::Connection, "the server is down");
    /// let agent = Agent::builder(ScriptedModel::new().fails(down).text("Hello Ada.")).build()?;
    /// let failure = block_on(agent.invoke("I am Ada.")).unwrap_err();
    /// let invocation = failure.into_invocation().ok_or("not of an agent")?;
    /// assert_eq!(block_on(agent.resume(invocation).invoke())?.text, "Hello Ada.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn into_invocation(self) -> Option<Invocation> {
        self.into_state()
    }

    /// Returns the invocation as it stood when it failed, as [`into_invocation`](Self::into_invocation) does.
    #[must_use]
    pub fn invocation(&self) -> Option<&Invocation> {
        self.state()
    }
}
