use toolwright::ToolState;

#[derive(ToolState)]
struct App {
    reader: String,
    writer: String,
    #[state(skip)]
    third: String,
}

fn main() {}
