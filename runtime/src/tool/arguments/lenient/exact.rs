//! Places in a text that are named exactly, for a validator that knows its values only.

use super::tree::{self, Kind, Node};
use super::words::push_key;
use serde_json::Value;
use std::collections::HashSet;
use std::fmt::Write;

/// The text as a tree.
pub(crate) fn parsed(text: &str) -> Option<Node<'_>> {
    tree::parse(text).ok()
}

/// The value that a tree says; a number that is too large is the largest.
pub(crate) fn value(node: &Node<'_>) -> Value {
    match &node.kind {
        Kind::Array(items) => items.iter().map(value).collect(),
        Kind::Object(members) => {
            let pairs = members.iter();
            pairs
                .map(|member| (member.key.clone().into_owned(), value(&member.value)))
                .collect()
        }
        Kind::Text => Value::String(tree::decoded(node.raw).unwrap_or_default().into_owned()),
        _ => {
            let largest = if node.raw.starts_with('-') {
                f64::MIN
            } else {
                f64::MAX
            };
            serde_json::from_str(node.raw).unwrap_or_else(|_| largest.into())
        }
    }
}

/// What a JSON pointer leads to: its path as the feedback writes it, its steps, and what stands there.
pub(crate) fn exact<'n, 'a>(
    tree: Option<&'n Node<'a>>,
    pointer: &str,
) -> (String, Vec<Value>, Option<&'n Node<'a>>) {
    let (mut path, mut steps, mut node) = (String::new(), Vec::new(), tree);
    for segment in pointer.split('/').skip(1) {
        let key = segment.replace("~1", "/").replace("~0", "~");
        let items = match node.map(|node| &node.kind) {
            Some(Kind::Array(items)) => Some(items),
            _ => None,
        };
        if let (Some(items), Ok(index)) = (items, key.parse::<usize>()) {
            // Writing to a `String` cannot fail.
            let _ = write!(path, "[{index}]");
            steps.push(index.into());
            node = items.get(index);
        } else {
            push_key(&mut path, &key);
            // Of two values under one key, the last one counts.
            node = node
                .and_then(|node| match &node.kind {
                    Kind::Object(members) => members.iter().rfind(|member| member.key == key),
                    _ => None,
                })
                .map(|member| &member.value);
            steps.push(key.into());
        }
    }
    (path, steps, node)
}

/// Whether a key stands twice in any object of the text.
pub(crate) fn has_twins(text: &str) -> bool {
    let mut found = Vec::new();
    if let Some(tree) = parsed(text) {
        twins(&tree, &mut String::new(), &mut found);
    }
    !found.is_empty()
}

/// So many keys that stand twice are looked for: a text can hold any number, each at the end of a long path.
const TWINS: usize = 32;

/// The paths of the keys that stand twice in their object.
pub(crate) fn twins(node: &Node<'_>, path: &mut String, found: &mut Vec<String>) {
    let length = path.len();
    if found.len() >= TWINS {
        return;
    }
    match &node.kind {
        Kind::Object(members) => {
            // The keys are the model's: a hasher with a secret.
            let mut seen = HashSet::new();
            for member in members {
                push_key(path, &member.key);
                if !seen.insert(&member.key) && found.len() < TWINS {
                    found.push(path.clone());
                }
                twins(&member.value, path, found);
                path.truncate(length);
            }
        }
        Kind::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                // Writing to a `String` cannot fail.
                let _ = write!(path, "[{i}]");
                twins(item, path, found);
                path.truncate(length);
            }
        }
        _ => {}
    }
}
