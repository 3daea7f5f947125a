//! E58 to E87 of LangChain4j's behaviour, one fact a test: what is the same here, and what is decided otherwise. The facts
//! that are not here cannot be written down in Rust (a `null`, a checked exception), belong to what does not exist yet, or
//! are cells of the table.

use crate::thrown::Custom;
use std::error::Error;
use std::sync::{Arc, Mutex};
use tests::logged;
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::{
    ToolErrorHandlerResult, ToolExecutionErrorHandler, fail_invocation, from_fn,
    send_error_message_to_llm,
};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{
    Agent, InvocationFailure, InvocationFailureKind, LlmText, ToolCall, ToolError, ToolErrorKind,
    ToolResult, ToolSet, llm_text, tool, toolset,
};

/// Fails with what the standard library reports.
#[tool]
fn reads() -> Result<(), std::io::Error> {
    Err(std::io::Error::other("disk sda1"))
}

/// Says itself that its arguments are wrong (E61).
#[tool]
fn judges(n: u8) -> Result<u8, ToolError> {
    Err(ToolError::arguments(
        llm_text!("`n` has to be even"),
        format!("odd: {n}"),
    ))
}

/// Adds.
#[tool]
fn adds(a: i64, b: i64) -> i64 {
    a + b
}

fn says(text: LlmText) -> impl ToolExecutionErrorHandler + 'static {
    from_fn(move |_error, _context| Ok(ToolErrorHandlerResult::text(text.clone())))
}

fn call(
    dispatcher: &Dispatcher<'_>,
    name: &str,
    arguments: &str,
) -> Result<ToolResult, InvocationFailure> {
    block_on(dispatcher.call(ToolCall::new("c1", name, arguments)))
}

#[test]
fn e58_a_dispatcher_alone_has_the_same_default() {
    let tools: ToolSet = toolset![reads];
    let failure = call(&Dispatcher::new(&tools, &()), "reads", "{}").unwrap_err();
    let execution = InvocationFailureKind::Tool(ToolErrorKind::Execution);
    assert_eq!(failure.kind(), execution);
    assert_eq!(failure.source().unwrap().to_string(), "disk sda1");
}

#[test]
fn e59_e62_bad_arguments_have_their_own_route_with_a_dispatcher_too() {
    let tools: ToolSet = toolset![adds];
    for arguments in ["{", r#"{"a": "x", "b": 1}"#, r#"{"a": 1}"#, "[]"] {
        let dispatcher = Dispatcher::new(&tools, &())
            .on_error(fail_invocation())
            .on_error_of(
                ToolErrorKind::Arguments,
                from_fn(|error, context| {
                    assert_eq!(context.kind(), ToolErrorKind::Arguments);
                    assert_eq!(context.raw_error().error().to_string(), error.to_string());
                    Ok(ToolErrorHandlerResult::text(llm_text!("arguments")))
                }),
            );
        let result = call(&dispatcher, "adds", arguments).unwrap();
        assert_eq!(
            (result.text().as_ref(), result.is_error),
            ("arguments", true)
        );
    }
}

