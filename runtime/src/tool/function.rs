//! What `#[tool]` generates, and the tool that it makes.

use super::arguments::Arguments;
use super::schema::{Describe, Limits};
use super::{BoxFuture, Tool, ToolContext, ToolDefinition, ToolError, ToolOutcome, ToolOutput};
use crate::extensions::Extensions;
use std::future::Future;

/// What is known of a `#[tool]` whatever the state.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a function under `#[tool]`",
    label = "not a function under `#[tool]`",
    note = "put `#[tool]` on the function; another tool goes into a set with `..` before it"
)]
pub trait ToolFunction: Send + Sync + 'static {
    /// The tool's name on the wire.
    const NAME: &'static str;

    /// Says what the tool is for and what parameters it has.
    fn describe(describe: &mut Describe);

    /// Adds what belongs to the tool besides its definition.
    fn settings(_settings: &mut Extensions) {}
}

/// A `#[tool]` for the state `S`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool for the state `{S}`",
    note = "put `#[tool]` on the function; every `#[context]` it asks for has to be in the agent's state"
)]
pub trait CallTool<S>: ToolFunction {
    /// Decodes the arguments and calls the function.
    fn call<'a>(
        arguments: &mut Arguments<'a>,
        state: &'a S,
        context: &'a ToolContext,
    ) -> ToolOutcome<'a>;
}

// `ToolFunction` is named for coherence: a trait without `S` is what lets users implement `Tool<S>` for any `S`.
impl<S: Send + Sync + 'static, T: ToolFunction + CallTool<S>> Tool<S> for T {
    fn definition(&self) -> ToolDefinition {
        self.described().0
    }

    fn described(&self) -> (ToolDefinition, Limits) {
        let mut describe = Describe::new();
        T::describe(&mut describe);
        describe.into_definition(T::NAME)
    }

    async fn call(
        &self,
        arguments: &str,
        state: &S,
        context: &ToolContext,
    ) -> Result<ToolOutput, ToolError> {
        match Tool::outcome(self, arguments, state, context) {
            ToolOutcome::Ready(result) => result,
            ToolOutcome::Pending(future) => future.await,
        }
    }

    fn settings(&self, settings: &mut Extensions) {
        T::settings(settings);
    }

    fn outcome<'a>(
        &'a self,
        arguments: &'a str,
        state: &'a S,
        context: &'a ToolContext,
    ) -> ToolOutcome<'a> {
        <T as CallTool<S>>::call(&mut Arguments::new(arguments), state, context)
    }
}

/// Boxes the call of an async tool.
#[inline]
pub fn pending<'a>(
    future: impl Future<Output = Result<ToolOutput, ToolError>> + Send + 'a,
) -> ToolOutcome<'a> {
    let future: BoxFuture<'a, _> = Box::pin(future);
    ToolOutcome::Pending(future)
}
