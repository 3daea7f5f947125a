//! What does not fit is an error and changes nothing.

use toolwright::agent::{Decision, Invocation, Step, StepError};
use toolwright::{ChatResponse, Message, ToolResult};

fn stored(invocation: &Invocation) -> String {
    serde_json::to_string(invocation).unwrap()
}

/// Feeds everything that does not fit.
pub(crate) fn feed(invocation: &mut Invocation) {
    let before = stored(invocation);
    let results: Vec<ToolResult> = pushed(invocation);
    let pending: Vec<(String, String)> = invocation
        .pending_calls()
        .map(|call| (call.id.clone(), call.name.clone()))
        .collect();
    let is_asking = matches!(invocation.step(), Step::CallModel(_));
    if !is_asking {
        for response in [ChatResponse::text("x"), ChatResponse::calls(Vec::new())] {
            let refused = invocation.on_response(response);
            assert_eq!(refused, Err(StepError::UnexpectedResponse));
        }
    }
    let mut wrong = vec![ToolResult::new("nobody", "look", "x")];
    wrong.extend(results);
    for (id, _) in &pending {
        wrong.push(ToolResult::new(id, "another", "x"));
    }
    for result in wrong {
        let refused = invocation.on_result(result.clone());
        assert_eq!(refused, Err(StepError::UnexpectedResult), "{result:?}");
    }
    let held: Vec<String> = match invocation.step() {
        Step::AwaitApproval(calls) => calls.iter().map(|call| call.id.clone()).collect(),
        _ => Vec::new(),
    };
    for id in ["nobody"]
        .into_iter()
        .chain(held.iter().map(String::as_str))
    {
        assert_eq!(invocation.hold(id), Err(StepError::UnexpectedHold));
        assert_eq!(invocation.on_start(id), Err(StepError::UnexpectedStart));
    }
    let runnable: Vec<String> = match invocation.step() {
        Step::RunTools(calls) => calls.iter().map(|call| call.id.clone()).collect(),
        _ => Vec::new(),
    };
    let nobody = "nobody".to_owned();
    for id in runnable.iter().chain([&nobody]) {
        let refused = invocation.on_decision(id, Decision::Approve);
        assert_eq!(refused, Err(StepError::UnexpectedDecision));
    }
    assert_eq!(
        stored(invocation),
        before,
        "what does not fit changes nothing"
    );
}

/// The results that stand behind the last turn, whose calls wait for none.
fn pushed(invocation: &Invocation) -> Vec<ToolResult> {
    let pending: Vec<&str> = invocation.pending_calls().map(|call| &*call.id).collect();
    let messages = invocation.clone().into_transcript();
    let results = messages.iter().rev().map_while(|message| match message {
        Message::Tool(result) => Some(result.clone()),
        _ => None,
    });
    results
        .filter(|result| !pending.contains(&&*result.call_id))
        .collect()
}
