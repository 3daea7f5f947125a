//! The body of a request: what never changes, the messages, which only grow, and the tools, which are written once.

use super::config::ToolChoice;
use super::messages::messages_to;
use super::tools::render;
use crate::model::{ChatRequest, ModelError, ModelErrorKind};
use crate::tool::ToolDefinition;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::sync::Arc;

/// Writes bodies. Cheap to clone.
#[derive(Clone)]
pub(super) struct Body(Arc<Settings>);

struct Settings {
    model: String,
    /// `{"model":…,` and the other fields, up to the first message.
    head: Vec<u8>,
    options: Options,
}

/// How messages and tools are written.
#[derive(Clone, Default)]
pub(super) struct Options {
    pub(super) tool_choice: Option<ToolChoice>,
    pub(super) parallel_tool_calls: Option<bool>,
    pub(super) strict: bool,
    pub(super) without_images: bool,
}

impl Options {
    /// The name of the form of the messages: a request keeps the bytes of one form.
    fn messages_format(&self) -> &'static str {
        if self.without_images {
            "openai without images"
        } else {
            "openai"
        }
    }

    /// The name of the form of the tools.
    fn tools_format(&self) -> &'static str {
        if self.strict {
            "openai strict"
        } else {
            "openai"
        }
    }
}

impl Body {
    pub(super) fn new(
        model: &str,
        fields: &Map<String, Value>,
        options: Options,
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
            options,
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
            let (format, strict) = (self.0.options.tools_format(), self.0.options.strict);
            let shared = tools.rendered(format, |tools| render(tools, strict));
            rendered = Some(shared.map_or_else(|| render(tools, strict).into(), Cow::Borrowed));
            options = self.tool_options(tools)?;
        }
        let body = |messages: &[u8]| match &rendered {
            Some(tools) => {
                let (head, tools) = (self.0.head.as_slice(), tools.as_bytes());
                [head, messages, b"],\"tools\":", tools, &options, b"}"].concat()
            }
            None => [self.0.head.as_slice(), messages, b"]}"].concat(),
        };
        request.with_wire_body(self.0.options.messages_format(), |messages, new| {
            if !messages.is_empty() && !new.is_empty() {
                messages.push(b',');
            }
            messages_to(messages, new, !self.0.options.without_images)?;
            Ok(body(messages))
        })
    }

    fn tool_options(&self, tools: &[ToolDefinition]) -> Result<Vec<u8>, ModelError> {
        let mut options = Vec::new();
        if let Some(choice) = self.tool_choice(tools) {
            options.extend_from_slice(b",\"tool_choice\":");
            json_to(&mut options, &choice)?;
        }
        if let Some(parallel) = self.0.options.parallel_tool_calls {
            options.extend_from_slice(b",\"parallel_tool_calls\":");
            json_to(&mut options, &parallel)?;
        }
        Ok(options)
    }

    fn tool_choice(&self, tools: &[ToolDefinition]) -> Option<Value> {
        Some(match self.0.options.tool_choice.as_ref()? {
            ToolChoice::Auto => json!("auto"),
            ToolChoice::None => json!("none"),
            ToolChoice::Required => json!("required"),
            // A tool that is not offered cannot be asked for: the server would refuse the request.
            ToolChoice::Tool(name) if !tools.iter().any(|tool| tool.name() == name) => return None,
            ToolChoice::Tool(name) => json!({"type": "function", "function": {"name": name}}),
        })
    }
}

pub(super) fn json_to(
    out: &mut Vec<u8>,
    value: &(impl Serialize + ?Sized),
) -> Result<(), ModelError> {
    serde_json::to_writer(out, value).map_err(|error| {
        ModelError::new(
            ModelErrorKind::Request,
            "the request cannot be written as JSON",
        )
        .with_source(error)
    })
}
