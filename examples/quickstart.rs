//! An order desk with three tools: one failure that the model repairs, one that it never hears of.
//!
//! `cargo run -p examples --example quickstart`

#![allow(
    clippy::unused_async,
    reason = "a tool may be async with nothing to wait for"
)]

use examples::{DeveloperLog, print_side_by_side};
use std::{collections::BTreeMap, error::Error, io};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, LlmVisible, ToolState, tool, toolset};

/// What the tools of this desk may ask for.
#[derive(ToolState)]
pub(crate) struct Desk {
    pub(crate) orders: BTreeMap<u32, &'static str>,
}

/// Why the desk cannot help: `error` is for developers, `llm` for the model. Every variant decides.
#[derive(Debug, thiserror::Error, LlmVisible)]
pub(crate) enum DeskError {
    #[error("no row {id} in orders_2026")]
    #[llm("there is no order {id}; order numbers have four digits, did you mean {near}?")]
    NoSuchOrder { id: u32, near: u32 },
    #[error("postgres://desk:hunter2@10.0.0.7/orders")]
    #[llm(hidden)]
    Database(#[source] io::Error),
}

/// Tells where an order is.
#[tool]
pub(crate) fn order_status(
    /// The number of the order.
    id: u32,
    #[context] desk: &Desk,
) -> Result<&'static str, DeskError> {
    let near = desk
        .orders
        .keys()
        .copied()
        .min_by_key(|known| known.abs_diff(id.saturating_mul(10)))
        .unwrap_or(0);
    desk.orders
        .get(&id)
        .copied()
        .ok_or(DeskError::NoSuchOrder { id, near })
}

/// Lists the numbers of all open orders.
#[tool]
pub(crate) async fn list_orders(#[context] desk: &Desk) -> Vec<u32> {
    desk.orders.keys().copied().collect()
}

/// Pays the price of an order back.
#[tool]
pub(crate) async fn refund(id: u32) -> Result<String, DeskError> {
    let refused = io::Error::other(format!("role desk may not update row {id}"));
    Err(DeskError::Database(refused))
}

fn main() -> Result<(), Box<dyn Error>> {
    let model = ScriptedModel::new()
        .calls([("c1", "order_status", r#"{"id": 471}"#)])
        .calls([
            ("c2", "order_status", r#"{"id": 4711}"#),
            ("c3", "list_orders", ""),
        ])
        .text("Order 4711 is on its way.")
        .calls([("c4", "refund", r#"{"id": 4711}"#)]);
    let log = DeveloperLog::default();
    let agent = Agent::builder(model.clone())
        .state(Desk {
            orders: BTreeMap::from([(4711, "on its way"), (4712, "delivered")]),
        })
        .tools(toolset![order_status, list_orders, refund])
        .on_error(log.handler())
        .build()?;

    let answer = block_on(agent.invoke("Where is my order 471?"))?;
    print_side_by_side(&answer.messages, &log);

    // The refund fails in a way that the model could not repair and must not read: the caller gets the error.
    let Err(failure) = block_on(agent.invoke("Refund order 4711.")) else {
        return Err("the database took the refund".into());
    };
    print_side_by_side(failure.transcript(), &log);
    println!("The caller got: {failure}");
    let mut source = failure.source();
    while let Some(error) = source {
        println!("    because: {error}");
        source = error.source();
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
