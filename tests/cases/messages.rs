//! What is in a request: L53 to L56, L70, L72 to L75, B57, B94.

use crate::{Log, agent, answered, is_whole, lines};
use std::future::ready;
use toolwright::agent::{ModelContext, ModelDecision};
use toolwright::memory::{InMemory, Window};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, ChatRequest, ChatResponse, Message, ToolCall, tool, toolset};

/// What a tool returns to the caller alone: the execution has it, and the model says the last word.
#[test]
fn l53_to_l56_the_caller_has_the_values_and_the_model_the_last_word() {
    /// Counts.
    #[tool]
    fn count() -> Vec<u8> {
        vec![1, 2]
    }

    /// Says nothing.
    #[tool]
    fn nothing() {}

    let model = ScriptedModel::new()
        .calls([("a", "count", "{}"), ("b", "nothing", "{}")])
        .text("two");
    let agent = Agent::builder(model)
        .tools(toolset![count, nothing])
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("go")).unwrap();
    let done = &answer.tool_executions;
    assert_eq!(done[0].value::<Vec<u8>>().unwrap(), [1, 2]);
    assert!(done[0].value::<u8>().is_err(), "never a wrong type");
    assert_eq!(done[1].value::<String>().unwrap(), "done");
    assert_eq!(lines(&answer.messages).last().unwrap(), "says two");
}

/// L70, B94: without a memory the messages are the same.
#[test]
fn l70_b94_the_requests_are_the_same_with_and_without_a_memory() {
    let asked = [false, true].map(|remembers| {
        let model = ScriptedModel::new()
            .calls([("a", "look", "{}"), ("b", "boom", "{}")])
            .calls([("c", "ok", "{}")])
            .text("done");
        let mut agent = agent(&model, &Log::default()).system_message("Be brief.");
        if remembers {
            agent = agent.memory(InMemory::new());
        }
        let agent = agent.build().unwrap();
        block_on(agent.request("go").conversation("7").invoke()).unwrap();
        model.requests()
    });
    assert_eq!(asked[0], asked[1]);
    assert_eq!(asked[0].len(), 3);
}

/// A turn that is larger than the window is read whole, so no request is ever empty.
#[test]
fn l72_no_window_empties_a_request() {
    for (limit, calls) in [(3, 3), (1, 1), (0, 5), (2, 40)] {
        let ids: Vec<String> = (0..calls).map(|n| format!("c{n}")).collect();
        let model = ScriptedModel::new()
            .calls(ids.iter().map(|id| (id.clone(), "look", "{}")))
            .calls([("x", "look", "{}")])
            .text("done");
        let agent = agent(&model, &Log::default())
            .window(Window::messages(limit))
            .build()
            .unwrap();
        let answer = block_on(agent.invoke("go")).unwrap();
        let requests = model.requests();
        let read = lines(requests[1].messages());
        assert_eq!(read.len(), 2 + calls, "{limit}: {read:?}");
        assert!(requests.iter().all(is_whole));
        let read = lines(requests[2].messages());
        assert_eq!(
            read,
            [
                "user go",
                "calls look#x",
                &format!("reads x seen {}", calls + 1)
            ]
        );
        assert_eq!(answer.messages.len(), 2 + calls + 3, "nothing is lost");
    }
}

/// L73, L74: what is to be in a request and not in the conversation, a hook puts there, and it is asked each time.
#[test]
fn l73_l74_a_hook_adds_to_each_request_what_is_not_stored() {
    let model = ScriptedModel::new()
        .calls([("a", "look", "{}")])
        .calls([("b", "look", "{}")])
        .text("done");
    let agent = agent(&model, &Log::default())
        .system_message("Be brief.")
        .before_model(|context: &ModelContext<'_>| {
            let request = context.request();
            let messages = request.messages().iter().map(|message| match message {
                Message::User { content, .. } => {
                    Message::user(format!("{} (page 7 says: 42)", content.to_text()))
                }
                other => other.clone(),
            });
            let augmented = ChatRequest::new(messages).with_tools(request.tools().clone());
            ready(Ok(ModelDecision::AskWith(augmented)))
        })
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("What is it?")).unwrap();
    let requests = model.requests();
    assert_eq!(requests.len(), 3);
    for request in &requests {
        let read = lines(request.messages());
        assert_eq!(
            read[..2],
            ["system Be brief.", "user What is it? (page 7 says: 42)"]
        );
        assert_eq!(request.offered_tools().len(), 5);
    }
    assert_eq!(lines(&answer.messages)[1], "user What is it?");
}

/// L75: a text beside calls is kept and is not the answer.
#[test]
fn l75_a_text_beside_calls_is_no_answer() {
    let call = |id: &str| ToolCall::new(id, "look", "{}");
    let model = ScriptedModel::new()
        .respond(ChatResponse::calls(vec![call("a")]).with_content("I look."))
        .respond(
            ChatResponse::calls(vec![call("b"), call("c")])
                .with_content("Again.")
                .with_finish_reason(toolwright::model::FinishReason::Stop),
        )
        .text("");
    let answer = answered(&model);
    assert_eq!(answer.text, "");
    assert_eq!(
        lines(&answer.messages),
        [
            "user go",
            "says I look. and calls look#a",
            "reads a seen 1",
            "says Again. and calls look#b look#c",
            "reads b seen 2",
            "reads c seen 3",
            "says ",
        ]
    );
}
