//! What the examples share: a log of what developers see, printed beside what the model saw.

use std::error::Error;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use toolwright::error_handler::{
    ToolExecutionErrorHandler, fail_invocation_unless_visible_to_llm, from_fn,
};
use toolwright::{InvocationFailure, Message, ToolErrorContext, ToolErrorHandlerResult};

/// The errors of failed calls, as developers see them: `Display` and the whole chain, by call id.
#[derive(Clone, Debug, Default)]
pub struct DeveloperLog(Arc<Mutex<Vec<(String, String)>>>);

impl DeveloperLog {
    /// The default handler, with every error written down first.
    #[must_use]
    pub fn handler(&self) -> impl ToolExecutionErrorHandler + 'static {
        let log = self.clone();
        let decide = fail_invocation_unless_visible_to_llm();
        from_fn(
            move |error: &(dyn Error + 'static),
                  context: &ToolErrorContext<'_>|
                  -> Result<ToolErrorHandlerResult, InvocationFailure> {
                let mut text = error.to_string();
                let mut source = error.source();
                while let Some(error) = source {
                    text = format!("{text}: {error}");
                    source = error.source();
                }
                let call = context.call().id.clone();
                log.0
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push((call, text));
                decide.handle(error, context)
            },
        )
    }

    fn of(&self, call: &str) -> Option<String> {
        let log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        log.iter()
            .find(|(id, _)| id == call)
            .map(|(_, text)| text.clone())
    }
}

const WIDTH: usize = 58;

/// Prints a conversation as the model saw it, and what developers saw of the same calls, side by side; in colour on a
/// terminal.
pub fn print_side_by_side(messages: &[Message], log: &DeveloperLog) {
    let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let paint = |code: &str, text: &str| {
        if colour {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    };
    println!(
        "{}   {}",
        paint("1;36", &pad("THE MODEL SAW")),
        paint("1;33", "THE DEVELOPER SAW")
    );
    for message in messages {
        let (left, right, code) = match message {
            Message::System { content, .. } => {
                (format!("system: {}", content.to_text()), None, "0")
            }
            Message::User { content, .. } => (format!("user: {}", content.to_text()), None, "0"),
            Message::Assistant(turn) => {
                let mut lines: Vec<String> = turn
                    .tool_calls
                    .iter()
                    .map(|call| format!("  -> {} {}", call.name, call.arguments))
                    .collect();
                if !turn.content.is_empty() {
                    lines.insert(0, format!("model: {}", turn.content.to_text()));
                }
                (lines.join("\n"), None, "36")
            }
            Message::Tool(result) => {
                // The note that closes a failed invocation: it stands in the transcript and was never sent.
                let is_note = result.text().starts_with("the call has no answer");
                let mark = match (result.is_error, is_note) {
                    (_, true) => "  <- (not sent) ",
                    (true, _) => "  <- error: ",
                    _ => "  <- ",
                };
                let code = if result.is_error { "31" } else { "32" };
                (
                    format!("{mark}{}", result.text()),
                    log.of(&result.call_id),
                    code,
                )
            }
            _ => continue,
        };
        let left: Vec<String> = left.lines().flat_map(|line| wrap(line, WIDTH)).collect();
        let right: Vec<String> = right.iter().flat_map(|text| wrap(text, WIDTH)).collect();
        for i in 0..left.len().max(right.len()) {
            let left = left.get(i).map_or("", String::as_str);
            let right = right.get(i).map_or("", String::as_str);
            println!("{} | {}", paint(code, &pad(left)), paint("33", right));
        }
    }
    println!();
}

fn pad(text: &str) -> String {
    format!("{text:<WIDTH$}")
}

/// Breaks a line at spaces, so that no piece is wider than `width` where that can be had.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        if let Some(line) = lines.last_mut() {
            if !line.trim().is_empty()
                && line.chars().count() + word.trim_end().chars().count() > width
            {
                line.truncate(line.trim_end().len());
                lines.push(format!("     {word}"));
            } else {
                line.push_str(word);
            }
        }
    }
    lines
}
