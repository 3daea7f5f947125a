//! `max_output` and `unknown_arguments`.

use crate::{call, read};
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::ToolErrorHandlerResult;
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{
    Agent, InvocationFailure, LlmText, ToolCall, ToolResult, ToolSet, tool, toolset, visible_error,
};

/// Repeats.
#[tool(max_output = "100B")]
fn repeat(text: &str, times: usize) -> String {
    text.repeat(times)
}

/// Lists.
#[tool(max_output = "1KiB")]
async fn list(n: u32) -> Vec<u32> {
    (0..n).collect()
}

/// Fails at length.
#[tool(max_output = "100B", on_error = |_error, _context| {
    Ok(ToolErrorHandlerResult::text(LlmText::new("ü".repeat(300)).unwrap_or_else(|_| unreachable!())))
})]
fn fails() -> Result<(), std::fmt::Error> {
    Err(std::fmt::Error)
}

/// Repeats without a limit of its own.
#[tool]
fn free(text: &str, times: usize) -> String {
    text.repeat(times)
}

/// Fails at length, visibly.
#[tool]
fn fails_visibly(times: usize) -> Result<(), toolwright::LlmVisibleError> {
    let long = "ab".repeat(times);
    Err(visible_error!("it went wrong: {long}"))
}

#[test]
fn long_text_keeps_its_head_and_its_tail() {
    let result = call(&toolset![repeat], r#"{"text": "abc", "times": 100}"#).unwrap();
    let text = result.text();
    assert!(text.len() <= 100 && !result.is_error, "{text}");
    assert!(text.starts_with("abcabc") && text.ends_with("abcabc"));
    assert!(text.contains("\n… 228 bytes left out …\n"), "{text}");
    assert_eq!(result.untruncated().to_text(), "abc".repeat(100));
    // The same where the arguments are understood at the second try only.
    let second = read(&toolset![repeat], r#"{"text": "abc", "times": "100"}"#);
    assert_eq!(second, text);
    let short = read(&toolset![repeat], r#"{"text": "0123456789", "times": 10}"#);
    assert_eq!(short, "0123456789".repeat(10));
}

#[test]
fn letters_stay_whole() {
    for (letter, times) in [("é", 20_001), ("🦀", 10_000)] {
        let arguments = serde_json::json!({"text": letter, "times": times}).to_string();
        let text = read(&toolset![repeat], &arguments);
        assert!(text.len() <= 100 && text.contains(letter), "{text}");
    }
}

#[test]
fn cut_json_is_no_json_and_says_so() {
    let text = read(&toolset![list], r#"{"n": 1000}"#);
    assert!(text.len() <= 1024 && text.starts_with("[0,1,2") && text.ends_with("999]"));
    assert!(text.contains(" bytes left out …"));
    assert!(serde_json::from_str::<serde_json::Value>(&text).is_err());
}

#[test]
fn a_handlers_text_is_cut_too() {
    let result = call(&toolset![fails], "{}").unwrap();
    assert!(result.is_error && result.text().len() <= 100);
    assert!(result.text().contains("bytes left out"));
}

fn limited(bytes: usize, call: ToolCall) -> Result<ToolResult, InvocationFailure> {
    let tools: ToolSet = toolset![free, repeat, fails_visibly];
    let dispatcher = Dispatcher::new(&tools, &()).max_output(bytes);
    block_on(dispatcher.call(call))
}

#[test]
fn a_general_limit_gives_way_to_the_tools_own() {
    let arguments = r#"{"text": "x", "times": 900}"#;
    let long = |name: &str| {
        let result = limited(200, ToolCall::new("c1", name, arguments)).unwrap();
        result.text().len()
    };
    assert_eq!((long("free"), long("repeat")), (200, 100));
    let failed = limited(
        200,
        ToolCall::new("c1", "fails_visibly", r#"{"times": 500}"#),
    );
    let failed = failed.unwrap();
    assert!(failed.is_error && (190..=200).contains(&failed.text().len()));
    assert!(failed.text().starts_with("it went wrong: ab"));
    for bytes in [0, 1, 63] {
        let result = limited(bytes, ToolCall::new("c1", "free", arguments)).unwrap();
        assert_eq!(result.text().len(), 64, "room for the note");
    }
}

#[test]
fn in_an_agent_the_model_reads_the_short_text_and_the_caller_has_the_whole() {
    let model = ScriptedModel::new()
        .calls([
            ("c1", "list", r#"{"n": 2000}"#),
            ("c2", "free", r#"{"text": "y", "times": 5000}"#),
        ])
        .text("done");
    let tools: ToolSet = toolset![list, free];
    let agent = Agent::builder(model.clone())
        .tools(tools)
        .max_output(500)
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("list")).unwrap();
    let requests = model.requests();
    let lengths: Vec<_> = requests[1]
        .tool_results()
        .iter()
        .map(|result| result.text().len())
        .collect();
    assert!(lengths[0] <= 1024 && lengths[1] <= 500, "{lengths:?}");
    let numbers: Vec<u32> = answer.tool_executions[0].value().unwrap();
    assert_eq!(numbers.len(), 2000);
    let text: String = answer.tool_executions[1].value().unwrap();
    assert_eq!(text.len(), 5000);

    // What is left out is in no stored form of the conversation.
    let stored = serde_json::to_string(&answer.messages).unwrap();
    assert!(stored.len() < 4000 && !stored.contains("1000,1001"));
    let back: Vec<toolwright::Message> = serde_json::from_str(&stored).unwrap();
    assert_eq!(back, answer.messages);
}

/// Adds.
#[tool(unknown_arguments = ignore)]
fn add(a: i64, b: Option<i64>) -> i64 {
    a + b.unwrap_or(0)
}

/// Takes nothing.
#[tool(unknown_arguments = ignore, name = "nothing")]
async fn takes_nothing() {}

#[test]
fn unknown_arguments_are_passed_over_and_the_schema_says_so() {
    let tools = toolset![add];
    let schema = tools.definitions()[0].input_schema();
    assert!(schema.get("additionalProperties").is_none());
    for arguments in [
        r#"{"why": {"deep": ["]", {}]}, "a": 1, "b": 2}"#,
        r#"{"a": 1, "why": "because \" of", "b": 2, "why": null}"#,
        r#"{"\u0061": 1, "b": 2, "c": -1.5e3}"#,
    ] {
        assert_eq!(read(&tools, arguments), "3", "{arguments}");
    }
    assert_eq!(read(&toolset![takes_nothing], r#"{"x": 1}"#), "done");
}

#[test]
fn everything_else_that_is_wrong_with_the_arguments_still_counts() {
    let tools = toolset![add];
    for (arguments, part) in [
        (r#"{"x": 1}"#, "`a` is missing"),
        (r#"{"x": 1, "a": 1, "a": 2}"#, "given twice"),
        (r#"{"x": 1, "a": []}"#, "`a`"),
        (r#"{"a": 1, "x": }"#, "not one valid JSON object"),
    ] {
        let result = call(&tools, arguments).unwrap();
        assert!(
            result.is_error && result.text().contains(part),
            "{}",
            result.text()
        );
        assert!(!result.text().contains("`x`"), "{}", result.text());
    }
}
