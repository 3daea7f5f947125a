use toolwright::{LlmText, LlmVisibleError, llm_text, visible_error};

fn blank() -> LlmText {
    llm_text!("\u{200B} ")
}

fn empty() -> LlmVisibleError {
    visible_error!("")
}

fn placeholders(id: u32) -> LlmVisibleError {
    visible_error!("{id} {}", 5)
}

fn main() {}
