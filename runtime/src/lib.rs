//! Tools for large language models, with a say over what the model may read when a tool fails.
//!
//! Every failure has two audiences. **Developers** read its `Display` and its source chain, in logs and in the `Err`
//! that the caller gets. **The model** reads its [`LlmText`], a text that somebody wrote for the model on purpose, and
//! nothing else. By default nothing meant for developers reaches a model, the model can repair what it can repair, and
//! only what it can't ends the invocation.
//!
//! - [`#[tool]`](macro@tool) turns a function into a tool, [`#[tools]`](macro@tools) the methods of a type;
//!   [`toolset!`] collects tools; `#[context]` parameters come
//!   from the agent's state, see [`#[derive(ToolState)]`](macro@ToolState).
//! - [`#[derive(LlmVisible)]`](macro@LlmVisible) makes every variant of an error decide what the model reads;
//!   [`llm_text!`] and [`visible_error!`] make a text or a ready error in place.
//! - An [`error_handler`] decides what becomes of a failed call.
//! - A [`memory`] keeps conversations from one invocation to the next.
//! - An [`Agent`] runs the loop on a [`ChatModel`]; [`Invocation`] is the loop alone, [`dispatch`] one call alone.
//! - [`testing`] tests it all without a model.
//!
//! # Features
//!
//! None is on by default.
//!
//! - `anyhow`: a visible error behind `.context(…)` of `anyhow` is found at any depth, as in
//!   `.context(visible_error!("…"))`, and a backtrace is logged.
//! - `eyre`: the same for `.wrap_err(…)` of `eyre`.
//! - `garde`: parameters whose types implement `garde::Validate` of garde 0.23 are validated before the call; see
//!   [`guide::arguments`].
//! - `openai`: the module `model::openai`, chat completions of OpenAI and of what is compatible with it. Brings `reqwest`.
//! - `sqlite`: `memory::SqliteMemory`, conversations in a file that several processes share. Builds SQLite from its C sources.
//! - `tokio`: deadlines are measured with tokio's clock, and `blocking` tools run on tokio's pool for blocking work, where a
//!   tokio runtime is there; without, each of their calls has a thread of its own, of 512 in a process.
//! - `validate`: schemas are enforced whole, `pattern`, `format` and the like, and those of tools that decode by themselves.
//!   Brings `jsonschema`.

extern crate self as toolwright;

pub mod agent;
mod cancellation;
pub mod dispatch;
pub mod error_handler;
mod extensions;
mod failure;
pub mod llm_visible;
pub mod memory;
pub mod message;
pub mod model;
mod nearest;
mod oneshot;
mod redact;
pub mod testing;
pub mod timer;
pub mod tool;

/// Guides.
pub mod guide {
    #[doc = include_str!("../docs/agent.md")]
    pub mod agent {}
    #[doc = include_str!("../docs/arguments.md")]
    pub mod arguments {}
    #[doc = include_str!("../docs/errors.md")]
    pub mod errors {}
    #[doc = include_str!("../docs/hooks.md")]
    pub mod hooks {}
    #[doc = include_str!("../docs/langchain4j.md")]
    pub mod langchain4j {}
    #[doc = include_str!("../docs/memory.md")]
    pub mod memory {}
}

#[doc(hidden)]
pub mod __private;

pub use agent::{Agent, Answer, BuildError, Invocation};
pub use cancellation::CancellationToken;
pub use error_handler::{ToolErrorContext, ToolErrorHandlerResult, ToolExecutionErrorHandler};
pub use extensions::Extensions;
pub use failure::{InvocationFailure, InvocationFailureKind};
pub use llm_visible::{
    BlankText, LlmText, LlmVisible, LlmVisibleError, NeverBlank, Retry, VisibleToLlm,
};
pub use message::{Message, ToolCall, ToolResult};
pub use model::{ChatModel, ChatRequest, ChatResponse, ModelError};
pub use redact::Redactor;
pub use tool::{
    FromState, IntoToolOutput, Tool, ToolContext, ToolError, ToolErrorKind, ToolOutput, ToolSet,
    ToolState,
};

#[doc = include_str!("../docs/llm_visible.md")]
pub use toolwright_macros::LlmVisible;

#[doc = include_str!("../docs/llm_text.md")]
pub use toolwright_macros::llm_text;

#[doc = include_str!("../docs/visible_error.md")]
pub use toolwright_macros::visible_error;

#[doc = include_str!("../docs/tool.md")]
pub use toolwright_macros::tool;

#[doc = include_str!("../docs/tools.md")]
pub use toolwright_macros::tools;

#[doc = include_str!("../docs/tool_state.md")]
pub use toolwright_macros::ToolState;

#[doc = include_str!("../docs/toolset.md")]
pub use toolwright_macros::toolset;
