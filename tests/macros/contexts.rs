//! `#[context]` and `#[derive(ToolState)]`.

use serde_json::json;
use toolwright::testing::{block_on, dispatch};
use toolwright::{ToolContext, ToolSet, ToolState, tool, toolset};

struct Db(&'static str);

#[derive(ToolState)]
struct App {
    db: Db,
    #[state(skip)]
    other: Db,
    limit: u32,
}

/// Reads.
#[tool]
async fn read(
    #[context] db: &Db,
    id: u32,
    #[context] limit: &u32,
    #[context] cx: &ToolContext,
    #[context] app: &App,
) -> String {
    std::future::ready(()).await;
    format!("{} {id} {limit} {} {}", db.0, cx.call().name, app.other.0)
}

#[test]
fn the_host_supplies_and_the_model_does_not_see() {
    let tools: ToolSet<App> = toolset![read];
    let app = App {
        db: Db("first"),
        other: Db("second"),
        limit: 9,
    };
    assert_eq!(app.db.0, "first");
    let schema = tools.definitions()[0].input_schema();
    assert_eq!(schema["required"], json!(["id"]));
    let result = block_on(dispatch(&tools, &app, "read", r#"{"id": 3}"#)).unwrap();
    assert_eq!(result.text(), "first 3 9 read second");
    let refused = block_on(dispatch(&tools, &app, "read", r#"{"id": 3, "db": 1}"#)).unwrap();
    assert!(
        refused.is_error && !refused.text().contains("limit"),
        "{}",
        refused.text()
    );
}
