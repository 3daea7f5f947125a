//! The lenient pass: text that says the right thing in the wrong dress, rewritten for a second strict pass.
//!
//! It sees the text, the schema and what the strict pass found, and runs only when that failed. It never guesses and
//! never loses: what it cannot take for sure it says, each problem with its path. All of it is cold.

mod blame;
#[cfg(feature = "validate")]
pub(super) mod exact;
pub(super) mod expected;
mod number;
mod object;
mod place;
mod scalar;
mod schema;
mod shape;
mod text;
#[cfg(not(feature = "validate"))]
mod tree;
#[cfg(feature = "validate")]
pub(super) mod tree;
mod variants;
mod walk;
pub(super) mod words;

pub(super) use blame::blamed;
pub(super) use place::{Place, place};
pub(super) use shape::shape;
pub(super) use text::is_envelope;
pub(super) use walk::Findings;
#[cfg(feature = "validate")]
pub(super) use {schema::Layers, tree::Node};

use super::problem::{ArgumentsError, Problem};
use super::{Offer, Quieted};
use crate::tool::ToolDefinition;
#[cfg(not(feature = "validate"))]
use schema::Layers;
use serde_json::Value;
use std::ops::Range;
#[cfg(not(feature = "validate"))]
use tree::Node;
use tree::{Broken, Kind};
use walk::{Fit, Walker};

/// Whether the keys that match a pattern are known without a regular expression.
pub(crate) fn is_known_pattern(pattern: &str) -> bool {
    schema::is_match(pattern, "").is_some()
}

/// The object that the text as a whole means, where the strict pass found none or an envelope.
#[cold]
pub(crate) fn unwrapped(
    text: &str,
    definition: &ToolDefinition,
    error: &ArgumentsError,
) -> Option<String> {
    let is_whole = |problem: &Problem| match problem {
        Problem::Syntax { .. } | Problem::NotAnObject => true,
        Problem::Unknown { key } => key == "arguments",
        _ => false,
    };
    let whole = error.problems.iter().any(is_whole);
    whole
        .then(|| text::object(text, definition.name(), &error.names(definition)))
        .flatten()
}

/// What the walk made of the parameters that failed.
#[derive(Debug, Default)]
pub(crate) struct Walked {
    /// The text for another strict pass, if that can come to another end.
    pub(crate) text: Option<String>,
    /// What there is to say of each parameter that failed.
    pub(super) findings: Vec<(&'static str, Findings)>,
}

/// Walks the parameters that failed, each beside its own schema; all others stay as they are, byte for byte.
#[cold]
pub(crate) fn walked(text: &str, offer: Offer<'_>, error: &ArgumentsError) -> Walked {
    let root = offer.definition.input_schema();
    let mut walked = Walked::default();
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for problem in &error.problems {
        let Problem::Invalid { name, value, .. } = problem else {
            continue;
        };
        let raw = text.get(value.clone()).unwrap_or_default();
        let (found, edit) = parameter(root, name, raw, offer.quieted);
        walked.findings.push((*name, found));
        match edit {
            Some(Edit::Write(written)) => edits.push((value.clone(), written)),
            Some(Edit::Drop) => edits.push((value.clone(), String::new())),
            None => {}
        }
    }
    if !edits.is_empty() {
        walked.text = edited(text, &edits);
    }
    walked
}

enum Edit {
    Write(String),
    /// As if the parameter had not been given.
    Drop,
}

fn parameter(root: &Value, name: &str, raw: &str, quieted: &Quieted) -> (Findings, Option<Edit>) {
    let whole = Layers::of(root, root);
    let layers = whole.property(root, name).unwrap_or_default();
    let mut walker = Walker::new(root, raw.len());
    walker.is_secret = quieted.is_secret(name);
    let node = match tree::parse(raw) {
        Ok(node) => node,
        Err(broken) => {
            walker.under(name, |walker| walker.unreadable(broken));
            return (walker.finish().1, None);
        }
    };
    if matches!(node.kind, Kind::Null)
        && !whole.required().any(|required| required == name)
        && !walker.takes_null(&node, &layers)
    {
        return (Findings::default(), Some(Edit::Drop));
    }
    let fit = walker.under(name, |walker| walker.value(&node, &layers));
    let (written, findings) = walker.finish();
    let edit = matches!(fit, Fit::Coerced | Fit::Unclear) && written != raw;
    (findings, edit.then_some(Edit::Write(written)))
}

impl Walker<'_> {
    fn unreadable(&mut self, broken: Broken) -> Fit {
        self.report(walk::Class::Type, |line| {
            line.push_str(match broken {
                Broken::Deep => ": nested too deeply",
                Broken::Syntax => ": not valid JSON",
            });
        })
    }
}

/// The text with values replaced; a value replaced by nothing goes with its key.
fn edited(text: &str, edits: &[(Range<usize>, String)]) -> Option<String> {
    let node = tree::parse(text).ok()?;
    let Kind::Object(members) = &node.kind else {
        return None;
    };
    let mut out = String::with_capacity(text.len() + 16);
    out.push('{');
    for member in members {
        let start = member.value.raw.as_ptr() as usize - text.as_ptr() as usize;
        let edit = edits.iter().find(|(range, _)| range.start == start);
        let value = edit.map_or(member.value.raw, |(_, written)| written);
        if value.is_empty() {
            continue;
        }
        if out.len() > 1 {
            out.push(',');
        }
        out.push_str(member.raw_key);
        out.push(':');
        out.push_str(value);
    }
    out.push('}');
    Some(out)
}

/// What a text that may be right breaks of the limits in the schema; `None` if none, or if it is no JSON, which the
/// strict pass says better. One that is nested too deeply for the walk is refused: what a type passes over may be. If something `is_wrong` already, all of it is said.
#[cold]
pub(crate) fn beyond_limits(text: &str, offer: Offer<'_>, is_wrong: bool) -> Option<Findings> {
    let root = offer.definition.input_schema();
    let node: Node<'_> = match tree::parse(text) {
        Ok(node) => node,
        Err(Broken::Syntax) => return None,
        Err(broken @ Broken::Deep) => {
            let mut walker = Walker::new(root, text.len());
            walker.unreadable(broken);
            return Some(walker.finish().1);
        }
    };
    let layers = Layers::of(root, root);
    if !is_wrong {
        let mut walker = Walker::new(root, text.len()).limits_only();
        walker.value(&node, &layers);
        if !walker.found() {
            return None;
        }
    }
    // The call is not run: now say everything.
    let mut walker = Walker::new(root, text.len()).with_secrets(offer.quieted);
    walker.value(&node, &layers);
    Some(walker.finish().1)
}
