//! Descriptions: their first paragraph, and what a wire takes.

use serde_json::json;
use toolwright::tool::{ToolDefinition, ToolDefinitions};
use toolwright::{ToolSet, tool, toolset};

/// Looks up an order,
/// by its number.
///
/// - one
/// - two
#[doc = concat!("", "\n\nThe end.")]
#[tool]
fn order() {}

/** Looks up a customer.

Slowly. */
#[tool(read_only)]
#[allow(dead_code, reason = "stands between the docs and the function")]
fn customer() {}

#[test]
fn the_first_paragraph_is_the_short_description() {
    let tools: ToolSet = toolset![order, customer];
    let short: Vec<_> = tools
        .definitions()
        .iter()
        .map(ToolDefinition::short_description)
        .collect();
    assert_eq!(
        short,
        ["Looks up an order, by its number.", "Looks up a customer."]
    );
    assert!(
        tools.definitions()[0]
            .description()
            .ends_with("\n\nThe end.")
    );
}

#[test]
fn it_is_found_in_text_of_any_origin() {
    for (text, short) in [
        ("One.", "One."),
        ("\n\n One\n two. \r\n \r\n Three.", "One\n two."),
        ("One.\r\n\r\nTwo.", "One."),
        ("", ""),
        (" \n ", ""),
    ] {
        let definition = ToolDefinition::new("x", text, json!({}));
        assert_eq!(definition.short_description(), short);
    }
}

#[test]
fn definitions_are_stored_as_they_are() {
    let definition = ToolDefinition::new("x", "A.\n\nB.", json!({"type": "object"}));
    let stored = serde_json::to_value(ToolDefinitions::new([definition.clone()])).unwrap();
    assert_eq!(
        stored,
        json!([{"name": "x", "description": "A.\n\nB.", "input_schema": {"type": "object"}}])
    );
}
