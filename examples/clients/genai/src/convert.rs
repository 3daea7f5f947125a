//! Between the values of toolwright and those of `genai`.

use genai::chat::{
    Binary, ChatMessage, ChatRequest as ClientRequest, ChatResponse as ClientResponse,
    ContentPart as ClientPart, MessageContent, StopReason, Tool, ToolCall as ClientCall,
    ToolResponse,
};
use genai::{Error as ClientError, webc};
use serde_json::Value;
use std::time::Duration;
use toolwright::message::{AssistantMessage, Content, ContentPart};
use toolwright::model::schema::Dialect;
use toolwright::model::{FinishReason, ModelErrorKind, Usage};
use toolwright::tool::ToolDefinition;
use toolwright::{ChatRequest, ChatResponse, Message, ModelError, Redactor, ToolCall, ToolResult};

/// Turns a request into the client's.
///
/// # Errors
///
/// The conversation holds what the client has no words for.
pub fn request(request: &ChatRequest) -> Result<ClientRequest, ModelError> {
    let tools = request.tools();
    let request = ClientRequest::new(messages(request.messages())?);
    // Servers refuse an empty list.
    if tools.is_empty() {
        return Ok(request);
    }
    Ok(request.with_tools(tools.iter().map(tool)))
}

fn tool(tool: &ToolDefinition) -> Tool {
    // The schema as OpenAI takes it. The client turns it into what other providers want.
    let schema = Dialect::OpenAi.convert(tool.input_schema()).schema;
    let out = Tool::new(tool.name()).with_schema(schema);
    match tool.description() {
        "" => out,
        description => out.with_description(description),
    }
}

fn messages(messages: &[Message]) -> Result<Vec<ChatMessage>, ModelError> {
    let mut out = Vec::with_capacity(messages.len());
    // Only a message of the user can hold images: those of results follow when the round is over.
    let mut images = Vec::new();
    for message in messages {
        if !matches!(message, Message::Tool(_)) && !images.is_empty() {
            out.push(ChatMessage::user(std::mem::take(&mut images)));
        }
        out.push(match message {
            Message::System { content, .. } => ChatMessage::system(content.to_text().into_owned()),
            Message::User { content, .. } => ChatMessage::user(parts(content)),
            Message::Assistant(turn) => assistant(turn),
            Message::Tool(result) => {
                if result.content.images().next().is_some() {
                    let whose = format!("From the result of the call {}:", result.call_id);
                    images.push(ClientPart::from(whose));
                    images.extend(parts(&result.content).into_iter().filter(is_image));
                }
                answer(result)
            }
            _ => {
                let why = "a message of a kind that this client cannot send";
                return Err(ModelError::new(ModelErrorKind::Request, why));
            }
        });
    }
    if !images.is_empty() {
        out.push(ChatMessage::user(images));
    }
    Ok(out)
}

fn is_image(part: &ClientPart) -> bool {
    matches!(part, ClientPart::Binary(_))
}

fn parts(content: &Content) -> Vec<ClientPart> {
    let Some(parts) = content.as_parts() else {
        return vec![content.to_text().into_owned().into()];
    };
    let part = |part: &ContentPart| match part {
        ContentPart::Image(image) => {
            Binary::from_base64(image.media_type(), image.data(), None).into()
        }
        part => part.as_text().unwrap_or_default().into(),
    };
    parts.iter().map(part).collect()
}

fn assistant(turn: &AssistantMessage) -> ChatMessage {
    let mut content = MessageContent::default();
    if !turn.content.is_empty() || turn.tool_calls.is_empty() {
        content.push(turn.content.to_text().into_owned());
    }
    for call in &turn.tool_calls {
        content.push(ClientCall {
            call_id: call.id.clone(),
            fn_name: portable_name(&call.name),
            // What is no JSON becomes a JSON string.
            fn_arguments: serde_json::from_str(&call.arguments)
                .unwrap_or_else(|_| Value::from(call.arguments.as_str())),
            thought_signatures: None,
        });
    }
    ChatMessage::assistant(content)
}

