//! `#[tools]`: the methods of an instance as tools.

use serde_json::json;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use toolwright::error_handler::{ToolErrorHandlerResult, send_error_message_to_llm};
use toolwright::testing::{ScriptedModel, block_on, dispatch};
use toolwright::tool::IntoToolSet;
use toolwright::{
    Agent, BuildError, LlmVisible, ToolContext, ToolSet, ToolState, llm_text, tool, tools, toolset,
};

#[derive(Debug, LlmVisible)]
enum ShopError {
    #[llm("there is no order {id}")]
    NoOrder { id: u64 },
}

struct Shop {
    name: &'static str,
    calls: AtomicU64,
}

impl Shop {
    fn new(name: &'static str) -> Self {
        Self {
            name,
            calls: AtomicU64::new(0),
        }
    }
}

#[tools]
impl Shop {
    /// Where orders begin.
    const FIRST: u64 = { 4711 };

    /// Looks up an order.
    #[tool]
    async fn order_status(
        &self,
        /// The number on the receipt.
        id: u64,
        #[arg(default = Self::FIRST)] after: u64,
    ) -> Result<String, ShopError> {
        self.counted().await;
        if id < after {
            return Err(ShopError::NoOrder { id });
        }
        Ok(format!("{}: {id}", self.name))
    }

    async fn counted(&self) {
        std::future::ready(()).await;
        self.calls.fetch_add(1, Ordering::Relaxed);
    }

    /// Names the shop.
    #[tool(name = "shop_name")]
    #[expect(clippy::needless_arbitrary_self_type, reason = "one of the forms")]
    fn name(self: &Self) -> &str {
        self.name
    }

    /// Shares the shop.
    #[toolwright::tool(description = "Counts the owners.")]
    fn owners(self: &Arc<Self>, #[context] context: &ToolContext) -> String {
        format!("{} {}", context.call().name, Arc::strong_count(self))
    }

    /// Keeps the shop.
    #[tool]
    async fn keep(self: Arc<Self>) -> String {
        self.counted().await;
        self.name.to_owned()
    }

    /// Needs no shop.
    #[tool]
    fn rule(word: &str) -> String {
        format!("{} {word}", Self::FIRST)
    }

    fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }
}

fn call<S: Send + Sync + 'static>(tools: &ToolSet<S>, state: &S, name: &str, text: &str) -> String {
    block_on(dispatch(tools, state, name, text))
        .expect("a result")
        .text()
        .into()
}

