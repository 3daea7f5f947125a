//! One schema after the other, in the dialects.

use crate::strict_rules::broken;
use serde_json::{Value, json};
use toolwright::model::schema::{Dialect, LossKind};

fn object(property: &Value, required: bool) -> Value {
    let required = if required { json!(["p"]) } else { json!([]) };
    json!({"type": "object", "properties": {"p": property}, "required": required, "additionalProperties": false})
}

/// The property and the losses, in strict mode.
fn strict(property: &Value, required: bool) -> (Value, Vec<String>) {
    let converted = Dialect::OpenAiStrict.convert(&object(property, required));
    let losses = converted.losses.iter().map(ToString::to_string).collect();
    if converted.is_usable() {
        assert_eq!(
            broken(&converted.schema),
            Vec::<String>::new(),
            "{}",
            converted.schema
        );
    }
    (converted.schema["properties"]["p"].clone(), losses)
}

#[test]
fn what_a_dialect_takes_stays() {
    let kept = [
        json!({"type": "integer", "minimum": 0, "maximum": 255}),
        json!({"type": "string", "enum": ["a", "b"], "description": "one"}),
        json!({"type": "array", "items": {"type": "string"}, "minItems": 1}),
        json!({"type": ["string", "null"]}),
        json!({"$ref": "#/$defs/T"}),
        json!({"type": "string", "format": "date-time", "pattern": "^2"}),
    ];
    for property in kept {
        assert_eq!(strict(&property, true), (property.clone(), vec![]));
        for dialect in [Dialect::JsonSchema202012, Dialect::OpenAi, Dialect::Mcp] {
            let schema = object(&property, false);
            let converted = dialect.convert(&schema);
            assert_eq!(
                (&converted.schema, converted.losses.len()),
                (&schema, 0),
                "{dialect:?}"
            );
        }
    }
}

#[test]
fn optional_properties_become_nullable() {
    for (property, expected) in [
        (
            json!({"type": "integer"}),
            json!({"type": ["integer", "null"]}),
        ),
        (
            json!({"type": ["integer", "string"]}),
            json!({"type": ["integer", "string", "null"]}),
        ),
        (
            json!({"type": ["integer", "null"]}),
            json!({"type": ["integer", "null"]}),
        ),
        (
            json!({"type": "string", "enum": ["a"]}),
            json!({"type": ["string", "null"], "enum": ["a", null]}),
        ),
        (
            json!({"$ref": "#/$defs/T"}),
            json!({"anyOf": [{"$ref": "#/$defs/T"}, {"type": "null"}]}),
        ),
        (
            json!({"$ref": "#/$defs/T", "description": "d"}),
            json!({"anyOf": [{"$ref": "#/$defs/T"}, {"type": "null"}], "description": "d"}),
        ),
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "string"}]}),
            json!({"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}]}),
        ),
        (
            json!({"type": "string", "const": "x", "description": "d"}),
            json!({"anyOf": [{"type": "string", "const": "x"}, {"type": "null"}], "description": "d"}),
        ),
    ] {
        assert_eq!(strict(&property, false), (expected, vec![]), "{property}");
    }
}

#[test]
fn what_it_does_not_take_moves_to_the_description() {
    let described = |keyword: &str| {
        vec![format!(
            "/properties/p: `{keyword}` moved to the description"
        )]
    };
    for (property, expected, keyword) in [
        (
            json!({"type": "string", "maxLength": 5}),
            "(at most 5 characters)",
            "maxLength",
        ),
        (
            json!({"type": "string", "description": "A name", "minLength": 1}),
            "A name (at least 1 characters)",
            "minLength",
        ),
        (
            json!({"type": "string", "format": "uri"}),
            "(format: uri)",
            "format",
        ),
        (
            json!({"type": "string", "pattern": "^(?!x)"}),
            "(pattern: ^(?!x))",
            "pattern",
        ),
        (
            json!({"type": "integer", "default": 7}),
            "(default: 7)",
            "default",
        ),
        (
            json!({"type": "array", "items": {"type": "integer"}, "uniqueItems": true}),
            "(no item twice)",
            "uniqueItems",
        ),
    ] {
        let (found, losses) = strict(&property, true);
        assert_eq!(
            (found["description"].as_str(), losses),
            (Some(expected), described(keyword)),
            "{property}"
        );
    }
}

