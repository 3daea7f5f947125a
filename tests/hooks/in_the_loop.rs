//! Hooks around tools, in the loop of an agent.

use super::{Log, add};
use std::collections::HashMap;
use std::future::{Future, pending, poll_fn, ready};
use std::pin::pin;
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};
use toolwright::agent::{StepName, StepOutput, Steps};
use toolwright::dispatch::{ResultDecision, ToolDecision};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{
    Agent, ChatResponse, InvocationFailure, Message, ToolContext, ToolError, ToolOutput,
    ToolResult, llm_text, tool, toolset,
};

pub(super) const ADD: &str = r#"{"a": 2, "b": 3}"#;

/// B91: of two calls one is declined, and each has its result.
#[test]
fn two_calls_one_of_which_is_denied_have_two_results() {
    let model = ScriptedModel::new()
        .calls([("c1", "add", ADD), ("c2", "add", r#"{"a": 1, "b": 1}"#)])
        .text("One was declined.");
    let agent = Agent::builder(model.clone())
        .tools(toolset![add])
        .before_tool(|context: ToolContext| async move {
            Ok(match context.call().id.as_str() {
                "c1" => ToolDecision::Deny(llm_text!("the user declined this call")),
                _ => ToolDecision::Run,
            })
        })
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("Add.")).unwrap();
    let requests = model.requests();
    let results = requests[1].tool_results();
    let read: Vec<_> = results
        .iter()
        .map(|result| (result.call_id.as_str(), result.text(), result.is_error))
        .collect();
    assert_eq!(
        read,
        [
            ("c1", "the user declined this call".into(), true),
            ("c2", "2".into(), false)
        ]
    );
    let attempts: Vec<_> = answer
        .tool_executions
        .iter()
        .map(|execution| execution.attempts)
        .collect();
    assert_eq!(attempts, [0, 1]);
}

#[test]
fn what_the_model_wrote_stays_in_the_conversation_and_what_ran_is_known() {
    let model = ScriptedModel::new().calls([("c1", "add", ADD)]).text("50");
    let agent = Agent::builder(model.clone())
        .tools(toolset![add])
        .before_tool(|_: ToolContext| {
            ready(Ok(ToolDecision::RunWith(r#"{"a": 20, "b": 30}"#.into())))
        })
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("Add.")).unwrap();
    let requests = model.requests();
    let Message::Assistant(turn) = &requests[1].messages()[1] else {
        panic!("no turn of the model");
    };
    assert_eq!(turn.tool_calls[0].arguments, ADD);
    let execution = &answer.tool_executions[0];
    assert_eq!(execution.call.arguments, ADD);
    assert_eq!(
        execution.result.edited_arguments(),
        Some(r#"{"a": 20, "b": 30}"#)
    );
    assert_eq!(execution.value::<i64>().unwrap(), 50);
}

#[test]
fn the_model_reads_the_replacement_and_the_caller_has_the_value() {
    let model = ScriptedModel::new()
        .calls([("c1", "add", ADD)])
        .text("A number.");
    let agent = Agent::builder(model.clone())
        .tools(toolset![add])
        .after_tool(|_: ToolContext, _: ToolResult| {
            ready(Ok(ResultDecision::Replace(ToolOutput::text("a number"))))
        })
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("Add.")).unwrap();
    assert_eq!(model.requests()[1].tool_results()[0].text(), "a number");
    assert_eq!(answer.tool_executions[0].value::<i64>().unwrap(), 5);
    assert!(
        !serde_json::to_string(&answer.messages)
            .unwrap()
            .contains("\"5\"")
    );
}

#[derive(Default, Clone)]
struct Journal(std::sync::Arc<Mutex<HashMap<String, StepOutput>>>);

impl Steps for Journal {
    async fn step(
        &self,
        name: StepName,
        run: impl Future<Output = Result<StepOutput, InvocationFailure>> + Send,
    ) -> Result<StepOutput, InvocationFailure> {
        let known = self.0.lock().unwrap().get(&name.to_string()).cloned();
        if let Some(output) = known {
            return Ok(output);
        }
        let output = run.await?;
        self.0
            .lock()
            .unwrap()
            .insert(name.to_string(), output.clone());
        Ok(output)
    }
}

/// What hooks around a tool decided stands in the journal with the result, so they are not asked once more.
#[test]
fn a_journal_keeps_what_hooks_made_of_a_call() {
    let (log, journal) = (Log::default(), Journal::default());
    for _ in 0..2 {
        let model = ScriptedModel::new().calls([("c1", "add", ADD)]).text("5");
        let agent = Agent::builder(model)
            .tools(toolset![add])
            .steps(journal.clone())
            .before_tool({
                let log = log.clone();
                move |_: ToolContext| {
                    log.add("before_tool");
                    ready(Ok(ToolDecision::Answer(ToolOutput::text("6"))))
                }
            })
            .after_model({
                let log = log.clone();
                move |response: ChatResponse, _: &toolwright::agent::ModelContext<'_>| {
                    log.add("after_model");
                    ready(Ok(response))
                }
            })
            .build()
            .unwrap();
        let answer = block_on(agent.invoke("Add.")).unwrap();
        assert_eq!(answer.tool_executions[0].result.text(), "6");
    }
    assert_eq!(log.lines(), ["after_model", "before_tool", "after_model"]);
}

/// Adds as well.
#[tool(read_only)]
pub(super) async fn add_later(a: i64) -> i64 {
    a
}

/// L79: per call before, run, after; those of calls side by side wait for each other no more than the calls do.
#[test]
fn hooks_of_calls_side_by_side_wait_side_by_side() {
    let log = Log::default();
    let calls = [
        ("c1", "add_later", r#"{"a": 1}"#),
        ("c2", "add_later", r#"{"a": 2}"#),
    ];
    let model = ScriptedModel::new().calls(calls).text("3");
    let agent = Agent::builder(model.clone())
        .tools(toolset![add_later])
        .before_tool({
            let log = log.clone();
            move |context: ToolContext| {
                let (log, mut polls) = (log.clone(), 0);
                poll_fn(move |task: &mut Context<'_>| {
                    polls += 1;
                    log.add(format!("{} {polls}", context.call().id));
                    if polls == 2 {
                        return Poll::Ready(Ok(ToolDecision::Run));
                    }
                    task.waker().wake_by_ref();
                    Poll::Pending
                })
            }
        })
        .build()
        .unwrap();
    block_on(agent.invoke("Add.")).unwrap();
    assert_eq!(log.lines(), ["c1 1", "c2 1", "c1 2", "c2 2"]);
    let requests = model.requests();
    let texts: Vec<_> = requests[1]
        .tool_results()
        .iter()
        .map(|result| result.text().into_owned())
        .collect();
    assert_eq!(texts, ["1", "2"]);
}

/// Whoever drops the invocation while a hook is asked leaves nothing behind that runs.
#[test]
fn a_hook_that_waits_is_dropped_with_the_invocation() {
    struct Noted(Log);

    impl Drop for Noted {
        fn drop(&mut self) {
            self.0.add("dropped");
        }
    }

    let log = Log::default();
    let model = ScriptedModel::new().calls([("c1", "add", ADD)]);
    let agent = Agent::builder(model)
        .tools(toolset![add])
        .before_tool({
            let log = log.clone();
            move |_: ToolContext| {
                let noted = Noted(log.clone());
                async move {
                    let _noted = &noted;
                    pending::<Result<ToolDecision, ToolError>>().await
                }
            }
        })
        .build()
        .unwrap();
    {
        let mut invocation = pin!(agent.invoke("Add."));
        let mut context = Context::from_waker(Waker::noop());
        assert!(invocation.as_mut().poll(&mut context).is_pending());
        assert!(log.lines().is_empty());
    }
    assert_eq!(log.lines(), ["dropped"]);
}
