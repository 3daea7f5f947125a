//! The shape of a right call, from the schema: `{"id": integer, "tags": [string]?}`.

use super::schema::{Kinds, Layers, list};
use serde_json::Value;

/// Objects within objects are shown so deep.
const DEPTH: usize = 5;
/// The longest shape, in bytes.
const LENGTH: usize = 600;
/// So many branches of a choice are shown.
const BRANCHES: usize = 4;

/// The shape of a tool's arguments; `names` are its parameters in their order.
pub(crate) fn shape(root: &Value, names: &[&str]) -> String {
    let mut out = String::new();
    object(&mut out, root, &Layers::of(root, root), Some(names), DEPTH);
    out
}

fn object<'s>(
    out: &mut String,
    root: &'s Value,
    layers: &Layers<'s>,
    names: Option<&[&str]>,
    depth: usize,
) {
    // What has to be there comes first, in the order of the schema.
    let mut own: Vec<&str> = layers.required().collect();
    for name in layers.names() {
        if !own.contains(&name) {
            own.push(name);
        }
    }
    let names = match names {
        Some(names) if !names.is_empty() => names,
        _ => &own,
    };
    let Some(depth) = depth.checked_sub(1) else {
        return out.push_str("{…}");
    };
    out.push('{');
    for (i, name) in names.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        if out.len() > LENGTH {
            out.push('…');
            break;
        }
        out.push_str(&Value::from(*name).to_string());
        out.push_str(": ");
        let own = layers.property(root, name).unwrap_or_default();
        value(out, root, &own, depth);
        if !layers.required().any(|required| required == *name) {
            out.push('?');
        }
    }
    if names.is_empty()
        && let Some(other) = layers
            .get("additionalProperties")
            .filter(|other| other.is_object())
    {
        out.push_str("string: ");
        value(out, root, &Layers::of(root, other), depth);
    }
    out.push('}');
}

fn value<'s>(out: &mut String, root: &'s Value, layers: &Layers<'s>, depth: usize) {
    if out.len() > LENGTH {
        return out.push('…');
    }
    let mut parts = Vec::new();
    branches(&mut parts, root, layers, depth);
    parts.dedup();
    // What may be left out says so by its mark.
    if parts.len() > 1 {
        parts.retain(|part| part != "null");
    }
    let more = parts.len() > BRANCHES;
    parts.truncate(BRANCHES);
    out.push_str(&parts.join(" | "));
    if more {
        out.push_str(" | …");
    }
}

fn branches<'s>(parts: &mut Vec<String>, root: &'s Value, layers: &Layers<'s>, depth: usize) {
    if let (Some(union), true) = (layers.union(), depth > 0) {
        for branch in union.branches.iter().take(BRANCHES + 1) {
            branches(parts, root, &layers.with(root, union, branch), depth - 1);
        }
        return;
    }
    let choices: Vec<_> = layers.choices().collect();
    if !choices.is_empty() {
        parts.extend(choices.iter().take(BRANCHES + 2).map(ToString::to_string));
        return;
    }
    let kinds = layers.kinds(root);
    if kinds.is_any() {
        return parts.push("any value".to_owned());
    }
    let words = [
        (Kinds::INTEGER, "integer"),
        (Kinds::NUMBER, "number"),
        (Kinds::TEXT, "string"),
        (Kinds::BOOL, "boolean"),
        (Kinds::NULL, "null"),
    ];
    for (kind, word) in words {
        if kinds.has(kind) {
            parts.push(word.to_owned());
        }
    }
    if kinds.has(Kinds::ARRAY) {
        parts.push(array(root, layers, depth));
    }
    if kinds.has(Kinds::OBJECT) {
        let mut out = String::new();
        object(&mut out, root, layers, None, depth);
        parts.push(out);
    }
}

fn array<'s>(root: &'s Value, layers: &Layers<'s>, depth: usize) -> String {
    let mut out = String::from("[");
    let first = list(layers.get("prefixItems"));
    for (i, schema) in first.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        value(
            &mut out,
            root,
            &Layers::of(root, schema),
            depth.saturating_sub(1),
        );
    }
    if let (true, Some(items)) = (first.is_empty(), layers.get("items")) {
        value(
            &mut out,
            root,
            &Layers::of(root, items),
            depth.saturating_sub(1),
        );
    }
    out.push(']');
    out
}
