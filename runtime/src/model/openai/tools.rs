//! Tools as servers take them.

use super::limits;
use crate::model::schema::{Converted, Dialect, Loss, LossKind};
use crate::tool::ToolDefinition;
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// A tool that cannot be offered with `strict: true`, and why.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NotStrict {
    /// The name of the tool.
    pub tool: String,
    /// What its schema says that strict mode cannot.
    pub losses: Vec<Loss>,
}

/// Returns the tools that would be offered with `strict: false` all the same.
pub(super) fn not_strict(tools: &[ToolDefinition]) -> Vec<NotStrict> {
    let tools = tools.iter().filter_map(|tool| {
        let losses = strict(tool).err()?;
        let tool = tool.name().to_owned();
        Some(NotStrict { tool, losses })
    });
    tools.collect()
}

/// The schema in strict mode, or what makes it unusable there.
fn strict(tool: &ToolDefinition) -> Result<Value, Vec<Loss>> {
    let converted = Dialect::OpenAiStrict.convert(tool.input_schema());
    if converted.is_usable() {
        return Ok(converted.schema);
    }
    let Converted { mut losses, .. } = converted;
    losses.retain(|loss| loss.kind == LossKind::Unusable);
    Err(losses)
}

/// Writes the list of tools. `strict` is said outright, since not every endpoint takes its absence for `false`.
pub(super) fn render(tools: &[ToolDefinition], is_strict: bool) -> String {
    let tools = tools.iter().map(|tool| {
        let mut function = Map::new();
        function.insert("name".into(), tool.name().into());
        if !tool.description().is_empty() {
            function.insert("description".into(), description(tool).into());
        }
        let strict = is_strict.then(|| strict(tool));
        if let Some(Err(losses)) = &strict {
            told_of(tool, losses);
        }
        let strict = strict.and_then(Result::ok);
        function.insert("strict".into(), strict.is_some().into());
        let plain = || Dialect::OpenAi.convert(tool.input_schema()).schema;
        function.insert("parameters".into(), strict.unwrap_or_else(plain));
        json!({"type": "function", "function": function})
    });
    tools.collect::<Value>().to_string()
}

#[cold]
fn told_of(tool: &ToolDefinition, losses: &[Loss]) {
    let why: Vec<String> = losses.iter().map(Loss::to_string).collect();
    tracing::debug!(
        tool = tool.name(),
        why = why.join("; "),
        "a tool is offered with `strict: false`"
    );
}

/// Returns what the tool is for; of a text that servers find too long, the first paragraph, or as much of that as fits.
fn description(tool: &ToolDefinition) -> Cow<'_, str> {
    let fits = |text: &str| text.chars().nth(limits::DESCRIPTION).is_none();
    if fits(tool.description()) {
        return Cow::Borrowed(tool.description());
    }
    let short = tool.short_description();
    if fits(short) {
        return Cow::Borrowed(short);
    }
    let start: String = short.chars().take(limits::DESCRIPTION - 1).collect();
    Cow::Owned(start + "…")
}
