//! Bug reports of other projects about failures, as tests of ours: B53 to B58, B61, B68, B77, B79, B83 and B85.
//! B66 is in `output.rs`, B74 and B75 are in `sources.rs`, B63 in `tests/keys/blocking.rs`, B78 in
//! `tests/openai/secrecy.rs`, B62 in `tests/deadlines/bugs.rs`. B64 waits for calls side by side.

use std::error::Error;
use tests::logged;
use toolwright::agent::AgentBuilder;
use toolwright::error_handler::{
    SendErrorMessageToLlm, ToolErrorHandlerResult, fail_invocation, from_fn,
    send_error_message_to_llm, send_generic_message_to_llm_unless_visible_to_llm,
};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{
    Agent, InvocationFailure, InvocationFailureKind, LlmVisible, Message, ToolErrorKind, llm_text,
    tool, toolset,
};

#[derive(Debug, thiserror::Error, LlmVisible)]
#[llm(default = hidden)]
enum Http {
    #[error("401 for POST /v1 headers: [Authorization: Bearer tok_test_123]")]
    Unauthorized,
    #[error("no stock")]
    #[llm("no stock")]
    NoStock,
}

/// Adds two numbers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Tells the time.
#[tool]
fn now() -> &'static str {
    "noon"
}

/// Calls a service.
#[tool]
fn fetch(stock: bool) -> Result<u8, Http> {
    Err(if stock {
        Http::NoStock
    } else {
        Http::Unauthorized
    })
}

/// Pays.
#[tool]
fn pay(iban: String, cents: u32) -> Result<u32, Http> {
    let _ = iban;
    Ok(cents)
}

fn builder(model: &ScriptedModel) -> AgentBuilder {
    Agent::builder(model.clone()).tools(toolset![add, now, fetch, pay])
}

/// The results of the last request.
fn results(model: &ScriptedModel) -> Vec<(String, String, bool)> {
    let requests = model.requests();
    let results = requests.last().unwrap().tool_results();
    let result = |result: &toolwright::ToolResult| {
        (
            result.call_id.clone(),
            result.text().into_owned(),
            result.is_error,
        )
    };
    results.into_iter().map(result).collect()
}

#[test]
fn b53_an_unknown_tool_is_answered_or_ends_the_invocation() {
    let script = || {
        ScriptedModel::new()
            .calls([("c1", "python", "{}")])
            .text("ok")
    };
    let model = script();
    block_on(builder(&model).build().unwrap().invoke("go")).unwrap();
    assert!(
        results(&model)[0]
            .1
            .starts_with("there is no tool of that name")
    );
    let agent = builder(&script())
        .on_unknown_tool(fail_invocation())
        .build()
        .unwrap();
    let failure = block_on(agent.invoke("go")).unwrap_err();
    let unknown = InvocationFailureKind::Tool(ToolErrorKind::UnknownTool);
    assert_eq!(failure.kind(), unknown);
    // The conversation can be gone on with.
    assert!(matches!(
        failure.transcript(),
        [_, Message::Assistant(_), Message::Tool(_)]
    ));
}

#[test]
fn b54_names_that_do_not_exist_are_counted_and_the_loop_ends() {
    let model = (0..50).fold(ScriptedModel::new(), |model, n| {
        model.calls([(format!("c{n}"), "ad", "{}")])
    });
    let failure = block_on(builder(&model).max_rounds(5).build().unwrap().invoke("go"));
    let failure = failure.unwrap_err();
    assert_eq!(
        (failure.kind(), failure.rounds()),
        (InvocationFailureKind::MaxRounds, 5)
    );
    let texts: Vec<_> = results(&model).into_iter().map(|result| result.1).collect();
    let text = "there is no tool of that name; did you mean `add`? The tools are: `add`, `now`, `fetch`, `pay`";
    let told = "\nCall only tools that are listed: 3 calls in a row named one that does not exist.";
    assert_eq!(texts, [text, text, &format!("{text}{told}"), text, text]);
}

