use toolwright::tool;

/// Writes.
#[tool]
fn write(text: &mut String, forever: &'static str) {
    text.push_str(forever);
}

fn main() {}
