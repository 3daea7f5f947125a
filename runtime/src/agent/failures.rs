//! Rows of failed calls, and the tools that are withdrawn for them.

use crate::error_handler::Standing;
use crate::message::ToolCall;
use crate::tool::ToolDefinitions;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::num::NonZeroU32;

/// So many failures of the same call in a row withdraw a tool, whatever the limit.
const SAME_CALL: u32 = 3;

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
#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct Row {
    failed: u32,
    /// So many of the last ones were the same call.
    same: u32,
    /// The round of the first one.
    since: u32,
    /// The round of the last one.
    last: u32,
    /// What the last one called.
    name: String,
    arguments: String,
}

/// Leaves the arguments out.
impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Row")
            .field("failed", &self.failed)
            .field("same", &self.same)
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
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

    /// Takes note that a tool is offered no more, whatever the reason.
    pub(super) fn withdraw(&mut self, name: &str) {
        self.withdrawn.insert(name.to_owned());
    }

    /// Returns how `call` of this round stands, should it fail.
    pub(super) fn standing<'a>(
        &self,
        offered: &'a ToolDefinitions,
        call: &ToolCall,
        round: u32,
    ) -> Standing<'a> {
        // Nothing failed lately, which is the usual case: no name is looked up.
        if self.rows.is_empty() && self.unknown.is_none() {
            let remaining = self.max.map(|max| max.get() - 1);
            return Standing {
                attempt: 1,
                remaining,
                offered,
            };
        }
        let row = self.next_row(offered, call, round);
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

    /// Takes note of how a call of this round went.
    pub(super) fn count(
        &mut self,
        offered: &ToolDefinitions,
        call: &ToolCall,
        round: u32,
        failed: bool,
    ) -> Verdict {
        if !failed {
            if !self.rows.is_empty() || self.unknown.is_some() {
                self.rows.remove(&call.name);
                self.unknown = None;
            }
            return Verdict::GoOn;
        }
        let row = self.next_row(offered, call, round);
        let name = &call.name;
        if self.is_withdrawn(name) {
            self.rows.insert(name.clone(), row);
            return Verdict::GoOn;
        }
        if offered.get(name).is_none() {
            return self.made_up(row);
        }
        let is_over = self.max.is_some_and(|max| row.is_over(max));
        let failed = row.failed;
        self.rows.insert(name.clone(), row);
        if !is_over {
            return Verdict::GoOn;
        }
        self.withdraw(name);
        let how = match failed {
            1 => String::new(),
            failed => format!(" {failed} times in a row"),
        };
        let note = format!(
            "Do not call `{name}` again: it failed{how} and is withdrawn for this question."
        );
        Verdict::Withdraw { note }
    }

    /// Takes note of a name that is no tool's.
    fn made_up(&mut self, row: Row) -> Verdict {
        let was_over = |max| self.unknown.as_ref().is_some_and(|row| row.is_over(max));
        let tell = self
            .max
            .is_some_and(|max| row.is_over(max) && !was_over(max));
        let failed = row.failed;
        self.unknown = Some(row);
        if !tell {
            return Verdict::GoOn;
        }
        let note = match failed {
            1 => "Call only tools that are listed.".to_owned(),
            failed => format!(
                "Call only tools that are listed: {failed} calls in a row named one that does not exist."
            ),
        };
        Verdict::Tell { note }
    }

    /// The row of the call's name, with the call as its last failure.
    fn next_row(&self, offered: &ToolDefinitions, call: &ToolCall, round: u32) -> Row {
        // A tool that a provider took away keeps its row, and its name is no tool's for now.
        let known = offered.get(&call.name).is_some() || self.is_withdrawn(&call.name);
        let row = if known {
            self.rows.get(&call.name)
        } else {
            self.unknown.as_ref()
        };
        let (failed, same, since) = match row {
            None => (1, 1, round),
            Some(row) => {
                let is_same = row.name == call.name && row.arguments == call.arguments;
                let same = if is_same { row.same } else { 0 };
                (
                    row.failed.saturating_add(1),
                    same.saturating_add(1),
                    row.since,
                )
            }
        };
        Row {
            failed,
            same,
            since,
            last: round,
            name: call.name.clone(),
            arguments: call.arguments.clone(),
        }
    }
}

impl Row {
    /// Whether it is enough. A row that began in the turn of its last call is none yet: of calls that a model makes side
    /// by side it makes every one before it reads what is wrong with the first.
    fn is_over(&self, max: NonZeroU32) -> bool {
        let is_long = self.failed >= max.get() || self.same >= SAME_CALL;
        is_long && (self.since < self.last || max.get() == 1)
    }
}
