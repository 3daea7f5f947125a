use toolwright::tool;

/// Adds.
#[tool]
fn add(
    a: i64,
    #[cfg_attr(all(), doc = "b", arg(name = "c"))] b: i64,
    #[cfg_attr(all(), cfg_attr(all(), context))] d: i64,
) -> i64 {
    a + b + d
}

/// Has one parameter twice.
#[tool]
fn twice(
    #[cfg(all())]
    #[arg(name = "n")]
    a: i64,
    #[cfg(all())] n: i64,
) -> i64 {
    a + n
}

fn main() {}
