//! Running the calls of a turn.

use super::batch::side_by_side;
use super::{Drive, WRONG_OUTPUT, misfit};
use crate::agent::steps::{StepName, StepOutput};
use crate::agent::{Invocation, Parts};
use crate::dispatch::Dispatcher;
use crate::failure::InvocationFailure;
use crate::message::{ToolCall, ToolResult};
use crate::tool::BoxFuture;
use std::time::Instant;

impl<S: Send + Sync + 'static> Drive<'_, S> {
    /// Runs a call alone.
    pub(super) async fn run_one(&mut self, place: usize) -> Result<(), InvocationFailure> {
        if self.session.is_some() && self.invocation.has_effects_at(place) {
            self.store(true).await?;
        }
        self.begin(&[place]).await?;
        let Some(call) = self.invocation.call_at(place) else {
            return Ok(());
        };
        let result = run(self.parts, &self.invocation, &self.dispatcher, call).await?;
        self.invocation.on_result(result).map_err(misfit)
    }

    /// Says that calls are about to run, and saves so. If it cannot be saved, none of them runs, and none was begun.
    async fn begin(&mut self, places: &[usize]) -> Result<(), InvocationFailure> {
        let before = self
            .checkpoint
            .as_ref()
            .and(self.invocation.turn().cloned());
        for place in places {
            self.invocation.begin(*place);
        }
        let saved = self.save().await;
        if let (Err(_), Some(before), Some(turn)) = (&saved, before, self.invocation.turn_mut()) {
            *turn = before;
        }
        saved
    }

    /// Runs calls side by side.
    pub(super) async fn run_several(
        &mut self,
        places: Vec<usize>,
    ) -> Result<(), InvocationFailure> {
        self.begin(&places).await?;
        let Self {
            parts,
            dispatcher,
            invocation,
            landed,
            ..
        } = self;
        let (parts, invocation, dispatcher) = (&**parts, &*invocation, &*dispatcher);
        let calls = places.iter().filter_map(|place| invocation.call_at(*place));
        let runs = calls.map(|call| {
            let run: BoxFuture<'_, _> = Box::pin(run(parts, invocation, dispatcher, call));
            run
        });
        let mut failure = None;
        let done = |result: Result<ToolResult, InvocationFailure>| match result {
            Ok(result) => {
                landed.push(result);
                true
            }
            Err(error) => {
                failure.get_or_insert(error);
                false
            }
        };
        side_by_side(runs.collect(), parts.settings.concurrency, done).await;
        self.land()?;
        failure.map_or(Ok(()), Err)
    }
}

/// Runs one call, as a step of its own where somebody asked for it.
async fn run<S: Sync>(
    parts: &Parts<S>,
    invocation: &Invocation,
    dispatcher: &Dispatcher<'_, S>,
    call: &ToolCall,
) -> Result<ToolResult, InvocationFailure> {
    let started = parts.settings.durations.then(Instant::now);
    let mut result = match &parts.settings.steps {
        None => invocation.run_pending(call, dispatcher).await?,
        Some(steps) => {
            let name = StepName::Tool {
                name: call.name.clone(),
                call_id: call.id.clone(),
            };
            let run: BoxFuture<'_, _> = Box::pin(async {
                let result = invocation.run_pending(call, dispatcher).await?;
                Ok(StepOutput::Tool(result))
            });
            match steps.step(name, run).await? {
                // The result of another call would leave this one to be run again.
                StepOutput::Tool(result)
                    if result.call_id == call.id && result.name == call.name =>
                {
                    result
                }
                _ => return Err(misfit(WRONG_OUTPUT)),
            }
        }
    };
    if let Some(started) = started {
        result.set_duration(started.elapsed());
    }
    Ok(result)
}
