//! Rows of failed calls, and the tools that are withdrawn for them.

use super::invocation::calls_at;
use crate::error_handler::Standing;
use crate::message::ToolCall;
use crate::model::ChatRequest;
use crate::tool::ToolDefinition;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

/// So many failures of the same call in a row withdraw a tool, whatever the limit.
const SAME_CALL: u32 = 3;

/// Where a call stands: its turn in the conversation, and its place in the turn.
type Place = (usize, usize);

/// The failures of an invocation so far. A function of the conversation and the limit, so that it is the same wherever
/// the invocation goes on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Failures {
    max: Option<NonZeroU32>,
    /// The rows of the tools whose last call failed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    rows: BTreeMap<String, Row>,
    /// The row that all names share that are no tool's.
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<Row>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    withdrawn: BTreeSet<String>,
}

/// Calls that failed in a row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    failed: u32,
    /// So many of the last ones had the same arguments.
    same: u32,
    /// The turn of the first one.
    since: usize,
    last: Place,
}

/// What follows from a failure.
#[derive(Debug, PartialEq)]
pub(super) enum Verdict {
    /// Nothing yet.
    GoOn,
    /// The tool is offered no more.
    Withdraw { note: String },
    /// The model has to hear that it makes up names.
    Tell { note: String },
}

impl Failures {
    pub(super) fn set_max(&mut self, max: NonZeroU32) {
        self.max = Some(max);
    }

    pub(super) fn is_withdrawn(&self, name: &str) -> bool {
        self.withdrawn.contains(name)
    }

    /// Returns how `call` of the turn at `turn` stands, should it fail.
    pub(super) fn standing<'a>(
        &self,
        request: &'a ChatRequest,
        call: &ToolCall,
        turn: usize,
    ) -> Standing<'a> {
        let offered = &**request.tools();
        // Nothing failed lately, which is the usual case: no name is looked up.
        if self.rows.is_empty() && self.unknown.is_none() {
            let remaining = self.max.map(|max| max.get() - 1);
            return Standing {
                attempt: 1,
                remaining,
                offered,
            };
        }
        let row = self.next_row(request, call, (turn, 0));
        Standing {
            attempt: row.failed,
            remaining: self
                .max
                .map(|max| match max.get().saturating_sub(row.failed) {
                    _ if row.is_over(max) => 0,
                    // Not before the next turn.
                    left => left.max(1),
                }),
            offered,
        }
    }

    /// Takes note of how the call at `place` went.
    pub(super) fn count(&mut self, request: &ChatRequest, place: Place, failed: bool) -> Verdict {
        if !failed && self.rows.is_empty() && self.unknown.is_none() {
            return Verdict::GoOn;
        }
        let Some(call) = calls_at(request, place.0).get(place.1) else {
            return Verdict::GoOn;
        };
        if !failed {
            self.rows.remove(&call.name);
            self.unknown = None;
            return Verdict::GoOn;
        }
        let row = self.next_row(request, call, place);
        let name = &call.name;
        if self.is_withdrawn(name) {
            self.rows.insert(name.clone(), row);
            return Verdict::GoOn;
        }
        if !is_offered(request.tools(), name) {
            let was_over = |max| self.unknown.is_some_and(|row| row.is_over(max));
            let tell = self
                .max
                .is_some_and(|max| row.is_over(max) && !was_over(max));
            self.unknown = Some(row);
            return if tell {
                let note = match row.failed {
                    1 => "Call only tools that are listed.".to_owned(),
                    failed => format!(
                        "Call only tools that are listed: {failed} calls in a row named one that does not exist."
                    ),
                };
                Verdict::Tell { note }
            } else {
                Verdict::GoOn
            };
        }
        self.rows.insert(name.clone(), row);
        if self.max.is_some_and(|max| row.is_over(max)) {
            self.withdrawn.insert(name.clone());
            let how = match row.failed {
                1 => String::new(),
                failed => format!(" {failed} times in a row"),
            };
            let note = format!(
                "Do not call `{name}` again: it failed{how} and is withdrawn for this question."
            );
            return Verdict::Withdraw { note };
        }
        Verdict::GoOn
    }

    /// The row of the call's name, with the call as its last failure.
    fn next_row(&self, request: &ChatRequest, call: &ToolCall, place: Place) -> Row {
        let row = self.rows.get(&call.name).copied().or_else(|| {
            let known = is_offered(request.tools(), &call.name);
            self.unknown.filter(|_| !known)
        });
        let Some(row) = row else {
            return Row {
                failed: 1,
                same: 1,
                since: place.0,
                last: place,
            };
        };
        let last = calls_at(request, row.last.0).get(row.last.1);
        let is_same =
            last.is_some_and(|last| last.name == call.name && last.arguments == call.arguments);
        Row {
            failed: row.failed.saturating_add(1),
            same: if is_same {
                row.same.saturating_add(1)
            } else {
                1
            },
            since: row.since,
            last: place,
        }
    }
}

impl Row {
    /// Whether it is enough. A row that began in the turn of its last call is none yet: of calls that a model makes side
    /// by side it makes every one before it reads what is wrong with the first.
    fn is_over(&self, max: NonZeroU32) -> bool {
        let is_long = self.failed >= max.get() || self.same >= SAME_CALL;
        is_long && (self.since < self.last.0 || max.get() == 1)
    }
}

fn is_offered(offered: &[ToolDefinition], name: &str) -> bool {
    offered.iter().any(|tool| tool.name() == name)
}
