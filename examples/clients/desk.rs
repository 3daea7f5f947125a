//! The tools of both examples: an order desk with one failure that the model can repair.

use toolwright::{LlmVisible, ToolSet, ToolState, tool, toolset};

/// What the tools may ask for.
#[derive(ToolState)]
pub struct Desk {
    orders: Vec<(u32, &'static str)>,
}

impl Desk {
    /// A desk with two orders.
    #[must_use]
    pub fn new() -> Self {
        Self {
            orders: vec![(4711, "on its way"), (4712, "delivered")],
        }
    }
}

impl Default for Desk {
    fn default() -> Self {
        Self::new()
    }
}

/// Why the desk cannot help: `error` is for developers, `llm` for the model.
#[derive(Debug, thiserror::Error, LlmVisible)]
pub enum DeskError {
    /// There is no such order.
    #[error("no row {id} in orders_2026")]
    #[llm("there is no order {id}; order numbers have four digits")]
    NoSuchOrder {
        /// The number that was asked for.
        id: u32,
    },
}

/// Tells where an order is.
#[tool(read_only)]
fn order_status(
    /// The number of the order.
    id: u32,
    #[context] desk: &Desk,
) -> Result<&'static str, DeskError> {
    let order = desk.orders.iter().find(|(known, _)| *known == id);
    order
        .map(|(_, status)| *status)
        .ok_or(DeskError::NoSuchOrder { id })
}

/// Lists the numbers of all open orders.
#[tool(read_only)]
fn list_orders(#[context] desk: &Desk) -> Vec<u32> {
    desk.orders.iter().map(|(id, _)| *id).collect()
}

/// The tools.
#[must_use]
pub fn tools() -> ToolSet<Desk> {
    toolset![order_status, list_orders]
}
