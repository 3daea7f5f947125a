//! Structured content and the schema of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toolwright::testing::{ScriptedModel, block_on, dispatch};
use toolwright::tool::{IntoToolOutput, OutputError, Structured, ToolDefinition};
use toolwright::{Agent, LlmVisibleError, ToolOutput, ToolResult, ToolSet, tool, tools, toolset};

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Order {
    /// The number on the receipt.
    id: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

fn order() -> Order {
    let note = Some("\"quoted\" é".to_owned());
    Order { id: u64::MAX, note }
}

type Answer<T> = Result<Structured<T>, LlmVisibleError>;

/// Finds an order.
#[tool]
fn plain() -> Structured<Order> {
    Structured(order())
}

/// Finds an order, or not.
#[tool]
async fn fallible<'a>(#[arg(default = "")] _name: &'a str) -> Answer<Order> {
    Ok(Structured(order()))
}

/// Promises nothing.
#[tool]
fn unpromised() -> Order {
    order()
}

/// Cannot be named.
#[tool]
fn unnamed() -> impl Serialize {
    order()
}

/// Lends.
#[tool]
fn lends<'a>(text: &'a str) -> Result<&'a str, std::fmt::Error> {
    Ok(text)
}

struct Shop;

#[tools]
impl Shop {
    /// Finds an order.
    #[tool]
    fn in_shop(&self) -> Answer<BTreeMap<String, Order>> {
        Ok(Structured(BTreeMap::from([("a".to_owned(), order())])))
    }
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "id": {
                "type": "integer", "minimum": 0, "maximum": u64::MAX,
                "description": "The number on the receipt.",
            },
            "note": {"type": ["string", "null"]},
        },
        "required": ["id"],
    })
}

#[test]
fn the_definition_holds_the_schema_and_only_where_it_is_promised() {
    let tools: ToolSet = toolset![plain, fallible, unpromised, unnamed, lends, ..Shop];
    let schemas: Vec<_> = tools
        .definitions()
        .iter()
        .map(ToolDefinition::output_schema)
        .collect();
    let map = json!({"type": "object", "additionalProperties": schema()});
    let whole = Some(schema());
    assert_eq!(
        schemas,
        [whole.as_ref(), whole.as_ref(), None, None, None, Some(&map)]
    );
    let stored = serde_json::to_string(tools.definitions()).unwrap();
    let back: Vec<ToolDefinition> = serde_json::from_str(&stored).unwrap();
    assert_eq!(back, **tools.definitions());
    assert!(!serde_json::to_string(&back[2]).unwrap().contains("output"));
}

#[test]
fn the_value_is_in_the_text_and_beside_it() {
    let tools: ToolSet = toolset![plain, fallible, unpromised];
    let json = r#"{"id":18446744073709551615,"note":"\"quoted\" é"}"#;
    for name in ["plain", "fallible"] {
        let result = block_on(dispatch(&tools, &(), name, "{}")).unwrap();
        assert_eq!(
            (result.text().as_ref(), result.structured()),
            (json, Some(json))
        );
        let validator = jsonschema::validator_for(&schema()).unwrap();
        assert!(validator.is_valid(&serde_json::from_str(json).unwrap()));
        // Kept to the letter when it is stored, inside a message or not.
        let message = toolwright::Message::Tool(result.clone());
        let stored = serde_json::to_string(&message).unwrap();
        let back: toolwright::Message = serde_json::from_str(&stored).unwrap();
        assert_eq!(back, message);
        assert!(
            format!("{result:?}").contains("structured: Some(50)"),
            "{result:?}"
        );
        assert!(!format!("{result:?}").contains("quoted"));
    }
    let result = block_on(dispatch(&tools, &(), "unpromised", "{}")).unwrap();
    assert_eq!((result.text().as_ref(), result.structured()), (json, None));
    assert!(
        !serde_json::to_string(&result)
            .unwrap()
            .contains("structured")
    );
}

#[test]
fn what_was_stored_has_to_be_json() {
    let stored = |structured: &str| {
        let text =
            format!(r#"{{"call_id":"c1","name":"plain","content":"x","structured":{structured}}}"#);
        serde_json::from_str::<ToolResult>(&text)
    };
    assert_eq!(stored("null").unwrap().structured(), None);
    assert_eq!(stored(r#""[1, 2]""#).unwrap().structured(), Some("[1, 2]"));
    for hostile in [r#""{""#, r#""""#, r#""1 2""#, "1", "{}", r#""NaN""#] {
        assert!(stored(hostile).is_err(), "{hostile}");
    }
    let deep = format!("\"{}\"", "[".repeat(200_000));
    assert!(stored(&deep).is_err());
}

#[test]
fn the_caller_decodes_it() {
    /// Says one thing to the model and another to programs.
    #[tool]
    fn both() -> Result<ToolOutput, OutputError> {
        ToolOutput::text("two").with_structured(&2)
    }

    let model = ScriptedModel::new()
        .calls([("c1", "both", "{}"), ("c2", "plain", "{}")])
        .text("done");
    let tools: ToolSet = toolset![both, plain];
    let agent = Agent::builder(model).tools(tools).build().unwrap();
    let answer = block_on(agent.invoke("?")).unwrap();
    assert_eq!(answer.tool_executions[0].result.text(), "two");
    assert_eq!(answer.tool_executions[0].value::<u8>().unwrap(), 2);
    assert_eq!(answer.tool_executions[1].value::<Order>().unwrap(), order());
}

/// A type of the user's may promise a schema, too.
struct Celsius(i8);

impl IntoToolOutput for Celsius {
    fn into_tool_output(self) -> Result<ToolOutput, OutputError> {
        ToolOutput::text(format!("{} degrees", self.0)).with_structured(&json!({"c": self.0}))
    }

    fn output_schema() -> Option<Value> {
        Some(json!({"type": "object", "properties": {"c": {"type": "integer"}}}))
    }
}

#[test]
fn a_type_of_ones_own_promises_a_schema() {
    /// Measures.
    #[tool]
    fn measures() -> Celsius {
        Celsius(-3)
    }

    let tools = toolset![measures];
    let schema = tools.definitions()[0].output_schema().unwrap();
    assert_eq!(schema["properties"]["c"]["type"], "integer");
    let result = block_on(dispatch(&tools, &(), "measures", "{}")).unwrap();
    assert_eq!(result.text(), "-3 degrees");
    assert_eq!(result.structured(), Some(r#"{"c":-3}"#));
}
