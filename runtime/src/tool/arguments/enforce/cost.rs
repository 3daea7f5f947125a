//! What it costs to validate a text: with references, choices can double at every level of a value.

use crate::tool::arguments::lenient::tree::{Kind, Node};
use serde_json::{Map, Value};

/// So many steps are taken whatever the length of a text.
const STEPS: usize = 200_000;
/// So many for each of its bytes.
const PER_BYTE: usize = 64;
/// Schemas within schemas are followed so deep.
const DEPTH: usize = 600;

/// Keywords with one schema for the value itself.
const ONE: [&str; 4] = ["if", "then", "else", "not"];
/// Keywords with a list of schemas for the value itself.
const LISTS: [&str; 3] = ["allOf", "anyOf", "oneOf"];
/// Keywords whose values are no schemas.
const DATA: [&str; 5] = ["const", "default", "enum", "example", "examples"];

/// Keywords that change what a reference leads to.
const ELSEWHERE: [&str; 4] = ["$id", "id", "$dynamicRef", "$recursiveRef"];

/// Why a schema's references cannot be followed, if it has such; and whether it has any at all.
pub(super) fn references(root: &Value) -> Result<bool, String> {
    let mut any = false;
    scan(root, root, true, &mut any)?;
    Ok(any)
}

fn scan(root: &Value, schema: &Value, is_root: bool, any: &mut bool) -> Result<(), String> {
    match schema {
        Value::Object(map) => {
            for (key, value) in map {
                match (key.as_str(), value) {
                    ("$ref", Value::String(target)) => {
                        *any = true;
                        if resolved(root, target).is_none() {
                            return Err(format!("nothing here is called {target}"));
                        }
                    }
                    ("$dynamicRef" | "$recursiveRef", Value::String(_)) => {
                        return Err(format!("{key} is not followed"));
                    }
                    ("$id" | "id", Value::String(_)) if !is_root => {
                        return Err("a schema inside has an $id of its own".to_owned());
                    }
                    (data, _) if DATA.contains(&data) => {}
                    _ => scan(root, value, false, any)?,
                }
            }
            Ok(())
        }
        Value::Array(all) => all.iter().try_for_each(|one| scan(root, one, false, any)),
        _ => Ok(()),
    }
}

/// The schema that a reference leads to, by a JSON pointer.
fn resolved<'s>(root: &'s Value, target: &str) -> Option<&'s Value> {
    let pointer = target.strip_prefix('#')?;
    root.pointer(pointer)
        .or_else(|| root.pointer(&percent_decoded(pointer)?))
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let byte = if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
        } else {
            byte
        };
        bytes.push(byte);
    }
    String::from_utf8(bytes).ok()
}

/// Whether a text can be validated in a time that its length bounds.
pub(super) fn is_affordable(root: &Value, node: &Node<'_>) -> bool {
    let steps = node.raw.len().saturating_mul(PER_BYTE);
    let mut cost = Cost {
        root,
        left: steps.saturating_add(STEPS),
    };
    cost.of(root, node, DEPTH).is_some()
}

struct Cost<'s> {
    root: &'s Value,
    left: usize,
}

impl<'s> Cost<'s> {
    /// Goes where a validator goes that never stops early; `None` if that is too far.
    fn of(&mut self, schema: &'s Value, node: &Node<'_>, depth: usize) -> Option<()> {
        let Value::Object(map) = schema else {
            return Some(());
        };
        let depth = depth.checked_sub(1)?;
        self.left = self.left.checked_sub(1 + map.len())?;
        let is_elsewhere = |key: &&str| map.get(*key).is_some_and(Value::is_string);
        if !std::ptr::eq(schema, self.root) && ELSEWHERE.iter().any(is_elsewhere) {
            return None;
        }
        let unevaluated = ["unevaluatedProperties", "unevaluatedItems"];
        // What was not looked at is found out by looking once more.
        let times = 1 + usize::from(unevaluated.iter().any(|key| map.contains_key(*key)));
        for _ in 0..times {
            if let Some(target) = map.get("$ref").and_then(Value::as_str) {
                self.of(resolved(self.root, target)?, node, depth)?;
            }
            for schema in ONE.iter().filter_map(|key| map.get(*key)) {
                self.of(schema, node, depth)?;
            }
            let lists = LISTS.iter().filter_map(|key| map.get(*key)?.as_array());
            for schema in lists.flatten() {
                self.of(schema, node, depth)?;
            }
            for key in ["dependentSchemas", "dependencies"] {
                for schema in map
                    .get(key)
                    .and_then(Value::as_object)
                    .into_iter()
                    .flatten()
                {
                    self.of(schema.1, node, depth)?;
                }
            }
            self.inside(map, node, depth)?;
        }
        Some(())
    }

    fn inside(&mut self, map: &'s Map<String, Value>, node: &Node<'_>, depth: usize) -> Option<()> {
        match &node.kind {
            Kind::Object(members) => {
                for member in members {
                    let own = map.get("properties").and_then(|all| all.get(&*member.key));
                    let patterns = map.get("patternProperties").and_then(Value::as_object);
                    let others = ["additionalProperties", "unevaluatedProperties"]
                        .iter()
                        .filter_map(|key| map.get(*key));
                    let patterns = patterns.into_iter().flat_map(Map::values);
                    for schema in own.into_iter().chain(patterns).chain(others) {
                        self.of(schema, &member.value, depth)?;
                    }
                    if let Some(names) = map.get("propertyNames") {
                        let key = Node {
                            raw: member.raw_key,
                            kind: Kind::Text,
                        };
                        self.of(names, &key, depth)?;
                    }
                }
            }
            Kind::Array(items) => {
                const KEYS: [&str; 4] =
                    ["items", "additionalItems", "contains", "unevaluatedItems"];
                let first = ["prefixItems", "items"]
                    .iter()
                    .find_map(|key| map.get(*key)?.as_array());
                for (i, item) in items.iter().enumerate() {
                    let own = first.and_then(|first| first.get(i));
                    let others = KEYS.iter().filter_map(|key| map.get(*key));
                    for schema in own.into_iter().chain(others) {
                        self.of(schema, item, depth)?;
                    }
                }
            }
            _ => {}
        }
        Some(())
    }
}
