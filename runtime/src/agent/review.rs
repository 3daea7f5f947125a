//! Calls that are held back, decided about, and begun.

use super::Invocation;
use super::step::StepError;
use super::turn::Review;
use crate::llm_visible::LlmText;

/// What somebody decided about a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// The call may run, once.
    Approve,
    /// The call does not run, and the model reads why.
    Deny(LlmText),
}

impl Invocation {
    /// Says that a call is about to run. From now on no run of this invocation that goes on elsewhere runs it again, unless
    /// its tool is `read_only` or `idempotent`: the model reads instead that nobody knows what came of it. Say so, and store
    /// the invocation, before a call with effects.
    ///
    /// # Errors
    ///
    /// [`StepError::UnexpectedStart`] if the call has its result, was begun or is held.
    pub fn on_start(&mut self, call_id: &str) -> Result<(), StepError> {
        let place = self.waiting_place(call_id);
        let can_start = self.turn().zip(place).is_some_and(|(turn, place)| {
            !turn.is_held(place) && (!turn.is_begun(place) || turn.is_interrupted(place))
        });
        match place {
            Some(place) if can_start => {
                self.begin(place);
                Ok(())
            }
            _ => Err(StepError::UnexpectedStart),
        }
    }

    /// The call at a place is about to run.
    pub(super) fn begin(&mut self, place: usize) {
        if let Some(turn) = self.turn_mut() {
            turn.begin(place);
        }
    }

    /// Holds a call back until somebody decides about it. Calls behind it that do more than read wait, and so does every
    /// call behind it if it does more than read itself.
    ///
    /// # Errors
    ///
    /// [`StepError::UnexpectedHold`] if the call has its result, was begun or is held already.
    pub fn hold(&mut self, call_id: &str) -> Result<(), StepError> {
        let place = self.waiting_place(call_id);
        let Some((turn, place)) = self.turn_mut().zip(place) else {
            return Err(StepError::UnexpectedHold);
        };
        if turn.is_begun(place) || turn.reviews.contains_key(&place) {
            return Err(StepError::UnexpectedHold);
        }
        turn.reviews.insert(place, Review::Held);
        Ok(())
    }

    /// Takes the decision about a call that is held. It binds to this one call, whose arguments nobody can change, and holds
    /// once.
    ///
    /// # Errors
    ///
    /// [`StepError::UnexpectedDecision`] if no call with this id is held.
    pub fn on_decision(&mut self, call_id: &str, decision: Decision) -> Result<(), StepError> {
        let place = self.waiting_place(call_id);
        let Some((turn, place)) = self.turn_mut().zip(place) else {
            return Err(StepError::UnexpectedDecision);
        };
        match turn.reviews.get_mut(&place) {
            Some(review) if *review == Review::Held => {
                *review = match decision {
                    Decision::Approve => Review::Approved,
                    Decision::Deny(reason) => Review::Denied(reason),
                };
                Ok(())
            }
            _ => Err(StepError::UnexpectedDecision),
        }
    }
}
