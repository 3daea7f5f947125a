//! What is asked before and after a tool runs.

mod decision;
mod list;
mod road;

pub use decision::{ResultDecision, ToolDecision};
pub(crate) use list::Hooks;
pub(super) use road::hooked;

use super::Dispatcher;
use crate::message::ToolResult;
use crate::tool::{BoxFuture, ToolContext, ToolError};
use std::future::Future;
use std::sync::Arc;

/// Is asked before a tool runs, and decides whether it does.
///
/// It is asked before anything is looked up or decoded, so also about names that no tool has; what it then lets run is
/// answered as every unknown name is. It is not asked about a call that may not run anyway, because its turn was cut off
/// or its tool is withdrawn. The arguments are those that the model wrote: deny what you cannot read, since the tool may read
/// more. See the [guide](crate::guide::hooks#forbid-by-the-arguments).
///
/// Closures that take the context by value are hooks, too:
///
/// ```
/// use toolwright::dispatch::{Dispatcher, ToolDecision};
/// use toolwright::{ToolCall, ToolContext, llm_text, tool, toolset};
///
/// /// Pays money back.
/// #[tool]
/// fn refund(cents: u32) -> String { format!("paid {cents} cents back") }
///
/// # toolwright::testing::block_on(async {
/// let tools = toolset![refund];
/// let dispatcher = Dispatcher::new(&tools, &()).before_tool(|context: ToolContext| async move {
///     Ok(match context.call().name.as_str() {
///         "refund" => ToolDecision::Deny(llm_text!("refunds are closed until Monday")),
///         _ => ToolDecision::Run,
///     })
/// });
/// let result = dispatcher.call(ToolCall::new("c1", "refund", r#"{"cents": 5}"#)).await?;
/// assert!(result.is_error);
/// assert_eq!(result.text(), "refunds are closed until Monday");
/// # Ok::<(), toolwright::InvocationFailure>(()) }).unwrap();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not asked before a tool",
    note = "implement `BeforeTool`, or use a closure: `|context: ToolContext| async move {{ Ok(ToolDecision::Run) }}`",
    note = "a closure is called more than once: clone what it captures before the `async move`"
)]
pub trait BeforeTool: Send + Sync {
    /// Decides what becomes of the call.
    ///
    /// # Errors
    ///
    /// Why the call fails. The error takes the one road of all failures: the handler decides what the model reads. A panic
    /// is an error of the kind [`Panic`](crate::ToolErrorKind::Panic).
    fn before_tool(
        &self,
        context: &ToolContext,
    ) -> impl Future<Output = Result<ToolDecision, ToolError>> + Send;
}

#[diagnostic::do_not_recommend]
impl<F, Fut> BeforeTool for F
where
    F: Fn(ToolContext) -> Fut + Send + Sync,
    Fut: Future<Output = Result<ToolDecision, ToolError>> + Send,
{
    fn before_tool(
        &self,
        context: &ToolContext,
    ) -> impl Future<Output = Result<ToolDecision, ToolError>> + Send {
        self(context.clone())
    }
}

impl<H: BeforeTool> BeforeTool for Arc<H> {
    fn before_tool(
        &self,
        context: &ToolContext,
    ) -> impl Future<Output = Result<ToolDecision, ToolError>> + Send {
        (**self).before_tool(context)
    }
}

