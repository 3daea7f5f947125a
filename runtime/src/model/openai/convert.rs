//! A server's answer as a turn of the conversation.

use super::failure::{Secrets, excerpt, message};
use super::http::Reply;
use super::wire::{self, Call, Choice, Completion, Function, Tokens, Turn};
use crate::message::{AssistantMessage, Content, ToolCall};
use crate::model::{ChatRequest, ChatResponse, FinishReason, ModelError, ModelErrorKind, Usage};
use serde_json::value::RawValue;
use std::collections::HashSet;

/// More than any model asks for in one turn; a server that sends more is broken or hostile.
const MAX_CALLS: usize = 1024;

/// Reads a whole answer to `request`.
pub(super) fn response(
    reply: &Reply,
    request: &ChatRequest,
    secrets: &Secrets,
) -> Result<ChatResponse, ModelError> {
    let refuse = |text: &str, said: &str| {
        let text = format!("{text}: {}", excerpt(said, secrets));
        ModelError::new(ModelErrorKind::Response, text).with_status(reply.status)
    };
    let text = reply.text.trim_start_matches('\u{feff}');
    let completion: Completion<'_> = serde_json::from_str(text).map_err(|error| {
        let refused = refuse("the answer of the model's server is not a completion", text);
        // Of JSON that breaks, serde tells where; of other JSON it quotes values, which may be an echoed key.
        if error.is_data() {
            refused
        } else {
            refused.with_source(error)
        }
    })?;
    let Some(choice) = wire::list(completion.choices).into_iter().next() else {
        // Some servers report a failure under status 200.
        return Err(match message(text) {
            Some(said) => refuse("the model's server reports an error", &said),
            None => refuse("the answer of the model's server holds no choice", text),
        });
    };
    let choice: Choice<'_> = wire::read(Some(choice));
    let reason = wire::word(choice.finish_reason);
    let turn: Option<Turn<'_>> = wire::read(choice.message);
    if turn.is_none() && !finish_reason(&reason, false, false).is_cut_off() {
        return Err(refuse(
            "the answer of the model's server holds no message",
            text,
        ));
    }
    let turn = turn.unwrap_or_default();
    let (content, refused_part) = wire::content(turn.content);
    let refusal = Some(wire::word(turn.refusal))
        .filter(|text| !text.is_empty())
        .or(refused_part.filter(|text| !text.is_empty()));
    let tool_calls = calls(&turn, request);
    if tool_calls.len() > MAX_CALLS {
        return Err(refuse(
            "the answer of the model's server holds too many calls",
            text,
        ));
    }
    let finish_reason = finish_reason(&reason, refusal.is_some(), !tool_calls.is_empty());
    let mut message = AssistantMessage::calls(tool_calls);
    message.content = refusal.map_or(content, Content::text);
    Ok(ChatResponse::new(message, finish_reason).with_usage(usage(completion.usage)))
}

fn finish_reason(reason: &str, refused: bool, calls: bool) -> FinishReason {
    if refused {
        return FinishReason::Refused;
    }
    match reason.to_ascii_lowercase().as_str() {
        "length" | "max_tokens" | "model_length" => FinishReason::Length,
        "content_filter" | "refusal" | "safety" => FinishReason::Refused,
        // Servers say all kinds of things beside calls; what counts is that they are there.
        _ if calls => FinishReason::ToolCalls,
        "stop" => FinishReason::Stop,
        _ => FinishReason::Other(reason.to_owned()),
    }
}

fn usage(raw: Option<&RawValue>) -> Usage {
    let tokens: Tokens<'_> = wire::read(raw);
    Usage::new(
        wire::count(tokens.prompt_tokens),
        wire::count(tokens.completion_tokens),
    )
}

fn calls(turn: &Turn<'_>, request: &ChatRequest) -> Vec<ToolCall> {
    let mut calls: Vec<ToolCall> = wire::list(turn.tool_calls)
        .into_iter()
        .filter(|raw| raw.get() != "null")
        .take(MAX_CALLS + 1)
        .map(|raw| {
            let call: Call<'_> = wire::read(Some(raw));
            let function: Function<'_> = wire::read(call.function);
            ToolCall::new(
                wire::word(call.id),
                wire::word(function.name.or(call.name)),
                wire::arguments(function.arguments.or(call.arguments)),
            )
        })
        .collect();
    // The form before tool calls. Servers that send both send the same call twice.
    if calls.is_empty() && turn.function_call.is_some() {
        let function: Function<'_> = wire::read(turn.function_call);
        let arguments = wire::arguments(function.arguments);
        calls.push(ToolCall::new("", wire::word(function.name), arguments));
    }
    if calls.iter().any(|call| call.id.is_empty()) {
        give_ids(&mut calls, request);
    }
    calls
}

/// Gives every call without an id one that no other call of the turn has. The number of messages, which only grows,
/// keeps the turns apart.
#[cold]
fn give_ids(calls: &mut [ToolCall], request: &ChatRequest) {
    let turn = request.messages().len();
    let given: HashSet<String> = calls.iter().map(|call| call.id.clone()).collect();
    let mut n = 0;
    for call in calls.iter_mut().filter(|call| call.id.is_empty()) {
        call.id = loop {
            n += 1;
            let id = format!("call_{turn}_{n}");
            if !given.contains(&id) {
                break id;
            }
        };
    }
}
