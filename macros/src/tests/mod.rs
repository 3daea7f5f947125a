//! What the macros make of whole inputs: reviewed as ordinary Rust, and under random mutation.
#![allow(
    clippy::expect_used,
    clippy::needless_raw_string_hashes,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test: all inputs are quoted alike"
)]

mod inputs;
mod mutation;
mod snapshots;

use proc_macro2::TokenStream;

/// One of the macros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Macro {
    Tool,
    Tools,
    LlmVisible,
    ToolState,
    Toolset,
    LlmText,
    VisibleError,
}

/// An input: the macro, what stands in its attribute, and the item.
pub(crate) struct Input {
    /// The file of its snapshot.
    pub(crate) name: &'static str,
    pub(crate) of: Macro,
    pub(crate) arguments: &'static str,
    pub(crate) item: &'static str,
}

impl Macro {
    /// Runs the macro as the compiler would.
    pub(crate) fn expand(self, arguments: TokenStream, item: TokenStream) -> TokenStream {
        match self {
            Self::Tool => crate::tool::attribute(arguments, item),
            Self::Tools => crate::tools::attribute(arguments, item),
            Self::LlmVisible => crate::llm_visible::derive(item),
            Self::ToolState => crate::tool_state::derive(item),
            Self::Toolset => crate::toolset::toolset(item),
            Self::LlmText => crate::text::llm_text(item),
            Self::VisibleError => crate::text::visible_error(item),
        }
    }

    /// Whether it stands where an expression does.
    pub(crate) fn is_expression(self) -> bool {
        matches!(self, Self::Toolset | Self::LlmText | Self::VisibleError)
    }
}
