//! The result of a call, as the model reads it: redacted where somebody asked for it, then cut to its limit.

use super::Dispatcher;
use crate::message::{Content, Rare, ToolCall, ToolResult};
use crate::tool::{Entry, Given, NO_LIMIT, ToolOutput, shortened};
use std::borrow::Cow;

#[inline]
pub(super) fn answered<S>(
    call: ToolCall,
    given: Content,
    is_error: bool,
    entry: Option<&Entry<S>>,
    with: &Dispatcher<'_, S>,
) -> ToolResult {
    let ToolCall { id, name, .. } = call;
    let is_plain = given.len() <= with.plain;
    let result = ToolResult {
        call_id: id,
        name,
        content: given,
        is_error,
        rare: Rare::default(),
    };
    if is_plain {
        result
    } else {
        let result = with.redacted(result);
        shortened(result, with.limit(entry))
    }
}

/// The result of a call that gave structured content.
#[cold]
pub(super) fn structured<'e, S: 'e>(
    call: ToolCall,
    (given, rare): (Content, Rare),
    entry: impl Into<Option<&'e Entry<S>>>,
    with: &Dispatcher<'_, S>,
) -> ToolResult {
    let ToolCall { id, name, .. } = call;
    let mut result = ToolResult::new(id, name, given);
    result.rare = rare;
    shortened(with.redacted(result), with.limit(entry.into()))
}

/// The result of a call that a hook answered in the tool's place.
pub(super) fn given<S>(
    call: ToolCall,
    output: ToolOutput,
    entry: Option<&Entry<S>>,
    with: &Dispatcher<'_, S>,
) -> ToolResult {
    match output.given() {
        Given::Plain(given) => answered(call, given, false, entry, with),
        Given::Structured(both) => structured(call, *both, entry, with),
    }
}

/// The result with what a hook wants the model to read instead. What the tool gave stays beside it.
pub(super) fn replaced<S>(
    mut result: ToolResult,
    output: ToolOutput,
    entry: Option<&Entry<S>>,
    with: &Dispatcher<'_, S>,
) -> ToolResult {
    let structured = output.structured_content().map(str::to_owned);
    let content = match output.given() {
        Given::Plain(content) => content,
        Given::Structured(both) => both.0,
    };
    result.replace_content(content);
    match structured {
        Some(json) => result.replace_structured(json),
        // It says what the hook took away.
        None if result.structured().is_some() => result.withhold_structured(),
        None => {}
    }
    shortened(with.redacted(result), with.limit(entry))
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
        let Some(redactor) = &self.redactor else {
            return result;
        };
        if let Some(content) = result.content.replaced(|text| redactor.redact(text)) {
            result.replace_content(content);
        }
        let structured = result.structured().map(|json| redactor.redact(json));
        if let Some(Cow::Owned(json)) = structured {
            result.replace_structured(json);
        }
        result
    }
}
