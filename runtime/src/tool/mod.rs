//! Tools: what a model may call.
//!
//! Write a function and put [`#[tool]`](macro@crate::tool) on it; collect tools with [`toolset!`](crate::toolset).
//! Implement [`Tool`] by hand where the definition is only known at run time.

pub(crate) mod arguments;
pub(crate) mod blocking;
mod context;
mod definition;
mod effects;
mod erased;
mod error;
mod fingerprint;
pub(crate) mod function;
pub(crate) mod instance;
mod kinds;
mod limit;
mod output;
mod panic;
pub(crate) mod paragraphs;
pub(crate) mod schema;
mod set;
mod sha256;
mod state;
mod structured;
mod texts;

pub(crate) use context::Scope;
pub use context::ToolContext;
pub use definition::{ToolDefinition, ToolDefinitions};
pub use effects::Effects;
pub use erased::DebugError;
pub(crate) use erased::{Erased, Held, Source, chain, own_downcast};
pub use error::{ToolError, ToolErrorKind};
pub use fingerprint::{Fingerprint, InvalidFingerprint};
pub(crate) use kinds::INTERRUPTED;
pub(crate) use limit::{LEAST_LIMIT, MaxOutput, NO_LIMIT, Timeout, shortened};
pub(crate) use output::Given;
pub use output::{IntoToolOutput, OutputError, ToolOutput};
pub use panic::PanicError;
pub(crate) use set::{Entry, NeedsDescription};
pub use set::{IntoToolSet, ToolSet, ToolSetBuilder, ToolSetError};
pub use state::{FromState, ToolState};
pub use structured::Structured;
pub use texts::LlmTexts;
pub(crate) use texts::{ErrorKind, ErrorTexts};

#[doc(hidden)]
pub use schema::Limits;

use crate::extensions::Extensions;
use std::future::Future;
use std::pin::Pin;

/// A boxed future; the only such alias of the crate.
pub(crate) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Something that a model may call, for agents whose state is `S`.
///
/// [`#[tool]`](macro@crate::tool) implements it. By hand, it serves tools that are only known at run time:
///
/// ```
/// use toolwright::tool::{Tool, ToolContext, ToolDefinition, ToolError, ToolOutput};
///
/// struct Echo;
///
/// impl Tool for Echo {
///     fn definition(&self) -> ToolDefinition {
///         let schema = serde_json::json!({"type": "object", "properties": {}});
///         ToolDefinition::new("echo", "Gives the arguments back.", schema)
///     }
///
///     async fn call(&self, arguments: &str, _: &(), _: &ToolContext) -> Result<ToolOutput, ToolError> {
///         Ok(ToolOutput::text(arguments))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool for the state `{S}`",
    note = "put `#[tool]` on the function; every `#[context]` it asks for has to be in the agent's state"
)]
pub trait Tool<S = ()>: Send + Sync + 'static {
    /// Returns what the model is told of the tool. Asked once, when a [`ToolSet`] is built.
    fn definition(&self) -> ToolDefinition;

    /// Runs the tool on the arguments as the model wrote them: the text of a JSON object, if the model did well. With the
    /// feature `validate` it surely did: they satisfy the schema of the definition.
    ///
    /// # Errors
    ///
    /// What went wrong, which then takes the one road of all failures: the handler decides what the model reads.
    fn call(
        &self,
        arguments: &str,
        state: &S,
        context: &ToolContext,
    ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send;

    /// The definition, with what has to be known of its schema.
    #[doc(hidden)]
    fn described(&self) -> (ToolDefinition, Limits) {
        (self.definition(), Limits::foreign())
    }

    /// Adds what belongs to the tool besides its definition. Asked once, when a [`ToolSet`] is built.
    #[doc(hidden)]
    fn settings(&self, _settings: &mut Extensions) {}

    /// The call as the runtime makes it: ready, or boxed. A synchronous `#[tool]` never boxes.
    #[doc(hidden)]
    fn outcome<'a>(
        &'a self,
        arguments: &'a str,
        state: &'a S,
        context: &'a ToolContext,
    ) -> ToolOutcome<'a> {
        ToolOutcome::Pending(Box::pin(self.call(arguments, state, context)))
    }
}

/// What a call gives at once: its result, or the future of it.
#[doc(hidden)]
#[expect(
    missing_debug_implementations,
    reason = "holds a future; only generated code sees it"
)]
#[expect(clippy::exhaustive_enums, reason = "generated code builds both")]
pub enum ToolOutcome<'a> {
    Ready(Result<ToolOutput, ToolError>),
    Pending(BoxFuture<'a, Result<ToolOutput, ToolError>>),
}

/// The object-safe twin of [`Tool`].
pub(crate) trait ErasedTool<S>: Send + Sync {
    fn outcome<'a>(
        &'a self,
        arguments: &'a str,
        state: &'a S,
        context: &'a ToolContext,
    ) -> ToolOutcome<'a>;
}

/// A tool with its type erased.
struct Erase<T>(T);

impl<S, T: Tool<S>> ErasedTool<S> for Erase<T> {
    fn outcome<'a>(
        &'a self,
        arguments: &'a str,
        state: &'a S,
        context: &'a ToolContext,
    ) -> ToolOutcome<'a> {
        self.0.outcome(arguments, state, context)
    }
}
