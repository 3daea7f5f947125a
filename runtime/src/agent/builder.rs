//! Building an agent.

use super::{Agent, Parts};
use crate::error_handler::{Handlers, ToolExecutionErrorHandler};
use crate::message::Content;
use crate::model::ErasedModel;
use crate::redact::Redactor;
use crate::tool::{IntoToolSet, NO_LIMIT, ToolErrorKind, ToolSet, ToolSetError};
use std::fmt;
use std::num::NonZeroU32;
use std::sync::Arc;

/// So many rounds of tool calls run, unless the builder says otherwise.
const MAX_ROUNDS: u32 = 100;

/// So many calls of one tool in a row may fail.
const MAX_CONSECUTIVE_FAILURES: u32 = 3;

/// Builds an [`Agent`].
#[must_use]
pub struct AgentBuilder<S = ()> {
    model: Box<dyn ErasedModel>,
    state: S,
    tools: ToolSet<S>,
    handlers: Handlers,
    system_message: Option<Content>,
    max_rounds: u32,
    /// `None` without a limit.
    max_consecutive_failures: Option<u32>,
    max_output: usize,
    redactor: Option<Redactor>,
}

impl AgentBuilder {
    pub(super) fn new(model: Box<dyn ErasedModel>) -> Self {
        Self {
            model,
            state: (),
            tools: ToolSet::default(),
            handlers: Handlers::default(),
            system_message: None,
            max_rounds: MAX_ROUNDS,
            max_consecutive_failures: Some(MAX_CONSECUTIVE_FAILURES),
            max_output: NO_LIMIT,
            redactor: None,
        }
    }

    /// Gives the agent a state, whose fields its tools may ask for with `#[context]`.
    pub fn state<S: Send + Sync + 'static>(self, state: S) -> AgentBuilder<S> {
        AgentBuilder {
            model: self.model,
            state,
            tools: self.tools.for_state(),
            handlers: self.handlers,
            system_message: self.system_message,
            max_rounds: self.max_rounds,
            max_consecutive_failures: self.max_consecutive_failures,
            max_output: self.max_output,
            redactor: self.redactor,
        }
    }
}

impl<S: Send + Sync + 'static> AgentBuilder<S> {
    /// Adds tools; may be called more than once.
    pub fn tools(mut self, tools: impl IntoToolSet<S>) -> Self {
        self.tools = ToolSet::builder().tools(self.tools).tools(tools).build();
        self
    }

    /// Sets what the model is told before everything else.
    pub fn system_message(mut self, message: impl Into<Content>) -> Self {
        self.system_message = Some(message.into());
        self
    }

    /// Sets the handler for failures that no other handler is set for.
    #[doc(alias = "toolExecutionErrorHandler")]
    pub fn on_error(mut self, handler: impl ToolExecutionErrorHandler + 'static) -> Self {
        self.handlers.set(handler);
        self
    }

    /// Sets the handler for arguments that cannot be decoded.
    #[doc(alias = "toolArgumentsErrorHandler")]
    pub fn on_bad_arguments(self, handler: impl ToolExecutionErrorHandler + 'static) -> Self {
        self.on_error_of(ToolErrorKind::Arguments, handler)
    }

    /// Sets the handler for calls of tools that do not exist.
    #[doc(alias = "hallucinatedToolNameStrategy")]
    pub fn on_unknown_tool(self, handler: impl ToolExecutionErrorHandler + 'static) -> Self {
        self.on_error_of(ToolErrorKind::UnknownTool, handler)
    }

    /// Sets the handler for one kind of failure.
    pub fn on_error_of(
        mut self,
        kind: ToolErrorKind,
        handler: impl ToolExecutionErrorHandler + 'static,
    ) -> Self {
        self.handlers.set_for(kind, handler);
        self
    }

    /// Sets how many rounds of tool calls may run; 100 unless set. A final text does not count.
    #[doc(alias = "maxToolCallingRoundTrips")]
    pub fn max_rounds(mut self, rounds: u32) -> Self {
        self.max_rounds = rounds;
        self
    }

    /// Sets how many calls of one tool in a row may fail; 3 unless set.
    ///
    /// After so many, or after three failures in a row with the same arguments, the model is told to stop, and the tool
    /// is withdrawn for the rest of the invocation: later requests do not offer it, and a call of it is
    /// [`NotOffered`](ToolErrorKind::NotOffered). It is never withdrawn in the turn in which the row began, unless one
    /// failure is enough: of calls that a model makes side by side it makes every one before it reads what is wrong with
    /// the first. A call that succeeds starts the row anew. Names of tools that do not
    /// exist share one row; there is nothing to withdraw, so the model is only told to call what is listed. The next
    /// invocation offers every tool again.
    ///
    /// 0 is a [`BuildError`]: [`unlimited_failures`](Self::unlimited_failures) turns the limit off.
    pub fn max_consecutive_failures(mut self, failures: u32) -> Self {
        self.max_consecutive_failures = Some(failures);
        self
    }

    /// Never withdraws a tool, however often it fails, and never tells the model to stop.
    /// [`max_rounds`](Self::max_rounds) still ends the invocation.
    pub fn unlimited_failures(mut self) -> Self {
        self.max_consecutive_failures = None;
        self
    }

    /// Sets how many bytes the model reads of one call; any number unless set. A tool's own
    /// [`max_output`](macro@crate::tool#keys) comes first.
    ///
    /// Of a longer text the model reads the beginning and the end, and how much is left out;
    /// [`ToolExecution::value`](super::ToolExecution::value) still decodes the whole. Fewer than 64 count as 64.
    pub fn max_output(mut self, bytes: usize) -> Self {
        self.max_output = bytes;
        self
    }

    /// Takes secrets out of every result of every tool, outputs and errors alike, before the model reads it. Nothing is
    /// taken out unless this is set.
    ///
    /// [`Redactor::credentials`] suits outputs that hold paths or SQL on purpose.
    /// [`ToolExecution::value`](super::ToolExecution::value) still decodes all of it.
    pub fn redactor(mut self, redactor: Redactor) -> Self {
        self.redactor = Some(redactor);
        self
    }

    /// Finishes the agent.
    ///
    /// # Errors
    ///
    /// What of the settings cannot work.
    pub fn build(self) -> Result<Agent<S>, BuildError> {
        self.tools.check()?;
        let failures = self.max_consecutive_failures;
        let max_consecutive_failures = failures
            .map(|failures| NonZeroU32::new(failures).ok_or(BuildError::NoFailureAllowed))
            .transpose()?;
        Ok(Agent(Arc::new(Parts {
            model: self.model,
            state: self.state,
            tools: self.tools,
            handlers: self.handlers,
            system_message: self.system_message,
            max_rounds: self.max_rounds,
            max_consecutive_failures,
            max_output: self.max_output,
            redactor: self.redactor,
        })))
    }
}

/// Shows the tools; the model, the state and the texts may be secret.
impl<S> fmt::Debug for AgentBuilder<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentBuilder")
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}

/// Why an agent cannot be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The names of the tools clash, one is not a name for a tool, or a schema asks for what this build cannot enforce.
    #[error(transparent)]
    Tools(#[from] ToolSetError),
    /// A tool would be withdrawn before it was called.
    #[error(
        "`max_consecutive_failures(0)` allows no call at all; call `unlimited_failures()` for no limit"
    )]
    NoFailureAllowed,
}
