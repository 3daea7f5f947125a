//! The agent's driver of an invocation.

use super::batch::side_by_side;
use super::builder::Settings;
use super::checkpoint::ErasedCheckpoint;
use super::providers::Gathered;
use super::steps::{StepName, StepOutput};
use super::{Answer, Invocation, Parts, Step};
use crate::cancellation::{CancellationToken, until};
use crate::dispatch::Dispatcher;
use crate::failure::{InvocationFailure, InvocationFailureKind};
use crate::message::{ToolCall, ToolResult};
use crate::model::ChatResponse;
use crate::timer::{Elapsed, within};
use crate::tool::{BoxFuture, Scope};
use std::error::Error;
use std::time::Instant;

/// An invocation with the agent that runs it.
pub(super) struct Drive<'a, S> {
    pub(super) parts: &'a Parts<S>,
    pub(super) dispatcher: Dispatcher<'a, S>,
    /// What providers gave.
    pub(super) gathered: Gathered<S>,
    pub(super) invocation: Invocation,
    checkpoint: Option<Box<dyn ErasedCheckpoint + 'a>>,
    /// Results that the invocation has not got yet: whatever ends the run, none is lost.
    landed: Vec<ToolResult>,
    /// Up to when the invocation knows how much time passed, where it wants to know.
    clock: Option<Instant>,
    cancellation: Option<CancellationToken>,
}

