use toolwright::{llm_text, visible_error};

const TEXT: &str = "text";

fn main() {
    let error = std::fmt::Error;
    let _ = llm_text!();
    let _ = llm_text!(TEXT);
    let _ = visible_error!(error);
    let _ = visible_error!(404);
    let _ = visible_error!(concat!("a", "b"));
    let _ = llm_text!(format!("a {TEXT}"), 5);
    let _ = llm_text!("a" "b");
}
