// Everything that can stand in a set.
use toolwright::tool::{ToolContext, ToolDefinition, ToolError, ToolOutput};
use toolwright::{Tool, ToolSet, ToolState, tool, toolset};

/// A.
#[tool]
fn a() {}

struct ByHand(&'static str);

impl<S: Send + Sync + 'static> Tool<S> for ByHand {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(self.0, "By hand.", serde_json::json!({"type": "object"}))
    }

    async fn call(&self, text: &str, _: &S, _: &ToolContext) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text(text))
    }
}

#[derive(ToolState)]
struct App;

fn main() {
    let stateless: ToolSet = toolset![a];
    let same: ToolSet<App> = toolset![..ByHand("same")];
    let set: ToolSet<App> = toolset![..stateless, ..same, ..ByHand("one"), ..{ ByHand("two") }];
    assert_eq!(set.names().collect::<Vec<_>>(), ["a", "same", "one", "two"]);
    assert_eq!(ToolSet::<App>::names(&toolset![]).count(), 0);
    let again: ToolSet = ToolSet::builder().tools(toolset![a]).tools(&toolset![..ByHand("b")]).build();
    assert_eq!(again.names().count(), 2);
}
