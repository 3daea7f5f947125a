//! What the model is offered.

use crate::tools::tools;
use crate::types::{Loose, Tree};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::num::NonZeroU16;
use std::time::Duration;
use toolwright::model::schema::Dialect;
use toolwright::{ToolSet, tool, toolset};

/// Takes numbers.
#[tool]
#[allow(
    clippy::too_many_arguments,
    clippy::many_single_char_names,
    reason = "the point"
)]
fn numbers(
    a: u8,
    b: u32,
    c: i64,
    d: usize,
    e: f32,
    p: NonZeroU16,
    q: u64,
    r: i128,
    s: i8,
) -> String {
    format!("{a} {b} {c} {d} {e} {p} {q} {r} {s}")
}

fn schema(tools: &ToolSet, name: &str) -> Value {
    let mut all = tools.definitions().iter();
    all.find(|definition| definition.name() == name)
        .unwrap()
        .input_schema()
        .clone()
}

/// Every object of a schema.
fn each(schema: &Value, look: &mut impl FnMut(&serde_json::Map<String, Value>)) {
    match schema {
        Value::Object(map) => {
            look(map);
            map.values().for_each(|value| each(value, look));
        }
        Value::Array(all) => all.iter().for_each(|value| each(value, look)),
        _ => {}
    }
}

#[test]
fn b114_numbers_have_their_true_bounds_and_no_formats_of_rust() {
    let schema = schema(&toolset![numbers], "numbers");
    each(&schema, &mut |map| {
        assert!(
            !map.contains_key("format") && !map.contains_key("exclusiveMinimum"),
            "{map:?}"
        );
    });
    let integer =
        |least: i64, most: u64| json!({"type": "integer", "minimum": least, "maximum": most});
    let properties = &schema["properties"];
    assert_eq!(properties["a"], integer(0, 255));
    assert_eq!(properties["b"], integer(0, u32::MAX.into()));
    assert_eq!(properties["c"], integer(i64::MIN, i64::MAX as u64));
    assert_eq!(properties["d"], integer(0, usize::MAX as u64));
    assert_eq!(properties["e"], json!({"type": "number"}));
    assert_eq!(properties["p"], integer(1, u16::MAX.into()));
    assert_eq!(properties["q"], integer(0, u64::MAX));
    assert_eq!(properties["r"], json!({"type": "integer"}));
    assert_eq!(properties["s"], integer(-128, 127));
    assert_eq!(
        schema["required"],
        json!(["a", "b", "c", "d", "e", "p", "q", "r", "s"])
    );
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Nothing {}

/// Takes nothing.
#[tool]
fn nothing() {}

/// Takes a unit.
#[tool]
fn unit(value: ()) {
    let () = value;
}

/// Takes an empty struct.
#[tool]
fn empty(value: Nothing) {
    let Nothing {} = value;
}

#[test]
fn b115_properties_are_always_there() {
    let tools: ToolSet = toolset![nothing, unit, empty];
    assert_eq!(
        schema(&tools, "nothing"),
        json!({"type": "object", "properties": {}, "additionalProperties": false})
    );
    assert_eq!(
        schema(&tools, "unit")["properties"]["value"],
        json!({"type": "null"})
    );
    assert_eq!(
        schema(&tools, "empty")["properties"]["value"],
        json!({"type": "object", "properties": {}})
    );
}

#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Unit {
    Celsius,
    DegreesFahrenheit,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(title = "A place")]
struct Loc {
    unit: Unit,
    tags: Vec<Tree>,
    again: Option<Unit>,
}

/// Takes a place.
#[tool]
fn place(loc: Loc, first: Option<Unit>, second: Option<Unit>, tree: Tree) -> String {
    let _ = (loc, first, second, tree);
    String::new()
}

#[test]
fn b116_no_dangling_references_and_no_noise() {
    let tools: ToolSet = toolset![place];
    for (schema, _) in [(schema(&tools, "place"), 0)].into_iter().chain(
        self::tools()
            .definitions()
            .iter()
            .map(|definition| (definition.input_schema().clone(), 1)),
    ) {
        each(&schema, &mut |map| {
            assert!(!map.contains_key("$schema"), "{map:?}");
            assert!(!map.get("title").is_some_and(Value::is_string), "{map:?}");
            if let Some(target) = map.get("$ref").and_then(Value::as_str) {
                let target = target.strip_prefix('#').unwrap();
                assert!(schema.pointer(target).is_some(), "{target} in {schema}");
            }
        });
        assert_eq!(schema["type"], "object");
        assert_eq!(schema["additionalProperties"], false);
        assert!(schema["properties"].is_object());
    }
    let schema = schema(&tools, "place");
    let names = json!(["celsius", "degrees_fahrenheit"]);
    assert_eq!(
        schema["properties"]["loc"]["properties"]["unit"]["enum"],
        names
    );
    assert_eq!(
        schema["properties"]["first"]["enum"],
        json!(["celsius", "degrees_fahrenheit", null])
    );
    assert_eq!(
        schema["properties"]["first"],
        schema["properties"]["second"]
    );
    assert_eq!(schema["required"], json!(["loc", "tree"]));
}

/// Takes what is not easy to describe.
#[tool]
fn dialects(
    small: Option<u8>,
    pair: (i32, String),
    map: HashMap<String, Vec<u8>>,
    letter: char,
    wait: Duration,
    loose: Loose,
) -> String {
    format!("{small:?} {pair:?} {map:?} {letter} {wait:?} {loose:?}")
}

#[test]
fn b122_no_boolean_schemas_for_known_types() {
    let schema = schema(&toolset![dialects], "dialects");
    assert_eq!(schema["type"], "object");
    let properties = schema["properties"].as_object().unwrap();
    assert_eq!(properties.len(), 6);
    each(&schema["properties"], &mut |map| {
        for (key, value) in map {
            assert!(
                !value.is_boolean() || key == "additionalProperties",
                "{key}: {map:?}"
            );
        }
    });
    assert_eq!(
        properties["small"],
        json!({"type": ["integer", "null"], "minimum": 0, "maximum": 255})
    );
    assert_eq!(
        properties["letter"],
        json!({"type": "string", "minLength": 1, "maxLength": 1})
    );
}

/// Clients of MCP validate by either.
#[test]
fn b122_valid_in_both_drafts() {
    let own: ToolSet = toolset![dialects, place, numbers, nothing, unit, empty];
    for definition in own.definitions().iter().chain(tools().definitions().iter()) {
        let schema = Dialect::Mcp.convert(definition.input_schema()).schema;
        assert!(jsonschema::draft7::meta::is_valid(&schema), "{schema}");
        assert!(jsonschema::draft202012::meta::is_valid(&schema), "{schema}");
        assert_eq!(schema["type"], "object");
    }
}

#[test]
fn schemas_are_the_same_each_time() {
    let text = |tools: ToolSet| serde_json::to_string(tools.definitions()).unwrap();
    assert_eq!(
        text(toolset![dialects, place]),
        text(toolset![dialects, place])
    );
}
