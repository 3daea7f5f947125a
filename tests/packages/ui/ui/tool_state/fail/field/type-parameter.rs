use toolwright::ToolState;

#[derive(ToolState)]
struct App<T, U> {
    any: T,
    boxed: Box<U>,
    many: Vec<T>,
}

fn main() {}
