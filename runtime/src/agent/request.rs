//! One invocation that carries more than its message.

use super::{Agent, Answer, Invocation};
use crate::extensions::Extensions;
use crate::failure::InvocationFailure;
use crate::message::{Content, Message};
use crate::model::ChatRequest;
use crate::tool::Scope;
use std::fmt;

/// An invocation to be started: its message, and what it carries to the tools.
#[must_use = "an invocation runs when `invoke` is awaited"]
pub struct AgentRequest<'a, S> {
    agent: &'a Agent<S>,
    message: Content,
    scope: Scope,
}

impl<'a, S: Send + Sync + 'static> AgentRequest<'a, S> {
    pub(super) fn new(agent: &'a Agent<S>, message: Content) -> Self {
        Self {
            agent,
            message,
            scope: Scope::default(),
        }
    }

    /// Says which conversation this belongs to. Tools and handlers can ask for the id.
    pub fn conversation(mut self, id: impl Into<String>) -> Self {
        self.scope.conversation_id = Some(id.into());
        self
    }

    /// Gives tools and handlers a value of this invocation only, found by its type.
    ///
    /// It is never serialised and never sent.
    pub fn context<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.scope.extensions.insert(value);
        self
    }

    /// Replaces all values of this invocation.
    pub fn extensions(mut self, extensions: Extensions) -> Self {
        self.scope.extensions = extensions;
        self
    }

    /// Drives the invocation to its answer.
    ///
    /// # Errors
    ///
    /// What ended the invocation before its answer.
    pub async fn invoke(self) -> Result<Answer, InvocationFailure> {
        let parts = &*self.agent.0;
        let system = parts.system_message.clone().map(Message::system);
        let messages = system.into_iter().chain([Message::user(self.message)]);
        let request = ChatRequest::new(messages).with_tools(parts.tools.definitions().clone());
        let invocation = Invocation::new(request).with_max_rounds(parts.max_rounds);
        super::drive::drive(parts, invocation, self.scope).await
    }
}

impl<S> fmt::Debug for AgentRequest<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentRequest")
            .field("message", &self.message)
            .field("scope", &self.scope)
            .finish_non_exhaustive()
    }
}
