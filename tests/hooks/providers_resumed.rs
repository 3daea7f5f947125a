use super::closed;
use super::providers::{Give, now, offered};
use toolwright::agent::{Invocation, ProviderContext, Step};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, ChatRequest, ChatResponse, Message, ToolCall, ToolSet, toolset};

#[test]
fn a_tool_that_is_withdrawn_stays_withdrawn() {
    let model = ScriptedModel::new()
        .calls([("c1", "closed", "{}")])
        .calls([("c2", "closed", "{}")])
        .text("Sorry.");
    let agent = Agent::builder(model.clone())
        .max_consecutive_failures(1)
        .tool_provider(Give(|_: &ProviderContext<'_>| toolset![closed, now]))
        .build()
        .unwrap();
    block_on(agent.invoke("Go.")).unwrap();
    assert_eq!(
        offered(&model),
        [vec!["closed", "now"], vec!["now"], vec!["now"]]
    );
    let requests = model.requests();
    let results = requests[2].tool_results();
    assert!(
        results[1]
            .text()
            .starts_with("this tool is not offered, and was not run")
    );
}

#[test]
fn a_tool_that_was_called_as_often_as_it_may_be_stays_withdrawn() {
    let model = ScriptedModel::new()
        .calls([("c1", "now", "{}")])
        .calls([("c2", "now", "{}")])
        .text("Noon.");
    let agent = Agent::builder(model.clone())
        .max_calls_of("now", 1)
        .tool_provider(Give(|_: &ProviderContext<'_>| toolset![now]))
        .build()
        .unwrap();
    block_on(agent.invoke("Go.")).unwrap();
    assert_eq!(offered(&model), [vec!["now"], vec![], vec![]]);
}

/// Calls of a turn that another process began are run with the tools that its providers give now, if they were offered.
#[test]
fn an_invocation_is_resumed_in_the_middle_of_a_turn() {
    let mut invocation = Invocation::new(
        ChatRequest::new([Message::user("Go.")]).with_tools(
            ToolSet::<()>::builder()
                .tools(toolset![now])
                .build()
                .definitions()
                .clone(),
        ),
    );
    let calls = vec![
        ToolCall::new("c1", "now", "{}"),
        ToolCall::new("c2", "closed", "{}"),
    ];
    invocation.on_response(ChatResponse::calls(calls)).unwrap();
    assert!(matches!(invocation.step(), Step::RunTools(_)));
    let stored = serde_json::to_string(&invocation).unwrap();
    let model = ScriptedModel::new().text("Noon.");
    let agent = Agent::builder(model.clone())
        .tool_provider(Give(|_: &ProviderContext<'_>| toolset![now, closed]))
        .build()
        .unwrap();
    let invocation: Invocation = serde_json::from_str(&stored).unwrap();
    block_on(agent.resume(invocation).invoke()).unwrap();
    let requests = model.requests();
    let results = requests[0].tool_results();
    assert_eq!(results[0].text(), "noon");
    // It exists, but was not offered in the request of this turn.
    assert!(
        results[1]
            .text()
            .starts_with("this tool is not offered, and was not run")
    );
    assert_eq!(offered(&model), [vec!["now", "closed"]]);
}
