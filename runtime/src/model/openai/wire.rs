//! What a server sends. Every field may be missing, null or of a type that it should not have: only what is read counts.

use super::text::{compact, text_of};
use crate::message::{Content, ContentPart};
use serde::Deserialize;
use serde_json::value::RawValue;

type Raw<'a> = Option<&'a RawValue>;

#[derive(Deserialize)]
pub(super) struct Completion<'a> {
    #[serde(borrow)]
    pub(super) choices: Raw<'a>,
    #[serde(borrow)]
    pub(super) usage: Raw<'a>,
}

#[derive(Default, Deserialize)]
pub(super) struct Choice<'a> {
    #[serde(borrow)]
    pub(super) message: Raw<'a>,
    #[serde(borrow)]
    pub(super) finish_reason: Raw<'a>,
}

#[derive(Default, Deserialize)]
pub(super) struct Turn<'a> {
    #[serde(borrow)]
    pub(super) content: Raw<'a>,
    #[serde(borrow)]
    pub(super) refusal: Raw<'a>,
    #[serde(borrow)]
    pub(super) tool_calls: Raw<'a>,
    #[serde(borrow)]
    pub(super) function_call: Raw<'a>,
}

#[derive(Default, Deserialize)]
pub(super) struct Call<'a> {
    #[serde(borrow)]
    pub(super) id: Raw<'a>,
    #[serde(borrow)]
    pub(super) function: Raw<'a>,
    // Some servers put the function's fields into the call itself.
    #[serde(borrow)]
    pub(super) name: Raw<'a>,
    #[serde(borrow)]
    pub(super) arguments: Raw<'a>,
}

#[derive(Default, Deserialize)]
pub(super) struct Function<'a> {
    #[serde(borrow)]
    pub(super) name: Raw<'a>,
    #[serde(borrow)]
    pub(super) arguments: Raw<'a>,
}

#[derive(Default, Deserialize)]
pub(super) struct Tokens<'a> {
    #[serde(borrow)]
    pub(super) prompt_tokens: Raw<'a>,
    #[serde(borrow)]
    pub(super) completion_tokens: Raw<'a>,
}

#[derive(Deserialize)]
struct Part<'a> {
    #[serde(borrow)]
    text: Raw<'a>,
    #[serde(borrow)]
    refusal: Raw<'a>,
}

/// Reads a value as `T`, or as nothing where it is something else.
pub(super) fn read<'a, T: Deserialize<'a> + Default>(raw: Raw<'a>) -> T {
    raw.and_then(|raw| serde_json::from_str(raw.get()).ok())
        .unwrap_or_default()
}

/// Reads a list; a value that stands alone is a list of one.
pub(super) fn list(raw: Raw<'_>) -> Vec<&RawValue> {
    let Some(raw) = raw else {
        return Vec::new();
    };
    serde_json::from_str(raw.get()).unwrap_or_else(|_| vec![raw])
}

/// Reads a short text: a string, or a number as it is written.
pub(super) fn word(raw: Raw<'_>) -> String {
    let Some(raw) = raw.map(RawValue::get) else {
        return String::new();
    };
    text_of(raw).unwrap_or_else(|| raw.to_owned())
}

/// Reads a count.
pub(super) fn count(raw: Raw<'_>) -> u64 {
    let Some(raw) = raw.map(RawValue::get) else {
        return 0;
    };
    // Some servers write counts as floats.
    let whole = raw.split(['.', 'e', 'E']).next().unwrap_or_default();
    raw.parse().or_else(|_| whole.parse()).unwrap_or_default()
}

/// Reads the arguments of a call: the text that the model wrote, or what a server made of it.
pub(super) fn arguments(raw: Raw<'_>) -> String {
    let Some(raw) = raw.map(RawValue::get) else {
        return String::new();
    };
    text_of(raw).unwrap_or_else(|| compact(raw))
}

/// Reads what was said, and what was said in refusing.
pub(super) fn content(raw: Raw<'_>) -> (Content, Option<String>) {
    let Some(raw) = raw else {
        return (Content::default(), None);
    };
    if let Some(text) = text_of(raw.get()) {
        return (Content::text(text), None);
    }
    let mut texts = Vec::new();
    let mut refusal = None;
    for raw in list(Some(raw)) {
        if let Some(text) = text_of(raw.get()) {
            texts.push(text);
        } else if let Ok(part) = serde_json::from_str::<Part<'_>>(raw.get()) {
            texts.extend(part.text.and_then(|text| text_of(text.get())));
            refusal = refusal.or(part.refusal.and_then(|text| text_of(text.get())));
        }
    }
    let content = match texts.len() {
        0 | 1 => Content::text(texts.pop().unwrap_or_default()),
        _ => Content::parts(texts.into_iter().map(ContentPart::text).collect()),
    };
    (content, refusal)
}
