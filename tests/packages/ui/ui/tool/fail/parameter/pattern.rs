use toolwright::tool;

struct P {
    x: i32,
}

/// Takes things apart.
#[tool]
fn apart(P { x }: P, (a, b): (i32, i32), _: u8, whole @ (c, d): (i32, i32), ref e: i32) -> i32 {
    x + a + b + whole.0 + c + d + e
}

fn main() {}
