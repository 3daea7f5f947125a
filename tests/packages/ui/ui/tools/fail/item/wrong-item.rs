use toolwright::tools;

#[tools]
struct Shop;

#[tools]
fn open() {}

#[tools]
mod shop {}

fn main() {}
