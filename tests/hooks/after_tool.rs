use super::{call, tools};
use std::sync::{Arc, Mutex};
use toolwright::dispatch::{AfterTool, Dispatcher, ResultDecision, ToolDecision};
use toolwright::error_handler::{ToolErrorHandlerResult, from_fn};
use toolwright::tool::Structured;
use toolwright::{
    Redactor, ToolContext, ToolError, ToolOutput, ToolResult, ToolSet, llm_text, tool, toolset,
};

/// Keeps what it saw, and decides always the same.
#[derive(Clone)]
struct Seen {
    decision: ResultDecision,
    results: Arc<Mutex<Vec<(String, bool)>>>,
}

impl Seen {
    fn keeping() -> Self {
        Self {
            decision: ResultDecision::Keep,
            results: Arc::default(),
        }
    }

    fn replacing(output: ToolOutput) -> Self {
        Self {
            decision: ResultDecision::Replace(output),
            results: Arc::default(),
        }
    }

    fn results(&self) -> Vec<(String, bool)> {
        self.results.lock().unwrap().clone()
    }
}

impl AfterTool for Seen {
    async fn after_tool(
        &self,
        context: &ToolContext,
        result: &ToolResult,
    ) -> Result<ResultDecision, ToolError> {
        assert_eq!(context.call().id, result.call_id);
        let mut results = self.results.lock().unwrap();
        results.push((result.text().into_owned(), result.is_error));
        Ok(self.decision.clone())
    }
}

fn replacing(text: &str) -> Seen {
    Seen::replacing(ToolOutput::text(text))
}

#[test]
fn every_result_is_seen() {
    let seen = Seen::keeping();
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &()).after_tool(seen.clone());
    call(&dispatcher, "add", r#"{"a": 2, "b": 3}"#).unwrap();
    call(&dispatcher, "closed", "{}").unwrap();
    call(&dispatcher, "add", "{}").unwrap();
    call(&dispatcher, "ghost", "{}").unwrap();
    // E88: not where the handler ended the invocation.
    call(&dispatcher, "broken", "{}").unwrap_err();
    let results = seen.results();
    assert_eq!(results.len(), 4);
    assert_eq!(results[0], ("5".to_owned(), false));
    assert_eq!(results[1], ("the desk is closed".to_owned(), true));
    assert!(results[2].1 && results[2].0.contains("`a`"));
    assert!(results[3].1 && results[3].0.contains("there is no tool of that name"));
}

#[test]
fn a_replacement_is_read_and_the_caller_gets_what_the_tool_gave() {
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &()).after_tool(replacing("a number"));
    let result = call(&dispatcher, "add", r#"{"a": 2, "b": 3}"#).unwrap();
    assert_eq!(
        (result.text().as_ref(), result.is_error),
        ("a number", false)
    );
    assert_eq!(result.untruncated().to_text(), "5");
    // What is stored and sent holds the replacement only.
    let stored = serde_json::to_string(&result).unwrap();
    assert_eq!(
        stored,
        r#"{"call_id":"c1","name":"add","content":"a number","is_error":false}"#
    );
}

#[test]
fn a_failure_stays_one() {
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &()).after_tool(replacing("all is well"));
    let result = call(&dispatcher, "closed", "{}").unwrap();
    assert_eq!(
        (result.text().as_ref(), result.is_error),
        ("all is well", true)
    );
    assert_eq!(result.untruncated().to_text(), "the desk is closed");
}

#[test]
fn a_blank_replacement_is_still_something_to_read() {
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &()).after_tool(replacing(" \u{200b}\n"));
    let result = call(&dispatcher, "closed", "{}").unwrap();
    assert_eq!(result.text(), "(no output)");
}

