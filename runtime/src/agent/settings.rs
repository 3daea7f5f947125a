//! What an invocation is started with.

use super::Invocation;
use super::invocation::calls_at;
use super::limits::OnLimit;
use super::state::State;
use crate::message::transcript::calls_of;
use std::num::NonZeroU32;
use std::time::Duration;

impl Invocation {
    /// Sets how many rounds of tool calls may run; any number unless set. An agent sets 100.
    #[must_use]
    pub fn with_max_rounds(mut self, rounds: u32) -> Self {
        self.max_rounds = rounds;
        self.settled()
    }

    /// Sets how many calls of one tool in a row may fail until it is withdrawn; any number unless set. See
    /// [`AgentBuilder::max_consecutive_failures`](super::AgentBuilder::max_consecutive_failures).
    #[must_use]
    pub fn with_max_consecutive_failures(mut self, failures: NonZeroU32) -> Self {
        self.failures.set_max(failures);
        self
    }

    /// Sets how many calls of all tools may run; any number unless set. See
    /// [`AgentBuilder::max_calls`](super::AgentBuilder::max_calls).
    #[must_use]
    pub fn with_max_calls(mut self, calls: u32) -> Self {
        self.limits.max_calls = Some(calls);
        self
    }

    /// Sets how many calls of one tool may run; any number unless set. See
    /// [`AgentBuilder::max_calls_of`](super::AgentBuilder::max_calls_of).
    #[must_use]
    pub fn with_max_calls_of(mut self, tool: impl Into<String>, calls: u32) -> Self {
        let tool = tool.into();
        let own = self.request.messages().get(self.given..);
        let own = own.unwrap_or_default().iter().flat_map(calls_of);
        let used = own.filter(|call| call.name == tool).count();
        if self.limits.set_max_calls_of(&tool, calls, used) {
            match &mut self.state {
                State::CallModel => {
                    self.failures.withdraw(&tool);
                    self.request.withdraw(&tool);
                    self.refresh_view();
                }
                State::RunTools(turn) => turn.used_up.push(tool),
                State::Finished(_) | State::Failed(_) => {}
            }
        }
        self
    }

    /// Sets how many tokens the turns of the model may cost together; any number unless set. See
    /// [`AgentBuilder::max_tokens`](super::AgentBuilder::max_tokens).
    #[must_use]
    pub fn with_max_tokens(mut self, tokens: u64) -> Self {
        self.limits.max_tokens = Some(tokens);
        self
    }

    /// Sets how long tools may be called; any time unless set. The driver says how much time passed, with
    /// [`add_elapsed`](Self::add_elapsed). See [`AgentBuilder::max_duration`](super::AgentBuilder::max_duration).
    #[must_use]
    pub fn with_max_duration(mut self, duration: Duration) -> Self {
        self.limits.max_duration = Some(duration);
        self
    }

    /// Sets what becomes of the invocation whose model goes on calling tools at a limit.
    #[must_use]
    pub fn with_on_limit(mut self, on_limit: OnLimit) -> Self {
        self.limits.on_limit = on_limit;
        self.settled()
    }

    /// Adds time that passed, for the limit of [`with_max_duration`](Self::with_max_duration): this state has no clock.
    pub fn add_elapsed(&mut self, duration: Duration) {
        self.limits.elapsed = self.limits.elapsed.saturating_add(duration);
    }

    /// Whether anybody asks how much time passes.
    pub(super) fn is_timed(&self) -> bool {
        self.limits.max_duration.is_some()
    }

    /// There were as many rounds as may be, or none may be at all: the next turn is the last one.
    fn settled(mut self) -> Self {
        if self.rounds < self.max_rounds {
            return self;
        }
        match &mut self.state {
            State::CallModel if self.limits.ends_the_rounds() => {
                self.settle();
                self.refresh_view();
            }
            State::RunTools(turn) => {
                let calls = calls_at(&self.request, turn.at);
                self.limits.last_round(turn, calls);
            }
            _ => {}
        }
        self
    }
}
