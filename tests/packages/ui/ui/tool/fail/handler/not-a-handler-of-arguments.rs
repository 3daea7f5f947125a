use toolwright::tool;

/// Reads.
#[tool(on_bad_arguments = "again")]
fn text() {}

/// Reads.
#[tool(on_bad_arguments = |_error, _context| "again")]
fn wrong_answer() {}

fn main() {}
