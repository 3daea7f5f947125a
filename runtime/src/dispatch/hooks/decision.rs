//! What hooks decide.

use crate::llm_visible::LlmText;
use crate::tool::ToolOutput;
use std::fmt;

/// What becomes of a call, as a [`BeforeTool`](super::BeforeTool) decides.
///
/// ```
/// use toolwright::dispatch::{Dispatcher, ToolDecision};
/// use toolwright::{ToolCall, ToolContext, tool, toolset};
///
/// /// Lists orders.
/// #[tool]
/// fn orders(limit: u8) -> String { format!("{limit} orders") }
///
/// # toolwright::testing::block_on(async {
/// let tools = toolset![orders];
/// let dispatcher = Dispatcher::new(&tools, &())
///     .before_tool(|_: ToolContext| async { Ok(ToolDecision::RunWith(r#"{"limit": 10}"#.into())) });
/// let result = dispatcher.call(ToolCall::new("c1", "orders", r#"{"limit": 200}"#)).await?;
/// assert_eq!(result.text(), "10 orders");
/// assert_eq!(result.edited_arguments(), Some(r#"{"limit": 10}"#));
/// # Ok::<(), toolwright::InvocationFailure>(()) }).unwrap();
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum ToolDecision {
    /// The call goes its way.
    Run,
    /// The tool runs with other arguments: the text of a JSON object, which is decoded and validated like the model's.
    ///
    /// What the model wrote stays in the conversation; [`ToolResult::edited_arguments`](crate::ToolResult::edited_arguments)
    /// is what ran. Where they are refused, the model reads what is wrong with them as if it had written them.
    RunWith(String),
    /// The tool does not run, and the model reads this as what it gave, redacted and cut like any output.
    Answer(ToolOutput),
    /// The tool does not run, and the call fails as [`Denied`](crate::ToolErrorKind::Denied): under the default handler
    /// the model reads why.
    Deny(LlmText),
}

/// Shows the decision, never the arguments or the words.
impl fmt::Debug for ToolDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run => f.write_str("Run"),
            Self::RunWith(arguments) => write!(f, "RunWith({} bytes)", arguments.len()),
            Self::Answer(output) => f.debug_tuple("Answer").field(output).finish(),
            Self::Deny(reason) => f.debug_tuple("Deny").field(reason).finish(),
        }
    }
}

/// What the model reads of a call, as an [`AfterTool`](super::AfterTool) decides.
///
/// ```
/// use toolwright::ToolOutput;
/// use toolwright::dispatch::ResultDecision;
///
/// let decision = ResultDecision::Replace(ToolOutput::text("3 orders"));
/// assert_ne!(decision, ResultDecision::Keep);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ResultDecision {
    /// The model reads the result as it is.
    Keep,
    /// The model reads this instead, redacted and cut like any output. Structured content is replaced by what this has of
    /// it, or left out.
    ///
    /// A failure stays one. What the caller gets stays what the tool gave:
    /// [`ToolResult::untruncated`](crate::ToolResult::untruncated), and
    /// [`ToolExecution::value`](crate::agent::ToolExecution::value).
    Replace(ToolOutput),
}
