//! What a schema asks for, in words.

use super::number::Decimal;
use super::schema::{Kinds, Layers};
use super::tree::{Kind, Node};
use super::words::{excerpt, one_of_values, range};
use serde_json::{Number, Value};
use std::cmp::Ordering;
use std::fmt::Write;

/// So many words of a choice are listed.
const BRANCHES: usize = 8;
/// Said of a number that would become an infinity.
pub(super) const NOT_TOO_LARGE: &str = " that is not too large";

/// What a schema asks for, said of a value that is not that.
pub(crate) fn expected<'s>(
    out: &mut String,
    root: &'s Value,
    layers: &Layers<'s>,
    node: &Node<'_>,
) {
    let is_number = matches!(node.kind, Kind::Number)
        || (node.raw.get(1..2)).is_some_and(|c| matches!(c.as_bytes(), [b'0'..=b'9' | b'-']));
    wanted(out, root, layers, is_number);
}

/// What a schema asks for. The bounds of the largest integers only matter to `number`s.
pub(crate) fn wanted<'s>(out: &mut String, root: &'s Value, layers: &Layers<'s>, number: bool) {
    if layers.union().is_none() && layers.choices().next().is_none() {
        let mut kinds = layers.kinds(root).each();
        if let (Some(kind), None) = (kinds.next(), kinds.next()) {
            return push_kind(out, kind, layers, number);
        }
    }
    let mut said = Said::default();
    gather(&mut said, root, layers, number, 4);
    let mut others = said.others;
    let null = others.iter().position(|word| word == "null");
    let null = null.map(|at| others.remove(at));
    if !said.values.is_empty() {
        others.insert(0, one_of_values(&said.values));
    }
    others.truncate(BRANCHES);
    others.extend(null);
    if others.is_empty() {
        out.push_str("another value");
    }
    out.push_str(&others.join(" or "));
}

#[derive(Default)]
struct Said {
    values: Vec<String>,
    others: Vec<String>,
}

impl Said {
    fn add(&mut self, word: String) {
        if !self.others.contains(&word) {
            self.others.push(word);
        }
    }
}

fn gather<'s>(said: &mut Said, root: &'s Value, layers: &Layers<'s>, number: bool, depth: usize) {
    if let (Some(union), Some(depth)) = (layers.union(), depth.checked_sub(1)) {
        for branch in union.branches {
            let branch = layers.with(root, union, branch);
            gather(said, root, &branch, number, depth);
        }
        return;
    }
    let mut choices = layers.choices().peekable();
    if choices.peek().is_some() {
        for choice in choices {
            if choice.is_null() {
                said.add("null".to_owned());
            } else {
                said.values.push(choice.to_string());
            }
        }
        return;
    }
    let kinds = layers.kinds(root);
    let is_any = kinds.is_any();
    let kinds = if is_any { limited(layers) } else { kinds };
    if is_any && kinds == Kinds::default() {
        return said.add("any value".to_owned());
    }
    for kind in kinds.each() {
        let mut word = String::new();
        push_kind(&mut word, kind, layers, number);
        said.add(word);
    }
}

fn push_kind(out: &mut String, kind: Kinds, layers: &Layers<'_>, number: bool) {
    match kind {
        Kinds::INTEGER => push_number(out, "an integer", layers, number),
        Kinds::NUMBER => push_number(out, "a number", layers, number),
        Kinds::TEXT => {
            push_sized(
                out,
                "a string",
                "character",
                layers,
                ("minLength", "maxLength"),
            );
            if let Some(format) = layers.text("format") {
                let _ = write!(out, " in the format {}", excerpt(format));
            }
        }
        Kinds::BOOL => out.push_str("true or false"),
        Kinds::ARRAY => push_sized(out, "an array", "item", layers, ("minItems", "maxItems")),
        Kinds::OBJECT => {
            out.push_str("an object");
            let mut required = layers.required();
            if let (Some(name), None) = (required.next(), required.next()) {
                let _ = write!(out, " with `{name}`");
            }
        }
        _ => out.push_str("null"),
    }
}

/// The kinds of which a schema that takes any asks for more.
fn limited(layers: &Layers<'_>) -> Kinds {
    const LIMITED: [(Kinds, &[&str]); 3] = [
        (
            Kinds::NUMBER,
            &[
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "multipleOf",
            ],
        ),
        (Kinds::TEXT, &["minLength", "maxLength"]),
        (Kinds::ARRAY, &["minItems", "maxItems"]),
    ];
    let has = |keys: &[&str]| keys.iter().any(|key| layers.get(key).is_some());
    LIMITED
        .iter()
        .filter(|(_, keys)| has(keys))
        .fold(Kinds::default(), |all, (kind, _)| all.or(*kind))
}

fn push_number(out: &mut String, word: &str, layers: &Layers<'_>, number: bool) {
    let bound = |key| layers.get(key).and_then(Value::as_number);
    let minimum = tightest(layers, "minimum", Ordering::Greater);
    let maximum = tightest(layers, "maximum", Ordering::Less);
    out.push_str(word);
    let signed_word = minimum.is_some_and(|bound| bound.as_i64() == Some(i64::MIN))
        && maximum.is_some_and(|bound| bound.as_i64() == Some(i64::MAX));
    let unsigned_word = maximum.is_some_and(|bound| bound.as_u64() == Some(u64::MAX));
    let _ = match (minimum, maximum) {
        _ if signed_word && !number => Ok(()),
        (Some(minimum), Some(_)) if unsigned_word && !number => {
            write!(out, " of at least {minimum}")
        }
        (Some(minimum), Some(maximum)) => write!(out, " from {minimum} to {maximum}"),
        (Some(minimum), None) => write!(out, " of at least {minimum}"),
        (None, Some(maximum)) => write!(out, " of at most {maximum}"),
        (None, None) => Ok(()),
    };
    let words = [
        ("exclusiveMinimum", "above"),
        ("exclusiveMaximum", "below"),
        ("multipleOf", "that is a multiple of"),
    ];
    for (key, word) in words {
        if let Some(value) = bound(key) {
            let _ = write!(out, " {word} {value}");
        }
    }
    if let Some(value) = layers.get("not").and_then(|not| not.get("const")) {
        let _ = write!(out, " other than {value}");
    }
}

/// Of the bounds that apply, the one that says most.
fn tightest<'s>(layers: &Layers<'s>, key: &str, order: Ordering) -> Option<&'s Number> {
    let decimal = |bound: &Number| Decimal::parse(&bound.to_string());
    let bounds = layers.all(key).filter_map(Value::as_number);
    bounds.reduce(|kept, bound| {
        if decimal(bound).cmp(&decimal(kept)) == order {
            bound
        } else {
            kept
        }
    })
}

fn push_sized(out: &mut String, word: &str, unit: &str, layers: &Layers<'_>, keys: (&str, &str)) {
    let (least, most) = (layers.least(keys.0), layers.most(keys.1));
    out.push_str(word);
    if least.is_some() || most.is_some() {
        let _ = write!(out, " of {}", range(unit, least, most));
    }
}

/// What the schema of a parameter asks for.
pub(crate) fn wanted_at(out: &mut String, root: &Value, schema: &Value) {
    wanted(out, root, &Layers::of(root, schema), false);
}

/// What a schema asks for, where the value is of the right kind already.
pub(crate) fn expected_at(out: &mut String, root: &Value, layers: &Layers<'_>, value: &str) {
    wanted(out, root, layers, true);
    let is_number = value.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    if is_number && layers.kinds(root).has(Kinds::NUMBER) {
        out.push_str(NOT_TOO_LARGE);
    }
}
