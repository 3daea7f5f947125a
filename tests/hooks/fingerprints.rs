use serde_json::{Value, json};
use std::collections::HashSet;
use toolwright::tool::{Effects, Fingerprint, ToolDefinition, ToolDefinitions};

fn add() -> ToolDefinition {
    let schema = json!({
        "type": "object",
        "properties": {"a": {"type": "integer", "minimum": -5}, "b": {"type": "number", "default": 1.5}},
        "required": ["a"],
        "additionalProperties": false,
    });
    ToolDefinition::new("add", "Adds two numbers.", schema)
}

fn now() -> ToolDefinition {
    ToolDefinition::new("now", "", json!({"type": "object", "x": [null, true, {}]}))
        .with_output_schema(json!({"type": "string"}))
        .with_effects(Effects::READ_ONLY)
}

/// Computed by another program.
const ADD: &str = "a5759b2e4fbe3bf489e216319e856c2aa17e8d60a887cadbcab1202400715f3a";
const NOW: &str = "9a5e615db706b014c332575369ce48896c9053d9cec311f7fc5dcf89b4ff75cd";
const BOTH: &str = "fda798ce3b1e1c2ebca31861dbdd5f956357a6a029bc6e11ee6067c58583f62d";
const NONE: &str = "2f0500b930ac82aed12a87873ef07e5e92d27e38fde38806fd09ccdf418a1604";

#[test]
fn they_are_the_same_everywhere() {
    assert_eq!(add().fingerprint().to_string(), ADD);
    assert_eq!(now().fingerprint().to_string(), NOW);
    assert_eq!(
        ToolDefinitions::new([add(), now()])
            .fingerprint()
            .to_string(),
        BOTH
    );
    assert_eq!(ToolDefinitions::default().fingerprint().to_string(), NONE);
}

#[test]
fn the_order_of_tools_and_of_keys_makes_no_difference() {
    let other = ToolDefinitions::new([now(), add()]);
    assert_eq!(other.fingerprint().to_string(), BOTH);
    let text = r#"{"required": ["a"], "additionalProperties": false, "properties": {"b": {"default": 1.50, "type": "number"},
        "a": {"minimum": -5, "type": "integer"}}, "type": "object"}"#;
    let schema: Value = serde_json::from_str(text).unwrap();
    let other = ToolDefinition::new("add", "Adds two numbers.", schema);
    assert_eq!(other.fingerprint().to_string(), ADD);
}

#[test]
fn every_part_makes_a_difference() {
    let schema = json!({"type": "object", "properties": {"a": {"enum": ["x", "y"]}}});
    let new = |name: &str, description: &str, schema: &Value| {
        ToolDefinition::new(name, description, schema.clone())
    };
    let plain = new("add", "Adds.", &schema);
    let definitions = [
        plain.clone(),
        new("ad", "Adds.", &schema),
        new("addA", "dds.", &schema),
        new("Add", "Adds.", &schema),
        new("add", "Adds", &schema),
        new("add", "Adds.\u{200b}", &schema),
        new("add", "Adds.", &json!({})),
        new("add", "Adds.", &json!(null)),
        new(
            "add",
            "Adds.",
            &json!({"type": "object", "properties": {"a": {"enum": ["y", "x"]}}}),
        ),
        new(
            "add",
            "Adds.",
            &json!({"type": "object", "properties": {"b": {"enum": ["x", "y"]}}}),
        ),
        new(
            "add",
            "Adds.",
            &json!({"type": "object", "properties": {"a": {"enum": ["xy"]}}}),
        ),
        new("add", "Adds.", &json!({"n": 1})),
        new("add", "Adds.", &json!({"n": -1})),
        new("add", "Adds.", &json!({"n": 1.5})),
        new("add", "Adds.", &json!({"n": "1"})),
        new("add", "Adds.", &json!({"n": true})),
        new("add", "Adds.", &json!({"n": false})),
        new("add", "Adds.", &json!({"n": null})),
        new("add", "Adds.", &json!({"n": [[], [1]]})),
        new("add", "Adds.", &json!({"n": [[1], []]})),
        new("add", "Adds.", &json!({"n": u64::MAX})),
        new("add", "Adds.", &json!({"n": i64::MIN})),
        plain.clone().with_output_schema(json!({})),
        plain.clone().with_output_schema(json!(null)),
        plain.clone().with_effects(Effects::READ_ONLY),
        plain.clone().with_effects(Effects::IDEMPOTENT),
        plain.clone().with_effects(Effects::DESTRUCTIVE),
        plain
            .clone()
            .with_effects(Effects::DESTRUCTIVE.and_idempotent()),
    ];
    let all: HashSet<_> = definitions
        .iter()
        .map(ToolDefinition::fingerprint)
        .collect();
    assert_eq!(all.len(), definitions.len());
    let lists = [
        ToolDefinitions::default(),
        ToolDefinitions::new([add()]),
        ToolDefinitions::new([add(), add()]),
        ToolDefinitions::new([add(), now()]),
    ];
    let all: HashSet<_> = lists.iter().map(ToolDefinitions::fingerprint).collect();
    assert_eq!(all.len(), lists.len());
}

#[test]
fn one_that_was_computed_is_not_kept_for_what_was_changed_since() {
    let plain = add();
    let first = plain.fingerprint();
    let copy = plain.clone();
    // Nobody else holds the first, somebody else holds the second.
    for definition in [add(), copy] {
        assert_eq!(definition.fingerprint(), first);
        let changed = definition.with_effects(Effects::READ_ONLY);
        assert_ne!(changed.fingerprint(), first);
        assert_eq!(
            changed.fingerprint(),
            add().with_effects(Effects::READ_ONLY).fingerprint()
        );
        let again = changed
            .with_effects(Effects::UNKNOWN)
            .with_output_schema(json!({}));
        assert_eq!(
            again.fingerprint(),
            add().with_output_schema(json!({})).fingerprint()
        );
    }
    // Nor does it make two definitions differ.
    assert_eq!(plain, add());
    assert_eq!(
        serde_json::to_value(&plain).unwrap(),
        serde_json::to_value(add()).unwrap()
    );
}

#[test]
fn they_are_stored_as_text() {
    let fingerprint = add().fingerprint();
    assert_eq!(
        serde_json::to_string(&fingerprint).unwrap(),
        format!("\"{ADD}\"")
    );
    assert_eq!(
        serde_json::from_str::<Fingerprint>(&format!("\"{ADD}\"")).unwrap(),
        fingerprint
    );
    assert_eq!(format!("{fingerprint:?}"), format!("Fingerprint({ADD})"));
    assert_eq!(
        fingerprint.as_bytes()[0],
        u8::from_str_radix(&ADD[..2], 16).unwrap()
    );
    let long = format!("{ADD}0");
    let upper = ADD.to_uppercase();
    let foreign = format!("{}é", &ADD[..62]);
    for text in ["", "00", &ADD[1..], &long, &upper, &foreign] {
        assert!(text.parse::<Fingerprint>().is_err(), "{text}");
        assert!(serde_json::from_value::<Fingerprint>(json!(text)).is_err());
    }
}
