//! The states of an invocation, and what is checked when one comes back from where it was stored.

use super::failures::Failures;
use super::invocation::calls_at;
use super::limits::Limits;
use super::mark::Mark;
use super::turn::Turn;
use crate::failure::InvocationFailureKind;
use crate::message::ToolResult;
use crate::message::transcript::{Fault, fault, is_whole, shared_id};
use crate::model::{ChatRequest, FinishReason, Usage};
use crate::tool::ToolDefinitions;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The format of a serialised invocation. Another one is refused rather than misread.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub(super) struct Version(u32);

impl Version {
    pub(super) const CURRENT: Self = Self(2);
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

#[expect(
    clippy::large_enum_variant,
    reason = "there is one in an invocation, and it is mostly this"
)]
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

/// A failure that ended a run of the invocation. Nothing of it is kept that could be a secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ended {
    pub(super) kind: InvocationFailureKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) call_id: Option<String>,
    /// The tool of the call did what it does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) tool_ran: bool,
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
    pub(super) turns: u32,
    #[serde(default)]
    pub(super) failures: Failures,
    #[serde(default)]
    pub(super) limits: Limits,
    #[serde(default)]
    pub(super) not_run: BTreeSet<String>,
    #[serde(default)]
    pub(super) ended: Option<Ended>,
    #[serde(default)]
    pub(super) mark: Option<Mark>,
    #[serde(default)]
    pub(super) next_tools: Option<ToolDefinitions>,
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
            return Err("a call without its result or its id, or the reverse");
        };
        let calls = calls_at(&self.request, turn.at);
        let results = messages
            .get(turn.at.saturating_add(1)..)
            .unwrap_or_default();
        let is_early = |(i, result): (&usize, &ToolResult)| {
            *i > turn.answered && calls.get(*i).is_some_and(|call| call.id == result.call_id)
        };
        let fits = turn.answered < calls.len()
            && turn.begun <= calls.len()
            && results.len() == turn.answered
            && turn.early.iter().all(is_early)
            // Whole but for the results that are still to come.
            && fault(messages) == Some((messages.len(), Fault::NoResult))
            && shared_id(messages).is_none();
        if fits {
            Ok(())
        } else {
            Err("results that do not fit their calls")
        }
    }
}
