//! The road of a call with hooks around it.

use super::{Hooks, ResultDecision, ToolDecision};
use crate::cancellation::until;
use crate::dispatch::answer::{given, replaced};
use crate::dispatch::caught::log_panic;
use crate::dispatch::guarded::{Guarded, Panicked, guarded};
use crate::dispatch::handled::handled;
use crate::dispatch::{Dispatcher, dispatch};
use crate::error_handler::Standing;
use crate::failure::InvocationFailure;
use crate::message::ToolResult;
use crate::tool::{BoxFuture, ToolContext, ToolError};

/// Runs one call with the hooks around it.
#[cold]
pub(in crate::dispatch) fn hooked<'a, S: Sync>(
    hooks: &'a Hooks,
    context: ToolContext,
    with: &'a Dispatcher<'_, S>,
    standing: Option<&'a Standing<'_>>,
) -> BoxFuture<'a, Result<ToolResult, InvocationFailure>> {
    Box::pin(around(hooks, context, with, standing))
}

async fn around<S: Sync>(
    hooks: &Hooks,
    mut context: ToolContext,
    with: &Dispatcher<'_, S>,
    standing: Option<&Standing<'_>>,
) -> Result<ToolResult, InvocationFailure> {
    let decision = hooks.before(&context).await;
    let mut edited = None;
    if let Ok(ToolDecision::RunWith(arguments)) = &decision {
        context.call.arguments.clone_from(arguments);
        edited = Some(arguments.clone());
    }
    let call = (!hooks.after.is_empty()).then(|| context.clone());
    let entry = with.tools.get(&context.call.name);
    let runs = matches!(decision, Ok(ToolDecision::Run | ToolDecision::RunWith(_)));
    let result = match decision {
        Ok(ToolDecision::Run | ToolDecision::RunWith(_)) => {
            dispatch(context.call, &with.without_hooks(), standing).await
        }
        Ok(ToolDecision::Answer(output)) => Ok(given(context.call, output, entry, with)),
        Ok(ToolDecision::Deny(reason)) => {
            handled(ToolError::denied(reason), context, entry, with, standing)
        }
        Err(error) => handled(error, context, entry, with, standing),
    };
    let mut result = result?;
    if !runs {
        result.set_run(false);
    }
    if let Some(call) = call {
        result = hooks.after(call, result, with, standing).await?;
    }
    if let Some(arguments) = edited {
        result.keep_arguments(arguments);
    }
    Ok(result)
}

impl Hooks {
    /// The first decision that is not to run.
    async fn before(&self, context: &ToolContext) -> Result<ToolDecision, ToolError> {
        for hook in &self.before {
            match asked(guarded(|| hook.ask(context)), context).await? {
                ToolDecision::Run => {}
                decision => return Ok(decision),
            }
        }
        Ok(ToolDecision::Run)
    }

    /// What all hooks together make of a result.
    async fn after<S: Sync>(
        &self,
        context: ToolContext,
        mut result: ToolResult,
        with: &Dispatcher<'_, S>,
        standing: Option<&Standing<'_>>,
    ) -> Result<ToolResult, InvocationFailure> {
        let entry = with.tools.get(&context.call.name);
        for hook in &self.after {
            let decision = guarded(|| hook.ask(&context, &result));
            let error = match asked(decision, &context).await {
                Ok(ResultDecision::Keep) => continue,
                Ok(ResultDecision::Replace(output)) => {
                    result = replaced(result, output, entry, with);
                    continue;
                }
                Err(error) => error,
            };
            // Whatever is wrong with the result, the tool ran as it did.
            let was_run = result.was_run();
            let tool_ran = was_run && (!result.is_error || result.is_in_doubt());
            let mut answered = handled(error, context, entry, with, standing)
                .map_err(|failure| failure.after_the_tool(tool_ran))?;
            answered.set_run(was_run);
            return Ok(answered);
        }
        Ok(result)
    }
}

/// What a hook says, unless the call is cancelled before.
async fn asked<T>(
    hook: Guarded<'_, Result<T, ToolError>>,
    context: &ToolContext,
) -> Result<T, ToolError> {
    let said = match &context.scope.cancellation {
        Some(token) => until(token, hook).await.ok_or_else(ToolError::cancelled)?,
        None => hook.await,
    };
    said.unwrap_or_else(|payload| Err(panicked(payload, context)))
}

/// The error of a hook that panicked. Its payload goes to the log, as that of a tool does.
fn panicked(payload: Panicked, context: &ToolContext) -> ToolError {
    log_panic(payload.payload(), context, "a hook around a tool panicked");
    ToolError::panicked(payload.into_error("a hook around the tool panicked"))
}
