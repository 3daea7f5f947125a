#![deny(unused_variables)]

use toolwright::tool;

/// Counts.
#[tool]
fn count(n: u32) {}

fn main() {}