#[test]
fn variants_tuples_and_parts_are_said_in_another_way() {
    let (found, losses) = strict(
        &json!({"oneOf": [{"type": "integer"}, {"type": "string"}]}),
        true,
    );
    assert_eq!(
        found,
        json!({"anyOf": [{"type": "integer"}, {"type": "string"}]})
    );
    assert_eq!(
        losses,
        ["/properties/p: `oneOf` said in another way, which allows more"]
    );

    let (found, losses) = strict(
        &json!({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}),
        true,
    );
    assert_eq!(
        found["items"],
        json!({"anyOf": [{"type": "integer"}, {"type": "string"}]})
    );
    assert_eq!(
        (&found["minItems"], &found["maxItems"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(losses.len(), 1);

    let parts = json!({"allOf": [
        {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
        {"type": "object", "properties": {"b": {"type": "string"}}},
    ]});
    let (found, losses) = strict(&parts, true);
    assert_eq!(
        found["properties"],
        json!({"a": {"type": "integer"}, "b": {"type": ["string", "null"]}})
    );
    assert_eq!((&found["required"], losses.len()), (&json!(["a", "b"]), 1));
}

#[test]
fn what_no_model_could_write_is_said_to_be_unusable() {
    for property in [
        json!({"type": "object", "additionalProperties": {"type": "integer"}}),
        json!({"type": "array"}),
        json!({"description": "anything"}),
        json!(true),
    ] {
        let converted = Dialect::OpenAiStrict.convert(&object(&property, true));
        assert!(!converted.is_usable(), "{property}");
        assert!(
            Dialect::OpenAi
                .convert(&object(&property, true))
                .is_usable(),
            "{property}"
        );
    }
}

#[test]
fn the_root_is_an_object_with_properties() {
    for schema in [
        json!({}),
        json!({"type": "object"}),
        json!(true),
        Value::Null,
        json!({"$schema": "x", "type": "object"}),
    ] {
        for dialect in [Dialect::OpenAi, Dialect::OpenAiStrict, Dialect::Mcp] {
            let converted = dialect.convert(&schema);
            assert_eq!(
                (&converted.schema["type"], &converted.schema["properties"]),
                (&json!("object"), &json!({}))
            );
            assert!(
                converted.schema["$schema"].is_null() && converted.is_usable(),
                "{dialect:?} {schema}"
            );
        }
    }
    let any = json!({"type": "object", "properties": {"a": {}}, "anyOf": [{"required": ["a"]}]});
    let converted = Dialect::OpenAi.convert(&any);
    assert_eq!(converted.losses[0].kind, LossKind::Described);
    assert!(
        !Dialect::OpenAi
            .convert(&json!({"type": "string"}))
            .is_usable()
    );
}

#[test]
fn limits_are_checked() {
    let wide: serde_json::Map<String, Value> = (0..5_001)
        .map(|n| (format!("p{n}"), json!({"type": "integer"})))
        .collect();
    let wide = json!({"type": "object", "properties": wide});
    let mut deep = json!({"type": "integer"});
    for _ in 0..11 {
        deep = json!({"type": "object", "properties": {"p": deep}, "required": ["p"]});
    }
    let values = |count: usize, length: usize| -> Value {
        (0..count)
            .map(|n| Value::from(format!("{n:0length$}")))
            .collect()
    };
    let long = object(&json!({"type": "string", "enum": values(251, 60)}), true);
    let many = object(&json!({"type": "string", "enum": values(1_001, 3)}), true);
    for (schema, limit) in [
        (wide, "limit on properties"),
        (deep, "limit on depth"),
        (long, "limit on an enum's characters"),
        (many, "limit on enum values"),
    ] {
        let converted = Dialect::OpenAiStrict.convert(&schema);
        let limits: Vec<_> = converted
            .losses
            .iter()
            .map(|loss| loss.keyword.as_str())
            .collect();
        assert_eq!((limits, converted.is_usable()), (vec![limit], false));
    }
}

#[test]
fn losses_can_be_read_by_machines() {
    let converted =
        Dialect::OpenAiStrict.convert(&object(&json!({"type": "integer", "default": 1}), true));
    let text = serde_json::to_string(&converted.losses).unwrap();
    assert_eq!(
        text,
        r#"[{"path":"/properties/p","keyword":"default","kind":"described"}]"#
    );
}
