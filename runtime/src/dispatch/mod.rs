//! The one road of a tool call: every call, of the agent or of anything else, is made here.

mod answer;
mod bounds;
mod caught;
mod guarded;
mod handled;
mod hooks;
mod lenient;
mod of_agent;

pub(crate) use guarded::{Panicked, guarded};
pub(crate) use hooks::Hooks;
pub use hooks::{AfterTool, BeforeTool, ResultDecision, ToolDecision};

use answer::{answered, structured};
use bounds::{Bounds, bounded};
use caught::{Caught, panicked};
use handled::handled;
use lenient::{is_refused, limited, second_chance};

use crate::error_handler::{Handlers, Standing, ToolExecutionErrorHandler};
use crate::failure::InvocationFailure;
use crate::message::{ToolCall, ToolResult};
use crate::redact::Redactor;
use crate::timer::SharedTimer;
use crate::tool::{
    Entry, Given, LEAST_LIMIT, NO_LIMIT, Scope, ToolContext, ToolDefinition, ToolDefinitions,
    ToolError, ToolErrorKind, ToolOutcome, ToolOutput, ToolSet,
};
use std::borrow::Cow;
use std::fmt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// Makes single calls, on the same road as an agent: for a loop of your own, and for tests.
///
/// ```
/// use toolwright::dispatch::Dispatcher;
/// use toolwright::{ToolCall, tool, toolset};
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 { a + b }
///
/// # toolwright::testing::block_on(async {
/// let tools = toolset![add];
/// let dispatcher = Dispatcher::new(&tools, &());
/// let result = dispatcher.call(ToolCall::new("c1", "add", r#"{"a": 2, "b": 3}"#)).await?;
/// assert_eq!((result.call_id.as_str(), result.text().as_ref()), ("c1", "5"));
/// # Ok::<(), toolwright::InvocationFailure>(()) }).unwrap();
/// ```
#[must_use]
pub struct Dispatcher<'a, S = ()> {
    tools: ToolSet<S>,
    state: &'a S,
    handlers: Cow<'a, Handlers>,
    scope: Arc<Scope>,
    max_output: usize,
    /// Results of so many bytes are sent as they are: none with a redactor, those that no limit can cut otherwise.
    plain: usize,
    redactor: Option<Redactor>,
    hooks: Option<Cow<'a, Hooks>>,
    timer: Option<SharedTimer>,
    /// For the calls of tools that have none of their own.
    tool_timeout: Option<Duration>,
    /// Whether there are hooks, a cancellation or a timeout for all tools: what a call need not look at otherwise.
    is_watched: bool,
}

impl<'a, S> Dispatcher<'a, S> {
    /// Creates a dispatcher with the default handler.
    pub fn new(tools: &'a ToolSet<S>, state: &'a S) -> Self {
        Self {
            tools: tools.clone(),
            state,
            handlers: Cow::Owned(Handlers::default()),
            scope: Arc::default(),
            max_output: NO_LIMIT,
            plain: LEAST_LIMIT,
            redactor: None,
            hooks: None,
            timer: None,
            tool_timeout: None,
            is_watched: false,
        }
    }

    /// Sets the handler for failures that no other handler is set for.
    pub fn on_error(mut self, handler: impl ToolExecutionErrorHandler + 'static) -> Self {
        self.handlers.to_mut().set(handler);
        self
    }

    /// Sets the handler for one kind of failure.
    pub fn on_error_of(
        mut self,
        kind: ToolErrorKind,
        handler: impl ToolExecutionErrorHandler + 'static,
    ) -> Self {
        self.handlers.to_mut().set_for(kind, handler);
        self
    }

    /// Sets how many bytes the model reads of one call, where the tool does not say.
    ///
    /// Of a longer text it reads the beginning and the end, and how much is left out. Fewer than 64 count as 64.
    pub fn max_output(mut self, bytes: usize) -> Self {
        self.max_output = bytes;
        self
    }

    /// Takes secrets out of everything that the model reads of a call, outputs and errors alike, before it is cut to its
    /// limit. [`ToolResult::untruncated`] still has all of it.
    ///
    /// ```
    /// use toolwright::dispatch::Dispatcher;
    /// use toolwright::{Redactor, ToolCall, tool, toolset};
    ///
    /// /// Reads the settings.
    /// #[tool]
    /// fn settings() -> &'static str { "password=hunter2" }
    ///
    /// # toolwright::testing::block_on(async {
    /// let tools = toolset![settings];
    /// let dispatcher = Dispatcher::new(&tools, &()).redactor(Redactor::credentials());
    /// let result = dispatcher.call(ToolCall::new("c1", "settings", "{}")).await?;
    /// assert_eq!(result.text(), "password=[redacted: password]");
    /// assert_eq!(result.untruncated().to_text(), "password=hunter2");
    /// # Ok::<(), toolwright::InvocationFailure>(()) }).unwrap();
    /// ```
    pub fn redactor(mut self, redactor: Redactor) -> Self {
        self.plain = 0;
        self.redactor = Some(redactor);
        self
    }