/// Is asked after a call has its result, and may replace what the model reads of it.
///
/// It sees every result of a call that the hooks before it were asked about: what a tool gave, what a hook answered in its
/// place, and what a handler made of a failure, where [`is_error`](ToolResult::is_error) is true and stays so. It is not
/// asked where the handler ended the invocation. See the [guide](crate::guide::hooks).
///
/// Closures that take both by value are hooks, too:
///
/// ```
/// use toolwright::dispatch::{Dispatcher, ResultDecision};
/// use toolwright::{ToolCall, ToolContext, ToolOutput, ToolResult, tool, toolset};
///
/// /// Reads the log.
/// #[tool]
/// fn read_log() -> &'static str { "10.0.0.7 logged in" }
///
/// # toolwright::testing::block_on(async {
/// let tools = toolset![read_log];
/// let dispatcher = Dispatcher::new(&tools, &()).after_tool(
///     |_: ToolContext, result: ToolResult| async move {
///         let text = result.text().replace("10.0.0.7", "somebody");
///         Ok(ResultDecision::Replace(ToolOutput::text(text)))
///     },
/// );
/// let result = dispatcher.call(ToolCall::new("c1", "read_log", "{}")).await?;
/// assert_eq!(result.text(), "somebody logged in");
/// assert_eq!(result.untruncated().to_text(), "10.0.0.7 logged in");
/// # Ok::<(), toolwright::InvocationFailure>(()) }).unwrap();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not asked after a tool",
    note = "implement `AfterTool`, or use a closure: `|context: ToolContext, result: ToolResult| async move {{ Ok(ResultDecision::Keep) }}`",
    note = "a closure is called more than once: clone what it captures before the `async move`"
)]
pub trait AfterTool: Send + Sync {
    /// Decides what the model reads. The result is as the model would read it, redacted and cut;
    /// [`untruncated`](ToolResult::untruncated) has all of it.
    ///
    /// # Errors
    ///
    /// Why the call fails after all, whatever the tool did. The error takes the one road of all failures, and what comes of
    /// it takes the place of the result; no hook is asked about that once more.
    fn after_tool(
        &self,
        context: &ToolContext,
        result: &ToolResult,
    ) -> impl Future<Output = Result<ResultDecision, ToolError>> + Send;
}

#[diagnostic::do_not_recommend]
impl<F, Fut> AfterTool for F
where
    F: Fn(ToolContext, ToolResult) -> Fut + Send + Sync,
    Fut: Future<Output = Result<ResultDecision, ToolError>> + Send,
{
    fn after_tool(
        &self,
        context: &ToolContext,
        result: &ToolResult,
    ) -> impl Future<Output = Result<ResultDecision, ToolError>> + Send {
        self(context.clone(), result.clone())
    }
}

impl<H: AfterTool> AfterTool for Arc<H> {
    fn after_tool(
        &self,
        context: &ToolContext,
        result: &ToolResult,
    ) -> impl Future<Output = Result<ResultDecision, ToolError>> + Send {
        (**self).after_tool(context, result)
    }
}

/// The object-safe twin of [`BeforeTool`].
pub(crate) trait ErasedBefore: Send + Sync {
    fn ask<'a>(
        &'a self,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, Result<ToolDecision, ToolError>>;
}

impl<H: BeforeTool> ErasedBefore for H {
    fn ask<'a>(
        &'a self,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, Result<ToolDecision, ToolError>> {
        Box::pin(self.before_tool(context))
    }
}

/// The object-safe twin of [`AfterTool`].
pub(crate) trait ErasedAfter: Send + Sync {
    fn ask<'a>(
        &'a self,
        context: &'a ToolContext,
        result: &'a ToolResult,
    ) -> BoxFuture<'a, Result<ResultDecision, ToolError>>;
}

impl<H: AfterTool> ErasedAfter for H {
    fn ask<'a>(
        &'a self,
        context: &'a ToolContext,
        result: &'a ToolResult,
    ) -> BoxFuture<'a, Result<ResultDecision, ToolError>> {
        Box::pin(self.after_tool(context, result))
    }
}

impl<S> Dispatcher<'_, S> {
    /// Adds a hook that is asked before each call. Several are asked in the order in which they were added, until the first
    /// that decides otherwise than [`Run`](ToolDecision::Run).
    pub fn before_tool(mut self, hook: impl BeforeTool + 'static) -> Self {
        self.hooks_mut().add_before(hook);
        self
    }

    /// Adds a hook that is asked after each call. Several are asked in the order in which they were added; each sees what
    /// those before it made of the result.
    pub fn after_tool(mut self, hook: impl AfterTool + 'static) -> Self {
        self.hooks_mut().add_after(hook);
        self
    }

    fn hooks_mut(&mut self) -> &mut Hooks {
        self.is_watched = true;
        self.hooks.get_or_insert_default().to_mut()
    }
}
