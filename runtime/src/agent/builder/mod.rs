//! Building an agent.

mod hooks;
mod limits;
mod settings;

pub(super) use settings::Settings;

use crate::agent::providers::Providers;
use crate::agent::steps::Steps;
use crate::agent::{Agent, Parts};
use crate::error_handler::ToolExecutionErrorHandler;
use crate::memory::{ChatMemory, Window};
use crate::message::Content;
use crate::model::ErasedModel;
use crate::redact::Redactor;
use crate::tool::{IntoToolSet, ToolErrorKind, ToolSet, ToolSetError};
use std::fmt;
use std::sync::Arc;

/// Builds an [`Agent`].
#[must_use]
pub struct AgentBuilder<S = ()> {
    model: Box<dyn ErasedModel>,
    state: S,
    tools: ToolSet<S>,
    pub(super) providers: Providers<S>,
    pub(super) settings: Settings,
}

impl AgentBuilder {
    pub(super) fn new(model: Box<dyn ErasedModel>) -> Self {
        Self {
            model,
            state: (),
            tools: ToolSet::default(),
            providers: Providers::default(),
            settings: Settings::default(),
        }
    }

    /// Gives the agent a state, whose fields its tools may ask for with `#[context]`.
    pub fn state<S: Send + Sync + 'static>(self, state: S) -> AgentBuilder<S> {
        AgentBuilder {
            model: self.model,
            state,
            tools: self.tools.for_state(),
            providers: self.providers.for_state(),
            settings: self.settings,
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
        self.settings.system_message = Some(message.into());
        self
    }

    /// Sets the handler for failures that no other handler is set for.
    #[doc(alias = "toolExecutionErrorHandler")]
    pub fn on_error(mut self, handler: impl ToolExecutionErrorHandler + 'static) -> Self {
        self.settings.handlers.set(handler);
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
        self.settings.handlers.set_for(kind, handler);
        self
    }

    /// Sets how many bytes the model reads of one call; any number unless set. A tool's own
    /// [`max_output`](macro@crate::tool#keys) comes first.
    ///
    /// Of a longer text the model reads the beginning and the end, and how much is left out;
    /// [`ToolExecution::value`](crate::agent::ToolExecution::value) still decodes the whole. Fewer than 64 count as 64.
    pub fn max_output(mut self, bytes: usize) -> Self {
        self.settings.max_output = bytes;
        self
    }

    /// Takes secrets out of every result of every tool, outputs and errors alike, before the model reads it. Nothing is
    /// taken out unless this is set.
    ///
    /// [`Redactor::credentials`] suits outputs that hold paths or SQL on purpose.
    /// [`ToolExecution::value`](crate::agent::ToolExecution::value) still decodes all of it.
    pub fn redactor(mut self, redactor: Redactor) -> Self {
        self.settings.redactor = Some(redactor);
        self
    }

    /// Sets how many calls of one turn that only read run side by side; 32 unless set, and 1 for one after the other.
    ///
    /// They run on the task that polls the invocation; nothing is spawned. A call of a tool that is not `read_only` runs
    /// alone, after all calls before it and before all behind it. Results stand in the order of the calls, whichever is
    /// ready first.
    pub fn concurrency(mut self, calls: usize) -> Self {
        self.settings.concurrency = calls;
        self
    }

    /// Remembers conversations: an invocation that names its [conversation](crate::agent::AgentRequest::conversation) begins with
    /// what was said in it before, and is stored when it ends well. The system message is not stored.
    ///
    /// An invocation that fails or is cancelled stores nothing, unless a call with effects was begun: then its rounds so far
    /// are stored, closed by a fixed note, so that the model does not forget what it did. That such a call is about to run is
    /// stored before it runs. Of two invocations in one conversation the second waits, if the memory is in this process;
    /// across processes it fails with [`ConversationBusy`](crate::InvocationFailureKind::ConversationBusy).
    ///
    /// See [`guide::memory`](crate::guide::memory).
    pub fn memory(mut self, memory: impl ChatMemory + 'static) -> Self {
        self.settings.memory = Some(Arc::new(memory));
        self
    }

    /// Sets how much of a conversation the model reads; all of it unless set. What it does not read stays stored, and in
    /// the [`messages`](crate::agent::Answer::messages) of the answer.
    pub fn window(mut self, window: Window) -> Self {
        self.settings.window = Some(window);
        self
    }

    /// Puts a hook around every call of the model and of a tool, for a journal.
    pub fn steps(mut self, steps: impl Steps + 'static) -> Self {
        self.settings.steps = Some(Arc::new(steps));
        self
    }

    /// Takes the time of every call for [`ToolExecution::duration`](crate::agent::ToolExecution::duration). Off unless set: the clock
    /// costs about half as much as a small call.
    pub fn durations(mut self, on: bool) -> Self {
        self.settings.durations = on;
        self
    }

    /// Finishes the agent.
    ///
    /// # Errors
    ///
    /// What of the settings cannot work.
    pub fn build(self) -> Result<Agent<S>, BuildError> {
        self.tools.check()?;
        let Settings {
            max_consecutive_failures,
            limits,
            timer,
            timeout,
            tool_timeout,
            ..
        } = &self.settings;
        let is_timed = timeout.is_some() || tool_timeout.is_some() || self.tools.has_timeouts();
        if is_timed && timer.is_none() {
            return Err(BuildError::NoTimer);
        }
        if *max_consecutive_failures == Some(0) {
            return Err(BuildError::NoFailureAllowed);
        }
        if let Some((tool, _)) = limits.max_calls_of.iter().find(|(_, calls)| **calls == 0) {
            return Err(BuildError::NoCallAllowed { tool: tool.clone() });
        }
        let is_missing = |tool: &&String| self.tools.get(tool).is_none();
        let missing = limits.max_calls_of.keys().find(is_missing);
        if let Some(tool) = missing.filter(|_| self.providers.is_empty()) {
            return Err(BuildError::NoSuchTool { tool: tool.clone() });
        }
        Ok(Agent(Arc::new(Parts {
            model: self.model,
            state: self.state,
            tools: self.tools,
            providers: self.providers,
            settings: self.settings,
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
    /// A limit names a tool that the agent does not have, and nothing provides others.
    #[error("`max_calls_of(\"{tool}\", …)` names a tool that the agent does not have")]
    #[non_exhaustive]
    NoSuchTool {
        /// The name.
        tool: String,
    },
    /// There is a deadline and nothing to measure it with.
    #[error(
        "a timeout is set, and there is no timer; turn on the feature `tokio`, or call `.timer(…)`"
    )]
    NoTimer,
    /// A tool is offered that may not be called.
    #[error("`max_calls_of(\"{tool}\", 0)` allows no call at all; leave the tool out")]
    #[non_exhaustive]
    NoCallAllowed {
        /// The name of the tool.
        tool: String,
    },
}
