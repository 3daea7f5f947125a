use super::add;
use super::model_hooks::{ADD, before};
use std::error::Error;
use std::future::ready;
use toolwright::agent::{ModelContext, ModelDecision};
use toolwright::model::FinishReason;
use toolwright::testing::{Canary, ScriptedModel, block_on};
use toolwright::tool::PanicError;
use toolwright::{Agent, ChatResponse, InvocationFailureKind, ToolCall, toolset};

#[test]
fn the_response_of_a_hook_is_the_one_to_go_on_with() {
    let model = ScriptedModel::new().calls([("c1", "ad", ADD)]).text("5");
    let agent = Agent::builder(model.clone())
        .tools(toolset![add])
        .after_model(|mut response: ChatResponse, context: &ModelContext<'_>| {
            assert_eq!(context.request().offered_tools(), ["add"]);
            for call in &mut response.message.tool_calls {
                call.name = "add".to_owned();
                // No id of a hook's making breaks a conversation.
                call.id = String::new();
                let twin = call.clone();
                assert_eq!(twin.id, "");
            }
            let twins = response.message.tool_calls.clone();
            response.message.tool_calls.extend(twins);
            ready(Ok(response))
        })
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("Add.")).unwrap();
    assert_eq!(answer.tool_executions.len(), 2);
    let ids: Vec<_> = answer
        .tool_executions
        .iter()
        .map(|execution| &execution.call.id)
        .collect();
    assert_ne!(ids[0], ids[1]);
    assert!(
        answer
            .tool_executions
            .iter()
            .all(|execution| execution.result.text() == "5")
    );
}

#[test]
fn hooks_after_the_model_are_asked_in_order_and_see_answers_of_hooks_too() {
    let add_word = |word: &'static str| {
        move |response: ChatResponse, _: &ModelContext<'_>| {
            let text = format!("{} {word}", response.message.content.to_text());
            ready(Ok(response.with_content(text)))
        }
    };
    let agent = Agent::builder(ScriptedModel::new())
        .before_model(before(|_| {
            Ok(ModelDecision::Answer(ChatResponse::text("zero")))
        }))
        .after_model(add_word("one"))
        .after_model(add_word("two"))
        .build()
        .unwrap();
    assert_eq!(
        block_on(agent.invoke("Count.")).unwrap().text,
        "zero one two"
    );
}

#[test]
fn no_hook_makes_the_calls_of_a_turn_run_that_was_cut_off() {
    let model = ScriptedModel::new()
        .respond(
            ChatResponse::calls(vec![ToolCall::new("c1", "add", ADD)])
                .with_finish_reason(FinishReason::Length),
        )
        .text("Sorry.");
    let agent = Agent::builder(model.clone())
        .tools(toolset![add])
        .after_model(|response: ChatResponse, _: &ModelContext<'_>| {
            ready(Ok(response.with_finish_reason(FinishReason::ToolCalls)))
        })
        .build()
        .unwrap();
    block_on(agent.invoke("Add.")).unwrap();
    let requests = model.requests();
    let results = requests[1].tool_results();
    assert!(results[0].is_error && results[0].text().starts_with("the call was not run"));
}

#[test]
fn an_error_or_a_panic_ends_the_invocation_and_no_model_reads_of_it() {
    let canary = Canary::new();
    let hooks = ["before", "before, by a panic", "after", "after, by a panic"];
    for place in hooks {
        let model = ScriptedModel::new().calls([("c1", "add", ADD)]).text("5");
        let fail = {
            let canary = canary.clone();
            move |own: &str, round: u32| -> Result<(), Box<dyn Error + Send + Sync>> {
                match place.strip_prefix(own) {
                    Some("") if round == 1 => Err(canary.error().into()),
                    Some(_) if round == 1 => canary.panic(),
                    _ => Ok(()),
                }
            }
        };
        let agent = Agent::builder(model.clone())
            .tools(toolset![add])
            .before_model({
                let fail = fail.clone();
                before(move |context| fail("before", context.round()).map(|()| ModelDecision::Ask))
            })
            .after_model(move |response: ChatResponse, context: &ModelContext<'_>| {
                ready(fail("after", context.round()).map(|()| response))
            })
            .build()
            .unwrap();
        let failure = block_on(agent.invoke("Add.")).unwrap_err();
        assert_eq!(failure.kind(), InvocationFailureKind::Hook);
        assert_eq!(failure.to_string(), "a hook around the model failed");
        let source = failure.source().unwrap();
        if place.ends_with("panic") {
            let error = failure.downcast_ref::<PanicError>().unwrap();
            assert_eq!(error.payload(), Some(canary.text()));
            assert_eq!(source.to_string(), "a hook around the model panicked");
        } else {
            assert_eq!(source.to_string(), canary.text());
        }
        assert_eq!((failure.rounds(), failure.transcript().len()), (1, 3));
        canary.assert_absent_from(&model.requests());
        canary.assert_absent_from_text(&serde_json::to_string(failure.transcript()).unwrap());
    }
}
