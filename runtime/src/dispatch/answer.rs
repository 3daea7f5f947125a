//! The result of a call, as the model reads it: redacted where somebody asked for it, then cut to its limit.

use super::Dispatcher;
use crate::message::{Content, ToolCall, ToolResult, Whole};
use crate::redact::Redactor;
use crate::tool::{Entry, NO_LIMIT, ToolContext, shortened};

#[inline]
pub(super) fn answered<S>(
    context: ToolContext,
    given: Content,
    is_error: bool,
    entry: Option<&Entry<S>>,
    with: &Dispatcher<'_, S>,
) -> ToolResult {
    let ToolCall { id, name, .. } = context.call;
    let is_plain = given.len() <= with.plain;
    let result = ToolResult {
        call_id: id,
        name,
        content: given,
        is_error,
        whole: Whole::default(),
    };
    if is_plain {
        result
    } else {
        let result = with.redacted(result);
        shortened(result, with.limit(entry))
    }
}

impl<S> Dispatcher<'_, S> {
    /// The limit for the calls of a tool: its own before the general one.
    fn limit(&self, entry: Option<&Entry<S>>) -> usize {
        match entry {
            Some(entry) if entry.max_output != NO_LIMIT => entry.max_output,
            _ => self.max_output,
        }
    }

    /// Takes out what the model shall not read: once, when the result is made, and before anything is cut, so that no
    /// half of a secret stays.
    fn redacted(&self, mut result: ToolResult) -> ToolResult {
        let redact = |redactor: &Redactor| result.content.replaced(|text| redactor.redact(text));
        if let Some(content) = self.redactor.as_ref().and_then(redact) {
            result.replace_content(content);
        }
        result
    }
}
