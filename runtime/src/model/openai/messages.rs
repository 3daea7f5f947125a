//! Messages as servers take them.

use super::body::json_to;
use super::images::{Pictures, WireContent, told};
use super::limits;
use crate::message::{AssistantMessage, Message, ToolCall, ToolResult};
use crate::model::ModelError;
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::borrow::Cow;

/// Servers refuse a result without a text.
const NO_OUTPUT: &str = "(no output)";

/// Appends messages to a list of them. `images` tells whether the model can be shown any.
pub(super) fn messages_to(
    out: &mut Vec<u8>,
    messages: &[Message],
    images: bool,
) -> Result<(), ModelError> {
    let mut list = List {
        out,
        is_empty: true,
    };
    let mut pictures = Pictures::default();
    for message in messages {
        // The results of a round stand together, and only a user's message can hold images: they follow the round.
        if !matches!(message, Message::Tool(_)) && !pictures.is_empty() {
            list.push(&WireMessage::pictures(&mut pictures))?;
        }
        if let Message::Tool(result) = message
            && images
        {
            pictures.add(result);
        }
        list.push(&WireMessage::new(message, images))?;
    }
    if !pictures.is_empty() {
        list.push(&WireMessage::pictures(&mut pictures))?;
    }
    Ok(())
}

struct List<'o> {
    out: &'o mut Vec<u8>,
    is_empty: bool,
}

impl List<'_> {
    fn push(&mut self, message: &WireMessage<'_>) -> Result<(), ModelError> {
        if !self.is_empty {
            self.out.push(b',');
        }
        self.is_empty = false;
        json_to(self.out, message)
    }
}

#[derive(Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
enum WireMessage<'a> {
    System {
        content: Cow<'a, str>,
    },
    User {
        content: WireContent<'a>,
    },
    Assistant {
        // Left out beside calls where there is no text: null is refused by some servers, and so is "".
        #[serde(skip_serializing_if = "Option::is_none")]
        content: Option<Cow<'a, str>>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<WireCall<'a>>,
    },
    Tool {
        tool_call_id: &'a str,
        content: Cow<'a, str>,
    },
}

#[derive(Serialize)]
struct WireCall<'a> {
    id: &'a str,
    r#type: &'static str,
    function: WireFunction<'a>,
}

#[derive(Serialize)]
struct WireFunction<'a> {
    name: Cow<'a, str>,
    arguments: Cow<'a, str>,
}

impl<'a> WireMessage<'a> {
    fn new(message: &'a Message, images: bool) -> Self {
        match message {
            Message::System { content } => Self::System {
                content: told(content, |_| false),
            },
            Message::User { content } => Self::User {
                content: WireContent::new(content, images),
            },
            Message::Assistant(turn) => Self::from(turn),
            Message::Tool(result) => Self::result(result, images),
        }
    }

    fn result(result: &'a ToolResult, images: bool) -> Self {
        Self::Tool {
            tool_call_id: &result.call_id,
            content: match told(&result.content, |image| images && limits::is_taken(image)) {
                text if text.trim().is_empty() => Cow::Borrowed(NO_OUTPUT),
                text => text,
            },
        }
    }

    /// The images of a round.
    fn pictures(pictures: &mut Pictures<'a>) -> Self {
        Self::User {
            content: WireContent::Parts(pictures.take()),
        }
    }
}

impl<'a> From<&'a AssistantMessage> for WireMessage<'a> {
    fn from(turn: &'a AssistantMessage) -> Self {
        let text = told(&turn.content, |_| false);
        Self::Assistant {
            content: (turn.tool_calls.is_empty() || !text.is_empty()).then_some(text),
            tool_calls: turn.tool_calls.iter().map(WireCall::from).collect(),
        }
    }
}

impl<'a> From<&'a ToolCall> for WireCall<'a> {
    fn from(call: &'a ToolCall) -> Self {
        Self {
            id: &call.id,
            r#type: "function",
            function: WireFunction {
                name: portable_name(&call.name),
                arguments: valid_arguments(&call.arguments),
            },
        }
    }
}

/// Returns the name as the server takes it: a name that the model made up may hold what no tool's name holds, and the
/// server would refuse every later request for it.
pub(super) fn portable_name(name: &str) -> Cow<'_, str> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if (1..=limits::NAME).contains(&name.len()) && name.chars().all(fits) {
        return Cow::Borrowed(name);
    }
    let name: String = name
        .chars()
        .map(|c| if fits(c) { c } else { '_' })
        .take(limits::NAME)
        .collect();
    Cow::Owned(if name.is_empty() {
        "_".to_owned()
    } else {
        name
    })
}

/// Returns the arguments as JSON, which servers parse: a text that is none is sent as a JSON string of it.
fn valid_arguments(raw: &str) -> Cow<'_, str> {
    match raw.trim() {
        "" | "null" => Cow::Borrowed("{}"),
        _ if serde_json::from_str::<IgnoredAny>(raw).is_ok() => Cow::Borrowed(raw),
        _ => Cow::Owned(Value::from(raw).to_string()),
    }
}