#[test]
fn e61_what_a_tool_says_of_its_arguments_is_about_arguments() {
    let tools: ToolSet = toolset![judges];
    let dispatcher = Dispatcher::new(&tools, &());
    let result = call(&dispatcher, "judges", r#"{"n": 1}"#).unwrap();
    assert_eq!(result.text(), "`n` has to be even");
    let dispatcher = dispatcher.on_error_of(ToolErrorKind::Arguments, says(llm_text!("mine")));
    assert_eq!(
        call(&dispatcher, "judges", r#"{"n": 1}"#).unwrap().text(),
        "mine"
    );
}

#[test]
fn e63_e65_bad_arguments_are_sent_by_default() {
    let tools: ToolSet = toolset![adds];
    let result = call(&Dispatcher::new(&tools, &()), "adds", r#"{"a": 1}"#).unwrap();
    assert_eq!(
        result.text(),
        "the arguments are wrong, the call was not run:\n- `b` is missing: expected an integer"
    );
}

#[test]
fn e64_any_handler_serves_for_arguments() {
    let tools: ToolSet = toolset![adds];
    let with =
        |handler| Dispatcher::new(&tools, &()).on_error_of(ToolErrorKind::Arguments, handler);
    let failing: Arc<dyn ToolExecutionErrorHandler> = Arc::new(fail_invocation());
    let failure = call(&with(failing), "adds", "{").unwrap_err();
    let arguments = InvocationFailureKind::Tool(ToolErrorKind::Arguments);
    assert_eq!(failure.kind(), arguments);
    let sending: Arc<dyn ToolExecutionErrorHandler> = Arc::new(send_error_message_to_llm());
    let text = call(&with(sending), "adds", "{")
        .unwrap()
        .text()
        .into_owned();
    assert!(
        text.starts_with("the arguments are wrong"),
        "what was written for it: {text}"
    );
}

#[test]
fn e66_building_an_agent_logs_nothing() {
    let ((), records) = logged(|| {
        let builder = Agent::builder(ScriptedModel::new()).tools(toolset![adds]);
        drop(builder.build().unwrap());
    });
    assert_eq!(records, []);
}

#[test]
fn e70_e71_is_error_wherever_a_handler_spoke_and_the_id_and_name_of_the_call() {
    let model = ScriptedModel::new()
        .calls([
            ("c1", "adds", r#"{"a": 1, "b": 2}"#),
            ("c2", "adds", "{}"),
            ("c3", "reads", "{}"),
            ("c4", "nope", "{}"),
        ])
        .text("done");
    let agent = Agent::builder(model.clone())
        .tools(toolset![adds, reads])
        .on_error(says(llm_text!("no")))
        .build()
        .unwrap();
    block_on(agent.invoke("go")).unwrap();
    let requests = model.requests();
    let results = requests[1].tool_results();
    let found = results.iter().map(|result| {
        let id = result.call_id.as_str();
        (
            id,
            result.name.as_str(),
            result.text().into_owned(),
            result.is_error,
        )
    });
    let text = ToOwned::to_owned;
    assert_eq!(
        found.collect::<Vec<_>>(),
        [
            ("c1", "adds", text("3"), false),
            ("c2", "adds", text("no"), true),
            ("c3", "reads", text("no"), true),
            ("c4", "nope", text("no"), true),
        ]
    );
}

#[test]
fn e73_an_answer_to_an_invented_name_is_an_error_too() {
    let model = ScriptedModel::new()
        .calls([("c1", "nope", "{}")])
        .text("done");
    let agent = Agent::builder(model.clone())
        .tools(toolset![adds])
        .on_unknown_tool(says(llm_text!("who?")))
        .build()
        .unwrap();
    block_on(agent.invoke("go")).unwrap();
    let requests = model.requests();
    let result = requests[1].tool_results()[0];
    assert_eq!((result.text().as_ref(), result.is_error), ("who?", true));
}

#[test]
fn e75_names_are_exact_and_without_tools_every_name_is_invented() {
    let tools: ToolSet = toolset![adds];
    let text = call(&Dispatcher::new(&tools, &()), "ADDS", "{}")
        .unwrap()
        .text()
        .into_owned();
    assert_eq!(
        text,
        "there is no tool of that name; did you mean `adds`? The tools are: `adds`"
    );
    let none = ToolSet::default();
    let text = call(&Dispatcher::new(&none, &()), "adds", "{}")
        .unwrap()
        .text()
        .into_owned();
    assert_eq!(text, "there is no tool of that name.");
}

#[test]
fn e78_the_standard_librarys_errors_arrive_as_they_are() {
    let tools: ToolSet = toolset![reads];
    let dispatcher = Dispatcher::new(&tools, &()).on_error(from_fn(|error, context| {
        assert!(error.is::<std::io::Error>());
        Err(context.fail())
    }));
    let failure = call(&dispatcher, "reads", "{}").unwrap_err();
    assert!(failure.source().unwrap().is::<std::io::Error>());
}

#[test]
fn e80_what_a_custom_tool_wrapped_is_sent_as_it_was_wrapped() {
    let tools: ToolSet = toolset![..Custom];
    let dispatcher = Dispatcher::new(&tools, &()).on_error(send_error_message_to_llm());
    let sent = call(&dispatcher, "custom", r#"{"id": "E12"}"#).unwrap();
    assert_eq!(sent.text(), "x", "`x` around `io`");
}

#[test]
fn e85_a_missing_argument_never_becomes_a_null() {
    let tools: ToolSet = toolset![adds];
    let text = call(
        &Dispatcher::new(&tools, &()),
        "adds",
        r#"{"a": null, "b": 1}"#,
    );
    let text = text.unwrap().text().into_owned();
    assert!(text.contains("`a`: expected an integer"), "{text}");
}

/// What is checked while it is decoded.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(try_from = "u32")]
#[schemars(with = "u32")]
struct Even(u32);

impl TryFrom<u32> for Even {
    type Error = &'static str;

    fn try_from(n: u32) -> Result<Self, Self::Error> {
        if n.is_multiple_of(2) {
            Ok(Self(n))
        } else {
            Err("only even numbers are sold")
        }
    }
}

/// Sells.
#[tool]
fn sells(n: Even) -> u32 {
    n.0
}

#[test]
fn e86_what_a_parameters_type_says_is_read() {
    let tools: ToolSet = toolset![sells];
    let text = call(&Dispatcher::new(&tools, &()), "sells", r#"{"n": 3}"#).unwrap();
    assert_eq!(
        text.text(),
        "the arguments are wrong, the call was not run:\n- `n`: only even numbers are sold; got the number 3"
    );
}

#[test]
fn e87_the_context_has_the_call_the_conversation_and_the_values() {
    let seen = Arc::new(Mutex::new(String::new()));
    let keep = Arc::clone(&seen);
    let model = ScriptedModel::new()
        .calls([("c1", "adds", "{ }")])
        .text("done");
    let agent = Agent::builder(model)
        .tools(toolset![adds])
        .on_error(from_fn(move |_error, context| {
            let call = context.call();
            *keep.lock().unwrap() = format!(
                "{} {} {} {:?} {:?}",
                call.id,
                call.name,
                call.arguments,
                context.conversation_id(),
                context.extensions().get::<u8>()
            );
            Ok(ToolErrorHandlerResult::text(llm_text!("no")))
        }))
        .build()
        .unwrap();
    block_on(agent.request("go").context(7_u8).invoke()).unwrap();
    assert_eq!(*seen.lock().unwrap(), "c1 adds { } None Some(7)");
}
