//! Whether a converted schema is within the limits of its dialect.

use super::rules::Limits;
use super::{Loss, LossKind};
use serde_json::Value;

/// What was counted.
#[derive(Default)]
struct Size {
    properties: usize,
    depth: usize,
    characters: usize,
    enum_values: usize,
    large_enum_characters: usize,
}

/// Records every limit that the schema is over.
pub(super) fn check(schema: &Value, limits: Limits, losses: &mut Vec<Loss>) {
    let mut size = Size::default();
    measure(schema, 0, limits, &mut size);
    let counted = [
        ("limit on properties", size.properties, limits.properties),
        ("limit on depth", size.depth, limits.depth),
        ("limit on characters", size.characters, limits.characters),
        ("limit on enum values", size.enum_values, limits.enum_values),
        (
            "limit on an enum's characters",
            size.large_enum_characters,
            limits.large_enum_characters,
        ),
    ];
    for (name, found, limit) in counted {
        if found > limit {
            let keyword = name.to_owned();
            losses.push(Loss {
                path: String::new(),
                keyword,
                kind: LossKind::Unusable,
            });
        }
    }
}

/// The nesting of JSON itself is bounded by its parser; `depth` counts the objects and arrays that a value has.
fn measure(schema: &Value, depth: usize, limits: Limits, size: &mut Size) {
    let Value::Object(keywords) = schema else {
        return;
    };
    size.depth = size.depth.max(depth);
    for (keyword, value) in keywords {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                size.properties += properties.len();
                for (name, property) in properties {
                    size.characters += name.chars().count();
                    measure(property, depth + 1, limits, size);
                }
            }
            ("$defs" | "definitions", Value::Object(definitions)) => {
                for (name, definition) in definitions {
                    size.characters += name.chars().count();
                    measure(definition, depth, limits, size);
                }
            }
            ("enum", Value::Array(values)) => {
                let characters = values.iter().map(characters).sum::<usize>();
                size.characters += characters;
                size.enum_values += values.len();
                if values.len() > limits.large_enum {
                    size.large_enum_characters = size.large_enum_characters.max(characters);
                }
            }
            ("const", value) => size.characters += characters(value),
            ("items" | "additionalProperties", inner) => measure(inner, depth + 1, limits, size),
            ("anyOf" | "oneOf" | "allOf", Value::Array(inner)) => {
                for inner in inner {
                    measure(inner, depth, limits, size);
                }
            }
            _ => {}
        }
    }
}

fn characters(value: &Value) -> usize {
    value
        .as_str()
        .map_or_else(|| value.to_string().len(), |text| text.chars().count())
}
