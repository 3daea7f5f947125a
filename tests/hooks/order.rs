use super::{Log, call, tools};
use toolwright::dispatch::{Dispatcher, ResultDecision, ToolDecision};
use toolwright::{ToolContext, ToolOutput, ToolResult, llm_text};

fn before<'a>(
    dispatcher: Dispatcher<'a>,
    log: &Log,
    name: &'static str,
    decision: ToolDecision,
) -> Dispatcher<'a> {
    let log = log.clone();
    dispatcher.before_tool(move |_: ToolContext| {
        log.add(name);
        let decision = decision.clone();
        async { Ok(decision) }
    })
}

fn after<'a>(dispatcher: Dispatcher<'a>, log: &Log, name: &'static str) -> Dispatcher<'a> {
    let log = log.clone();
    dispatcher.after_tool(move |_: ToolContext, result: ToolResult| {
        log.add(name);
        async move {
            let text = format!("{}, {name}", result.text());
            Ok(ResultDecision::Replace(ToolOutput::text(text)))
        }
    })
}

#[test]
fn all_are_asked_in_the_order_in_which_they_were_added() {
    let (tools, log) = (tools(), Log::default());
    let mut dispatcher = Dispatcher::new(&tools, &());
    dispatcher = after(dispatcher, &log, "after 1");
    for name in ["before 1", "before 2", "before 3"] {
        dispatcher = before(dispatcher, &log, name, ToolDecision::Run);
    }
    dispatcher = after(dispatcher, &log, "after 2");
    let result = call(&dispatcher, "add", r#"{"a": 2, "b": 3}"#).unwrap();
    assert_eq!(result.text(), "5, after 1, after 2");
    assert_eq!(result.untruncated().to_text(), "5");
    assert_eq!(
        log.lines(),
        ["before 1", "before 2", "before 3", "after 1", "after 2"]
    );
}

#[test]
fn the_first_that_does_not_say_run_decides() {
    let decisions = [
        (ToolDecision::RunWith(r#"{"a": 1, "b": 1}"#.into()), "2"),
        (
            ToolDecision::Answer(ToolOutput::text("answered")),
            "answered",
        ),
        (ToolDecision::Deny(llm_text!("denied")), "denied"),
    ];
    for (decision, text) in decisions {
        let (tools, log) = (tools(), Log::default());
        let mut dispatcher = Dispatcher::new(&tools, &());
        dispatcher = before(dispatcher, &log, "first", ToolDecision::Run);
        dispatcher = before(dispatcher, &log, "second", decision);
        let last = ToolDecision::Answer(ToolOutput::text("never"));
        dispatcher = before(dispatcher, &log, "third", last);
        let result = call(&dispatcher, "add", r#"{"a": 2, "b": 3}"#).unwrap();
        assert_eq!(result.text(), text);
        assert_eq!(log.lines(), ["first", "second"]);
    }
}
