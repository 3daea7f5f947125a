use toolwright::tool;

/// Takes anything.
#[tool]
fn some(name: impl Into<String>, names: Vec<impl Into<String>>) -> String {
    let _ = names;
    name.into()
}

/// Takes anything.
#[tool]
fn any<T: Into<String>, const N: usize>(name: T, bytes: [u8; N]) -> String {
    let _ = bytes;
    name.into()
}

fn main() {}
