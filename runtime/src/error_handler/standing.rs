//! How a call stands in its invocation.

use crate::tool::ToolDefinition;

/// What the agent's loop knows of a call before it runs. A call alone has none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing<'a> {
    /// The number of this failure in the row of its tool, if the call fails.
    pub(crate) attempt: u32,
    /// So many more until the tool is withdrawn, if there is such a tool; `None` without a limit.
    pub(crate) remaining: Option<u32>,
    /// The tools that the model may call.
    pub(crate) offered: &'a [ToolDefinition],
}
