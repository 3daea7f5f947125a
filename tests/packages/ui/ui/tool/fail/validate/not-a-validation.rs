use toolwright::tool;

fn another_type(_: &String) -> Result<(), &'static str> {
    Ok(())
}

fn by_value(_: u32) -> Result<(), &'static str> {
    Ok(())
}

fn no_result(value: &u32) -> bool {
    *value > 0
}

/// Takes what passes.
#[tool]
fn take(
    #[arg(validate = another_type)] a: &str,
    #[arg(validate = by_value)] b: u32,
    #[arg(validate = no_result)] c: u32,
) -> usize {
    a.len() + b as usize + c as usize
}

fn main() {}
