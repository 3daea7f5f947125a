//! What a conversation is after something failed in it: L69, L71, E82, E88, B53.

use crate::{Log, agent, is_whole, lines};
use std::future::ready;
use std::time::Duration;
use toolwright::agent::AgentBuilder;
use toolwright::dispatch::{ResultDecision, ToolDecision};
use toolwright::error_handler::{ToolErrorHandlerResult, fail_invocation, from_fn};
use toolwright::memory::{ChatMemory, InMemory};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{
    InvocationFailureKind, ToolContext, ToolError, ToolErrorKind, ToolResult, llm_text, tool,
    toolset,
};

/// Cannot be read.
#[tool]
fn unread() -> std::collections::BTreeMap<Vec<u8>, u8> {
    std::iter::once((vec![1], 2)).collect()
}

/// Panics.
#[tool]
fn panics() {
    panic!("S3CRET");
}

type Setup = fn(AgentBuilder<crate::App>) -> AgentBuilder<crate::App>;

/// In none of these ways an unanswered call is left, and the next question finds a conversation that can be gone on with.
#[test]
fn l69_no_failure_leaves_a_call_without_its_result() {
    use ToolErrorKind::{Arguments, Execution, Output, Panic, UnknownTool};

    let ways: [(&str, &str, Setup, ToolErrorKind); 7] = [
        ("bad", "{}", |agent| agent, Execution),
        ("ok", "{}", |agent| agent.before_tool(throws), Execution),
        (
            "ok",
            "{}",
            |agent| agent.after_tool(throws_after),
            Execution,
        ),
        (
            "ghost",
            "{}",
            |agent| agent.on_unknown_tool(fail_invocation()),
            UnknownTool,
        ),
        (
            "ok",
            "[]",
            |agent| agent.on_bad_arguments(fail_invocation()),
            Arguments,
        ),
        ("unread", "{}", |agent| agent, Output),
        ("panics", "{}", |agent| agent, Panic),
    ];
    for (tool, arguments, setup, kind) in ways {
        let memory = InMemory::new();
        let model = ScriptedModel::new()
            .calls([("a", "look", "{}"), ("b", tool, arguments)])
            .text("fine");
        let agent = agent(&model, &Log::default())
            .tools(toolset![unread, panics])
            .memory(memory.clone());
        let agent = setup(agent).build().unwrap();
        let failure = block_on(agent.request("go").conversation("7").invoke());
        let failure = failure.unwrap_err();
        assert_eq!(failure.kind(), InvocationFailureKind::Tool(kind), "{tool}");
        assert_eq!(lines(failure.transcript()).len(), 4);

        // In the same conversation, and with the transcript as its history.
        let next = block_on(agent.request("and now?").conversation("7").invoke()).unwrap();
        assert_eq!(next.text, "fine");
        let requests = model.requests();
        let asked = lines(requests[1].messages());
        assert_eq!(asked.last().unwrap(), "user and now?");
        assert!(requests.iter().all(is_whole), "{asked:?}");
        let stored = block_on(memory.load("7")).unwrap();
        assert_eq!(lines(stored.messages()).last().unwrap(), "says fine");
    }
}

fn throws(_: ToolContext) -> std::future::Ready<Result<ToolDecision, ToolError>> {
    ready(Err(ToolError::execution("down")))
}

fn throws_after(
    context: ToolContext,
    _: ToolResult,
) -> std::future::Ready<Result<ResultDecision, ToolError>> {
    ready(match context.call().id.as_str() {
        "a" => Ok(ResultDecision::Keep),
        _ => Err(ToolError::execution("down")),
    })
}

#[test]
fn l71_an_error_that_is_answered_is_a_result_like_others() {
    let model = ScriptedModel::new()
        .calls([("a", "ok", "{}"), ("b", "boom", "{}"), ("c", "ok", "{}")])
        .text("done");
    let answer = crate::answered(&model);
    assert_eq!(
        lines(&answer.messages),
        [
            "user go",
            "calls ok#a boom#b ok#c",
            "reads a done 1",
            "reads! b the desk is closed",
            "reads c done 3",
            "says done",
        ]
    );
}

