//! Objects that strict mode, in which all of them are closed, would make impossible to write.

use crate::strict_rules::broken;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use toolwright::model::schema::{Converted, Dialect};
use toolwright::{ToolSet, tool, toolset};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "lowercase")]
#[allow(dead_code, reason = "only decoded")]
enum Payment {
    Card { number: String },
    Invoice { days: Option<u8> },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only decoded")]
struct Order {
    id: u8,
    note: Option<String>,
    #[serde(flatten)]
    payment: Payment,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Nothing {}

/// Places an order.
#[tool]
fn order(order: Order) -> String {
    format!("{order:?}")
}

/// Takes any object.
#[tool]
fn any(value: Map<String, Value>) {
    drop(value);
}

/// Takes a map.
#[tool]
fn map(value: HashMap<String, Value>) {
    drop(value);
}

/// Takes nothing much.
#[tool]
fn nothing(value: Nothing) {
    let Nothing {} = value;
}

fn strict(tools: &ToolSet) -> Converted {
    Dialect::OpenAiStrict.convert(tools.definitions()[0].input_schema())
}

/// The object and its branches would each refuse what the other asks for.
#[test]
fn a_flattened_enum_is_a_choice_of_whole_objects() {
    let converted = strict(&toolset![order]);
    assert!(converted.is_usable());
    assert_eq!(broken(&converted.schema), Vec::<String>::new());
    let id = json!({"type": "integer", "minimum": 0, "maximum": 255});
    let note = json!({"type": ["string", "null"]});
    let days = json!({"type": ["integer", "null"], "minimum": 0, "maximum": 255});
    assert_eq!(
        converted.schema["properties"]["order"],
        json!({"anyOf": [
            {
                "type": "object",
                "properties": {
                    "by": {"type": "string", "const": "card"}, "id": id, "note": note, "number": {"type": "string"},
                },
                "required": ["by", "id", "note", "number"],
                "additionalProperties": false,
            },
            {
                "type": "object",
                "properties": {"by": {"type": "string", "const": "invoice"}, "days": days, "id": id, "note": note},
                "required": ["by", "days", "id", "note"],
                "additionalProperties": false,
            },
        ]})
    );
    let validator = jsonschema::validator_for(&converted.schema).unwrap();
    assert!(
        validator
            .is_valid(&json!({"order": {"by": "invoice", "days": null, "id": 1, "note": null}}))
    );
}

/// Closed, they could only be empty.
#[test]
fn an_object_of_any_keys_cannot_be_said() {
    for tools in [toolset![any], toolset![map]] {
        let losses: Vec<_> = strict(&tools)
            .losses
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            losses,
            ["/properties/value: `additionalProperties` cannot be said"]
        );
    }
    let converted = Dialect::OpenAiStrict.convert(&json!({
        "type": "object", "properties": {"p": {"type": "object"}}, "required": ["p"],
    }));
    assert_eq!(
        converted.losses[0].to_string(),
        "/properties/p: `properties` cannot be said"
    );
    assert!(strict(&toolset![nothing]).losses.is_empty());
    // Of a choice that is not of whole objects nothing better can be said.
    let converted = Dialect::OpenAiStrict.convert(&json!({
        "type": "object", "properties": {"p": {
            "type": "object", "properties": {"a": {"type": "string"}}, "anyOf": [{"$ref": "#/$defs/B"}],
        }},
        "$defs": {"B": {"type": "object", "properties": {"b": {"type": "string"}}}},
    }));
    assert_eq!(
        converted.losses[0].to_string(),
        "/properties/p: `anyOf` cannot be said"
    );
    assert!(!converted.is_usable());
}
