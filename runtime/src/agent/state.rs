//! The states of an invocation, and what each asks of its driver.

use super::failures::Failures;
use super::invocation::calls_at;
use crate::failure::InvocationFailureKind;
use crate::message::transcript::is_whole;
use crate::message::{Message, ToolCall, ToolResult};
use crate::model::{ChatRequest, FinishReason, Usage};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// The format of a serialised invocation. Another one is refused rather than misread.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub(super) struct Version(u32);

impl Version {
    pub(super) const CURRENT: Self = Self(1);
}

impl TryFrom<u32> for Version {
    type Error = String;

    fn try_from(version: u32) -> Result<Self, String> {
        if version == Self::CURRENT.0 {
            return Ok(Self(version));
        }
        Err(format!(
            "an invocation of version {version}; this is version {}",
            Self::CURRENT.0
        ))
    }
}

impl From<Version> for u32 {
    fn from(version: Version) -> Self {
        version.0
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    /// The model is to be asked.
    CallModel,
    /// The calls of the last turn are to be run.
    RunTools(Turn),
    Finished(FinishReason),
    Failed(InvocationFailureKind),
}

/// A turn of calls, being answered. The calls are the last assistant message; results are pushed behind it in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Turn {
    /// Where the assistant message stands.
    pub(super) at: usize,
    /// So many results stand behind it.
    pub(super) answered: usize,
    /// Results that came before one that stands before them, by the place of their call.
    pub(super) early: BTreeMap<usize, ToolResult>,
    /// Why none of the calls may run.
    pub(super) cut_off: Option<FinishReason>,
    /// Where each id stands, once a result came early.
    #[serde(skip)]
    pub(super) places: Option<HashMap<String, usize>>,
}

impl Turn {
    /// The place of the call that waits for a result and has this id.
    pub(super) fn place_of(&mut self, id: &str, calls: &[ToolCall]) -> Option<usize> {
        let places = self.places.get_or_insert_with(|| {
            let calls = calls.iter().enumerate();
            calls.map(|(i, call)| (call.id.clone(), i)).collect()
        });
        let place = *places.get(id)?;
        (place > self.answered && !self.early.contains_key(&place)).then_some(place)
    }
}

/// What a driver has to do next.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub enum Step<'a> {
    /// Ask the model, and give its answer to [`Invocation::on_response`](super::Invocation::on_response).
    CallModel(&'a ChatRequest),
    /// Run this call, the first without a result, and give its result to [`Invocation::on_result`](super::Invocation::on_result);
    /// [`Invocation::pending_calls`](super::Invocation::pending_calls) has all of them.
    RunTools(&'a ToolCall),
    /// Take the answer.
    Finished,
    /// The invocation failed.
    Failed(InvocationFailureKind),
}

/// Something was given to an invocation that it did not ask for. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// The model was not to be asked now.
    #[error("a response came that was not asked for")]
    UnexpectedResponse,
    /// No call without a result has this id and this name.
    #[error("a result came for a call that does not wait for one")]
    UnexpectedResult,
}

/// An invocation as it was stored.
#[derive(Deserialize)]
pub(super) struct Stored {
    pub(super) version: Version,
    pub(super) request: ChatRequest,
    pub(super) state: State,
    pub(super) given: usize,
    pub(super) rounds: u32,
    pub(super) max_rounds: u32,
    pub(super) usage: Usage,
    #[serde(default)]
    pub(super) failures: Failures,
}

impl Stored {
    /// Whether it is a state that an invocation can be in.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let messages = self.request.messages();
        if self.given > messages.len() {
            return Err("the invocation starts behind its last message");
        }
        let State::RunTools(turn) = &self.state else {
            if is_whole(messages) {
                return Ok(());
            }
            return Err("a call without its result, or the reverse");
        };
        let calls = calls_at(&self.request, turn.at);
        let results = messages.get(turn.at + 1..).unwrap_or_default();
        let answers = |(call, message): (&ToolCall, &Message)| matches!(message, Message::Tool(result) if result.call_id == call.id);
        let is_early = |(i, result): (&usize, &ToolResult)| {
            *i > turn.answered && calls.get(*i).is_some_and(|call| call.id == result.call_id)
        };
        let fits = turn.answered < calls.len()
            && results.len() == turn.answered
            && calls.iter().zip(results).all(answers)
            && turn.early.iter().all(is_early)
            && is_whole(messages.get(..turn.at).unwrap_or_default());
        if fits {
            Ok(())
        } else {
            Err("results that do not fit their calls")
        }
    }
}