/// E88: a hook after a tool sees the text that is sent, of failures as well; it is not asked where the invocation ends. One
/// before a tool is asked in all cases. An unknown name is a failure like others here.
#[test]
fn e88_hooks_see_failures_as_the_model_will() {
    let log = Log::default();
    let model = ScriptedModel::new().calls([
        ("a", "ok", "{}"),
        ("b", "boom", "{}"),
        ("c", "ghost", "{}"),
        ("d", "ok", "[]"),
        ("e", "bad", "{}"),
    ]);
    let agent = agent(&model, &Log::default())
        .durations(true)
        .before_tool({
            let log = log.clone();
            move |context: ToolContext| {
                log.add(format!("before {}", context.call().id));
                ready(Ok(ToolDecision::Run))
            }
        })
        .after_tool({
            let log = log.clone();
            move |context: ToolContext, result: ToolResult| {
                let text = result.text().chars().take(20).collect::<String>();
                log.add(format!("{} {} {text}", context.call().id, result.is_error));
                ready(Ok(ResultDecision::Keep))
            }
        });
    let agent = agent.build().unwrap();
    let failure = block_on(agent.invoke("go")).unwrap_err();
    assert_eq!(failure.tool_call().unwrap().id, "e");
    assert_eq!(
        log.lines(),
        [
            "before a",
            "a false done 1",
            "before b",
            "b true the desk is closed",
            "before c",
            "c true there is no tool of ",
            "before d",
            "d true the arguments are wr",
            "before e",
        ]
    );
}

/// L78: the time of a call is taken where somebody asked for it, of calls that failed as well.
#[test]
fn l78_e88_durations_are_there_where_they_are_asked_for() {
    for is_on in [false, true] {
        let model = ScriptedModel::new()
            .calls([
                ("a", "ok", "{}"),
                ("b", "boom", "{}"),
                ("c", "ghost", "{}"),
                ("d", "look", "[]"),
            ])
            .text("done");
        let agent = agent(&model, &Log::default()).durations(is_on);
        let answer = block_on(agent.build().unwrap().invoke("go")).unwrap();
        let taken = answer.tool_executions.iter().map(|e| e.duration);
        let taken: Vec<Option<Duration>> = taken.collect();
        assert_eq!(taken.len(), 4);
        assert!(
            taken.iter().all(|taken| taken.is_some() == is_on),
            "{taken:?}"
        );
        let attempts: Vec<u32> = answer.tool_executions.iter().map(|e| e.attempts).collect();
        assert_eq!(attempts, [1, 1, 0, 0]);
    }
}

/// E87: whoever decides about a failure has the call as it came, the conversation, the values of the invocation, and the
/// error itself, for each kind of failure.
#[test]
fn e87_a_handler_knows_where_it_is() {
    let log = Log::default();
    let model = ScriptedModel::new()
        .calls([
            ("a", "bad", "{ }"),
            ("b", "ok", "[1]"),
            ("c", "ghost", "no JSON"),
        ])
        .text("done");
    let agent = agent(&model, &Log::default())
        .on_error({
            let log = log.clone();
            from_fn(move |_error, context| {
                let call = context.call();
                log.add(format!(
                    "{} {} {} {:?} {:?} {}",
                    call.id,
                    call.name,
                    call.arguments,
                    context.conversation_id(),
                    context.extensions().get::<u8>(),
                    context.raw_error().to_string().is_empty(),
                ));
                Ok(ToolErrorHandlerResult::text(llm_text!("no")))
            })
        })
        .build()
        .unwrap();
    let request = agent.request("go").conversation("user-7").context(7_u8);
    block_on(request.invoke()).unwrap();
    let seen = |call: &str| format!(r#"{call} Some("user-7") Some(7) false"#);
    assert_eq!(
        log.lines(),
        ["a bad { }", "b ok [1]", "c ghost no JSON"].map(seen)
    );
}
