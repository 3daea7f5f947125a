//! The limits that an agent sets to its invocations.

use crate::agent::{AgentBuilder, OnLimit};
use crate::timer::{SharedTimer, Timer};
use std::time::Duration;

/// # Limits
///
/// Of every limit that is used up the model is told once, behind a result, in a fixed form; what is used up is offered no
/// more. A model that goes on calling tools after the limits of [`max_calls`](Self::max_calls),
/// [`max_tokens`](Self::max_tokens) and [`max_duration`](Self::max_duration), or after that of
/// [`max_rounds`](Self::max_rounds), fails the invocation, with the transcript so far, or is asked
/// [one last time](Self::on_limit). Limits are counted once per turn of the model, before any of its calls runs.
impl<S: Send + Sync + 'static> AgentBuilder<S> {
    /// Sets how many rounds of tool calls may run; 100 unless set. A final text does not count.
    ///
    /// A model that asks for one more fails the invocation, unless [`on_limit`](Self::on_limit) says otherwise.
    #[doc(alias = "maxToolCallingRoundTrips")]
    pub fn max_rounds(mut self, rounds: u32) -> Self {
        self.settings.max_rounds = rounds;
        self
    }

    /// Sets how many calls of one tool in a row may fail; 3 unless set.
    ///
    /// After so many, or after three failures in a row with the same arguments, the model is told to stop, and the tool
    /// is withdrawn for the rest of the invocation: later requests do not offer it, and a call of it is
    /// [`NotOffered`](crate::ToolErrorKind::NotOffered). It is never withdrawn in the turn in which the row began, unless one
    /// failure is enough: of calls that a model makes side by side it makes every one before it reads what is wrong with
    /// the first. A call that succeeds starts the row anew. Names of tools that do not
    /// exist share one row; there is nothing to withdraw, so the model is only told to call what is listed. The next
    /// invocation offers every tool again.
    ///
    /// 0 is a [`BuildError`](crate::agent::BuildError): [`unlimited_failures`](Self::unlimited_failures) turns the limit off.
    pub fn max_consecutive_failures(mut self, failures: u32) -> Self {
        self.settings.max_consecutive_failures = Some(failures);
        self
    }

    /// Never withdraws a tool, however often it fails, and never tells the model to stop.
    /// [`max_rounds`](Self::max_rounds) still ends the invocation.
    pub fn unlimited_failures(mut self) -> Self {
        self.settings.max_consecutive_failures = None;
        self
    }

    /// Sets how many calls of all tools may run for one question; any number unless set.
    ///
    /// Of a turn that asks for more, the first calls run, as many as are left. Names of tools that do not exist count, too.
    pub fn max_calls(mut self, calls: u32) -> Self {
        self.settings.limits.max_calls = Some(calls);
        self
    }

    /// Sets how many calls of one tool may run for one question; any number unless set.
    ///
    /// Of a turn that asks for more, the first calls run, as many as are left; then the tool is withdrawn. 0 is a
    /// [`BuildError`](crate::agent::BuildError): leave the tool out.
    pub fn max_calls_of(mut self, tool: impl Into<String>, calls: u32) -> Self {
        self.settings.limits.max_calls_of.insert(tool.into(), calls);
        self
    }

    /// Sets how many tokens the turns of the model may cost together, in and out, before nothing more is called; any
    /// number unless set.
    ///
    /// It is read when a turn has come: the calls of the turn that reaches it still run, and the answer to them is asked
    /// for. So it is a limit for what is begun, not for the bill.
    pub fn max_tokens(mut self, tokens: u64) -> Self {
        self.settings.limits.max_tokens = Some(tokens);
        self
    }

    /// Sets for how long tools may be called, by the clock of the wall, from the first poll on; any time unless set.
    ///
    /// It is read when a turn has come, like [`max_tokens`](Self::max_tokens), and needs no timer: nothing that runs is
    /// stopped. The time of an invocation that was resumed is that of all its runs together.
    pub fn max_duration(mut self, duration: Duration) -> Self {
        self.settings.limits.max_duration = Some(duration);
        self
    }

    /// Sets what becomes of an invocation whose model goes on calling tools at a limit; it fails unless set.
    pub fn on_limit(mut self, on_limit: OnLimit) -> Self {
        self.settings.limits.on_limit = on_limit;
        self
    }

    /// Sets how long an invocation may take, from the first poll to the answer; any time unless set.
    ///
    /// What runs is stopped then, and the invocation fails with its transcript so far, in which a call with effects that
    /// was running reads that its outcome is unknown. What it did is stored after that, and takes as long as the
    /// [memory](Self::memory) takes. A run that is [resumed](crate::agent::Agent::resume) has this time anew.
    ///
    /// Deadlines need a timer: the feature `tokio`, or [`timer`](Self::timer).
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.settings.timeout = Some(limit);
        self
    }

    /// Sets how long a call may take, where the tool itself does not say with `#[tool(timeout = "…")]`; any time unless
    /// set. What the model reads of a call that is not over in time is up to the handlers.
    pub fn tool_timeout(mut self, limit: Duration) -> Self {
        self.settings.tool_timeout = Some(limit);
        self
    }

    /// Sets what deadlines are measured with. With the feature `tokio` it is tokio's clock unless set.
    pub fn timer(mut self, timer: impl Timer) -> Self {
        self.settings.timer = Some(SharedTimer::new(timer));
        self
    }
}
