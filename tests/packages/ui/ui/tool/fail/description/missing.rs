use toolwright::tool;

#[tool]
fn bare() {}

/// 
#[tool]
fn blank() {}

/** ​ */
#[tool]
fn invisible() {}

#[doc(hidden)]
#[doc(alias = "x")]
#[tool]
fn hidden() {}

#[tool(description = " ")]
fn literal(#[arg(description = "")] a: u8) -> u8 {
    a
}

#[doc = concat!(" ", "\n")]
#[tool]
fn computed() {}

fn main() {}