#[test]
fn b55_a_prefix_is_taken_off_once_and_for_all() {
    let model = ScriptedModel::new()
        .calls([
            ("c1", "functions.add", r#"{"a":1,"b":2}"#),
            ("c2", "functions.ad", "{}"),
            ("c3", "functions.", "{}"),
        ])
        .text("ok");
    let answer = block_on(builder(&model).build().unwrap().invoke("go")).unwrap();
    let done = &answer.tool_executions[0];
    assert_eq!(
        (done.call.name.as_str(), done.result.name.as_str()),
        ("add", "add")
    );
    assert_eq!(done.result.text(), "3");
    let sent = serde_json::to_string(&model.requests()[1].messages()).unwrap();
    assert!(!sent.contains("functions.add"), "{sent}");
    // Nothing is guessed: what is no tool without it either stays what the model wrote.
    assert_eq!(answer.tool_executions[1].call.name, "functions.ad");
    assert!(answer.tool_executions[2].result.is_error);
}

#[test]
fn b57_b58_every_call_runs_and_a_failing_one_takes_no_sibling_with_it() {
    let model = ScriptedModel::new()
        .calls([
            ("c1", "add", r#"{"a":1,"b":2}"#),
            ("c2", "fetch", r#"{"stock":true}"#),
            ("c3", "now", "{}"),
        ])
        .text("ok");
    block_on(builder(&model).build().unwrap().invoke("go")).unwrap();
    let text = ToOwned::to_owned;
    assert_eq!(
        results(&model),
        [
            (text("c1"), text("3"), false),
            (text("c2"), text("no stock"), true),
            (text("c3"), text("noon"), false),
        ]
    );
    assert_eq!(model.requests().len(), 2);
}

#[test]
fn b61_rounds_are_limited_and_nothing_is_left_unanswered() {
    let model = (0..200).fold(ScriptedModel::new(), |model, n| {
        model.calls([(format!("c{n}"), "now", "{}")])
    });
    let failure = block_on(builder(&model).build().unwrap().invoke("go")).unwrap_err();
    assert_eq!(
        (failure.kind(), failure.rounds()),
        (InvocationFailureKind::MaxRounds, 100)
    );
    assert!(matches!(
        failure.transcript().last(),
        Some(Message::Tool(_))
    ));
}

#[test]
fn b68_an_unusable_call_without_a_text_goes_on_and_an_empty_turn_is_an_empty_answer() {
    let model = ScriptedModel::new().calls([("c1", "nope", "{}")]).text("");
    let answer = block_on(builder(&model).build().unwrap().invoke("go")).unwrap();
    assert_eq!((answer.text.as_str(), answer.rounds), ("", 1));
    assert!(answer.tool_executions[0].result.is_error);
}

#[test]
fn b77_a_token_in_an_errors_display_is_in_no_request() {
    let generic = || send_generic_message_to_llm_unless_visible_to_llm(llm_text!("GENERIC"));
    let script = || {
        ScriptedModel::new()
            .calls([("c1", "fetch", r#"{"stock":false}"#)])
            .text("ok")
    };
    for sends in [false, true] {
        let model = script();
        let builder = builder(&model);
        let builder = if sends {
            builder.on_error(generic())
        } else {
            builder
        };
        let ended = block_on(builder.build().unwrap().invoke("go"));
        assert_eq!(ended.is_ok(), sends);
        let said = ended.map_or_else(InvocationFailure::into_transcript, |answer| answer.messages);
        let seen = serde_json::to_string(&(model.requests(), said)).unwrap();
        assert!(!seen.contains("tok_test_123"), "{seen}");
    }
    // The one handler whose name says so sends it, and only where it is told not to redact.
    let sent = |handler: SendErrorMessageToLlm| {
        let model = script();
        let agent = builder(&model).on_error(handler).build().unwrap();
        block_on(agent.invoke("go")).unwrap();
        results(&model)[0].1.clone()
    };
    let redacted = sent(send_error_message_to_llm());
    assert!(!redacted.contains("tok_test_123"), "{redacted}");
    assert!(redacted.contains("401 for POST"), "{redacted}");
    assert!(sent(send_error_message_to_llm().unredacted()).contains("tok_test_123"));
}

#[test]
fn b79_bad_arguments_reach_their_own_handler_in_words_for_the_model() {
    let model = ScriptedModel::new()
        .calls([("c1", "pay", r#"{"iban":"X1","cents":"abc"}"#)])
        .text("ok");
    let agent = builder(&model)
        .on_error_of(
            ToolErrorKind::Execution,
            from_fn(|_error, _context| panic!("not this one")),
        )
        .on_bad_arguments(from_fn(|_error, context| {
            let text = context.message_for_llm().unwrap().clone();
            Ok(ToolErrorHandlerResult::text(text))
        }))
        .build()
        .unwrap();
    block_on(agent.invoke("go")).unwrap();
    assert_eq!(
        results(&model)[0].1,
        "the arguments are wrong, the call was not run:\n- `cents`: expected an integer from 0 to 4294967295, got the string \"abc\""
    );
}

#[test]
fn b83_a_generic_message_hides_nothing_from_the_developer() {
    let script = |stock| {
        ScriptedModel::new()
            .calls([("c7", "fetch", format!(r#"{{"stock":{stock}}}"#))])
            .text("ok")
    };
    for (stock, warnings) in [(false, 1), (true, 0)] {
        let generic = send_generic_message_to_llm_unless_visible_to_llm(llm_text!("GENERIC"));
        let agent = builder(&script(stock)).on_error(generic).build().unwrap();
        let (_, records) = logged(|| block_on(agent.invoke("go")).unwrap());
        let found: Vec<_> = records
            .iter()
            .filter(|record| record.level == tracing::Level::WARN)
            .collect();
        assert_eq!(found.len(), warnings, "{records:?}");
        for part in ["fetch", "c7", "tok_test_123"] {
            assert!(
                found.iter().all(|record| record.text.contains(part)),
                "{found:?}"
            );
        }
    }
    let handler = from_fn(|_error, context| Err(context.fail_with("mine")));
    let agent = builder(&script(false)).on_error(handler).build().unwrap();
    let failure = block_on(agent.invoke("go")).unwrap_err();
    assert_eq!(failure.source().unwrap().to_string(), "mine");
}

#[test]
fn b85_the_flag_of_an_error_survives() {
    let model = ScriptedModel::new()
        .calls([("c1", "now", "{}"), ("c2", "fetch", r#"{"stock":true}"#)])
        .text("ok");
    let answer = block_on(builder(&model).build().unwrap().invoke("go")).unwrap();
    let flags: Vec<_> = answer
        .tool_executions
        .iter()
        .map(|done| done.result.is_error)
        .collect();
    assert_eq!(flags, [false, true]);
    let stored = serde_json::to_string(&answer.messages).unwrap();
    let read: Vec<Message> = serde_json::from_str(&stored).unwrap();
    assert_eq!(read, answer.messages);
    assert!(matches!(&read[3], Message::Tool(result) if result.is_error));
}
