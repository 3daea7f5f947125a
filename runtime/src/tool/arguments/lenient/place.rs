//! Where inside the arguments something is that another names by keys and indices.

use super::schema::{Kinds, Layers};
use super::tree::{self, Kind, Node};
use super::words::push_key;
use crate::tool::arguments::Offer;
use serde_json::Value;
use std::fmt::Write;

/// A place in the arguments.
#[derive(Debug)]
pub(crate) struct Place<'s> {
    /// As the feedback writes it.
    pub(crate) path: String,
    /// What stands there.
    pub(crate) raw: Option<String>,
    /// What applies there.
    pub(crate) layers: Layers<'s>,
}

/// The place that `steps` lead to from a parameter. A key that the schema does not have is taken for the name of a field
/// in Rust: it leads to the property of that name in another case, else nowhere.
pub(crate) fn place<'s>(
    arguments: &str,
    offer: Offer<'s>,
    name: &str,
    steps: &[Value],
) -> Place<'s> {
    let root = offer.definition.input_schema();
    let tree = tree::parse(arguments).ok();
    let is_secret = offer.quieted.is_secret(name);
    let mut path = String::new();
    push_key(&mut path, name);
    let mut node = tree.as_ref().and_then(|node| member(node, name));
    let whole = Layers::of(root, root);
    let mut layers = whole.property(root, name).unwrap_or_default();
    for step in steps {
        match step {
            Value::Number(index) if layers.kinds(root).has(Kinds::ARRAY) => {
                // Writing to a `String` cannot fail.
                let _ = write!(path, "[{index}]");
                let index = index.as_u64().and_then(|index| usize::try_from(index).ok());
                node = node.zip(index).and_then(|(node, index)| item(node, index));
                layers = index.map_or_else(Layers::default, |index| layers.item(root, index));
            }
            Value::String(key) => {
                if let Some((name, inside)) = named(root, &layers, key, DEPTH) {
                    push_key(&mut path, name);
                    node = node.and_then(|node| member(node, name));
                    layers = inside;
                } else if let Some(other) = other(root, &layers, key) {
                    if is_secret {
                        path.push_str("[…]");
                    } else {
                        push_key(&mut path, key);
                    }
                    node = node.and_then(|node| member(node, key));
                    layers = other;
                }
            }
            // The one field of a type that is written as that.
            _ => {}
        }
    }
    Place {
        path,
        raw: node.map(|node| node.raw.to_owned()),
        layers,
    }
}

/// Choices within choices are looked into so deep.
const DEPTH: usize = 4;

/// The property that a name means, in whichever branch of a choice it stands.
fn named<'s>(
    root: &'s Value,
    layers: &Layers<'s>,
    key: &str,
    depth: usize,
) -> Option<(&'s str, Layers<'s>)> {
    let exact = layers.names().find(|name| *name == key);
    let mut alike = layers.names().filter(|name| is_same(name, key));
    let found = exact.or_else(|| match (alike.next(), alike.next()) {
        (Some(name), None) => Some(name),
        _ => None,
    });
    if let Some(name) = found {
        return Some((name, layers.property(root, name)?));
    }
    let (union, depth) = (layers.union()?, depth.checked_sub(1)?);
    let mut branches = union.branches.iter();
    branches.find_map(|branch| named(root, &layers.with(root, union, branch), key, depth))
}

/// What applies to the values of a map.
fn other<'s>(root: &'s Value, layers: &Layers<'s>, key: &str) -> Option<Layers<'s>> {
    let is_map = layers.names().next().is_none() && layers.kinds(root).has(Kinds::OBJECT);
    is_map.then(|| layers.other(root, key)).flatten()
}

/// Whether two names are one in another case: `zip_code`, `zipCode`, `ZIP-CODE`.
fn is_same(a: &str, b: &str) -> bool {
    let letters = |name: &'_ str| -> String {
        let kept = name.chars().filter(|c| !matches!(c, '_' | '-'));
        kept.flat_map(char::to_lowercase).collect()
    };
    letters(a) == letters(b)
}

fn member<'n, 'a>(node: &'n Node<'a>, key: &str) -> Option<&'n Node<'a>> {
    let Kind::Object(members) = &node.kind else {
        return None;
    };
    let found = members.iter().find(|member| member.key == key);
    found.map(|member| &member.value)
}

fn item<'n, 'a>(node: &'n Node<'a>, index: usize) -> Option<&'n Node<'a>> {
    match &node.kind {
        Kind::Array(items) => items.get(index),
        _ => None,
    }
}
