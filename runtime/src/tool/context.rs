//! What a tool may ask about the call it answers.

use crate::cancellation::CancellationToken;
use crate::extensions::Extensions;
use crate::message::ToolCall;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// What all calls of one invocation share.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    pub(crate) conversation_id: Option<String>,
    pub(crate) extensions: Extensions,
    /// Ends every call once it is cancelled.
    pub(crate) cancellation: Option<CancellationToken>,
    /// So many agents asked one another as tools before this invocation.
    pub(crate) depth: u8,
    /// Read when an invocation begins, never for a call.
    pub(crate) started: Instant,
}

impl Default for Scope {
    fn default() -> Self {
        Self {
            conversation_id: None,
            extensions: Extensions::default(),
            cancellation: None,
            depth: 0,
            started: Instant::now(),
        }
    }
}

/// The call that a tool answers, and what its invocation carries along. The model sees nothing of it but the call.
///
/// Ask for it with `#[context] context: &ToolContext`. A clone copies the call and shares the rest.
#[derive(Debug)]
pub struct ToolContext {
    pub(crate) call: ToolCall,
    pub(crate) scope: Arc<Scope>,
    end: End,
}

impl ToolContext {
    pub(crate) fn new(call: ToolCall, scope: Arc<Scope>) -> Self {
        Self {
            call,
            scope,
            end: End::default(),
        }
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
    /// Returns a token that is cancelled when nobody waits for the call any more: when it timed out, when the invocation
    /// is cancelled, and also when the call merely ends, because it returned, panicked or was dropped.
    ///
    /// An async tool needs none to stop itself: its future is dropped. The token is for what outlives the future, such as
    /// a task that the tool spawned, and for a `blocking` tool, which nobody can stop from outside: it looks at the token
    /// from time to time. All tokens of a call are one; each clone of the context has it as well, and dropping a clone
    /// cancels nothing.
    ///
    /// ```
    /// use toolwright::testing::{block_on, dispatch};
    /// use toolwright::{ToolContext, ToolSet, tool, toolset};
    ///
    /// /// Adds up a file.
    /// #[tool(blocking, timeout = "100ms")]
    /// fn add_up(#[context] context: &ToolContext) -> u64 {
    ///     let token = context.cancellation();
    ///     let mut sum = 0;
    ///     while !token.is_cancelled() {
    ///         sum += 1; // one line more
    ///     }
    ///     sum
    /// }
    ///
    /// let tools: ToolSet = toolset![add_up];
    /// let result = block_on(dispatch(&tools, &(), "add_up", "{}")).unwrap();
    /// assert!(result.text().starts_with("the tool gave no answer within 100ms"));
    /// ```
    #[must_use]
    pub fn cancellation(&self) -> CancellationToken {
        let made = self
            .end
            .token
            .get_or_init(|| match &self.scope.cancellation {
                Some(invocation) => invocation.child(),
                None => CancellationToken::new(),
            });
        made.clone()
    }

    /// Whether the invocation is cancelled.
    #[inline]
    pub(crate) fn is_cancelled(&self) -> bool {
        let invocation = self.scope.cancellation.as_ref();
        invocation.is_some_and(CancellationToken::is_cancelled)
    }

    /// Cancels the token of the call, if anybody asked for it.
    #[cold]
    pub(crate) fn end(&self) {
        if let Some(token) = self.end.token.get() {
            token.cancel();
        }
    }
}

impl Clone for ToolContext {
    fn clone(&self) -> Self {
        Self {
            call: self.call.clone(),
            scope: Arc::clone(&self.scope),
            end: End {
                token: OnceLock::from(self.cancellation()),
                is_clone: true,
            },
        }
    }
}

/// Cancels the token of a call when the call ends, if anybody asked for it.
#[derive(Debug, Default)]
struct End {
    token: OnceLock<CancellationToken>,
    is_clone: bool,
}

impl Drop for End {
    #[inline]
    fn drop(&mut self) {
        if let Some(token) = self.token.get()
            && !self.is_clone
        {
            token.cancel();
        }
    }
}
