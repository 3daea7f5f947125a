use toolwright::{ToolContext, tool};

fn ok(_: &ToolContext) -> Result<(), &'static str> {
    Ok(())
}

/// Pays.
#[tool]
fn pay(
    #[context]
    #[arg(validate = ok)]
    context: &ToolContext,
) -> bool {
    context.call().id.is_empty()
}

fn main() {}
