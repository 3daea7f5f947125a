//! What a tool may ask about the call it answers.

use crate::extensions::Extensions;
use crate::message::ToolCall;
use std::sync::Arc;
use std::time::Instant;

/// What all calls of one invocation share.
#[derive(Debug)]
pub(crate) struct Scope {
    pub(crate) conversation_id: Option<String>,
    pub(crate) extensions: Extensions,
    /// Read when an invocation begins, never for a call.
    pub(crate) started: Instant,
}

impl Default for Scope {
    fn default() -> Self {
        Self {
            conversation_id: None,
            extensions: Extensions::default(),
            started: Instant::now(),
        }
    }
}

/// The call that a tool answers, and what its invocation carries along. The model sees nothing of it but the call.
///
/// Ask for it with `#[context] context: &ToolContext`. A clone copies the call and shares the rest.
#[derive(Clone, Debug)]
pub struct ToolContext {
    pub(crate) call: ToolCall,
    pub(crate) scope: Arc<Scope>,
}

impl ToolContext {
    pub(crate) fn new(call: ToolCall, scope: Arc<Scope>) -> Self {
        Self { call, scope }
    }

    /// Returns the call.
    #[must_use]
    pub fn call(&self) -> &ToolCall {
        &self.call
    }

    /// Returns the id of the conversation, if the invocation has one.
    #[must_use]
    pub fn conversation_id(&self) -> Option<&str> {
        self.scope.conversation_id.as_deref()
    }

    /// Returns the values of this invocation.
    #[must_use]
    pub fn extensions(&self) -> &Extensions {
        &self.scope.extensions
    }

    /// Returns the value of type `T` that the caller gave to this invocation with `.context(…)`.
    #[must_use]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.scope.extensions.get()
    }
}
