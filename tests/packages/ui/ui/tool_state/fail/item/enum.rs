use toolwright::ToolState;

#[derive(ToolState)]
enum State {
    Open,
}

#[derive(ToolState)]
union Bits {
    a: u8,
    b: u8,
}

fn main() {}