    /// What the tools are.
    pub(crate) fn definitions(&self) -> &ToolDefinitions {
        self.tools.definitions()
    }

    /// Runs one call and returns its one result.
    ///
    /// # Errors
    ///
    /// The failure that a handler made of the call's error.
    #[inline]
    pub fn call(
        &self,
        call: ToolCall,
    ) -> impl Future<Output = Result<ToolResult, InvocationFailure>> + Send
    where
        S: Sync,
    {
        dispatch(call, self, None)
    }

    /// Answers a call that may not be run: its failure takes the same road.
    ///
    /// # Errors
    ///
    /// The failure that a handler made of it.
    pub fn refuse(
        &self,
        call: ToolCall,
        error: ToolError,
    ) -> Result<ToolResult, InvocationFailure> {
        self.refused(call, error, None)
    }

    fn refused(
        &self,
        call: ToolCall,
        error: ToolError,
        standing: Option<&Standing<'_>>,
    ) -> Result<ToolResult, InvocationFailure> {
        let context = ToolContext::new(call, Arc::clone(&self.scope));
        let entry = self.tools.get(&context.call.name);
        handled(error, context, entry, self, standing)
    }
}

/// Shows the tools; the state may be secret.
impl<S> fmt::Debug for Dispatcher<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dispatcher")
            .field("tools", &self.tools)
            .field("handlers", &self.handlers)
            .finish_non_exhaustive()
    }
}

/// Runs one call and returns its one result, or the failure that ends the invocation.
///
/// Look up the name, decode the arguments, call, turn what came into output; whatever goes wrong is one
/// [`ToolError`], which exactly one handler sees.
async fn dispatch<S: Sync>(
    call: ToolCall,
    with: &Dispatcher<'_, S>,
    standing: Option<&Standing<'_>>,
) -> Result<ToolResult, InvocationFailure> {
    let context = ToolContext::new(call, Arc::clone(&with.scope));
    if with.is_watched {
        if context.is_cancelled() {
            return handled(ToolError::cancelled(), context, None, with, standing);
        }
        if let Some(hooks) = &with.hooks {
            return hooks::hooked(hooks, context, with, standing).await;
        }
    }
    let Some(entry) = with.tools.get(&context.call.name) else {
        let offered = standing.map_or(&**with.tools.definitions(), |standing| standing.offered);
        let names = offered.iter().map(ToolDefinition::name);
        let error = ToolError::unknown_tool(&context.call.name, names);
        return handled(error, context, None, with, standing);
    };
    let error = match run(entry, &context.call.arguments, with, &context).await {
        Ok(output) => {
            return Ok(match output.given() {
                Given::Plain(given) => answered(context.call, given, false, Some(entry), with),
                Given::Structured(both) => structured(context.call, *both, entry, with),
            });
        }
        Err(error) => error,
    };
    if !is_refused(&error) {
        return handled(error, context, Some(entry), with, standing);
    }
    match Box::pin(second_chance(entry, error, with, &context)).await {
        Ok(output) => Ok(match output.given() {
            Given::Plain(given) => answered(context.call, given, false, Some(entry), with),
            Given::Structured(both) => structured(context.call, *both, entry, with),
        }),
        Err(error) => handled(error, context, Some(entry), with, standing),
    }
}

/// Calls the tool, with its panics caught, if the arguments are within the limits of its schema.
#[inline]
async fn run<S>(
    entry: &Entry<S>,
    arguments: &str,
    with: &Dispatcher<'_, S>,
    context: &ToolContext,
) -> Result<ToolOutput, ToolError> {
    if entry.is_limited
        && let Some(error) = limited(entry, arguments)
    {
        return Err(error);
    }
    call(entry, arguments, with, context).await
}

/// Calls the tool, whatever its schema says of the arguments.
#[inline]
async fn call<S>(
    entry: &Entry<S>,
    arguments: &str,
    with: &Dispatcher<'_, S>,
    context: &ToolContext,
) -> Result<ToolOutput, ToolError> {
    // A tool that panicked is not called again with what it may have left half done: its own values are its affair.
    match catch_unwind(AssertUnwindSafe(|| {
        entry.tool.outcome(arguments, with.state, context)
    })) {
        Ok(ToolOutcome::Ready(result)) => result,
        Ok(ToolOutcome::Pending(future)) => {
            let caught = Caught::new(future, context);
            if entry.timeout.is_none() && !with.is_watched {
                return caught.await;
            }
            Box::pin(bounded(caught, Bounds::of(entry, with, context), with)).await
        }
        Err(payload) => Err(panicked(payload, context)),
    }
}
