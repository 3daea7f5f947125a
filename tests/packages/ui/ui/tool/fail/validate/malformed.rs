use toolwright::tool;

fn ok(_: &u32) -> Result<(), &'static str> {
    Ok(())
}

/// Pays.
#[tool]
fn pay(
    #[arg(validate)] a: u32,
    #[arg(validate = "ok")] b: u32,
    #[arg(validate = |_| Ok(()))] c: u32,
    #[arg(validate = ok, validate = ok)] d: u32,
    #[arg(secret = true)] e: u32,
    #[arg(hide_message, hide_message)] f: u32,
    #[arg(secret, hide_message)] g: u32,
    #[arg(validate = )] h: u32,
    #[arg(validate = move |_| Ok(()))] i: u32,
) -> u32 {
    a + b + c + d + e + f + g + h + i
}

fn main() {}
