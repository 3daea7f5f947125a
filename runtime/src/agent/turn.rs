//! A turn of calls, while it is being answered.

use super::limits::Over;
use crate::llm_visible::LlmText;
use crate::message::{ToolCall, ToolResult};
use crate::model::FinishReason;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::OnceLock;

/// A turn of calls, being answered. The calls are the last assistant message; results are pushed behind it in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Turn {
    /// Where the assistant message stands.
    pub(super) at: usize,
    /// So many results stand behind it.
    pub(super) answered: usize,
    /// Results that came before one that stands before them, by the place of their call.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) early: BTreeMap<usize, ToolResult>,
    /// Why none of the calls may run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cut_off: Option<FinishReason>,
    /// All calls before this place were begun, those aside that are or were reviewed, or were passed over.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) begun: usize,
    /// Calls before that place that wait, because one behind them was begun first.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) passed_over: BTreeSet<usize>,
    /// Calls that somebody decides or decided about, and that were not begun since.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) reviews: BTreeMap<usize, Review>,
    /// Calls that a limit does not let run.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) over: BTreeMap<usize, Over>,
    /// What the model is told besides the result, by the place of the call.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) notes: BTreeMap<usize, Vec<String>>,
    /// Tools on offer that a hook left out of the request of this turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) left_out: Vec<String>,
    /// Tools that are withdrawn once the turn is answered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) used_up: Vec<String>,
    /// Calls that another run began, and that have no result.
    #[serde(skip)]
    pub(super) interrupted: BTreeSet<usize>,
    /// Where each id stands, once somebody asked.
    #[serde(skip)]
    places: OnceLock<HashMap<String, usize>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(super) fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// Where the review of a call stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Review {
    Held,
    Approved,
    Denied(LlmText),
}

impl Turn {
    pub(super) fn new(at: usize) -> Self {
        Self {
            at,
            ..Self::default()
        }
    }

    /// Whether the call at a place has no result.
    pub(super) fn is_waiting(&self, place: usize) -> bool {
        place >= self.answered && !self.early.contains_key(&place)
    }

    /// Whether the call at a place waits for a decision.
    pub(super) fn is_held(&self, place: usize) -> bool {
        self.reviews.get(&place) == Some(&Review::Held)
    }

    /// Whether the call at a place was begun, here or elsewhere.
    pub(super) fn is_begun(&self, place: usize) -> bool {
        place < self.begun
            && !self.reviews.contains_key(&place)
            && !self.passed_over.contains(&place)
    }

    /// Whether the call at a place was begun by a run that ended.
    pub(super) fn is_interrupted(&self, place: usize) -> bool {
        self.interrupted.contains(&place)
    }

    /// Whether every call of the turn may run, and nothing is to be looked up about any.
    pub(super) fn is_plain(&self) -> bool {
        self.cut_off.is_none()
            && self.reviews.is_empty()
            && self.over.is_empty()
            && self.left_out.is_empty()
            && self.interrupted.is_empty()
    }

    /// Takes note that the call at a place is about to run.
    pub(super) fn begin(&mut self, place: usize) {
        // The decision holds once.
        if self.reviews.get(&place) == Some(&Review::Approved) {
            self.reviews.remove(&place);
        }
        if place >= self.begun {
            let before = self.begun.max(self.answered)..place;
            let waiting = before.filter(|place| !self.early.contains_key(place));
            self.passed_over.extend(waiting);
            self.begun = place + 1;
        } else {
            self.passed_over.remove(&place);
        }
    }

    /// Takes over what another run began.
    pub(super) fn take_over(&mut self) {
        let begun = self.answered..self.begun;
        let begun = begun.filter(|place| self.is_waiting(*place) && self.is_begun(*place));
        self.interrupted = begun.collect();
    }

    /// The place of the call that waits for a result and has this id.
    pub(super) fn place_of(&self, id: &str, calls: &[ToolCall]) -> Option<usize> {
        let next = calls.get(self.answered).filter(|call| call.id == id);
        if next.is_some() {
            return Some(self.answered);
        }
        let places = self.places.get_or_init(|| {
            let calls = calls.iter().enumerate();
            calls.map(|(i, call)| (call.id.clone(), i)).collect()
        });
        let place = *places.get(id)?;
        self.is_waiting(place).then_some(place)
    }
}
