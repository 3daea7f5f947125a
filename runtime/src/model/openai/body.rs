//! The body of a request: what never changes, the messages, which only grow, and the tools, which are written once.

use super::config::ToolChoice;
use super::limits;
use crate::message::{AssistantMessage, Message, ToolCall};
use crate::model::{ChatRequest, ModelError, ModelErrorKind};
use crate::tool::ToolDefinition;
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::sync::Arc;

const FORMAT: &str = "openai";
/// Servers refuse a result without a text.
const NO_OUTPUT: &str = "(no output)";

/// Writes bodies. Cheap to clone.
#[derive(Clone)]
pub(super) struct Body(Arc<Settings>);

struct Settings {
    model: String,
    /// `{"model":…,` and the other fields, up to the first message.
    head: Vec<u8>,
    tool_choice: Option<ToolChoice>,
    parallel_tool_calls: Option<bool>,
}

impl Body {
    pub(super) fn new(
        model: &str,
        fields: &Map<String, Value>,
        tool_choice: Option<ToolChoice>,
        parallel_tool_calls: Option<bool>,
    ) -> Result<Self, ModelError> {
        let mut head = b"{\"model\":".to_vec();
        json_to(&mut head, model)?;
        for (name, value) in fields {
            head.push(b',');
            json_to(&mut head, name)?;
            head.push(b':');
            json_to(&mut head, value)?;
        }
        head.extend_from_slice(b",\"messages\":[");
        Ok(Self(Arc::new(Settings {
            model: model.to_owned(),
            head,
            tool_choice,
            parallel_tool_calls,
        })))
    }

    pub(super) fn model(&self) -> &str {
        &self.0.model
    }

    /// Writes the body of one request. Only the messages that are new to it are serialised.
    pub(super) fn write(&self, request: &ChatRequest) -> Result<Vec<u8>, ModelError> {
        let tools = request.tools();
        let (mut rendered, mut options) = (None, Vec::new());
        if !tools.is_empty() {
            let shared = tools.rendered(FORMAT, render);
            rendered = Some(shared.map_or_else(|| Cow::Owned(render(tools)), Cow::Borrowed));
            options = self.tool_options(tools)?;
        }
        let body = |messages: &[u8]| match &rendered {
            Some(tools) => {
                let (head, tools) = (self.0.head.as_slice(), tools.as_bytes());
                [head, messages, b"],\"tools\":", tools, &options, b"}"].concat()
            }
            None => [self.0.head.as_slice(), messages, b"]}"].concat(),
        };
        request.with_wire_body(FORMAT, |messages, new| {
            if !messages.is_empty() && !new.is_empty() {
                messages.push(b',');
            }
            messages_to(messages, new)?;
            Ok(body(messages))
        })
    }

    fn tool_options(&self, tools: &[ToolDefinition]) -> Result<Vec<u8>, ModelError> {
        let mut options = Vec::new();
        if let Some(choice) = self.tool_choice(tools) {
            options.extend_from_slice(b",\"tool_choice\":");
            json_to(&mut options, &choice)?;
        }
        if let Some(parallel) = self.0.parallel_tool_calls {
            options.extend_from_slice(b",\"parallel_tool_calls\":");
            json_to(&mut options, &parallel)?;
        }
        Ok(options)
    }

    fn tool_choice(&self, tools: &[ToolDefinition]) -> Option<Value> {
        Some(match self.0.tool_choice.as_ref()? {
            ToolChoice::Auto => json!("auto"),
            ToolChoice::None => json!("none"),
            ToolChoice::Required => json!("required"),
            // A tool that is not offered cannot be asked for: the server would refuse the request.
            ToolChoice::Tool(name) if !tools.iter().any(|tool| tool.name() == name) => return None,
            ToolChoice::Tool(name) => json!({"type": "function", "function": {"name": name}}),
        })
    }
}

fn messages_to(out: &mut Vec<u8>, messages: &[Message]) -> Result<(), ModelError> {
    for (i, message) in messages.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        json_to(out, &WireMessage::from(message))?;
    }
    Ok(())
}

fn json_to(out: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) -> Result<(), ModelError> {
    serde_json::to_writer(out, value).map_err(|error| {
        ModelError::new(
            ModelErrorKind::Request,
            "the request cannot be written as JSON",
        )
        .with_source(error)
    })
}

#[derive(Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
enum WireMessage<'a> {
    System {
        content: Cow<'a, str>,
    },
    User {
        content: Cow<'a, str>,
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

impl<'a> From<&'a Message> for WireMessage<'a> {
    fn from(message: &'a Message) -> Self {
        match message {
            Message::System { content } => Self::System {
                content: content.to_text(),
            },
            Message::User { content } => Self::User {
                content: content.to_text(),
            },
            Message::Assistant(turn) => Self::from(turn),
            Message::Tool(result) => Self::Tool {
                tool_call_id: &result.call_id,
                content: match result.text() {
                    text if text.trim().is_empty() => Cow::Borrowed(NO_OUTPUT),
                    text => text,
                },
            },
        }
    }
}

impl<'a> From<&'a AssistantMessage> for WireMessage<'a> {
    fn from(turn: &'a AssistantMessage) -> Self {
        let text = turn.content.to_text();
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
fn portable_name(name: &str) -> Cow<'_, str> {
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

/// Writes the list of tools. `strict` is said outright, since not every endpoint takes its absence for `false`.
fn render(tools: &[ToolDefinition]) -> String {
    let tools = tools.iter().map(|tool| {
        let mut function = Map::new();
        function.insert("name".into(), tool.name().into());
        if !tool.description().is_empty() {
            function.insert("description".into(), description(tool).into());
        }
        function.insert("parameters".into(), parameters(tool.input_schema()));
        function.insert("strict".into(), false.into());
        json!({"type": "function", "function": function})
    });
    tools.collect::<Value>().to_string()
}

/// Returns what the tool is for; of a text that servers find too long, the first paragraph, or as much of that as fits.
fn description(tool: &ToolDefinition) -> Cow<'_, str> {
    let fits = |text: &str| text.chars().nth(limits::DESCRIPTION).is_none();
    if fits(tool.description()) {
        return Cow::Borrowed(tool.description());
    }
    let short = tool.short_description();
    if fits(short) {
        return Cow::Borrowed(short);
    }
    let start: String = short.chars().take(limits::DESCRIPTION - 1).collect();
    Cow::Owned(start + "…")
}

/// Returns the schema with the two keys that servers insist on, even where there is no argument.
fn parameters(schema: &Value) -> Value {
    let mut schema = schema.as_object().cloned().unwrap_or_default();
    schema.entry("type").or_insert_with(|| "object".into());
    schema.entry("properties").or_insert_with(|| json!({}));
    Value::Object(schema)
}
