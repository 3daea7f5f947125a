//! The limits of an invocation, and what it has used of them.

use super::failures::Failures;
use super::turn::Turn;
use crate::failure::InvocationFailureKind;
use crate::message::ToolCall;
use crate::model::Usage;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// What the model reads, once, when nothing more can be called.
const NO_MORE: &str = "No more tools can be called for this question: answer with what you have.";

/// What becomes of an invocation whose model goes on calling tools at a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum OnLimit {
    /// It fails; the failure has the transcript so far.
    #[default]
    Fail,
    /// The model is asked one last time, without tools. If it calls a tool even then, the invocation fails.
    LastAnswer,
}

/// The limit that is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Spent {
    Rounds,
    Calls,
    Tokens,
    Duration,
}

impl Spent {
    pub(super) fn failure(self) -> InvocationFailureKind {
        match self {
            Self::Rounds => InvocationFailureKind::MaxRounds,
            Self::Calls => InvocationFailureKind::MaxCalls,
            Self::Tokens => InvocationFailureKind::MaxTokens,
            Self::Duration => InvocationFailureKind::MaxDuration,
        }
    }
}

/// Why a limit does not let a call run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Over {
    /// Its tool was called as often as it may be.
    Tool(u32),
    /// So many calls of all tools were made, as many as may be.
    Calls(u32),
    /// Nothing may be called any more.
    Spent,
}

impl Over {
    /// What the model reads of the call.
    pub(super) fn text(self, name: &str) -> String {
        match self {
            Self::Tool(max) => format!(
                "the call was not run: `{name}` may be called {} for one question",
                times(max)
            ),
            Self::Calls(max) => format!(
                "the call was not run: tools may be called {} for one question",
                times(max)
            ),
            Self::Spent => format!("the call was not run. {NO_MORE}"),
        }
    }
}

fn times(n: u32) -> String {
    match n {
        1 => "once".to_owned(),
        n => format!("{n} times"),
    }
}

/// The limits besides that of rounds, and what is used of them. Serialised with the invocation, so that they hold wherever
/// it goes on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Limits {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_calls: Option<u32>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) max_calls_of: BTreeMap<String, u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_duration: Option<Duration>,
    pub(super) on_limit: OnLimit,
    calls: u32,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    calls_of: BTreeMap<String, u32>,
    pub(super) elapsed: Duration,
    /// The limit that is used up, once the model was told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) spent: Option<Spent>,
    /// The model is asked for the last time.
    pub(super) is_last: bool,
}

impl Limits {
    /// Whether a model that goes on calling tools fails the invocation, now that a limit is used up.
    pub(super) fn is_final(&self) -> bool {
        self.is_last || self.on_limit == OnLimit::Fail
    }

    fn is_any(&self) -> bool {
        self.max_calls.is_some()
            || !self.max_calls_of.is_empty()
            || self.max_tokens.is_some()
            || self.max_duration.is_some()
    }

    /// Sets how often a tool may be called, and says whether it was called so often already. Of one without a limit nobody
    /// counted the calls: `used` is how many there were.
    pub(super) fn set_max_calls_of(&mut self, tool: &str, max: u32, used: usize) -> bool {
        if self.max_calls_of.insert(tool.to_owned(), max).is_none() && used > 0 {
            let used = u32::try_from(used).unwrap_or(u32::MAX);
            self.calls_of.insert(tool.to_owned(), used);
        }
        let used = self.calls_of.get(tool).copied().unwrap_or(0);
        used > 0 && used >= max
    }

    /// Counts the calls of a turn, all of them before any is run. What is over a limit does not run and is not counted; at
    /// a limit the model is told.
    pub(super) fn count(
        &mut self,
        turn: &mut Turn,
        calls: &[ToolCall],
        usage: Usage,
        failures: &Failures,
    ) {
        if !self.is_any() {
            // For a limit that is set later.
            let calls = u32::try_from(calls.len()).unwrap_or(u32::MAX);
            self.calls = self.calls.saturating_add(calls);
            return;
        }
        for (place, call) in calls.iter().enumerate() {
            let used = self.calls_of.get(&call.name).copied().unwrap_or(0);
            let max = self.max_calls_of.get(&call.name).copied();
            if let Some(max) = max.filter(|max| used >= *max) {
                if !failures.is_withdrawn(&call.name) {
                    turn.over.insert(place, Over::Tool(max));
                }
                continue;
            }
            if let Some(max) = self.max_calls.filter(|max| self.calls >= *max) {
                turn.over.insert(place, Over::Calls(max));
                continue;
            }
            self.calls = self.calls.saturating_add(1);
            if let Some(max) = max {
                self.calls_of.insert(call.name.clone(), used + 1);
                if used + 1 == max {
                    let name = &call.name;
                    let note = format!(
                        "Do not call `{name}` again: it was called {}, as often as it may be for this question.",
                        times(max)
                    );
                    turn.notes.entry(place).or_default().push(note);
                    turn.used_up.push(name.clone());
                }
            }
        }
        let tokens = usage.input_tokens.saturating_add(usage.output_tokens);
        self.spent = if self.max_calls.is_some_and(|max| self.calls >= max) {
            Some(Spent::Calls)
        } else if self.max_tokens.is_some_and(|max| tokens >= max) {
            Some(Spent::Tokens)
        } else if self.max_duration.is_some_and(|max| self.elapsed >= max) {
            Some(Spent::Duration)
        } else {
            None
        };
        if self.spent.is_some() {
            tell(turn, calls);
        }
    }

    /// The last round that may be has begun: the next turn is the last one.
    pub(super) fn last_round(&mut self, turn: &mut Turn, calls: &[ToolCall]) {
        if self.ends_the_rounds() {
            tell(turn, calls);
        }
    }

    /// Whether the last round has just come, after which a last answer is asked for.
    pub(super) fn ends_the_rounds(&mut self) -> bool {
        let is_new = self.on_limit == OnLimit::LastAnswer && self.spent.is_none();
        if is_new {
            self.spent = Some(Spent::Rounds);
            self.is_last = true;
        }
        is_new
    }
}

/// Tells the model, behind the last result of the turn, that nothing more can be called.
fn tell(turn: &mut Turn, calls: &[ToolCall]) {
    let last = calls.len().saturating_sub(1);
    turn.notes.entry(last).or_default().push(NO_MORE.to_owned());
}
