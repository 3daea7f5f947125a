use toolwright::tool;

/// Reads.
#[tool(
    read_only,
    destructive,
    blocking,
    max_output = "1",
    errors = shown,
    visible(),
    unknown_arguments = ignored,
    timeout = "5",
)]
async fn read() {}

fn main() {}
