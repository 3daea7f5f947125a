//! The agent's driver of an invocation.

mod batch;
mod bounds;
mod calls;
mod hooked;

pub(super) use bounds::bounded;

use crate::agent::checkpoint::ErasedCheckpoint;
use crate::agent::providers::Gathered;
use crate::agent::remembering::Session;
use crate::agent::steps::{StepName, StepOutput};
use crate::agent::{Answer, Invocation, Parts, Step};
use crate::cancellation::CancellationToken;
use crate::dispatch::Dispatcher;
use crate::failure::{InvocationFailure, InvocationFailureKind};
use crate::message::ToolResult;
use crate::model::ChatResponse;
use crate::tool::{BoxFuture, Scope};
use std::error::Error;
use std::pin::pin;
use std::time::Instant;

/// An invocation with the agent that runs it.
pub(super) struct Drive<'a, S> {
    pub(super) parts: &'a Parts<S>,
    pub(super) dispatcher: Dispatcher<'a, S>,
    /// What providers gave.
    pub(super) gathered: Gathered<S>,
    pub(super) invocation: Invocation,
    checkpoint: Option<Box<dyn ErasedCheckpoint + 'a>>,
    session: Option<Session<'a>>,
    /// Results that the invocation has not got yet: whatever ends the run, none is lost.
    landed: Vec<ToolResult>,
    /// Up to when the invocation knows how much time passed, where it wants to know.
    clock: Option<Instant>,
    cancellation: Option<CancellationToken>,
    started: Instant,
}

impl<'a, S: Send + Sync + 'static> Drive<'a, S> {
    pub(super) fn new(
        parts: &'a Parts<S>,
        invocation: Invocation,
        scope: Scope,
        checkpoint: Option<Box<dyn ErasedCheckpoint + 'a>>,
        session: Option<Session<'a>>,
    ) -> Self {
        let settings = &parts.settings;
        let (cancellation, started) = (scope.cancellation.clone(), scope.started);
        let mut dispatcher = Dispatcher::of_agent(
            &parts.tools,
            &parts.state,
            &settings.handlers,
            scope,
            settings.max_output,
        )
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
            session,
            landed: Vec::new(),
            cancellation,
            started,
        }
    }

    /// Drives the invocation to its end.
    pub(super) async fn run(mut self) -> Result<Answer, InvocationFailure> {
        match self.within_bounds().await {
            Ok(()) => self.invocation.into_answer(),
            // Apart, so that a run that goes well has no room for it.
            Err(failure) => Err(Box::pin(self.failed(failure)).await),
        }
    }

    /// Goes on until the end, the deadline or the cancellation, whichever is first. What runs then is dropped; what is
    /// there stays.
    async fn within_bounds(&mut self) -> Result<(), InvocationFailure> {
        let settings = &self.parts.settings;
        let token = self.cancellation.clone();
        let started = self.started;
        let going_on = pin!(self.go_on());
        match bounded(settings, started, token.as_ref(), going_on).await {
            // The call heard of it first.
            Err(failure)
                if failure.is_cancelled_call()
                    && token.is_some_and(|token| token.is_cancelled()) =>
            {
                Err(failure.with_kind(InvocationFailureKind::Cancelled))
            }
            outcome => outcome,
        }
    }

    /// The failure with all that is left of the invocation.
    #[cold]
    async fn failed(mut self, failure: InvocationFailure) -> InvocationFailure {
        // What does not fit can only have been given by a journal, and the failure stands already.
        let _ = self.land();
        self.tick();
        self.invocation.on_failure(&failure);
        if let Some(session) = &self.session
            && let Err(error) = session.close(&mut self.invocation).await
        {
            // What was stored before the call is there: the next invocation of the conversation reads it.
            tracing::warn!(error = %error, "what a failed invocation did could not be stored whole");
        }
        self.invocation.into_failure(failure)
    }

    async fn go_on(&mut self) -> Result<(), InvocationFailure> {
        if self.invocation.turn().is_some() {
            // Calls of an invocation that was resumed may be of tools that a provider gives.
            if !self.parts.providers.is_empty() {
                Box::pin(self.gather()).await?;
            }
            let tools = self.dispatcher.definitions();
            self.invocation.take_effects_of(tools);
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
                        first => {
                            let places = first.into_iter().chain(more).collect();
                            self.run_several(places).await?;
                        }
                    }
                }
                Step::AwaitApproval(_) => {
                    self.save().await?;
                    return Err(ended(InvocationFailureKind::Approval));
                }
                Step::Finished => {
                    // The state first: who goes on from it knows the answer, and stores what is not stored.
                    self.save().await?;
                    return self.store(false).await;
                }
                Step::Failed(kind) => {
                    self.save().await?;
                    return Err(ended(kind));
                }
            }
        }
    }

    async fn call_model(&mut self) -> Result<(), InvocationFailure> {
        // A tool may have cancelled, and nothing waited since.
        if let Some(token) = &self.cancellation
            && token.is_cancelled()
        {
            return Err(ended(InvocationFailureKind::Cancelled));
        }
        if self.invocation.is_open() {
            self.store(true).await?;
        }
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

    /// Asks the model, as a step of its own where somebody asked for it.
    pub(super) async fn as_step(
        &self,
        complete: impl Future<Output = Result<ChatResponse, InvocationFailure>> + Send,
    ) -> Result<ChatResponse, InvocationFailure> {
        let Some(steps) = &self.parts.settings.steps else {
            return complete.await;
        };
        let name = StepName::Model {
            turn: self.invocation.next_turn(),
        };
        let run: BoxFuture<'_, _> = Box::pin(async { complete.await.map(StepOutput::Model) });
        match steps.step(name, run).await? {
            StepOutput::Model(response) => Ok(response),
            StepOutput::Tool(_) => Err(misfit(WRONG_OUTPUT)),
        }
    }

    /// Tells the invocation how much time passed, where it wants to know.
    fn tick(&mut self) {
        if let Some(clock) = &mut self.clock {
            let now = Instant::now();
            self.invocation.add_elapsed(now.duration_since(*clock));
            *clock = now;
        }
    }

    pub(super) fn take(&mut self, response: ChatResponse) -> Result<(), InvocationFailure> {
        self.tick();
        self.invocation.on_response(response).map_err(of_model)
    }

    /// Gives the invocation the results that are there.
    fn land(&mut self) -> Result<(), InvocationFailure> {
        for result in self.landed.drain(..) {
            self.invocation.on_result(result).map_err(misfit)?;
        }
        Ok(())
    }

    /// Stores in the memory what is not stored yet.
    async fn store(&mut self, is_open: bool) -> Result<(), InvocationFailure> {
        match &self.session {
            None => Ok(()),
            Some(session) => session.store(&mut self.invocation, is_open).await,
        }
    }

    async fn save(&mut self) -> Result<(), InvocationFailure> {
        if self.checkpoint.is_some() {
            self.tick();
        }
        match &self.checkpoint {
            None => Ok(()),
            Some(checkpoint) => checkpoint.save(&self.invocation).await.map_err(misfit),
        }
    }
}

const WRONG_OUTPUT: &str = "a journal gave the output of another step";

fn ended(kind: InvocationFailureKind) -> InvocationFailure {
    InvocationFailure::new(kind)
}

pub(super) fn of_model(error: impl Into<Box<dyn Error + Send + Sync>>) -> InvocationFailure {
    ended(InvocationFailureKind::Model).with_source(error)
}

fn misfit(error: impl Into<Box<dyn Error + Send + Sync>>) -> InvocationFailure {
    ended(InvocationFailureKind::Checkpoint).with_source(error)
}
