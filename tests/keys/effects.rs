//! `read_only`, `idempotent`, `destructive`.

use serde_json::json;
use toolwright::tool::{Effects, Tool, ToolContext, ToolDefinition, ToolError, ToolOutput};
use toolwright::{ToolSet, tool, toolset};

/// Looks.
#[tool(read_only)]
fn look() {}

/// Sets.
#[tool(idempotent)]
fn set() {}

/// Deletes.
#[tool(destructive, idempotent)]
fn delete() {}

/// Sells.
#[tool(destructive)]
fn sell() {}

/// Does something.
#[tool]
fn act() {}

#[test]
fn effects_stand_in_the_definition() {
    let tools: ToolSet = toolset![look, set, delete, sell, act];
    let questions: Vec<_> = tools
        .definitions()
        .iter()
        .map(ToolDefinition::effects)
        .map(|effects| {
            (
                effects.read_only(),
                effects.idempotent(),
                effects.destructive(),
            )
        })
        .collect();
    assert_eq!(
        questions,
        [
            (true, true, false),
            (false, true, false),
            (false, true, true),
            (false, false, true),
            (false, false, false),
        ]
    );
    assert!(tools.definitions()[4].effects().is_unknown());
}

#[test]
fn they_are_stored_with_it() {
    let tools: ToolSet = toolset![look, set, delete, sell, act];
    let stored = serde_json::to_value(tools.definitions()).unwrap();
    assert_eq!(stored[0]["effects"], json!({"read_only": true}));
    assert_eq!(stored[1]["effects"], json!({"idempotent": true}));
    assert_eq!(
        stored[2]["effects"],
        json!({"idempotent": true, "destructive": true})
    );
    assert_eq!(stored[4].get("effects"), None);
    let back: Vec<ToolDefinition> = serde_json::from_value(stored).unwrap();
    assert_eq!(back, *tools.definitions().to_vec());
}

#[test]
fn what_was_stored_before_reads_as_unknown_and_nonsense_as_not_harmless() {
    let read = |effects: serde_json::Value| {
        let mut stored = json!({"name": "x", "description": "X.", "input_schema": {}});
        if !effects.is_null() {
            stored["effects"] = effects;
        }
        let definition: ToolDefinition = serde_json::from_value(stored).unwrap();
        definition.effects()
    };
    assert_eq!(read(json!(null)), Effects::UNKNOWN);
    assert_eq!(read(json!({})), Effects::UNKNOWN);
    assert_eq!(read(json!({"open_world": true})), Effects::UNKNOWN);
    let nonsense = read(json!({"read_only": true, "destructive": true}));
    assert!(!nonsense.read_only() && nonsense.destructive());
}

struct ByHand;

impl Tool for ByHand {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("by_hand", "By hand.", json!({"type": "object"}))
            .with_effects(Effects::READ_ONLY)
    }

    async fn call(&self, _: &str, (): &(), _: &ToolContext) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("done"))
    }
}

#[test]
fn a_tool_by_hand_says_them_too() {
    let tools: ToolSet = toolset![..ByHand];
    assert!(tools.definitions()[0].effects().read_only());
}
