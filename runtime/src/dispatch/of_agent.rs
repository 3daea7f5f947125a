//! What an agent hands to its dispatcher.

use super::{Dispatcher, Hooks, dispatch};
use crate::error_handler::{Handlers, Standing};
use crate::failure::InvocationFailure;
use crate::message::{ToolCall, ToolResult};
use crate::tool::{LEAST_LIMIT, Scope, ToolError, ToolSet};
use std::borrow::Cow;
use std::future::Future;
use std::sync::Arc;

impl<'a, S> Dispatcher<'a, S> {
    pub(crate) fn of_agent(
        tools: &'a ToolSet<S>,
        state: &'a S,
        handlers: &'a Handlers,
        scope: Scope,
        max_output: usize,
    ) -> Self {
        Self {
            tools: tools.clone(),
            state,
            handlers: Cow::Borrowed(handlers),
            scope: Arc::new(scope),
            max_output,
            plain: LEAST_LIMIT,
            redactor: None,
            hooks: None,
            timer: None,
            tool_timeout: None,
            is_watched: false,
        }
        .watched()
    }

    /// Takes the hooks of an agent.
    pub(crate) fn hooks(mut self, hooks: &'a Hooks) -> Self {
        self.hooks = (!hooks.is_empty()).then_some(Cow::Borrowed(hooks));
        self.watched()
    }

    /// The same, for a call whose hooks were asked.
    pub(super) fn without_hooks(&self) -> Dispatcher<'_, S> {
        Dispatcher {
            tools: self.tools.clone(),
            state: self.state,
            handlers: Cow::Borrowed(&*self.handlers),
            scope: Arc::clone(&self.scope),
            max_output: self.max_output,
            plain: self.plain,
            redactor: self.redactor.clone(),
            hooks: None,
            timer: self.timer.clone(),
            tool_timeout: self.tool_timeout,
            is_watched: false,
        }
        .watched()
    }

    /// Takes other tools for the calls from now on.
    pub(crate) fn set_tools(&mut self, tools: &ToolSet<S>) {
        self.tools.clone_from(tools);
    }

    /// Returns what all calls share.
    pub(crate) fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Runs one call of an agent's loop.
    #[inline]
    pub(crate) fn call_of<'s>(
        &'s self,
        call: ToolCall,
        standing: &'s Standing<'s>,
    ) -> impl Future<Output = Result<ToolResult, InvocationFailure>> + Send
    where
        S: Sync,
    {
        dispatch(call, self, Some(standing))
    }

    /// Answers a call of an agent's loop that may not be run.
    pub(crate) fn refuse_of(
        &self,
        call: ToolCall,
        error: ToolError,
        standing: &Standing<'_>,
    ) -> Result<ToolResult, InvocationFailure> {
        self.refused(call, error, Some(standing))
    }
}
