//! `toolset!`.

use toolwright::{ToolSet, tool, toolset};

mod shop {
    /// Refunds.
    #[toolwright::tool]
    pub(crate) fn refund(id: u64) -> bool {
        id > 0
    }
}

/// Counts down.
#[tool]
fn countdown(n: u32) -> u32 {
    if n == 0 { 0 } else { countdown(n - 1) }
}

mod now {}

/// Its name is taken in the type namespace.
#[tool(type = Now)]
fn now() -> &'static str {
    "noon"
}

#[test]
fn functions_by_path_and_sets_by_splicing() {
    let base: ToolSet = toolset![countdown, Now];
    let tools: ToolSet<u8> = toolset![shop::refund, ..base.clone(), ..toolset![]];
    assert_eq!(
        tools.names().collect::<Vec<_>>(),
        ["refund", "countdown", "now"]
    );
    assert_eq!(now(), "noon");
    let twice: ToolSet = toolset![countdown, ..base];
    assert!(twice.check().is_err());
}

#[test]
fn a_tool_may_stand_in_a_body() {
    /// Stands in a body.
    #[tool]
    fn inside(n: u8) -> u8 {
        n
    }
    use shop::refund as back;
    let tools: ToolSet = toolset![inside, back];
    assert_eq!(tools.names().collect::<Vec<_>>(), ["inside", "refund"]);
}
