//! Results of calls, and what follows from them.

use super::Invocation;
use super::failures::{Failures, Verdict};
use super::invocation::calls_at;
use super::state::State;
use super::step::StepError;
use super::turn::Turn;
use crate::llm_visible::Retry;
use crate::message::{Content, Message, ToolResult};
use crate::model::ChatRequest;
use crate::tool::{ToolDefinition, ToolDefinitions};

impl Invocation {
    /// Takes the result of a pending call; results may come in any order.
    ///
    /// # Errors
    ///
    /// [`StepError::UnexpectedResult`] if no pending call has its id and its name.
    pub fn on_result(&mut self, result: ToolResult) -> Result<(), StepError> {
        let State::RunTools(turn) = &mut self.state else {
            return Err(StepError::UnexpectedResult);
        };
        let calls = calls_at(&self.request, turn.at);
        let total = calls.len();
        let place = turn
            .place_of(&result.call_id, calls)
            .filter(|i| calls.get(*i).is_some_and(|call| call.name == result.name));
        let Some(place) = place else {
            return Err(StepError::UnexpectedResult);
        };
        self.ended = None;
        if place != turn.answered {
            turn.early.insert(place, result);
            return Ok(());
        }
        let mut next = Some(result);
        while let Some(mut result) = next {
            Self::note(
                turn,
                &mut self.request,
                &mut self.failures,
                self.rounds,
                &mut result,
            );
            if !result.was_run() {
                self.not_run.insert(result.call_id.clone());
            }
            self.request.push(Message::Tool(result));
            turn.answered += 1;
            next = turn.early.remove(&turn.answered);
        }
        if turn.answered == total {
            for name in std::mem::take(&mut turn.used_up) {
                self.failures.withdraw(&name);
                self.request.withdraw(&name);
            }
            self.state = State::CallModel;
            if let Some(tools) = self.next_tools.take() {
                self.offer_now(&tools);
            }
            self.settle();
            self.refresh_view();
        }
        Ok(())
    }

    /// Counts the next result and adds to it what the model has to be told.
    fn note(
        turn: &mut Turn,
        request: &mut ChatRequest,
        failures: &mut Failures,
        round: u32,
        result: &mut ToolResult,
    ) {
        let place = turn.answered;
        // A call that was never run says nothing about its tool.
        if turn.cut_off.is_none() && !turn.over.contains_key(&place) {
            let Some(call) = calls_at(request, turn.at).get(place) else {
                return;
            };
            match failures.count(request.tools(), call, round, result.is_error) {
                Verdict::GoOn => {}
                Verdict::Tell { note } => result.push_note(&note),
                Verdict::Withdraw { note } => {
                    take_back_retry(result);
                    result.push_note(&note);
                    let name = call.name.clone();
                    request.withdraw(&name);
                }
            }
        }
        for note in turn.notes.remove(&place).into_iter().flatten() {
            result.push_note(&note);
        }
    }

    /// Offers other tools from the next request on, without those that are withdrawn.
    ///
    /// Calls of a turn that is being answered are still held against the tools that were offered in its request.
    pub fn will_offer(&mut self, tools: &ToolDefinitions) {
        match self.state {
            State::CallModel => self.offer_now(tools),
            State::RunTools(_) => self.next_tools = Some(tools.clone()),
            State::Finished(_) | State::Failed(_) => {}
        }
    }

    fn offer_now(&mut self, tools: &ToolDefinitions) {
        if self.request.tools().is(tools) {
            return;
        }
        let is_left = |tool: &&ToolDefinition| !self.failures.is_withdrawn(tool.name());
        let tools = if tools.iter().all(|tool| is_left(&tool)) {
            tools.clone()
        } else {
            ToolDefinitions::new(tools.iter().filter(is_left).cloned())
        };
        // The same tools: what wires have written of them stays.
        if self.request.tools().fingerprint() != tools.fingerprint() {
            self.request.offer(tools);
        }
        self.settle();
        self.refresh_view();
    }

    /// Holds a turn that was stored to what its tools do now, where that is more than what is stored of them: a call that
    /// does more than read must not pass for one that does not.
    pub(super) fn take_effects_of(&mut self, tools: &ToolDefinitions) {
        let more = |stored: &ToolDefinition| {
            let (was, now) = (stored.effects(), tools.get(stored.name())?.effects());
            let writes = was.read_only() && !now.read_only();
            (writes || was.idempotent() && !now.idempotent()).then_some(now)
        };
        let offered = self.request.tools();
        if offered.is(tools) || offered.iter().all(|tool| more(tool).is_none()) {
            return;
        }
        let tools = offered.iter().map(|tool| match more(tool) {
            Some(effects) => tool.clone().with_effects(effects),
            None => tool.clone(),
        });
        self.request.offer(ToolDefinitions::new(tools));
    }

    /// Offers nothing more once a limit is used up.
    pub(super) fn settle(&mut self) {
        if self.limits.spent.is_some() && !self.request.tools().is_empty() {
            for tool in self.request.tools().iter() {
                self.failures.withdraw(tool.name());
            }
            self.request.offer(ToolDefinitions::default());
        }
    }
}

/// Takes the sentence back that the same call may be made again.
fn take_back_retry(result: &mut ToolResult) {
    let text = result.text();
    let shorter = text.strip_suffix(Retry::Retryable.as_str());
    if let Some(text) = shorter.and_then(|text| text.strip_suffix('\n')) {
        let content = Content::text(text);
        result.replace_content(content);
    }
}