#[test]
fn a_replacement_is_redacted_and_cut() {
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &())
        .redactor(Redactor::credentials())
        .after_tool(replacing("password=hunter2"));
    let result = call(&dispatcher, "add", r#"{"a": 2, "b": 3}"#).unwrap();
    assert_eq!(result.text(), "password=[redacted: password]");
    assert_eq!(result.untruncated().to_text(), "5");
    let dispatcher = Dispatcher::new(&tools, &())
        .max_output(100)
        .after_tool(replacing(&"x".repeat(500)));
    let result = call(&dispatcher, "add", r#"{"a": 2, "b": 3}"#).unwrap();
    assert!(result.text().len() <= 100 && result.text().contains("bytes left out"));
    assert_eq!(result.untruncated().to_text(), "5");
}

/// Gives what may be secret.
#[tool]
fn list() -> Structured<Vec<String>> {
    Structured(vec!["hunter2".to_owned()])
}

#[test]
fn structured_content_does_not_slip_past() {
    let tools: ToolSet = toolset![list];
    let dispatcher = Dispatcher::new(&tools, &()).after_tool(replacing("one entry"));
    let result = call(&dispatcher, "list", "{}").unwrap();
    assert_eq!(
        (result.text().as_ref(), result.structured()),
        ("one entry", None)
    );
    assert!(!serde_json::to_string(&result).unwrap().contains("hunter2"));
    assert_eq!(result.untruncated_structured(), Some(r#"["hunter2"]"#));
    let output = ToolOutput::structured(&["***"]).unwrap();
    let dispatcher = Dispatcher::new(&tools, &()).after_tool(Seen::replacing(output));
    let result = call(&dispatcher, "list", "{}").unwrap();
    assert_eq!(result.structured(), Some(r#"["***"]"#));
    assert!(!serde_json::to_string(&result).unwrap().contains("hunter2"));
    assert_eq!(result.untruncated_structured(), Some(r#"["hunter2"]"#));
    assert_eq!(result.untruncated().to_text(), r#"["hunter2"]"#);
}

#[test]
fn structured_replacements_are_redacted_and_withheld_where_they_are_too_long() {
    let tools: ToolSet = toolset![list];
    let output = ToolOutput::structured(&["password=hunter3"]).unwrap();
    let dispatcher = Dispatcher::new(&tools, &())
        .redactor(Redactor::credentials())
        .after_tool(Seen::replacing(output));
    let result = call(&dispatcher, "list", "{}").unwrap();
    assert!(!serde_json::to_string(&result).unwrap().contains("hunter"));
    let output = ToolOutput::text("short")
        .with_structured(&"x".repeat(500))
        .unwrap();
    let dispatcher = Dispatcher::new(&tools, &())
        .max_output(100)
        .after_tool(Seen::replacing(output));
    let result = call(&dispatcher, "list", "{}").unwrap();
    assert_eq!(result.structured(), None);
    assert!(result.text().starts_with("short") && result.text().contains("left out"));
}

#[test]
fn a_tool_without_structured_content_can_get_some() {
    let tools = tools();
    let output = ToolOutput::structured(&[1]).unwrap();
    let dispatcher = Dispatcher::new(&tools, &()).after_tool(Seen::replacing(output));
    let result = call(&dispatcher, "add", r#"{"a": 2, "b": 3}"#).unwrap();
    assert_eq!(
        (result.structured(), result.untruncated_structured()),
        (Some("[1]"), None)
    );
}

#[test]
fn what_the_hook_reads_is_redacted_and_the_rest_is_there() {
    /// Reads the settings.
    #[tool]
    fn settings() -> &'static str {
        "password=hunter2"
    }

    let tools: ToolSet = toolset![settings];
    let dispatcher = Dispatcher::new(&tools, &())
        .redactor(Redactor::credentials())
        .after_tool(|_: ToolContext, result: ToolResult| async move {
            assert_eq!(result.text(), "password=[redacted: password]");
            let whole = result.untruncated().to_text().into_owned();
            Ok(ResultDecision::Replace(ToolOutput::text(format!(
                "it says {whole}"
            ))))
        });
    let result = call(&dispatcher, "settings", "{}").unwrap();
    // The redactor comes after the hook as well.
    assert_eq!(result.text(), "it says password=[redacted: password]");
    assert_eq!(result.untruncated().to_text(), "password=hunter2");
}

#[test]
fn answers_and_denials_of_a_hook_are_seen_too() {
    let tools = tools();
    let decisions = [
        (
            ToolDecision::Answer(ToolOutput::text("cached")),
            ("cached", false),
        ),
        (ToolDecision::Deny(llm_text!("closed")), ("closed", true)),
    ];
    for (decision, (text, is_error)) in decisions {
        let seen = Seen::keeping();
        let dispatcher = Dispatcher::new(&tools, &())
            .before_tool(move |_: ToolContext| {
                let decision = decision.clone();
                async { Ok(decision) }
            })
            .after_tool(Arc::new(seen.clone()));
        call(&dispatcher, "add", "{}").unwrap();
        assert_eq!(seen.results(), [(text.to_owned(), is_error)]);
    }
}

#[test]
fn the_handlers_text_is_what_is_seen() {
    let seen = Seen::keeping();
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &())
        .on_error(from_fn(|_, _| {
            Ok(ToolErrorHandlerResult::text(llm_text!("something broke")))
        }))
        .after_tool(seen.clone());
    call(&dispatcher, "broken", "{}").unwrap();
    assert_eq!(seen.results(), [("something broke".to_owned(), true)]);
}