impl<'a, S: Send + Sync + 'static> Drive<'a, S> {
    pub(super) fn new(
        parts: &'a Parts<S>,
        invocation: Invocation,
        scope: Scope,
        checkpoint: Option<Box<dyn ErasedCheckpoint + 'a>>,
    ) -> Self {
        let settings = &parts.settings;
        let cancellation = scope.cancellation.clone();
        let mut dispatcher = Dispatcher::of_agent(
            &parts.tools,
            &parts.state,
            &settings.handlers,
            scope,
            settings.max_output,
        );
        dispatcher = dispatcher
            .hooks(&settings.hooks)
            .with_timer(settings.timer.clone())
            .with_tool_timeout(settings.tool_timeout);
        if let Some(redactor) = &settings.redactor {
            dispatcher = dispatcher.redactor(redactor.clone());
        }
        Self {
            parts,
            dispatcher,
            gathered: Gathered::default(),
            clock: invocation.is_timed().then(Instant::now),
            invocation,
            checkpoint,
            landed: Vec::new(),
            cancellation,
        }
    }

    /// Drives the invocation to its end.
    pub(super) async fn run(mut self) -> Result<Answer, InvocationFailure> {
        match self.within_bounds().await {
            Ok(()) => Ok(self.invocation.into_answer()),
            Err(failure) => Err(self.failed(failure)),
        }
    }

    /// Goes on until the end, the deadline or the cancellation, whichever is first. What runs then is dropped; what is
    /// there stays.
    async fn within_bounds(&mut self) -> Result<(), InvocationFailure> {
        let Settings { timeout, timer, .. } = &self.parts.settings;
        let limit = (*timeout).zip(timer.as_ref());
        let token = self.cancellation.clone();
        let in_time = async {
            match limit {
                None => self.go_on().await,
                Some((limit, timer)) => within(timer, limit, self.go_on())
                    .await
                    .unwrap_or_else(|Elapsed| Err(ended(InvocationFailureKind::Timeout))),
            }
        };
        let Some(token) = token else {
            return in_time.await;
        };
        let outcome = until(&token, in_time).await;
        match outcome.unwrap_or_else(|| Err(ended(InvocationFailureKind::Cancelled))) {
            // The call heard of it first.
            Err(failure) if failure.is_cancelled_call() && token.is_cancelled() => {
                Err(failure.with_kind(InvocationFailureKind::Cancelled))
            }
            outcome => outcome,
        }
    }

    /// The failure with all that is left of the invocation.
    #[cold]
    fn failed(mut self, failure: InvocationFailure) -> InvocationFailure {
        // What does not fit can only have been given by a journal, and the failure stands already.
        let _ = self.land();
        self.invocation.on_failure(&failure);
        let transcript = self.invocation.clone().into_transcript();
        failure
            .with_rounds(self.invocation.rounds())
            .with_transcript(transcript)
            .with_state(self.invocation)
    }

    async fn go_on(&mut self) -> Result<(), InvocationFailure> {
        // Calls of an invocation that was resumed may be of tools that a provider gives.
        if !self.parts.providers.is_empty() && self.invocation.turn().is_some() {
            Box::pin(self.gather()).await?;
        }
        loop {
            match self.invocation.step() {
                Step::CallModel(_) => self.call_model().await?,
                Step::RunTools(calls) => {
                    let mut places = calls.places().map(|(place, _)| place);
                    let first = places.next();
                    let more: Vec<usize> = places.collect();
                    match first {
                        Some(place) if more.is_empty() => self.run_one(place).await?,
                        first => self.run_several(first.into_iter().chain(more)).await?,
                    }
                }
                Step::AwaitApproval(_) => {
                    self.save().await?;
                    return Err(ended(InvocationFailureKind::Approval));
                }
                Step::Finished => return self.save().await,
                Step::Failed(kind) => {
                    self.save().await?;
                    return Err(ended(kind));
                }
            }
        }
    }

    async fn call_model(&mut self) -> Result<(), InvocationFailure> {
        if !self.parts.providers.is_empty() {
            Box::pin(self.gather()).await?;
        }
        self.save().await?;
        if !self.parts.settings.model_hooks.is_empty() {
            return Box::pin(self.call_hooked()).await;
        }
        let Step::CallModel(request) = self.invocation.step() else {
            return Ok(());
        };
        let model = &self.parts.model;
        let complete = async { model.complete(request).await.map_err(of_model) };
        let response = self.as_step(complete).await?;
        self.take(response)
    }

    pub(super) fn take(&mut self, response: ChatResponse) -> Result<(), InvocationFailure> {
        if let Some(clock) = &mut self.clock {
            let now = Instant::now();
            self.invocation.add_elapsed(now.duration_since(*clock));
            *clock = now;
        }
        self.invocation.on_response(response).map_err(of_model)
    }

    /// Runs a call alone.
    async fn run_one(&mut self, place: usize) -> Result<(), InvocationFailure> {
        self.invocation.begin(place);
        self.save().await?;
        let Some(call) = self.invocation.call_at(place) else {
            return Ok(());
        };
        let result = run(self.parts, &self.invocation, &self.dispatcher, call).await?;
        self.invocation.on_result(result).map_err(misfit)
    }

    /// Runs calls side by side.
    async fn run_several(
        &mut self,
        places: impl Iterator<Item = usize>,
    ) -> Result<(), InvocationFailure> {
        let places: Vec<usize> = places.collect();
        for place in &places {
            self.invocation.begin(*place);
        }
        self.save().await?;
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
                failure = Some(error);
                false
            }
        };
        side_by_side(runs.collect(), parts.settings.concurrency, done).await;
        self.land()?;
        failure.map_or(Ok(()), Err)
    }

    /// Gives the invocation the results that are there.
    fn land(&mut self) -> Result<(), InvocationFailure> {
        for result in self.landed.drain(..) {
            self.invocation.on_result(result).map_err(misfit)?;
        }
        Ok(())
    }

    async fn save(&mut self) -> Result<(), InvocationFailure> {
        match &self.checkpoint {
            None => Ok(()),
            Some(checkpoint) => checkpoint.save(&self.invocation).await.map_err(misfit),
        }
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
        None => invocation.run(call, dispatcher).await?,
        Some(steps) => {
            let name = StepName::Tool {
                name: call.name.clone(),
                call_id: call.id.clone(),
            };
            let run: BoxFuture<'_, _> = Box::pin(async {
                let result = invocation.run(call, dispatcher).await?;
                Ok(StepOutput::Result(result))
            });
            match steps.step(name, run).await? {
                StepOutput::Result(result) => result,
                StepOutput::Response(_) => return Err(misfit(WRONG_OUTPUT)),
            }
        }
    };
    if let Some(started) = started {
        result.set_duration(started.elapsed());
    }
    Ok(result)
}

pub(super) const WRONG_OUTPUT: &str = "a journal gave the output of another step";

fn ended(kind: InvocationFailureKind) -> InvocationFailure {
    InvocationFailure::new(kind)
}

pub(super) fn of_model(error: impl Into<Box<dyn Error + Send + Sync>>) -> InvocationFailure {
    ended(InvocationFailureKind::Model).with_source(error)
}

pub(super) fn misfit(error: impl Into<Box<dyn Error + Send + Sync>>) -> InvocationFailure {
    ended(InvocationFailureKind::Checkpoint).with_source(error)
}
