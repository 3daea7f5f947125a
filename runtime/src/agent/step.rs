//! What an invocation asks of its driver.

use super::turn::Turn;
use crate::failure::InvocationFailureKind;
use crate::message::ToolCall;
use crate::model::ChatRequest;
use std::fmt;

/// What a driver has to do next.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub enum Step<'a> {
    /// Ask the model, and give its answer to [`Invocation::on_response`](super::Invocation::on_response).
    CallModel(&'a ChatRequest),
    /// Run these calls, side by side or one after the other, and give each result to
    /// [`Invocation::on_result`](super::Invocation::on_result).
    RunTools(Calls<'a>),
    /// Nothing can go on before somebody decides about these calls: see
    /// [`Invocation::on_decision`](super::Invocation::on_decision).
    AwaitApproval(Calls<'a>),
    /// Take the answer.
    Finished,
    /// The invocation failed.
    Failed(InvocationFailureKind),
}

/// Calls of one turn, in the model's order; never none.
///
/// Several that may run are all `read_only`, or of tools that will not be run at all. A call with effects comes alone, once
/// all calls before it are answered.
#[derive(Clone, Copy)]
pub struct Calls<'a> {
    pub(super) of_turn: &'a [ToolCall],
    pub(super) turn: &'a Turn,
    pub(super) from: usize,
    pub(super) to: usize,
    /// Whether these are the calls that wait for a decision.
    pub(super) held: bool,
}

impl<'a> Calls<'a> {
    /// Returns the calls.
    pub fn iter(&self) -> impl Iterator<Item = &'a ToolCall> + use<'a> {
        self.places().map(|(_, call)| call)
    }

    /// Returns the first call.
    #[must_use]
    pub fn first(&self) -> Option<&'a ToolCall> {
        self.iter().next()
    }

    /// The calls with their places.
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, &'a ToolCall)> + use<'a> {
        let Self {
            of_turn,
            turn,
            from,
            to,
            held,
        } = *self;
        let calls = of_turn.get(from..to).unwrap_or_default();
        (from..)
            .zip(calls)
            .filter(move |(place, _)| turn.is_waiting(*place) && turn.is_held(*place) == held)
    }
}

impl<'a> IntoIterator for Calls<'a> {
    type Item = &'a ToolCall;
    type IntoIter = std::vec::IntoIter<&'a ToolCall>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().collect::<Vec<_>>().into_iter()
    }
}

impl PartialEq for Calls<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl fmt::Debug for Calls<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
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
    /// No call with this id can be held back: it has its result, was begun, or is held already.
    #[error("a call was to be held back that cannot be")]
    UnexpectedHold,
    /// No call with this id waits for a decision.
    #[error("a decision came for a call that does not wait for one")]
    UnexpectedDecision,
    /// No call with this id can be begun: it has its result, was begun, or is held.
    #[error("a call was to be begun that cannot be")]
    UnexpectedStart,
}