/// The client has no mark for errors, so the text alone tells; one that has takes `result.is_error`.
fn answer(result: &ToolResult) -> ChatMessage {
    let text = match result.content.images().next() {
        Some(_) => format!("{}\n(an image follows after the results)", result.text()),
        None => result.text().into_owned(),
    };
    let text = match text.trim() {
        // Servers refuse a result without a text.
        "" => "(no output)".to_owned(),
        _ => text,
    };
    let name = portable_name(&result.name);
    ToolResponse::new(&result.call_id, text)
        .with_fn_name(name)
        .into()
}

/// A name that the model made up may hold what no name may: servers would refuse every request that repeats it.
fn portable_name(name: &str) -> String {
    let portable = |c: char| {
        if c.is_ascii_alphanumeric() || c == '-' {
            c
        } else {
            '_'
        }
    };
    let name: String = name.chars().map(portable).take(64).collect();
    if name.is_empty() {
        "_".to_owned()
    } else {
        name
    }
}

/// Turns the client's answer into the model's turn.
#[must_use]
pub fn response(answer: ClientResponse) -> ChatResponse {
    let text = answer.content.texts().join("\n");
    let calls = answer.content.into_tool_calls().into_iter();
    let calls: Vec<_> = calls
        .map(|call| ToolCall::new(call.call_id, call.fn_name, call.fn_arguments.to_string()))
        .collect();
    let finish_reason = match answer.stop_reason {
        Some(StopReason::ContentFilter(_)) => FinishReason::Refused,
        Some(StopReason::MaxTokens(_)) => FinishReason::Length,
        // Servers say all kinds of things beside calls; what counts is that they are there.
        _ if !calls.is_empty() => FinishReason::ToolCalls,
        Some(StopReason::Completed(_) | StopReason::StopSequence(_)) => FinishReason::Stop,
        Some(other) => FinishReason::Other(other.raw().to_owned()),
        None => FinishReason::Other(String::new()),
    };
    let mut message = AssistantMessage::calls(calls);
    message.content = Content::text(text);
    let count = |tokens: Option<i32>| tokens.and_then(|it| it.try_into().ok()).unwrap_or(0);
    let usage = Usage::new(
        count(answer.usage.prompt_tokens),
        count(answer.usage.completion_tokens),
    );
    ChatResponse::new(message, finish_reason).with_usage(usage)
}

/// Turns the client's error into one for developers. The client's own is not kept as its source: it holds the address,
/// what was sent and what the server answered, and any of these can hold the key.
#[must_use]
pub fn error(error: &ClientError, redactor: &Redactor) -> ModelError {
    let (kind, text) = match error {
        ClientError::WebModelCall { webc_error, .. }
        | ClientError::WebAdapterCall { webc_error, .. } => web_error(webc_error),
        ClientError::ChatResponseGeneration { cause, .. } => (
            ModelErrorKind::Response,
            format!("the answer of the model's server cannot be read: {cause}"),
        ),
        ClientError::Resolver { .. } | ClientError::RequiresApiKey { .. } => (
            ModelErrorKind::Request,
            "the client has no key or no address for this model".to_owned(),
        ),
        _ => (ModelErrorKind::Other, "the client failed".to_owned()),
    };
    let text: String = redactor.redact(&text).chars().take(300).collect();
    let mut out = ModelError::new(kind, text);
    if let Some(status) = error.status() {
        out = out.with_status(status.as_u16());
    }
    let wait = error
        .headers()
        .and_then(|headers| headers.get("retry-after"));
    match wait.and_then(|wait| wait.to_str().ok()?.parse().ok()) {
        Some(seconds) => out.with_retry_after(Duration::from_secs(seconds)),
        None => out,
    }
}

fn web_error(error: &webc::Error) -> (ModelErrorKind, String) {
    match error {
        webc::Error::ResponseFailedStatus { body, .. } => (
            ModelErrorKind::Status,
            format!("the model's server refused: {body}"),
        ),
        webc::Error::Reqwest(error) if error.is_timeout() => (
            ModelErrorKind::Connection,
            "the model's server took too long".to_owned(),
        ),
        webc::Error::Reqwest(_) => (
            ModelErrorKind::Connection,
            "the model's server could not be reached".to_owned(),
        ),
        _ => (
            ModelErrorKind::Response,
            "the answer of the model's server is not JSON".to_owned(),
        ),
    }
}
