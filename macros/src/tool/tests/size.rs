//! What is added to a function is small: the compiler reads it for every tool.

use super::with_tool;
use crate::tool::expand;

#[test]
fn three_parameters_take_2_kb() {
    let sync = "/// Looks up an order.
        pub fn order_status(
            /// the number on the receipt
            id: u64,
            name: &str,
            verbose: Option<bool>,
        ) -> Result<String, OrderError> {}";
    let context = "/// Looks up an order.
        pub async fn order_status(
            /// the number on the receipt
            id: u64,
            verbose: Option<bool>,
            #[arg(default = 10)] limit: u32,
            #[context] db: &Db,
        ) -> Result<String, OrderError> {}";
    for item in [sync, context] {
        let size = with_tool("", item, expand::size);
        assert!(size <= 2048, "{size} bytes");
    }
}

#[test]
fn a_parameter_more_takes_little() {
    let size = |parameters: &str| {
        let item = format!("/// Does it.\nfn tool({parameters}) {{}}");
        with_tool("", &item, expand::size)
    };
    let each = size("a: u64, b: u64") - size("a: u64");
    assert!(each <= 200, "{each} bytes");
}
