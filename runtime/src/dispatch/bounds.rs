//! What may end a call before its tool does: a deadline, and a cancellation.

use super::Dispatcher;
use super::caught::Caught;
use crate::cancellation::{CancellationToken, until};
use crate::timer::{Elapsed, SharedTimer, ThreadTimer, Timer, default_timer, within};
use crate::tool::{Effects, Entry, ToolContext, ToolError, ToolOutput};
use std::sync::Arc;
use std::time::Duration;

/// What bounds one call.
pub(super) struct Bounds<'a> {
    timeout: Option<Duration>,
    cancellation: Option<&'a CancellationToken>,
    effects: Effects,
}

impl<'a> Bounds<'a> {
    /// The bounds of a call that is not ready at once.
    pub(super) fn of<S>(
        entry: &Entry<S>,
        with: &Dispatcher<'_, S>,
        context: &'a ToolContext,
    ) -> Self {
        Self {
            timeout: entry.timeout.or(with.tool_timeout),
            cancellation: context.scope.cancellation.as_ref(),
            effects: entry.definition.effects(),
        }
    }
}

/// Runs a call within its bounds. Where one of them ends it, nothing of the call is left when this returns.
pub(super) async fn bounded<S>(
    mut call: Caught<'_>,
    bounds: Bounds<'_>,
    with: &Dispatcher<'_, S>,
) -> Result<ToolOutput, ToolError> {
    let in_time = async {
        match bounds.timeout {
            Some(limit) => within(&with.timer_or_any(), limit, &mut call)
                .await
                .map_err(|Elapsed| ToolError::timeout(limit, bounds.effects)),
            None => Ok((&mut call).await),
        }
    };
    let ended = match bounds.cancellation {
        Some(token) => until(token, in_time)
            .await
            .unwrap_or_else(|| Err(ToolError::cancelled())),
        None => in_time.await,
    };
    match ended {
        Ok(result) => result,
        Err(error) => {
            call.stop();
            Err(error)
        }
    }
}

impl<S> Dispatcher<'_, S> {
    /// Sets the timer that deadlines are measured with. Otherwise it is tokio's clock with the feature `tokio`, where a
    /// runtime is there, and [`ThreadTimer`] without.
    pub fn timer(self, timer: impl Timer) -> Self {
        self.with_timer(Some(SharedTimer::new(timer)))
    }

    pub(crate) fn with_timer(mut self, timer: Option<SharedTimer>) -> Self {
        self.timer = timer;
        self
    }

    /// Sets how long a call may take, where the tool does not say. A call that is ready at once is never late: a function
    /// that is neither `async` nor `blocking` cannot be stopped.
    ///
    /// ```
    /// use std::time::Duration;
    /// use toolwright::dispatch::Dispatcher;
    /// use toolwright::{ToolCall, tool, toolset};
    ///
    /// /// Waits for a letter.
    /// #[tool(read_only)]
    /// async fn letter() -> String { std::future::pending().await }
    ///
    /// # toolwright::testing::block_on(async {
    /// let tools = toolset![letter];
    /// let dispatcher = Dispatcher::new(&tools, &()).tool_timeout(Duration::from_millis(20));
    /// let result = dispatcher.call(ToolCall::new("c1", "letter", "{}")).await?;
    /// assert_eq!(result.text(), "the tool gave no answer within 20ms");
    /// # Ok::<(), toolwright::InvocationFailure>(()) }).unwrap();
    /// ```
    pub fn tool_timeout(self, limit: Duration) -> Self {
        self.with_tool_timeout(Some(limit))
    }

    pub(crate) fn with_tool_timeout(mut self, limit: Option<Duration>) -> Self {
        self.tool_timeout = limit;
        self.watched()
    }

    /// Says which conversation the calls belong to. Tools, hooks and handlers can ask for the id.
    pub fn conversation(mut self, id: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.scope).conversation_id = Some(id.into());
        self
    }

    /// Gives tools, hooks and handlers a value, found by its type, as
    /// [`AgentRequest::context`](crate::agent::AgentRequest::context) does.
    pub fn context<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        Arc::make_mut(&mut self.scope).extensions.insert(value);
        self
    }

    /// Lets a token end every call: one that runs is dropped, one that comes later does not start, and each is an
    /// [`InvocationFailure`](crate::InvocationFailure) of kind [`Cancelled`](crate::ToolErrorKind::Cancelled).
    pub fn cancellation(mut self, token: CancellationToken) -> Self {
        Arc::make_mut(&mut self.scope).cancellation = Some(token);
        self.watched()
    }

    /// Finds out whether a call has anything to look at.
    pub(super) fn watched(mut self) -> Self {
        self.is_watched = self.hooks.is_some()
            || self.tool_timeout.is_some()
            || self.scope.cancellation.is_some();
        self
    }

    /// The timer; one is always found, so that no deadline is passed over.
    fn timer_or_any(&self) -> SharedTimer {
        let timer = self.timer.clone().or_else(default_timer);
        timer.unwrap_or_else(|| SharedTimer::new(ThreadTimer))
    }
}
