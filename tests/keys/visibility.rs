//! `visible(…)` and `errors = hidden`.

use crate::{call, read};
use std::error::Error;
use std::fmt;
use toolwright::error_handler::send_error_message_to_llm;
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, LlmVisible, ToolSet, VisibleToLlm, tool, toolset, visible_error};

#[derive(Debug, thiserror::Error, LlmVisible)]
enum OrderError {
    #[error("order {id} not in shard 7")]
    #[llm("there is no order {id}")]
    NotFound { id: u64 },
    #[error("database")]
    #[llm(hidden)]
    Database(#[source] Box<dyn Error + Send + Sync>),
}

mod stock {
    #[derive(Debug, thiserror::Error, toolwright::LlmVisible)]
    #[error("stock")]
    #[llm("out of stock")]
    pub(crate) struct Empty;
}

fn chain(which: &str) -> anyhow::Error {
    match which {
        "order" => anyhow::Error::new(OrderError::NotFound { id: 7 })
            .context("looking up")
            .context("secret layer"),
        "stock" => anyhow::Error::new(stock::Empty),
        "ready" => anyhow::Error::new(visible_error!("ready-made")).context("secret layer"),
        "hidden" => anyhow::Error::new(OrderError::Database("secret".into())),
        "hidden above visible" => {
            anyhow::Error::new(OrderError::Database(visible_error!("below").into()))
        }
        "kept hidden" => {
            let result: Result<(), _> = Err(visible_error!("below"));
            anyhow::Error::new(result.visible_to_llm_with(|_| None).unwrap_err())
        }
        _ => anyhow::anyhow!("secret"),
    }
}

/// Fails.
#[tool(visible(OrderError, stock::Empty,))]
fn erased(which: &str) -> anyhow::Result<u8> {
    Err(chain(which))
}

/// Fails.
#[tool(visible(OrderError))]
async fn boxed(which: String) -> Result<u8, Box<dyn Error + Send + Sync>> {
    if which == "order" {
        return Err(Box::new(OrderError::NotFound { id: 8 }));
    }
    Err(chain(&which).into())
}

#[test]
fn the_first_named_error_of_the_chain_gives_the_text() {
    let tools = toolset![erased];
    let read = |which: &str| read(&tools, &serde_json::json!({"which": which}).to_string());
    assert_eq!(read("order"), "there is no order 7");
    assert_eq!(read("stock"), "out of stock");
    assert_eq!(read("ready"), "ready-made");
    assert_eq!(
        crate::read(&toolset![boxed], r#"{"which": "order"}"#),
        "there is no order 8"
    );
}

#[test]
fn what_is_not_named_or_keeps_hidden_stays_hidden() {
    let tools = toolset![erased];
    for which in ["hidden", "hidden above visible", "kept hidden", "other"] {
        let arguments = serde_json::json!({"which": which}).to_string();
        let failure = call(&tools, &arguments).unwrap_err();
        assert!(
            failure.tool_error().unwrap().message_for_llm().is_none(),
            "{which}"
        );
    }
    assert!(call(&toolset![boxed], r#"{"which": "stock"}"#).is_err());
}

#[test]
fn the_handler_gets_the_error_itself() {
    /// Fails.
    #[tool(visible(OrderError), on_error = |error, context| {
        assert!(error.downcast_ref::<OrderError>().is_some());
        assert_eq!(context.message_for_llm().unwrap().as_str(), "there is no order 9");
        Err(context.fail())
    })]
    fn looked_at() -> anyhow::Result<()> {
        Err(OrderError::NotFound { id: 9 }.into())
    }
    let failure = call(&toolset![looked_at], "{}").unwrap_err();
    assert!(failure.source().unwrap().is::<OrderError>());
}

/// Fails visibly, were it not for the key.
#[tool(errors = hidden)]
fn typed() -> Result<u8, OrderError> {
    Err(OrderError::NotFound { id: 1 })
}

/// Fails with a chain that has a visible error in it.
#[tool(errors = hidden)]
async fn chained() -> anyhow::Result<u8> {
    Err(chain("ready"))
}

#[derive(Debug)]
struct DebugOnly;

/// Fails with what is no error.
#[tool(errors = hidden)]
fn debug_only() -> Result<u8, DebugOnly> {
    Err(DebugOnly)
}

struct Converts;

impl From<Converts> for Box<dyn Error + Send + Sync> {
    fn from(_: Converts) -> Self {
        "converted".into()
    }
}

/// Fails with what converts.
#[tool(errors = hidden)]
fn converts() -> Result<u8, Converts> {
    Err(Converts)
}

/// Fails in Latin-1.
#[tool(errors = hidden, on_error = send_error_message_to_llm())]
fn sent() -> Result<u8, fmt::Error> {
    Err(fmt::Error)
}

#[test]
fn hidden_errors_are_hidden_whatever_their_type() {
    let sets: [(ToolSet, &str); 4] = [
        (toolset![typed], "order 1 not in shard 7"),
        (toolset![chained], "secret layer"),
        // What is only `Debug` has no `Display` that a handler could send.
        (toolset![debug_only], ""),
        (toolset![converts], "converted"),
    ];
    for (tools, developers_read) in &sets {
        let failure = call(tools, "{}").unwrap_err();
        let error = failure.tool_error().unwrap();
        assert!(error.message_for_llm().is_none());
        assert_eq!(error.error().to_string(), *developers_read);
    }
    // A handler that says so in its name still sends what developers read.
    assert!(read(&toolset![sent], "{}").contains("error"));
}

#[test]
fn in_an_agent_nothing_but_the_text_is_sent() {
    let model = ScriptedModel::new()
        .calls([("c1", "erased", r#"{"which": "order"}"#)])
        .text("sorry");
    let tools: ToolSet = toolset![erased];
    let agent = Agent::builder(model.clone()).tools(tools).build().unwrap();
    block_on(agent.invoke("?")).unwrap();
    let sent = serde_json::to_string(&model.requests()).unwrap();
    assert!(sent.contains("there is no order 7"));
    for secret in ["shard", "secret", "looking up"] {
        assert!(!sent.contains(secret), "{secret}");
    }
}
