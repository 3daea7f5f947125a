//! Tools for large language models, with a say over what the model may read when a tool fails.

extern crate self as toolwright;

pub mod agent;
pub mod dispatch;
pub mod error_handler;
mod extensions;
mod failure;
pub mod llm_visible;
pub mod message;
pub mod model;
mod nearest;
pub mod testing;
pub mod tool;

#[doc(hidden)]
pub mod __private;

pub use agent::{Agent, Answer, BuildError, Invocation};
pub use error_handler::{ToolErrorContext, ToolErrorHandlerResult, ToolExecutionErrorHandler};
pub use extensions::Extensions;
pub use failure::{InvocationFailure, InvocationFailureKind};
pub use llm_visible::{BlankText, LlmText, LlmVisible, LlmVisibleError, NeverBlank, VisibleToLlm};
pub use message::{Message, ToolCall, ToolResult};
pub use model::{ChatModel, ChatRequest, ChatResponse, ModelError};
pub use tool::{
    FromState, IntoToolOutput, Tool, ToolContext, ToolError, ToolErrorKind, ToolOutput, ToolSet,
    ToolState,
};
pub use toolwright_macros::{LlmVisible, ToolState, llm_text, tool, toolset, visible_error};
