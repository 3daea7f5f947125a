//! What the model is told of a tool.

use crate::schema;
use serde_json::json;
use toolwright::{ToolSet, tool, toolset};

fn description(tools: &ToolSet) -> String {
    tools.definitions()[0].description().to_owned()
}

/// Say "hello" to {name} — naïve café ☕ and a back\slash.
/// Second line of the same paragraph.
///
/// - bullet {0}
///   continued
#[doc = concat!("tail", " text")]
#[doc(hidden)]
#[doc(alias = "greet")]
#[tool]
fn hello(
    /// Whom to
    /// greet.
    name: String,
    #[arg(description = "how loud")] loud: Option<bool>,
    #[doc = concat!("com", "puted")] times: u8,
) -> String {
    let _ = (loud, times);
    name
}

#[doc = include_str!("told.md")]
#[tool(name = "told_by_a_file")]
fn told() {}

#[test]
fn docs_are_the_description() {
    assert_eq!(
        description(&toolset![hello]),
        "Say \"hello\" to {name} — naïve café ☕ and a back\\slash. Second line of the same paragraph.\n\n\
         - bullet {0}\n  continued\ntail text"
    );
    assert_eq!(
        description(&toolset![told]),
        "Told by a file, in one paragraph.\n\n- a list"
    );
}

#[test]
fn the_schema_says_what_the_types_say() {
    assert_eq!(
        schema(&toolset![hello]),
        json!({
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "Whom to greet."},
                "loud": {"type": ["boolean", "null"], "description": "how loud"},
                "times": {"type": "integer", "minimum": 0, "maximum": 255, "description": "computed"},
            },
            "required": ["name", "times"],
            "additionalProperties": false,
        })
    );
    assert_eq!(
        schema(&toolset![told]),
        json!({"type": "object", "properties": {}, "additionalProperties": false})
    );
    let both: ToolSet = toolset![hello, told];
    assert_eq!(
        both.names().collect::<Vec<_>>(),
        ["hello", "told_by_a_file"]
    );
}

#[test]
fn paragraphs_are_made_in_one_way() {
    assert_eq!(
        include_str!("../../macros/src/paragraphs.rs"),
        include_str!("../../runtime/src/tool/paragraphs.rs")
    );
}
