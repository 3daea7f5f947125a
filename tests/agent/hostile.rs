//! What a strict reviewer found: each was a leak, a hang or a hole once.

use crate::assert_linear;
use std::error::Error;
use std::fmt;
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::send_error_message_to_llm;
use toolwright::testing::{ScriptedModel, block_on, dispatch};
use toolwright::{
    Agent, InvocationFailureKind, LlmVisible, ToolCall, ToolError, ToolErrorKind, ToolSet,
    VisibleToLlm, llm_text, tool, toolset, visible_error,
};

/// Hides an error that was visible, and erases it.
#[tool]
fn hidden_again() -> Result<(), anyhow::Error> {
    let visible = Err::<(), _>(std::io::Error::other("x")).visible_to_llm(llm_text!("CANARY"));
    Ok(visible.visible_to_llm_with(|_| None)?)
}

#[derive(Debug, LlmVisible)]
enum DebugOnly {
    #[llm(hidden)]
    #[allow(dead_code, reason = "for its `Debug`")]
    Url { url: String },
}

/// Fails with an error that is no `Error`.
#[tool]
fn debug_only() -> Result<(), DebugOnly> {
    Err(DebugOnly::Url {
        url: "CANARY".to_owned(),
    })
}

/// Fails as the runtime itself does.
#[tool]
fn tool_error(visible: bool) -> Result<(), ToolError> {
    if visible {
        return Err(ToolError::visible(visible_error!("use another id")));
    }
    let text = llm_text!("the id must be even");
    Err(ToolError::arguments(text, "odd"))
}

#[derive(Debug, LlmVisible)]
#[llm("it went wrong")]
struct Bomb;

impl fmt::Display for Bomb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bomb")
    }
}

impl Error for Bomb {}

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("bomb");
    }
}

/// Fails with an error whose destructor panics.
#[tool]
fn bomb() -> Result<(), Bomb> {
    Err(Bomb)
}

/// Takes one.
#[tool]
fn one(a: Option<u32>) -> Option<u32> {
    a
}

fn tools() -> ToolSet {
    toolset![hidden_again, debug_only, tool_error, bomb, one]
}

#[test]
fn a_decision_to_hide_outlives_erasure() {
    let failure = block_on(dispatch(&tools(), &(), "hidden_again", "")).unwrap_err();
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Execution)
    );
    assert!(failure.tool_error().unwrap().message_for_llm().is_none());
}

#[test]
fn debug_is_never_sent() {
    let model = ScriptedModel::new()
        .calls([("c1", "debug_only", "")])
        .text("done");
    let agent = Agent::builder(model.clone())
        .tools(tools())
        .on_error(send_error_message_to_llm())
        .build()
        .unwrap();
    block_on(agent.invoke("go")).unwrap();
    assert_eq!(
        model.requests()[1].tool_results()[0].text(),
        "the tool failed and gave no reason"
    );
}

#[test]
fn a_tool_error_stays_what_it_is() {
    for (arguments, text) in [
        (r#"{"visible":true}"#, "use another id"),
        (r#"{"visible":false}"#, "the id must be even"),
    ] {
        let result = block_on(dispatch(&tools(), &(), "tool_error", arguments)).unwrap();
        assert_eq!(result.text(), text);
    }
}

#[test]
fn an_errors_destructor_panics_into_the_net() {
    std::panic::set_hook(Box::new(|_| {}));
    let result = block_on(dispatch(&tools(), &(), "bomb", ""));
    drop(std::panic::take_hook());
    assert_eq!(result.unwrap().text(), "it went wrong");
}

#[test]
fn no_debug_shows_the_state_or_what_the_model_wrote() {
    #[derive(Debug)]
    struct App {
        _url: &'static str,
    }
    let empty = ToolSet::<App>::default();
    let shown = format!("{:?}", Dispatcher::new(&empty, &App { _url: "CANARY" }));
    assert!(!shown.contains("CANARY"), "{shown}");

    let model = ScriptedModel::new().calls([("c1", "one", r#"{"CANARY": "CANARY"}"#)]);
    let handler = toolwright::error_handler::fail_invocation();
    let agent = Agent::builder(model)
        .tools(tools())
        .on_error(handler)
        .build()
        .unwrap();
    let failure = block_on(agent.invoke("go")).unwrap_err();
    let shown = format!("{failure:?} {failure}");
    assert!(!shown.contains("CANARY"), "{shown}");
}

#[test]
fn repeated_keys_cost_no_more_than_their_text() {
    let text = |n: u32| {
        let keys: Vec<_> = (0..n).map(|_| r#""b":1,"a":"x""#).collect();
        let keys = keys.join(",");
        let started = std::time::Instant::now();
        let result = block_on(dispatch(&tools(), &(), "one", &format!("{{{keys}}}"))).unwrap();
        assert!(
            result.is_error && result.text().len() < 8_192,
            "{}",
            result.text().len()
        );
        started.elapsed()
    };
    assert_linear(text, 1_000);
}

#[test]
fn an_error_that_is_its_own_source_ends() {
    #[derive(Debug)]
    struct Ouroboros;
    impl fmt::Display for Ouroboros {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("again")
        }
    }
    impl Error for Ouroboros {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(self)
        }
    }
    /// Never ends.
    #[tool]
    fn endless() -> Result<(), Box<dyn Error + Send + Sync>> {
        Err(Box::new(Ouroboros))
    }
    let text = llm_text!("sorry");
    let handler =
        toolwright::error_handler::send_generic_message_to_llm_unless_visible_to_llm(text);
    let tools = toolset![endless];
    let dispatcher = Dispatcher::new(&tools, &()).on_error(handler);
    let result = block_on(dispatcher.call(ToolCall::new("c1", "endless", ""))).unwrap();
    assert!(result.text().starts_with("sorry (reference "));
}
