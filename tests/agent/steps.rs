//! The hook around every call of the model and of a tool.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use toolwright::agent::{StepName, StepOutput, Steps};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, InvocationFailure, InvocationFailureKind, tool, toolset};

/// Does each step once, whoever asks, and dies before the step of its choice.
#[derive(Default)]
struct Journal {
    kept: Mutex<HashMap<String, StepOutput>>,
    order: Mutex<Vec<String>>,
    dies_at: Mutex<Option<String>>,
}

impl Steps for Journal {
    async fn step(
        &self,
        name: StepName,
        run: impl Future<Output = Result<StepOutput, InvocationFailure>> + Send,
    ) -> Result<StepOutput, InvocationFailure> {
        let key = name.to_string();
        if let Some(output) = self.kept.lock().unwrap().get(&key) {
            // Through bytes and back.
            return Ok(serde_json::from_str(&serde_json::to_string(output).unwrap()).unwrap());
        }
        let is_fatal = self
            .dies_at
            .lock()
            .unwrap()
            .take_if(|fatal| *fatal == key)
            .is_some();
        if is_fatal {
            std::future::pending::<()>().await;
        }
        let output = run.await?;
        self.order.lock().unwrap().push(key.clone());
        self.kept.lock().unwrap().insert(key, output.clone());
        Ok(output)
    }
}

static RUNS: AtomicU32 = AtomicU32::new(0);

/// Counts.
#[tool]
fn count() -> u32 {
    RUNS.fetch_add(1, Ordering::SeqCst)
}

/// Tells the time.
#[tool(read_only)]
fn now() -> &'static str {
    "noon"
}

#[test]
fn a_run_that_is_replayed_does_only_what_was_not_done() {
    let keys = [
        "model/1",
        "tool/count/a",
        "tool/now/b",
        "tool/now/c",
        "model/2",
        "tool/count/d",
        "model/3",
    ];
    for dies_at in keys {
        RUNS.store(0, Ordering::SeqCst);
        let journal = Arc::new(Journal::default());
        *journal.dies_at.lock().unwrap() = Some(dies_at.to_owned());
        let model = ScriptedModel::new()
            .calls([("a", "count", "{}"), ("b", "now", "{}"), ("c", "now", "{}")])
            .calls([("d", "count", "{}")])
            .text("done");
        let agent = Agent::builder(model.clone())
            .tools(toolset![count, now])
            .steps(Arc::clone(&journal));
        let agent = agent.build().unwrap();
        // The process dies: its future is dropped.
        let rt = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        let died = rt.block_on(async {
            tokio::time::timeout(Duration::from_millis(20), agent.invoke("go")).await
        });
        assert!(died.is_err(), "{dies_at}");
        let answer = block_on(agent.invoke("go")).unwrap();
        assert_eq!(answer.text, "done");
        assert_eq!(
            RUNS.load(Ordering::SeqCst),
            2,
            "{dies_at}: nothing ran twice"
        );
        let mut order = journal.order.lock().unwrap().clone();
        order.sort_unstable();
        let mut expected = keys.to_vec();
        expected.sort_unstable();
        assert_eq!(order, expected);
        model.assert_finished();
    }
}

struct Liar;

impl Steps for Liar {
    async fn step(
        &self,
        name: StepName,
        run: impl Future<Output = Result<StepOutput, InvocationFailure>> + Send,
    ) -> Result<StepOutput, InvocationFailure> {
        match (name, run.await?) {
            (StepName::Tool { .. }, StepOutput::Tool(mut result)) => {
                result.call_id.push('x');
                Ok(StepOutput::Tool(result))
            }
            (_, output) => Ok(output),
        }
    }
}

#[test]
fn an_output_that_does_not_fit_ends_the_invocation() {
    let model = ScriptedModel::new().calls([("a", "now", "{}")]);
    let agent = Agent::builder(model)
        .tools(toolset![now])
        .steps(Liar)
        .build()
        .unwrap();
    let failure = block_on(agent.invoke("go")).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Checkpoint);
    assert_eq!(failure.transcript().len(), 3, "every call has a result");
}

#[test]
fn calls_are_timed_where_somebody_asks() {
    for on in [false, true] {
        let model = ScriptedModel::new()
            .calls([("a", "now", "{}")])
            .text("done");
        let agent = Agent::builder(model)
            .tools(toolset![now])
            .durations(on)
            .build()
            .unwrap();
        let answer = block_on(agent.invoke("go")).unwrap();
        assert_eq!(answer.tool_executions[0].duration.is_some(), on);
        assert_eq!(answer.tool_executions[0].attempts, 1);
    }
}