#[test]
fn an_instance_is_a_set() {
    let shop = Arc::new(Shop::new("corner"));
    let tools: ToolSet = toolset![..Arc::clone(&shop)];
    assert_eq!(
        tools.names().collect::<Vec<_>>(),
        ["order_status", "shop_name", "owners", "keep", "rule"]
    );
    assert_eq!(tools.check(), Ok(()));
    assert_eq!(
        tools.definitions()[0].input_schema(),
        &json!({
            "type": "object",
            "properties": {
                "id": {"type": "integer", "minimum": 0, "maximum": u64::MAX, "description": "The number on the receipt."},
                "after": {"type": "integer", "minimum": 0, "maximum": u64::MAX, "default": 4711},
            },
            "required": ["id"],
            "additionalProperties": false,
        })
    );
    assert_eq!(tools.definitions()[2].description(), "Counts the owners.");
    let run = |name, text| call(&tools, &(), name, text);
    assert_eq!(run("order_status", r#"{"id": 4712}"#), "corner: 4712");
    assert_eq!(run("order_status", r#"{"id": 1}"#), "there is no order 1");
    assert_eq!(run("order_status", r#"{"id": 1, "after": 0}"#), "corner: 1");
    assert_eq!(run("shop_name", "{}"), "corner");
    // One for each tool, and ours.
    assert_eq!(run("owners", "{}"), "owners 6");
    assert_eq!(run("keep", "{}"), "corner");
    assert_eq!(run("rule", r#"{"word": "x"}"#), "4711 x");
    assert!(run("rule", "{}").contains("`word` is missing"));
    assert_eq!(shop.calls(), 4);
}

#[test]
fn the_methods_stay_methods() {
    let shop = Arc::new(Shop::new("corner"));
    assert_eq!(shop.name(), "corner");
    assert_eq!(Shop::rule("x"), "4711 x");
    assert!(block_on(shop.order_status(1, 2)).is_err());
    assert_eq!(block_on(shop.keep()), "corner");
}

/// Tells the time.
#[tool]
fn now() -> &'static str {
    "noon"
}

#[test]
fn instances_mix_with_functions_and_sets() {
    let desk: ToolSet = toolset![now];
    let tools: ToolSet<u8> = toolset![..desk, ..Shop::new("a")];
    assert_eq!(tools.names().count(), 6);
    let built: ToolSet = ToolSet::builder()
        .tools(Shop::new("b"))
        .tools(toolset![now])
        .build();
    assert_eq!(built.names().count(), 6);
    let shop = Arc::new(Shop::new("c"));
    let alone: ToolSet = (&shop).into_tool_set();
    assert_eq!(call(&alone, &(), "shop_name", "{}"), "c");
    let alone: ToolSet = shop.into_tool_set();
    assert_eq!(alone.names().count(), 5);
}

#[test]
fn names_that_meet_at_run_time_are_reported() {
    let twice: ToolSet = toolset![..Shop::new("a"), now, ..Shop::new("b")];
    let message = twice.check().unwrap_err().to_string();
    assert!(message.contains("`order_status`"), "{message}");
    let built = Agent::builder(ScriptedModel::new()).tools(twice).build();
    assert!(matches!(built, Err(BuildError::Tools(_))));
}

#[test]
fn an_agent_runs_on_an_instance() {
    let shop = Arc::new(Shop::new("corner"));
    let model = ScriptedModel::new()
        .calls([("c1", "order_status", r#"{"id": 1}"#), ("c2", "now", "{}")])
        .calls([("c3", "order_status", r#"{"id": 4711}"#)])
        .text("Sent.");
    let agent = Agent::builder(model.clone())
        .tools(toolset![now, ..Arc::clone(&shop)])
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("Where is it?")).unwrap();
    assert_eq!(answer.text, "Sent.");
    let requests = model.requests();
    let results = requests[1].tool_results();
    assert_eq!(results[0].text(), "there is no order 1");
    assert!(results[0].is_error && !results[1].is_error);
    assert_eq!(
        requests[2].tool_results().last().unwrap().text(),
        "corner: 4711"
    );
    assert_eq!(shop.calls(), 2);
}

struct Db(&'static str);

#[derive(ToolState)]
struct App {
    db: Db,
}

#[derive(Debug, LlmVisible, thiserror::Error)]
#[error("secret")]
#[llm("no orders")]
struct NoOrders;

struct Till(u32);

#[tools]
impl Till {
    /// Reads.
    #[tool]
    async fn read(&self, #[context] db: &Db, n: u32) -> String {
        std::future::ready(()).await;
        format!("{} {}", db.0, self.0 + n)
    }

    /// Fails.
    #[tool(on_error = send_error_message_to_llm())]
    fn fail(&self) -> Result<(), std::num::ParseIntError> {
        "x".parse::<u8>().map(drop)
    }

    /// Runs elsewhere.
    #[tool(blocking, read_only, max_output = "64B", unknown_arguments = ignore)]
    fn heavy(&self, word: &str, #[context] context: &ToolContext) -> String {
        format!("{} {}", context.call().name, word.repeat(self.0 as usize))
    }

    /// Is erased, of which one type is named.
    #[tool(visible(NoOrders))]
    fn visible(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        Err(NoOrders.into())
    }

    /// Is hidden.
    #[tool(errors = hidden)]
    async fn hidden(&self) -> Result<(), NoOrders> {
        Err(NoOrders)
    }

    /// Fails as well.
    #[tool(on_error = |_error, _context| Ok(ToolErrorHandlerResult::text(llm_text!("try again"))))]
    fn fail_again(&self) -> Result<(), std::num::ParseIntError> {
        self.fail()
    }
}

#[test]
fn keys_and_contexts_are_those_of_functions() {
    let tools: ToolSet<App> = toolset![..Till(40)];
    let app = App { db: Db("first") };
    assert_eq!(app.db.0, "first");
    assert_eq!(call(&tools, &app, "read", r#"{"n": 2}"#), "first 42");
    assert_eq!(
        call(&tools, &app, "fail", "{}"),
        "invalid digit found in string"
    );
    assert_eq!(call(&tools, &app, "fail_again", "{}"), "try again");
    assert_eq!(call(&tools, &app, "visible", "{}"), "no orders");
    assert!(block_on(dispatch(&tools, &app, "hidden", "{}")).is_err());
    let heavy = call(&tools, &app, "heavy", r#"{"word": "ab", "more": 1}"#);
    assert!(
        heavy.starts_with("heavy abab") && heavy.contains("left out"),
        "{heavy}"
    );
    let effects = tools
        .definitions()
        .iter()
        .map(|tool| tool.effects().read_only());
    assert_eq!(effects.filter(|read_only| *read_only).count(), 1);
}
