//! Between the values of toolwright and those of `async-openai`.

use async_openai::error::OpenAIError;
use async_openai::types::chat::{
    ChatCompletionMessageToolCall, ChatCompletionMessageToolCalls,
    ChatCompletionRequestAssistantMessage, ChatCompletionRequestMessage,
    ChatCompletionRequestMessageContentPartImage, ChatCompletionRequestSystemMessage,
    ChatCompletionRequestToolMessage, ChatCompletionRequestUserMessage,
    ChatCompletionRequestUserMessageContent, ChatCompletionRequestUserMessageContentPart,
    ChatCompletionTool, ChatCompletionTools, CreateChatCompletionRequest,
    CreateChatCompletionResponse, FinishReason as ClientFinishReason, FunctionCall, FunctionObject,
    ImageUrl,
};
use toolwright::message::{AssistantMessage, Content, ContentPart};
use toolwright::model::schema::Dialect;
use toolwright::model::{FinishReason, ModelErrorKind, Usage};
use toolwright::tool::ToolDefinition;
use toolwright::{ChatRequest, ChatResponse, Message, ModelError, Redactor, ToolCall, ToolResult};

/// Turns a request into the client's.
///
/// # Errors
///
/// The conversation holds what this wire has no words for.
pub fn request(
    model: &str,
    request: &ChatRequest,
) -> Result<CreateChatCompletionRequest, ModelError> {
    let tools: Vec<_> = request.tools().iter().map(tool).collect();
    Ok(CreateChatCompletionRequest {
        model: model.to_owned(),
        messages: messages(request.messages())?,
        // Servers refuse an empty list.
        tools: (!tools.is_empty()).then_some(tools),
        ..CreateChatCompletionRequest::default()
    })
}

fn tool(tool: &ToolDefinition) -> ChatCompletionTools {
    let function = FunctionObject {
        name: tool.name().to_owned(),
        description: Some(tool.description().to_owned()).filter(|text| !text.is_empty()),
        parameters: Some(Dialect::OpenAi.convert(tool.input_schema()).schema),
        strict: Some(false),
    };
    ChatCompletionTools::Function(ChatCompletionTool { function })
}

