//! One invocation that carries more than its message.

use super::{Agent, Answer, Invocation};
use crate::extensions::Extensions;
use crate::failure::InvocationFailure;
use crate::message::{Content, Message};
use crate::model::ChatRequest;
use crate::tool::Scope;
use std::fmt;
use std::time::Instant;

/// An invocation to be started: its message, and what it carries to the tools.
#[must_use = "an invocation runs when `invoke` is awaited"]
pub struct AgentRequest<'a, S> {
    agent: &'a Agent<S>,
    message: Content,
    history: Vec<Message>,
    scope: Scope,
}

impl<'a, S: Send + Sync + 'static> AgentRequest<'a, S> {
    pub(super) fn new(agent: &'a Agent<S>, message: Content) -> Self {
        Self {
            agent,
            message,
            history: Vec::new(),
            scope: Scope::default(),
        }
    }

    /// Says which conversation this belongs to. Tools and handlers can ask for the id.
    pub fn conversation(mut self, id: impl Into<String>) -> Self {
        self.scope.conversation_id = Some(id.into());
        self
    }

    /// Goes on with a conversation: the [`messages`](super::Answer::messages) of an answer, or the
    /// [`transcript`](InvocationFailure::transcript) of a failure. A system message in it gives way to the agent's.
    ///
    /// ```
    /// # use toolwright::testing::{ScriptedModel, block_on};
    /// # use toolwright::Agent;
    /// # block_on(async {
    /// # let agent = Agent::builder(ScriptedModel::new().text("Hello Ada.").text("Ada.")).build().unwrap();
    /// let first = agent.invoke("I am Ada.").await?;
    /// let second = agent.request("Who am I?").history(first.messages).invoke().await?;
    /// assert_eq!(second.messages.len(), 4);
    /// # Ok::<(), toolwright::InvocationFailure>(()) }).unwrap();
    /// ```
    pub fn history(mut self, messages: impl IntoIterator<Item = Message>) -> Self {
        self.history = messages.into_iter().collect();
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
    pub async fn invoke(mut self) -> Result<Answer, InvocationFailure> {
        self.scope.started = Instant::now();
        let parts = &*self.agent.0;
        let system = parts.system_message.clone().map(Message::system);
        let mut history = self.history;
        if system.is_some() {
            history.retain(|message| !matches!(message, Message::System { .. }));
        }
        let question = Message::user(self.message);
        let messages = system.into_iter().chain(history).chain([question]);
        let request = ChatRequest::new(messages).with_tools(parts.tools.definitions().clone());
        let mut invocation = Invocation::new(request).with_max_rounds(parts.max_rounds);
        if let Some(failures) = parts.max_consecutive_failures {
            invocation = invocation.with_max_consecutive_failures(failures);
        }
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
