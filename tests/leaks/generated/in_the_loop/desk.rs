//! The tools, what they hold, and what is around them.

use super::super::errors::{self, Dress};
use std::future::{Future, pending, ready};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use toolwright::agent::{StepName, StepOutput, Steps};
use toolwright::testing::Canary;
use toolwright::timer::Timer;
use toolwright::{CancellationToken, InvocationFailure, ToolSet, ToolState, tool, toolset};

#[derive(Clone, ToolState)]
pub(super) struct Desk {
    pub(super) canary: Canary,
    pub(super) token: CancellationToken,
    #[state(skip)]
    pub(super) place: &'static str,
}

/// A value of one invocation that is for its tools alone.
pub(super) struct Tenant(#[expect(dead_code, reason = "nobody asks for it")] pub(super) String);

/// Drops the secret with a future that is dropped.
pub(super) struct Held(#[expect(dead_code, reason = "it is only there")] String);

/// Never ends, and holds a secret.
#[tool]
async fn endless(#[context] desk: &Desk) {
    let _held = Held(desk.canary.text().to_owned());
    if desk.place == "cancelled" {
        desk.token.cancel();
    }
    pending::<()>().await;
}

/// Gives what is not for the model.
#[tool]
fn report(#[context] desk: &Desk) -> String {
    match desk.place {
        // In the middle, of which nothing is left.
        "cut" => format!("{0}{1}{0}", "x".repeat(2_000), desk.canary.text()),
        "redacted" => errors::text(&desk.canary, Dress::Password),
        "after_tool replaces" => desk.canary.text().to_owned(),
        _ => "a report".to_owned(),
    }
}

/// Says how long a text is.
#[tool]
fn measure(text: String) -> usize {
    text.len()
}

/// Is over at once.
pub(super) struct NoTime;

impl Timer for NoTime {
    fn sleep(&self, _: Duration) -> impl Future<Output = ()> + Send + 'static {
        ready(())
    }
}

/// Writes down what a durable execution engine would.
#[derive(Clone, Default)]
pub(super) struct Journal(pub(super) Arc<Mutex<Vec<String>>>);

impl Steps for Journal {
    async fn step(
        &self,
        _: StepName,
        run: impl Future<Output = Result<StepOutput, InvocationFailure>> + Send,
    ) -> Result<StepOutput, InvocationFailure> {
        let output = run.await?;
        let text = serde_json::to_string(&output).unwrap();
        self.0.lock().unwrap().push(text);
        Ok(output)
    }
}

pub(super) fn tools() -> ToolSet<Desk> {
    toolset![endless, report, measure]
}
