use super::{Log, add, call, tools};
use std::sync::Arc;
use toolwright::dispatch::{BeforeTool, Dispatcher, ToolDecision};
use toolwright::error_handler::fail_invocation;
use toolwright::tool::Structured;
use toolwright::{
    InvocationFailureKind, Redactor, ToolCall, ToolContext, ToolError, ToolErrorKind, ToolOutput,
    ToolSet, llm_text, tool, toolset,
};

/// Decides always the same.
struct Always(ToolDecision);

impl BeforeTool for Always {
    async fn before_tool(&self, _: &ToolContext) -> Result<ToolDecision, ToolError> {
        Ok(self.0.clone())
    }
}

fn always(decision: ToolDecision) -> Always {
    Always(decision)
}

#[test]
fn run_lets_the_call_go_its_way() {
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &()).before_tool(always(ToolDecision::Run));
    let result = call(&dispatcher, "add", r#"{"a": 2, "b": 3}"#).unwrap();
    assert_eq!(result.text(), "5");
    assert_eq!(result.edited_arguments(), None);
    assert!(!result.is_error);
}

#[test]
fn edited_arguments_are_what_runs() {
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &()).before_tool(always(ToolDecision::RunWith(
        r#"{"a": 20, "b": 30}"#.into(),
    )));
    let result = call(&dispatcher, "add", r#"{"a": 2, "b": 3}"#).unwrap();
    assert_eq!(result.text(), "50");
    assert_eq!(result.edited_arguments(), Some(r#"{"a": 20, "b": 30}"#));
}

#[test]
fn edited_arguments_mend_what_the_model_wrote_and_are_coerced_like_it() {
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &()).before_tool(always(ToolDecision::RunWith(
        r#"{"a": "20", "b": 30}"#.into(),
    )));
    let result = call(&dispatcher, "add", "no JSON").unwrap();
    assert_eq!(result.text(), "50");
}

#[test]
fn edited_arguments_are_validated_again() {
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &())
        .before_tool(always(ToolDecision::RunWith(r#"{"a": 2}"#.into())));
    let result = call(&dispatcher, "add", r#"{"a": 2, "b": 3}"#).unwrap();
    assert!(result.is_error);
    assert!(result.text().contains("`b`"), "{}", result.text());
    // The handler for arguments decides, with what would have run.
    let dispatcher = dispatcher.on_error_of(ToolErrorKind::Arguments, fail_invocation());
    let failure = call(&dispatcher, "add", r#"{"a": 2, "b": 3}"#).unwrap_err();
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Arguments)
    );
    assert_eq!(failure.tool_call().unwrap().arguments, r#"{"a": 2}"#);
}

/// Takes a small number.
#[tool]
fn small(#[arg(validate = is_small)] n: u64) -> u64 {
    n
}

fn is_small(n: &u64) -> Result<(), toolwright::LlmText> {
    match n {
        0..10 => Ok(()),
        _ => Err(llm_text!("has to be smaller than 10")),
    }
}

#[test]
fn edited_arguments_pass_the_validations_of_the_tool() {
    let tools: ToolSet = toolset![small];
    let dispatcher = Dispatcher::new(&tools, &())
        .before_tool(always(ToolDecision::RunWith(r#"{"n": 10}"#.into())));
    let result = call(&dispatcher, "small", r#"{"n": 1}"#).unwrap();
    assert!(result.is_error);
    assert!(result.text().contains("has to be smaller than 10"));
}

#[test]
fn the_tool_sees_the_edited_call() {
    /// Shows its call.
    #[tool]
    fn show(n: u8, #[context] context: &ToolContext) -> String {
        format!("{n} of {}", context.call().arguments)
    }

    let tools: ToolSet = toolset![show];
    let dispatcher = Dispatcher::new(&tools, &())
        .before_tool(always(ToolDecision::RunWith(r#"{"n":2}"#.into())));
    let result = call(&dispatcher, "show", r#"{"n":1}"#).unwrap();
    assert_eq!(result.text(), r#"2 of {"n":2}"#);
}

#[test]
fn an_answer_stands_for_what_the_tool_would_give() {
    let ran = Log::default();
    let hook = {
        let ran = ran.clone();
        move |context: ToolContext| {
            ran.add(context.call().name.clone());
            async { Ok(ToolDecision::Answer(ToolOutput::text("from the cache"))) }
        }
    };
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &()).before_tool(hook);
    // `broken` would end the invocation.
    let result = call(&dispatcher, "broken", "{}").unwrap();
    assert_eq!(
        (result.text().as_ref(), result.is_error),
        ("from the cache", false)
    );
    assert_eq!(
        (result.call_id.as_str(), result.name.as_str()),
        ("c1", "broken")
    );
    assert_eq!(ran.lines(), ["broken"]);
}

#[test]
fn an_answer_is_redacted_and_cut() {
    let secret = ToolOutput::text("password=hunter2");
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &())
        .redactor(Redactor::credentials())
        .before_tool(always(ToolDecision::Answer(secret)));
    let result = call(&dispatcher, "add", "{}").unwrap();
    assert_eq!(result.text(), "password=[redacted: password]");
    let long = ToolOutput::text("x".repeat(500));
    let dispatcher = Dispatcher::new(&tools, &())
        .max_output(100)
        .before_tool(always(ToolDecision::Answer(long)));
    let result = call(&dispatcher, "add", "{}").unwrap();
    assert!(result.text().len() <= 100 && result.text().contains("bytes left out"));
    assert_eq!(result.untruncated().to_text().len(), 500);
}

#[test]
fn the_limit_of_the_tool_holds_for_an_answer() {
    /// Has a limit.
    #[tool(max_output = "64B")]
    fn limited() -> String {
        String::new()
    }

    let tools: ToolSet = toolset![limited];
    let long = ToolOutput::text("x".repeat(500));
    let dispatcher = Dispatcher::new(&tools, &()).before_tool(always(ToolDecision::Answer(long)));
    let result = call(&dispatcher, "limited", "{}").unwrap();
    assert!(result.text().len() <= 64);
}

#[test]
fn a_structured_answer_stays_structured() {
    /// Gives a list.
    #[tool]
    fn list() -> Structured<Vec<u8>> {
        Structured(vec![1])
    }

    let tools: ToolSet = toolset![list];
    let output = ToolOutput::structured(&[7, 8]).unwrap();
    let dispatcher = Dispatcher::new(&tools, &()).before_tool(always(ToolDecision::Answer(output)));
    // Of a name that no tool has, too.
    for name in ["list", "ghost"] {
        let result = call(&dispatcher, name, "{}").unwrap();
        assert_eq!(result.structured(), Some("[7,8]"));
        assert_eq!(result.text(), "[7,8]");
    }
}

#[test]
fn a_denied_call_reads_why() {
    let tools = tools();
    let reason = llm_text!("additions need a manager");
    let dispatcher =
        Dispatcher::new(&tools, &()).before_tool(always(ToolDecision::Deny(reason.clone())));
    let result = call(&dispatcher, "add", r#"{"a": 2, "b": 3}"#).unwrap();
    assert!(result.is_error);
    assert_eq!(result.text(), "additions need a manager");
    let dispatcher = dispatcher.on_error_of(ToolErrorKind::Denied, fail_invocation());
    let failure = call(&dispatcher, "add", "{}").unwrap_err();
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Denied)
    );
}

/// L80: names that no tool has, and arguments that are none, are seen before anything is looked up or decoded.
#[test]
fn unknown_names_and_bad_arguments_are_seen_as_they_came() {
    let log = Log::default();
    let hook = {
        let log = log.clone();
        move |context: ToolContext| {
            let call = context.call();
            log.add(format!("{} {}", call.name, call.arguments));
            async { Ok(ToolDecision::Run) }
        }
    };
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &()).before_tool(hook);
    let result = call(&dispatcher, "ad", "{").unwrap();
    assert!(result.is_error);
    assert_eq!(
        result.text(),
        "there is no tool of that name; did you mean `add`? The tools are: `add`, `closed`, `broken`"
    );
    assert!(call(&dispatcher, "add", "[]").unwrap().is_error);
    assert_eq!(log.lines(), ["ad {", "add []"]);
}

#[test]
fn an_unknown_name_can_be_answered_and_denied_but_not_run() {
    let tools = tools();
    let decisions = [
        (
            ToolDecision::Answer(ToolOutput::text("made up")),
            "made up",
            false,
        ),
        (
            ToolDecision::Deny(llm_text!("no such thing")),
            "no such thing",
            true,
        ),
    ];
    for (decision, text, is_error) in decisions {
        let dispatcher = Dispatcher::new(&tools, &()).before_tool(always(decision));
        let result = call(&dispatcher, "ghost", "{}").unwrap();
        assert_eq!((result.text().as_ref(), result.is_error), (text, is_error));
    }
    let dispatcher =
        Dispatcher::new(&tools, &()).before_tool(always(ToolDecision::RunWith("{}".into())));
    let result = call(&dispatcher, "ghost", "{}").unwrap();
    assert!(result.is_error && result.text().contains("there is no tool of that name"));
}

#[test]
fn what_may_not_run_is_not_asked_about() {
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &())
        .before_tool(always(ToolDecision::Answer(ToolOutput::text("run"))))
        .after_tool(|_: ToolContext, _: toolwright::ToolResult| async {
            Ok(toolwright::dispatch::ResultDecision::Replace(
                ToolOutput::text("run"),
            ))
        });
    let refused = |error| {
        dispatcher
            .refuse(ToolCall::new("c1", "add", "{}"), error)
            .unwrap()
    };
    let errors = [
        ToolError::truncated(false),
        ToolError::not_offered("add", ["closed"]),
        ToolError::denied(llm_text!("not today")),
    ];
    for error in errors {
        let text = error.message_for_llm().unwrap().clone();
        let result = refused(error);
        assert!(result.is_error);
        assert_eq!(result.text(), text.as_str());
    }
}

#[test]
fn a_hook_is_told_of_the_invocation_and_may_be_shared() {
    let hook = Arc::new(always(ToolDecision::Answer(ToolOutput::text("shared"))));
    let tools: ToolSet = toolset![add];
    for _ in 0..2 {
        let dispatcher = Dispatcher::new(&tools, &()).before_tool(Arc::clone(&hook));
        assert_eq!(call(&dispatcher, "add", "{}").unwrap().text(), "shared");
    }
    assert_eq!(Arc::strong_count(&hook), 1);
}

#[test]
fn debug_shows_no_arguments() {
    let shown = format!("{:?}", ToolDecision::RunWith("hunter2".into()));
    assert_eq!(shown, "RunWith(7 bytes)");
}
