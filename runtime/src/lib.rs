//! Tools for large language models, with a say over what the model may read when a tool fails.

extern crate self as toolwright;

pub mod llm_visible;
pub mod message;

#[doc(hidden)]
pub mod __private;

pub use llm_visible::{BlankText, LlmText, LlmVisible, LlmVisibleError, NeverBlank, VisibleToLlm};
pub use message::Message;
#[doc = include_str!("../docs/llm_visible.md")]
pub use toolwright_macros::LlmVisible;
#[doc = include_str!("../docs/llm_text.md")]
pub use toolwright_macros::llm_text;
#[doc = include_str!("../docs/visible_error.md")]
pub use toolwright_macros::visible_error;
