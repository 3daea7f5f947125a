//! The rules of OpenAI's strict mode, said once more and differently, to check what the dialect makes.

use serde_json::Value;

const TAKEN: &[&str] = &[
    "$defs",
    "$ref",
    "additionalProperties",
    "anyOf",
    "const",
    "definitions",
    "description",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "items",
    "maxItems",
    "maximum",
    "minItems",
    "minimum",
    "multipleOf",
    "pattern",
    "properties",
    "required",
    "title",
    "type",
    "$id",
    "id",
];

/// The rules that a schema breaks.
pub(crate) fn broken(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    if schema["type"] != "object" || !schema["properties"].is_object() || !schema["anyOf"].is_null()
    {
        found.push("the root is no plain object".to_owned());
    }
    walk(schema, "", &mut found);
    found
}

fn walk(schema: &Value, path: &str, found: &mut Vec<String>) {
    let Value::Object(keywords) = schema else {
        found.push(format!("{path}: a boolean schema"));
        return;
    };
    for keyword in keywords.keys() {
        if !TAKEN.contains(&keyword.as_str()) && !keyword.starts_with("x-") {
            found.push(format!("{path}: {keyword}"));
        }
    }
    if keywords.contains_key("$ref") && keywords.len() > 1 {
        found.push(format!("{path}: a reference with neighbours"));
    }
    let is_object = schema["type"] == "object"
        || schema["type"]
            .as_array()
            .is_some_and(|kinds| kinds.contains(&"object".into()));
    if is_object || keywords.contains_key("properties") {
        let mut names: Vec<&str> = schema["properties"]
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let mut required: Vec<&str> = schema["required"]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_str().unwrap())
            .collect();
        names.sort_unstable();
        required.sort_unstable();
        if names != required {
            found.push(format!("{path}: not every property is required"));
        }
        if schema["additionalProperties"] != false {
            found.push(format!("{path}: open"));
        }
    }
    for holder in ["properties", "$defs", "definitions"] {
        for (name, inner) in schema[holder].as_object().into_iter().flatten() {
            walk(inner, &format!("{path}/{holder}/{name}"), found);
        }
    }
    for (i, inner) in schema["anyOf"].as_array().into_iter().flatten().enumerate() {
        walk(inner, &format!("{path}/anyOf/{i}"), found);
    }
    if let Some(items) = keywords.get("items") {
        walk(items, &format!("{path}/items"), found);
    }
}
