//! The feature `validate`: tools that are only known at run time, whose schemas were written elsewhere.

use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use toolwright::testing::{ScriptedModel, block_on, dispatch};
use toolwright::tool::{Tool, ToolContext, ToolDefinition, ToolError, ToolOutput, ToolSetError};
use toolwright::{Agent, BuildError, ToolSet};

/// A tool that is only known at run time, and what it got.
struct Foreign {
    definition: ToolDefinition,
    got: Arc<Mutex<Vec<String>>>,
}

impl Tool for Foreign {
    fn definition(&self) -> ToolDefinition {
        self.definition.clone()
    }

    async fn call(
        &self,
        arguments: &str,
        (): &(),
        _: &ToolContext,
    ) -> Result<ToolOutput, ToolError> {
        self.got.lock().unwrap().push(arguments.to_owned());
        Ok(ToolOutput::text("ran"))
    }
}

pub(crate) fn foreign(schema: Value) -> (ToolSet, Arc<Mutex<Vec<String>>>) {
    let got = Arc::default();
    let tool = Foreign {
        definition: ToolDefinition::new("foreign", "Of elsewhere.", schema),
        got: Arc::clone(&got),
    };
    (ToolSet::builder().tool(tool).build(), got)
}

#[test]
fn a_tool_of_elsewhere_gets_what_was_validated() {
    let (tools, got) = foreign(json!({
        "type": "object",
        "properties": {
            "city": {"type": "string", "minLength": 2},
            "days": {"type": "integer", "minimum": 1, "maximum": 7},
            "units": {"enum": ["C", "F"]},
            "at": {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]}},
            "either": {"oneOf": [{"type": "integer"}, {"multipleOf": 2}]},
            "tags": {"type": "array", "contains": {"const": "a"}, "uniqueItems": true},
            "b.c": {"type": "boolean"},
        },
        "required": ["city"],
        "additionalProperties": false,
        "dependentRequired": {"days": ["units"]},
    }));
    assert_eq!(tools.check(), Ok(()));
    let read = |arguments: &str| {
        let result = block_on(dispatch(&tools, &(), "foreign", arguments)).unwrap();
        let text = result.text().into_owned();
        (
            result.is_error,
            text.split("\nthe right shape").next().unwrap().to_owned(),
        )
    };
    let right = r#"{"city": "Rome"}"#;
    assert!(!read(right).0);
    // In the wrong dress as a whole: what is inside is validated, and is what the tool gets.
    assert!(!read(r#""{\"city\": \"Rome\"}""#).0);
    assert_eq!(*got.lock().unwrap(), [right, right]);
    let cases = [
        (
            r#"{"city": "R", "days": "3", "units": "K"}"#,
            "- `city`: expected a string of at least 2 characters, got the string \"R\"\n\
             - `days`: expected an integer from 1 to 7, got the string \"3\"\n\
             - `units`: expected one of \"C\", \"F\", got the string \"K\"",
        ),
        (
            r#"{"days": 8, "sity": "Rome"}"#,
            "- `units` is missing: expected one of \"C\", \"F\"\n\
             - `days`: expected an integer from 1 to 7, got the number 8\n\
             - there is no parameter `sity`; did you mean `city`?\n\
             - `city` is missing: expected a string of at least 2 characters",
        ),
        (
            r#"{"city": "Rome", "at": [{"x": 1}, {"x": "y"}, {}], "b.c": 1}"#,
            "- `at[1].x`: expected a number, got the string \"y\"\n\
             - `at[2].x` is missing: expected a number\n\
             - `[\"b.c\"]`: expected true or false, got the number 1",
        ),
        (
            r#"{"city": "Rome", "either": 2, "tags": ["b", "b"]}"#,
            "- `either`: expected a value of exactly one of the forms, got the number 2\n\
             - `tags`: expected items that are all different, got an array\n\
             - `tags`: expected an array with the items that it has to contain, got an array",
        ),
        // The tool might take the first one.
        (
            r#"{"city": "Rome", "city": "Oslo"}"#,
            "- `city` is given twice",
        ),
        (
            r#"{"city": "Rome", "at": [{"x": 1, "x": 2}]}"#,
            "- `at[0].x` is given twice",
        ),
        (
            "[1]",
            "- they have to be a JSON object, not an array; the parameters are `at`, `b.c`, `city`, `days`, `either`, `tags`, `units`",
        ),
        (
            r#"{"city": "Rome",}"#,
            "- they are not one valid JSON object: it breaks off or goes wrong at character 17; \
             the parameters are `at`, `b.c`, `city`, `days`, `either`, `tags`, `units`",
        ),
    ];
    for (arguments, expected) in cases {
        let (is_error, text) = read(arguments);
        assert!(is_error, "{arguments}");
        assert_eq!(
            text,
            format!("the arguments are wrong, the call was not run:\n{expected}"),
            "{arguments}"
        );
    }
    assert_eq!(got.lock().unwrap().len(), 2);
}

#[test]
fn a_schema_that_cannot_be_enforced_is_an_error_of_the_build() {
    let cases = [
        (json!({"properties": {"a": {"pattern": "("}}}), "regex"),
        // A look-ahead needs backtracking, whose time nobody bounds.
        (
            json!({"properties": {"a": {"pattern": "^(?=a)b"}}}),
            "regex",
        ),
        (
            json!({"properties": {"a": {"pattern": "(a{1000}){1000}"}}}),
            "regex",
        ),
        (
            json!({"properties": {"a": {"$ref": "https://example.org/schema.json"}}}),
            "example.org",
        ),
        (
            json!({"properties": {"a": {"$ref": "file:///etc/passwd"}}}),
            "file",
        ),
        (
            json!({"properties": {"a": {"$ref": "#/nowhere"}}}),
            "nowhere",
        ),
        (
            json!({"$defs": {"b": {"$anchor": "c"}}, "properties": {"a": {"$ref": "#c"}}}),
            "#c",
        ),
        (
            json!({"properties": {"a": {"$dynamicRef": "#"}}}),
            "$dynamicRef",
        ),
        (
            json!({"properties": {"a": {"$id": "https://example.org/a"}}}),
            "$id",
        ),
        (json!({"type": "objekt"}), "objekt"),
        (json!(7), "7"),
    ];
    for (schema, reason) in cases {
        let (tools, _) = foreign(schema.clone());
        let error = tools.check().unwrap_err();
        assert!(
            matches!(&error, ToolSetError::InvalidSchema { tool, .. } if tool == "foreign"),
            "{schema} {error:?}"
        );
        assert!(error.to_string().contains(reason), "{schema} {error}");
        let built = Agent::builder(ScriptedModel::new()).tools(tools).build();
        assert!(matches!(built, Err(BuildError::Tools(_))));
    }
}

/// Schemas that run in circles, patterns that would take ages to backtrack, and choices that double at every level.
#[test]
fn hostile_schemas_and_texts_are_bounded() {
    let (tools, got) = foreign(json!({
        "properties": {"p": {"pattern": "^(a+)+$"}, "d": {"format": "nonsense"}, "s": {"$ref": "#"}},
    }));
    assert_eq!(tools.check(), Ok(()));
    let long = format!(r#"{{"p":"{}!"}}"#, "a".repeat(200_000));
    let result = block_on(dispatch(&tools, &(), "foreign", &long)).unwrap();
    assert!(result.is_error && got.lock().unwrap().is_empty());
    assert!(result.text().len() < 1_000, "{}", result.text().len());
    assert!(
        !block_on(dispatch(&tools, &(), "foreign", r#"{"d":"any"}"#))
            .unwrap()
            .is_error
    );
    let deep = format!("{}1{}", r#"{"s":"#.repeat(120), "}".repeat(120));
    assert!(
        !block_on(dispatch(&tools, &(), "foreign", &deep))
            .unwrap()
            .is_error
    );
    let deeper = format!("{}1{}", r#"{"s":"#.repeat(10_000), "}".repeat(10_000));
    assert!(
        block_on(dispatch(&tools, &(), "foreign", &deeper))
            .unwrap()
            .is_error
    );
    // A circle of nothing but references.
    let (tools, got) = foreign(json!({
        "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}},
        "properties": {"a": {"$ref": "#/$defs/a"}},
    }));
    assert_eq!(tools.check(), Ok(()));
    let too_much =
        "the arguments are wrong, the call was not run:\n- the arguments: too much to be checked";
    let result = block_on(dispatch(&tools, &(), "foreign", r#"{"a":1}"#)).unwrap();
    assert_eq!(result.text(), too_much);
    assert!(got.lock().unwrap().is_empty());
    for choice in ["anyOf", "oneOf", "allOf"] {
        let (tools, got) = foreign(json!({
            "$defs": {"a": {choice: [
                {"properties": {"c": {"$ref": "#/$defs/a"}}, "required": ["y"]},
                {"properties": {"c": {"$ref": "#/$defs/a"}}, "required": ["z"]},
            ]}},
            "properties": {"a": {"$ref": "#/$defs/a"}},
        }));
        assert_eq!(tools.check(), Ok(()));
        let read = |depth: usize| {
            let nested = format!(
                r#"{{"a":{}1{}}}"#,
                r#"{"c":"#.repeat(depth),
                "}".repeat(depth)
            );
            let result = block_on(dispatch(&tools, &(), "foreign", &nested)).unwrap();
            result.text().into_owned()
        };
        assert!(read(3).contains("`a"), "{}", read(3));
        assert_eq!(read(100), too_much);
        assert!(got.lock().unwrap().is_empty());
    }
}