fn messages(messages: &[Message]) -> Result<Vec<ChatCompletionRequestMessage>, ModelError> {
    let mut out = Vec::with_capacity(messages.len());
    // Only a message of the user can hold images: those of results follow when the round is over.
    let mut images = Vec::new();
    for message in messages {
        if !matches!(message, Message::Tool(_)) && !images.is_empty() {
            out.push(user(std::mem::take(&mut images)));
        }
        out.push(match message {
            Message::System { content, .. } => {
                ChatCompletionRequestSystemMessage::from(content.to_text().into_owned()).into()
            }
            Message::User { content, .. } if content.images().next().is_some() => {
                user(parts(content))
            }
            Message::User { content, .. } => {
                ChatCompletionRequestUserMessage::from(content.to_text().into_owned()).into()
            }
            Message::Assistant(turn) => assistant(turn),
            Message::Tool(result) => {
                if result.content.images().next().is_some() {
                    let whose = format!("From the result of the call {}:", result.call_id);
                    images.push(text(whose));
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
        out.push(user(images));
    }
    Ok(out)
}

type Part = ChatCompletionRequestUserMessageContentPart;

fn user(parts: Vec<Part>) -> ChatCompletionRequestMessage {
    let content = ChatCompletionRequestUserMessageContent::Array(parts);
    ChatCompletionRequestUserMessage::from(content).into()
}

fn text(text: impl Into<String>) -> Part {
    Part::Text(text.into().into())
}

fn is_image(part: &Part) -> bool {
    matches!(part, Part::ImageUrl(_))
}

fn parts(content: &Content) -> Vec<Part> {
    let parts = content.as_parts().unwrap_or_default().iter();
    parts
        .map(|part| match part {
            ContentPart::Image(image) => {
                let url = ImageUrl::from(image.to_data_url());
                Part::ImageUrl(ChatCompletionRequestMessageContentPartImage::from(url))
            }
            part => text(part.as_text().unwrap_or_default()),
        })
        .collect()
}

fn assistant(turn: &AssistantMessage) -> ChatCompletionRequestMessage {
    let calls: Vec<_> = turn
        .tool_calls
        .iter()
        .map(|call| {
            let function = FunctionCall {
                name: portable_name(&call.name),
                arguments: valid_arguments(&call.arguments),
            };
            let id = call.id.clone();
            ChatCompletionMessageToolCalls::Function(ChatCompletionMessageToolCall { id, function })
        })
        .collect();
    // Left out beside calls where there is no text: servers refuse an empty one.
    let content = turn.content.to_text().into_owned();
    ChatCompletionRequestAssistantMessage {
        content: (calls.is_empty() || !content.is_empty()).then_some(content.into()),
        tool_calls: (!calls.is_empty()).then_some(calls),
        ..ChatCompletionRequestAssistantMessage::default()
    }
    .into()
}

/// This wire has no mark for errors, so the text alone tells; a wire that has one takes `result.is_error`.
fn answer(result: &ToolResult) -> ChatCompletionRequestMessage {
    let text = match result.content.images().next() {
        Some(_) => format!("{}\n(an image follows after the results)", result.text()),
        None => result.text().into_owned(),
    };
    let content = match text.trim() {
        // Servers refuse a result without a text.
        "" => "(no output)".into(),
        _ => text.into(),
    };
    ChatCompletionRequestToolMessage {
        content,
        tool_call_id: result.call_id.clone(),
    }
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

/// Arguments that are no JSON, which servers would refuse, become a JSON string.
fn valid_arguments(arguments: &str) -> String {
    match serde_json::from_str::<serde_json::Value>(arguments) {
        Ok(_) => arguments.to_owned(),
        Err(_) => serde_json::Value::from(arguments).to_string(),
    }
}

/// Turns the client's answer into the model's turn.
///
/// # Errors
///
/// The answer holds no turn, or a call of a kind that was not offered.
pub fn response(answer: CreateChatCompletionResponse) -> Result<ChatResponse, ModelError> {
    let invalid = |why| ModelError::new(ModelErrorKind::Response, why);
    let choice = answer.choices.into_iter().next();
    let choice =
        choice.ok_or_else(|| invalid("the answer of the model's server holds no choice"))?;
    let turn = choice.message;
    let refusal = turn.refusal.filter(|text| !text.is_empty());
    let calls = turn.tool_calls.unwrap_or_default().into_iter();
    let calls = calls
        .map(|call| match call {
            ChatCompletionMessageToolCalls::Function(call) => {
                let FunctionCall { name, arguments } = call.function;
                Ok(ToolCall::new(call.id, name, arguments))
            }
            ChatCompletionMessageToolCalls::Custom(_) => Err(invalid(
                "the model made a call of a kind that was not offered",
            )),
        })
        .collect::<Result<Vec<_>, _>>()?;
    let finish_reason = match choice.finish_reason {
        Some(ClientFinishReason::ContentFilter) => FinishReason::Refused,
        _ if refusal.is_some() => FinishReason::Refused,
        Some(ClientFinishReason::Length) => FinishReason::Length,
        // Servers say all kinds of things beside calls; what counts is that they are there.
        _ if !calls.is_empty() => FinishReason::ToolCalls,
        Some(ClientFinishReason::Stop) => FinishReason::Stop,
        _ => FinishReason::Other(String::new()),
    };
    let mut message = AssistantMessage::calls(calls);
    message.content = Content::text(refusal.or(turn.content).unwrap_or_default());
    let usage = answer.usage.map_or_else(Usage::default, |usage| {
        Usage::new(usage.prompt_tokens.into(), usage.completion_tokens.into())
    });
    Ok(ChatResponse::new(message, finish_reason).with_usage(usage))
}

/// Turns the client's error into one for developers. The client's own is not kept as its source: it holds the address
/// and what the server sent, and either can hold the key.
#[must_use]
pub fn error(error: &OpenAIError, redactor: &Redactor) -> ModelError {
    let (kind, text, status) = match error {
        OpenAIError::ApiError(refusal) => (
            ModelErrorKind::Status,
            format!("the model's server refused: {}", refusal.api_error.message),
            Some(refusal.status_code.as_u16()),
        ),
        OpenAIError::Reqwest(error) if error.is_timeout() => (
            ModelErrorKind::Connection,
            "the model's server took too long".to_owned(),
            None,
        ),
        OpenAIError::Reqwest(_) => (
            ModelErrorKind::Connection,
            "the model's server could not be reached".to_owned(),
            None,
        ),
        OpenAIError::JSONDeserialize(error, _) => (
            ModelErrorKind::Response,
            format!("the answer of the model's server is not a completion: {error}"),
            None,
        ),
        OpenAIError::InvalidArgument(why) => (ModelErrorKind::Request, why.clone(), None),
        _ => (ModelErrorKind::Other, "the client failed".to_owned(), None),
    };
    let text: String = redactor.redact(&text).chars().take(300).collect();
    let error = ModelError::new(kind, text);
    match status {
        Some(status) => error.with_status(status),
        None => error,
    }
}
