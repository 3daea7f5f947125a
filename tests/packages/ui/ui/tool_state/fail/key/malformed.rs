use toolwright::ToolState;

#[derive(ToolState)]
#[state(skip)]
struct App {
    #[state(skp)]
    a: u8,
    #[state]
    b: u16,
    #[state(skip, skip)]
    c: u32,
    #[state(skip = true)]
    d: u64,
    #[state(crate = kit)]
    e: i8,
}

fn main() {}
