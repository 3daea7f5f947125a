//! `hint`, `retryable` and `terminal`: what the model reads, and what a handler knows.

use crate::read;
use std::sync::{Arc, Mutex};
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::{
    ToolErrorHandlerResult, from_fn, send_error_message_to_llm,
    send_generic_message_to_llm_unless_visible_to_llm,
};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{
    Agent, LlmText, LlmVisible, LlmVisibleError, Retry, ToolCall, llm_text, tool, toolset,
};

#[derive(Debug, thiserror::Error, LlmVisible)]
enum Shop {
    #[error("a")]
    #[llm("no order {id}", hint = "ask for the {what} on the receipt {{}}")]
    Hinted { id: u32, what: &'static str },
    #[error("b")]
    #[llm("the shop is closed", retryable)]
    Closed,
    #[error("c")]
    #[llm("{0} is not sold here", hint = "offer {0:>4} or {1}", terminal)]
    NotSold(u32, u32),
    #[error("S3CRET d")]
    #[llm(hidden, terminal)]
    Hidden,
    #[error("e")]
    #[llm(with = Self::computed, retryable)]
    Computed,
    #[error(transparent)]
    #[llm(transparent)]
    Inner(Inner),
    #[error("f")]
    #[llm("plain", hint = "do without")]
    Plain,
    #[error("g")]
    #[llm("{0}", hint = "half of it")]
    Number(u32),
    #[error("h")]
    #[llm(transparent)]
    Boxed(Box<Inner>),
}

#[derive(Debug, thiserror::Error, LlmVisible)]
enum Inner {
    #[error("inner a")]
    #[llm("inner text", terminal)]
    Terminal,
    #[error(transparent)]
    #[llm(transparent)]
    Ready(LlmVisibleError),
}

impl Shop {
    fn computed(&self) -> LlmText {
        let text = self.to_string();
        llm_text!("computed {text}")
    }
}

fn error(which: &str) -> Shop {
    let ready = LlmVisibleError::new(llm_text!("ready"));
    match which {
        "hinted" => Shop::Hinted {
            id: 7,
            what: "number",
        },
        "closed" => Shop::Closed,
        "not sold" => Shop::NotSold(1, 2),
        "computed" => Shop::Computed,
        "inner" => Shop::Inner(Inner::Terminal),
        "inner ready" => Shop::Inner(Inner::Ready(ready)),
        "inner ready, retryable" => Shop::Inner(Inner::Ready(ready.with_retry(Retry::Retryable))),
        "plain" => Shop::Plain,
        "number" => Shop::Number(8),
        "boxed" => Shop::Boxed(Box::new(Inner::Terminal)),
        _ => Shop::Hidden,
    }
}

/// Fails.
#[tool]
fn shop(which: &str) -> Result<(), Shop> {
    Err(error(which))
}

#[test]
fn each_in_its_fixed_form() {
    let tools = toolset![shop];
    for (which, text, retry) in [
        (
            "hinted",
            "no order 7\nHint: ask for the number on the receipt {}",
            None,
        ),
        (
            "closed",
            "the shop is closed\nYou may try the same call again.",
            Some(Retry::Retryable),
        ),
        (
            "not sold",
            "1 is not sold here\nHint: offer    1 or 2\nDo not make the same call again.",
            Some(Retry::Terminal),
        ),
        (
            "computed",
            "computed e\nYou may try the same call again.",
            Some(Retry::Retryable),
        ),
        (
            "inner",
            "inner text\nDo not make the same call again.",
            Some(Retry::Terminal),
        ),
        ("inner ready", "ready", None),
        (
            "inner ready, retryable",
            "ready\nYou may try the same call again.",
            Some(Retry::Retryable),
        ),
        ("plain", "plain\nHint: do without", None),
        ("number", "8\nHint: half of it", None),
        (
            "boxed",
            "inner text\nDo not make the same call again.",
            Some(Retry::Terminal),
        ),
    ] {
        let arguments = serde_json::json!({ "which": which }).to_string();
        assert_eq!(read(&tools, &arguments), text, "{which}");
        assert_eq!(error(which).retry(), retry, "{which}");
    }
    // The error itself says what it says; the sentence comes with the road.
    let text = error("closed").message_for_llm().unwrap();
    assert_eq!(text.as_str(), "the shop is closed");
}

#[test]
fn a_handler_knows_it_whether_the_model_may_read_the_text_or_not() {
    let tools = toolset![shop];
    let seen = Arc::new(Mutex::new(Vec::new()));
    for which in ["closed", "not sold", "hidden", "plain"] {
        let keep = Arc::clone(&seen);
        let dispatcher = Dispatcher::new(&tools, &()).on_error(from_fn(move |_error, context| {
            keep.lock().unwrap().push(context.retry());
            Ok(ToolErrorHandlerResult::text(llm_text!("no")))
        }));
        let arguments = serde_json::json!({ "which": which }).to_string();
        let result = block_on(dispatcher.call(ToolCall::new("c1", "shop", arguments))).unwrap();
        assert_eq!(result.text(), "no", "a handler's text is sent as it is");
    }
    assert_eq!(
        *seen.lock().unwrap(),
        [
            Some(Retry::Retryable),
            Some(Retry::Terminal),
            Some(Retry::Terminal),
            None
        ]
    );
}

#[test]
fn a_hidden_error_says_nothing_of_it_to_the_model() {
    let tools = toolset![shop];
    let call = || ToolCall::new("c1", "shop", r#"{"which":"hidden"}"#);
    let sent = Dispatcher::new(&tools, &()).on_error(send_error_message_to_llm());
    assert_eq!(block_on(sent.call(call())).unwrap().text(), "S3CRET d");
    let generic = send_generic_message_to_llm_unless_visible_to_llm(llm_text!("GENERIC"));
    let generic = Dispatcher::new(&tools, &()).on_error(generic);
    let text = block_on(generic.call(call())).unwrap().text().into_owned();
    assert!(
        text.starts_with("GENERIC (reference ") && text.ends_with(')'),
        "{text}"
    );
}

/// Written by hand, and no `Error`.
#[derive(Debug)]
struct ByHand;

impl LlmVisible for ByHand {
    fn message_for_llm(&self) -> Option<LlmText> {
        Some(llm_text!("by hand"))
    }

    fn retry(&self) -> Option<Retry> {
        Some(Retry::Terminal)
    }
}

/// Fails.
#[tool]
fn by_hand() -> Result<(), ByHand> {
    Err(ByHand)
}

#[test]
fn an_impl_by_hand_can_say_it_too() {
    assert_eq!(
        read(&toolset![by_hand], "{}"),
        "by hand\nDo not make the same call again."
    );
}

/// Generic, with what is shown, what decides by itself and what is only held.
#[derive(Debug, LlmVisible)]
enum Generic<'a, K, E, const N: usize>
where
    K: Clone,
{
    #[llm("no `{key}` in {name}", hint = "the first is {first:?}", terminal)]
    Missing { key: K, name: &'a str, first: K },
    #[llm(transparent)]
    Below(E),
    #[llm("one of {0} places", retryable)]
    Full(usize),
    #[llm(hidden)]
    Held([K; N]),
}

#[test]
fn generic_enums_decide_like_others() {
    let missing: Generic<'_, u8, LlmVisibleError, 2> = Generic::Missing {
        key: 1,
        name: "desk",
        first: 2,
    };
    assert_eq!(
        missing.message_for_llm().unwrap().as_str(),
        "no `1` in desk\nHint: the first is 2"
    );
    assert_eq!(missing.retry(), Some(Retry::Terminal));
    let below = LlmVisibleError::new(llm_text!("below")).with_retry(Retry::Retryable);
    let below: Generic<'_, u8, Generic<'_, u8, LlmVisibleError, 1>, 2> =
        Generic::Below(Generic::Below(below));
    assert_eq!(below.message_for_llm().unwrap().as_str(), "below");
    assert_eq!(below.retry(), Some(Retry::Retryable));
    let held: Generic<'_, u8, LlmVisibleError, 2> = Generic::Held([1, 2]);
    assert_eq!((held.message_for_llm(), held.retry()), (None, None));
    let full: Generic<'_, u8, LlmVisibleError, 2> = Generic::Full(3);
    assert_eq!(full.message_for_llm().unwrap().as_str(), "one of 3 places");
}

/// Opens the shop.
#[tool]
fn open_shop(day: u32) -> Result<(), Shop> {
    let _ = day;
    Err(Shop::Closed)
}

#[test]
fn a_tool_that_is_withdrawn_invites_to_no_other_try() {
    let last = |failures: u32| {
        let mut model = ScriptedModel::new();
        for day in 0..failures {
            let arguments = format!(r#"{{"day": {day}}}"#);
            model = model.calls([("c", "open_shop", arguments.as_str())]);
        }
        let model = model.text("closed");
        let agent = Agent::builder(model.clone())
            .tools(toolset![open_shop])
            .max_consecutive_failures(failures);
        block_on(agent.build().unwrap().invoke("go")).unwrap();
        let requests = model.requests();
        let results = requests.last().unwrap().tool_results();
        let texts = results.iter().map(|result| result.text().into_owned());
        texts.collect::<Vec<_>>()
    };
    assert_eq!(
        last(2),
        [
            "the shop is closed\nYou may try the same call again.",
            "the shop is closed\nDo not call `open_shop` again: it failed 2 times in a row and is withdrawn for this question."
        ]
    );
    assert_eq!(
        last(1),
        [
            "the shop is closed\nDo not call `open_shop` again: it failed and is withdrawn for this question."
        ]
    );
}
