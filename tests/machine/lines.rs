//! Messages as the reference writes them.

use toolwright::{Message, ToolCall};

/// A text that is known, or its beginning, and the notes behind it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    pub(crate) start: String,
    pub(crate) is_whole: bool,
    pub(crate) notes: Vec<String>,
}

impl Text {
    pub(crate) fn whole(text: impl Into<String>) -> Self {
        Self {
            start: text.into(),
            is_whole: true,
            notes: Vec::new(),
        }
    }

    pub(crate) fn beginning(text: impl Into<String>) -> Self {
        Self {
            is_whole: false,
            ..Self::whole(text)
        }
    }

    pub(crate) fn is(&self, text: &str) -> bool {
        let mut end = String::new();
        for note in &self.notes {
            end = format!("{end}\n{note}");
        }
        let Some(front) = text.strip_suffix(&end) else {
            return false;
        };
        match self.is_whole {
            true => front == self.start,
            // No note that was not foreseen.
            false => front.starts_with(&self.start) && !front.contains("\nDo not call"),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Line {
    User(String),
    Says(String),
    Calls(Vec<ToolCall>),
    Reads {
        id: String,
        name: String,
        is_error: bool,
        text: Text,
    },
}

impl Line {
    pub(crate) fn is(&self, message: &Message) -> bool {
        match (self, message) {
            (Self::User(text), Message::User { content, .. }) => *text == content.to_text(),
            (Self::Says(text), Message::Assistant(turn)) => {
                turn.tool_calls.is_empty() && *text == turn.content.to_text()
            }
            (Self::Calls(calls), Message::Assistant(turn)) => {
                let pairs = calls.iter().zip(&turn.tool_calls);
                let mut pairs = pairs.map(|(a, b)| {
                    same_id(&a.id, &b.id) && a.name == b.name && a.arguments == b.arguments
                });
                calls.len() == turn.tool_calls.len() && pairs.all(|same| same)
            }
            (
                Self::Reads {
                    id,
                    name,
                    is_error,
                    text,
                },
                Message::Tool(result),
            ) => {
                same_id(id, &result.call_id)
                    && *name == result.name
                    && *is_error == result.is_error
                    && text.is(&result.text())
            }
            _ => false,
        }
    }
}

/// What stands behind the id of a call that is in the memory for the second time: the version that closed the first.
pub(crate) const AGAIN: &str = "_?";

/// Whether an id is the one that was foreseen.
fn same_id(foreseen: &str, id: &str) -> bool {
    let Some(front) = foreseen.strip_suffix(AGAIN) else {
        return foreseen == id;
    };
    let version = id.rsplit_once('_');
    version.is_some_and(|(start, version)| same_id(front, start) && version.parse::<u64>().is_ok())
}

/// What is said, for who reads a failing script.
pub(crate) fn shown(messages: &[Message]) -> String {
    serde_json::to_string_pretty(messages).unwrap()
}

/// Checks a conversation against what was foreseen.
pub(crate) fn assert_lines(what: &str, messages: &[Message], lines: &[Line]) {
    let fits = messages.len() == lines.len()
        && lines
            .iter()
            .zip(messages)
            .all(|(line, message)| line.is(message));
    assert!(
        fits,
        "{what}: foreseen {lines:#?}, but it is {}",
        shown(messages)
    );
}
