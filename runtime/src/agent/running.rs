//! What is to be done next, and the checks before a call runs.

use super::Invocation;
use super::invocation::calls_at;
use super::state::{Ended, State};
use super::step::{Calls, Step, StepError};
use super::turn::{Review, Turn};
use crate::dispatch::Dispatcher;
use crate::error_handler::Standing;
use crate::failure::{InvocationFailure, InvocationFailureKind};
use crate::message::{ToolCall, ToolResult};
use crate::model::FinishReason;
use crate::tool::{Effects, ToolDefinition, ToolDefinitions, ToolError};

impl Invocation {
    /// Returns what is to be done next.
    #[must_use]
    pub fn step(&self) -> Step<'_> {
        match &self.state {
            State::CallModel => Step::CallModel(self.asked()),
            State::RunTools(turn) => self.next_calls(turn),
            State::Finished(_) => Step::Finished,
            State::Failed(kind) => Step::Failed(*kind),
        }
    }

    /// The calls that may run now: those that only read side by side, any other one alone and after all before it.
    fn next_calls<'s>(&'s self, turn: &'s Turn) -> Step<'s> {
        let calls = calls_at(&self.request, turn.at);
        let mut found: Option<(usize, usize)> = None;
        let mut is_held_back = false;
        for (place, call) in calls.iter().enumerate().skip(turn.answered) {
            if turn.early.contains_key(&place) {
                continue;
            }
            let is_alone = found.is_none() && place + 1 == calls.len();
            let is_free = || self.has_no_effects(turn, place, call);
            if turn.is_held(place) {
                is_held_back = true;
                if is_free() {
                    continue;
                }
                break;
            }
            match &mut found {
                None if is_alone && !is_held_back => found = Some((place, place + 1)),
                None if is_free() => found = Some((place, place + 1)),
                None if is_held_back => break,
                None => {
                    found = Some((place, place + 1));
                    break;
                }
                Some((_, to)) if is_free() => *to = place + 1,
                Some(_) => break,
            }
        }
        let of = |(from, to), held| Calls {
            of_turn: calls,
            turn,
            from,
            to,
            held,
        };
        match found {
            Some(range) => Step::RunTools(of(range, false)),
            None => Step::AwaitApproval(of((turn.answered, calls.len()), true)),
        }
    }

    /// Whether a call changes nothing: its tool only reads, or will not be run.
    fn has_no_effects(&self, turn: &Turn, place: usize, call: &ToolCall) -> bool {
        turn.cut_off.is_some()
            || turn.over.contains_key(&place)
            || matches!(turn.reviews.get(&place), Some(Review::Denied(_)))
            || self.effects(call).is_none_or(Effects::read_only)
    }

    /// What the tool of a call does to the world; `None` if it is not offered.
    fn effects(&self, call: &ToolCall) -> Option<Effects> {
        Some(self.request.tools().get(&call.name)?.effects())
    }

    /// Returns the calls that have no result yet, in the model's order.
    pub fn pending_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.turn().into_iter().flat_map(|turn| {
            let calls = calls_at(&self.request, turn.at).iter().enumerate();
            let waiting = calls.filter(|(place, _)| turn.is_waiting(*place));
            waiting.map(|(_, call)| call)
        })
    }

    /// Returns why none of the pending calls may run, if their turn was cut off or refused.
    #[must_use]
    pub fn cut_off(&self) -> Option<&FinishReason> {
        self.turn()?.cut_off.as_ref()
    }

    /// Returns whether the tool is withdrawn: it failed too often, or was called as often as it may be. [`run`](Self::run)
    /// answers a call of it with [`ToolError::not_offered`] instead of running it.
    #[must_use]
    pub fn is_withdrawn(&self, name: &str) -> bool {
        self.failures.is_withdrawn(name)
    }

    /// Runs a pending call and returns its one result: the call takes the road of all calls, after every check that the
    /// invocation itself can make. A call of a turn that was cut off, of a tool that is not offered or withdrawn, that a
    /// limit or a reviewer forbids, or that another run began, is not run, and its result says why.
    ///
    /// The result is for [`on_result`](Self::on_result); calls of one [`Step::RunTools`] may be run side by side.
    ///
    /// # Errors
    ///
    /// The failure that a handler made of the call's error; see [`on_failure`](Self::on_failure). Nothing runs either if the
    /// call is held, which is [`Approval`](InvocationFailureKind::Approval), or is none of the pending ones as the model wrote
    /// it, which is a [`Checkpoint`](InvocationFailureKind::Checkpoint) failure with a [`StepError`] in it.
    pub async fn run<S: Sync>(
        &self,
        call: &ToolCall,
        dispatcher: &Dispatcher<'_, S>,
    ) -> Result<ToolResult, InvocationFailure> {
        self.check_pending(call)?;
        self.run_pending(call, dispatcher).await
    }

    /// Refuses a call that is not to be run now, or not so.
    fn check_pending(&self, call: &ToolCall) -> Result<(), InvocationFailure> {
        let place = self.waiting_place(&call.id);
        let pending = self.turn().zip(place);
        let Some((turn, place)) = pending.filter(|(_, place)| self.call_at(*place) == Some(call))
        else {
            let failure = InvocationFailure::new(InvocationFailureKind::Checkpoint);
            return Err(failure.with_source(StepError::UnexpectedStart));
        };
        if turn.is_held(place) {
            return Err(InvocationFailure::new(InvocationFailureKind::Approval));
        }
        Ok(())
    }

    /// Runs a call that is pending.
    pub(super) async fn run_pending<S: Sync>(
        &self,
        call: &ToolCall,
        dispatcher: &Dispatcher<'_, S>,
    ) -> Result<ToolResult, InvocationFailure> {
        let standing = self.standing(call);
        let refused = match self.turn() {
            Some(turn) if !turn.is_plain() => self.refused(turn, call, dispatcher.definitions()),
            _ => None,
        };
        let refused = refused.or_else(|| self.is_not_offered(call, dispatcher, &standing));
        match refused {
            None => dispatcher.call_of(call.clone(), &standing).await,
            Some(error) => dispatcher.refuse_of(call.clone(), error, &standing),
        }
    }

    /// Why a call of this turn may not run, whatever its tool.
    #[cold]
    fn refused(&self, turn: &Turn, call: &ToolCall, exist: &ToolDefinitions) -> Option<ToolError> {
        if let Some(reason) = &turn.cut_off {
            return Some(ToolError::truncated(*reason == FinishReason::Refused));
        }
        if turn.left_out.contains(&call.name) {
            let offered = self.request.tools().iter().map(ToolDefinition::name);
            let is_left = |name: &&str| !turn.left_out.iter().any(|left_out| left_out == name);
            let names: Vec<_> = offered.filter(is_left).collect();
            return Some(ToolError::not_offered(&call.name, names));
        }
        let place = self.waiting_place(&call.id)?;
        if let Some(over) = turn.over.get(&place) {
            return Some(ToolError::over_limit(over.text(&call.name)));
        }
        if let Some(Review::Denied(reason)) = turn.reviews.get(&place) {
            return Some(ToolError::denied(reason.clone()));
        }
        // What changes nothing more is run again, if it did not then and does not now.
        let now = || exist.get(&call.name).map(ToolDefinition::effects);
        let is_idempotent = |effects: Option<Effects>| effects.is_none_or(Effects::idempotent);
        let is_safe = || is_idempotent(self.effects(call)) && is_idempotent(now());
        (turn.is_interrupted(place) && !is_safe()).then(ToolError::interrupted)
    }

    /// Why a tool may not run that exists, but is not in this request.
    fn is_not_offered<S>(
        &self,
        call: &ToolCall,
        dispatcher: &Dispatcher<'_, S>,
        standing: &Standing<'_>,
    ) -> Option<ToolError> {
        let offered = self.request.tools();
        let exists = dispatcher.definitions();
        // What was withdrawn and is gone since is no tool any more.
        if offered.is(exists)
            || offered.get(&call.name).is_some()
            || exists.get(&call.name).is_none()
        {
            return None;
        }
        let names = standing.offered.iter().map(ToolDefinition::name);
        Some(ToolError::not_offered(&call.name, names))
    }

    /// Lets none of these tools be called in this turn: its request did not offer them.
    pub(super) fn leave_out(&mut self, tools: Vec<String>) {
        if let Some(turn) = self.turn_mut() {
            turn.left_out = tools;
        }
    }

    /// How a call stands in the invocation.
    fn standing(&self, call: &ToolCall) -> Standing<'_> {
        self.failures
            .standing(self.request.tools(), call, self.rounds)
    }

    /// Takes note that a failure ended the run. Only its kind and the id of its call are kept; the state stays what it was,
    /// so that the invocation can be resumed.
    pub fn on_failure(&mut self, failure: &InvocationFailure) {
        self.ended = Some(Ended {
            kind: failure.kind(),
            call_id: failure.tool_call().map(|call| call.id.clone()),
            tool_ran: failure.tool_ran(),
        });
    }

    /// Returns what ended the last run of this invocation, if it was a failure, and the id of the call that failed.
    #[must_use]
    pub fn last_failure(&self) -> Option<(InvocationFailureKind, Option<&str>)> {
        let ended = self.ended.as_ref()?;
        Some((ended.kind, ended.call_id.as_deref()))
    }

    /// The number of the model's next turn, from 1.
    pub(super) fn next_turn(&self) -> u32 {
        self.turns.saturating_add(1)
    }

    /// Whether the call at a place of the turn may change something.
    pub(super) fn has_effects_at(&self, place: usize) -> bool {
        let call = self.turn().zip(self.call_at(place));
        call.is_some_and(|(turn, call)| !self.has_no_effects(turn, place, call))
    }

    /// The call at a place of the turn.
    pub(super) fn call_at(&self, place: usize) -> Option<&ToolCall> {
        calls_at(&self.request, self.turn()?.at).get(place)
    }

    /// Takes over what another run began: a call that has no result is not run once more, unless that does no harm.
    pub(super) fn take_over(&mut self) {
        if let Some(turn) = self.turn_mut() {
            turn.take_over();
        }
    }

    /// Whether the call at a place of this turn may have done something that nobody knows.
    pub(super) fn is_unknown(&self, turn: &Turn, place: usize, call: &ToolCall) -> bool {
        let has_effects = || {
            self.effects(call)
                .is_some_and(|effects| !effects.idempotent())
        };
        turn.is_begun(place)
            && !self.has_no_effects(turn, place, call)
            && has_effects()
            && !self.is_known_to_have_failed(call)
    }

    /// Whether the call itself ended the run, with an error that says how far it came.
    fn is_known_to_have_failed(&self, call: &ToolCall) -> bool {
        let of_call =
            |ended: &&Ended| ended.call_id.as_deref() == Some(&call.id) && !ended.tool_ran;
        match self.ended.as_ref().filter(of_call).map(|ended| ended.kind) {
            Some(InvocationFailureKind::Tool(kind)) => !kind.is_in_doubt(),
            _ => false,
        }
    }

    pub(super) fn turn(&self) -> Option<&Turn> {
        match &self.state {
            State::RunTools(turn) => Some(turn),
            _ => None,
        }
    }

    pub(super) fn turn_mut(&mut self) -> Option<&mut Turn> {
        match &mut self.state {
            State::RunTools(turn) => Some(turn),
            _ => None,
        }
    }

    pub(super) fn waiting_place(&self, call_id: &str) -> Option<usize> {
        let turn = self.turn()?;
        turn.place_of(call_id, calls_at(&self.request, turn.at))
    }
}
