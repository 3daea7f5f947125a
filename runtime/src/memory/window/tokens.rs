//! How many tokens a message takes.

use crate::message::{Content, ContentPart, Message};

/// Counts the tokens of a message. Closures do: `Fn(&Message) -> usize`.
///
/// ```
/// use toolwright::Message;
/// use toolwright::memory::{TokenCounter, Window};
///
/// /// A tokenizer, with what the model's template adds to a message.
/// struct Counter { per_message: usize }
///
/// impl TokenCounter for Counter {
///     fn count(&self, message: &Message) -> usize {
///         self.per_message + serde_json::to_string(message).map_or(0, |json| json.len() / 3)
///     }
/// }
///
/// let window = Window::tokens_by(100_000, Counter { per_message: 4 });
/// # let _ = window;
/// ```
pub trait TokenCounter: Send + Sync {
    /// Returns how many tokens the message takes.
    fn count(&self, message: &Message) -> usize;
}

impl<F: Fn(&Message) -> usize + Send + Sync> TokenCounter for F {
    fn count(&self, message: &Message) -> usize {
        self(message)
    }
}

/// What stands around every message.
const PER_MESSAGE: usize = 4;
/// About what the larger providers take for an image of a thousand by a thousand points.
const PER_IMAGE: usize = 1_000;

pub(super) fn estimate(message: &Message) -> usize {
    let tokens = match message {
        Message::System { content } | Message::User { content } => of_content(content),
        Message::Assistant(turn) => turn
            .tool_calls
            .iter()
            .map(|call| PER_MESSAGE + of_text(&call.name) + of_text(&call.arguments))
            .sum::<usize>()
            .saturating_add(of_content(&turn.content)),
        Message::Tool(result) => of_content(&result.content),
    };
    tokens.saturating_add(PER_MESSAGE)
}

fn of_content(content: &Content) -> usize {
    match content.as_parts() {
        None => of_text(&content.to_text()),
        Some(parts) => parts.iter().map(of_part).sum(),
    }
}

fn of_part(part: &ContentPart) -> usize {
    match part {
        ContentPart::Text { text } => of_text(text),
        ContentPart::Image(_) => PER_IMAGE,
    }
}

fn of_text(text: &str) -> usize {
    let (ascii, others) = text.chars().fold((0_usize, 0_usize), |(ascii, others), c| {
        if c.is_ascii() {
            (ascii + 1, others)
        } else {
            (ascii, others + 1)
        }
    });
    ascii.div_ceil(4) + others
}
