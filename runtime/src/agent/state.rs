//! The states of an invocation, and what each asks of its driver.

use crate::failure::InvocationFailureKind;
use crate::message::{ToolCall, ToolResult};
use crate::model::{ChatRequest, FinishReason};
use serde::{Deserialize, Serialize};

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
    /// Results that came before one that stands before them.
    pub(super) early: Vec<(usize, ToolResult)>,
    /// Why none of the calls may run.
    pub(super) cut_off: Option<FinishReason>,
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
    /// No call without a result has this id.
    #[error("a result came for a call that does not wait for one")]
    UnexpectedResult,
}
