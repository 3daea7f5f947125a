//! The loop as a state machine of values.

use super::ids::CallIds;
use super::state::{State, Step, StepError, Stored, Turn, Version};
use super::transcript::{is_whole, mended, not_answered};
use super::{Answer, ToolExecution};
use crate::failure::InvocationFailureKind;
use crate::llm_visible::is_blank;
use crate::message::{AssistantMessage, Message, ToolCall, ToolResult};
use crate::model::{ChatRequest, ChatResponse, FinishReason, Usage};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One question on its way to the answer: a state machine of values, without any I/O.
///
/// A driver asks for the next [`step`](Self::step), does it, and gives back what came of it. What does not fit is an
/// error and changes nothing. The whole of it can be serialised and goes on elsewhere.
///
/// ```
/// use toolwright::agent::{Invocation, Step};
/// use toolwright::model::{ChatRequest, ChatResponse};
/// use toolwright::{Message, ToolCall, ToolResult};
///
/// let mut invocation = Invocation::new(ChatRequest::new([Message::user("Where is order 7?")]));
/// let call = ToolCall::new("c1", "order_status", r#"{"id": 7}"#);
/// invocation.on_response(ChatResponse::calls(vec![call]))?;
/// let Step::RunTools(call) = invocation.step() else { unreachable!() };
/// let result = ToolResult::new(&call.id, &call.name, "shipped");
/// invocation.on_result(result)?;
/// invocation.on_response(ChatResponse::text("It is on its way."))?;
/// assert!(matches!(invocation.step(), Step::Finished));
/// # Ok::<(), toolwright::agent::StepError>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Stored")]
pub struct Invocation {
    version: Version,
    request: ChatRequest,
    state: State,
    /// The messages that were there before this invocation said anything.
    given: usize,
    rounds: u32,
    max_rounds: u32,
    usage: Usage,
    #[serde(skip)]
    ids: CallIds,
}

impl Invocation {
    /// Starts from a conversation that ends with the question, and the tools on offer.
    ///
    /// A call in it that has no result gets a fixed note, and a result without its call is left out.
    #[must_use]
    pub fn new(mut request: ChatRequest) -> Self {
        if !is_whole(request.messages()) {
            let tools = request.tools().clone();
            request = ChatRequest::new(mended(request.into_messages())).with_tools(tools);
        }
        let given = request.messages().len();
        Self {
            version: Version::CURRENT,
            request,
            state: State::CallModel,
            given,
            rounds: 0,
            max_rounds: u32::MAX,
            usage: Usage::default(),
            ids: CallIds::default(),
        }
    }

    /// Sets how many rounds of tool calls may run.
    #[must_use]
    pub fn with_max_rounds(mut self, rounds: u32) -> Self {
        self.max_rounds = rounds;
        self
    }

    /// Returns what is to be done next.
    #[must_use]
    pub fn step(&self) -> Step<'_> {
        match &self.state {
            State::CallModel => Step::CallModel(&self.request),
            State::RunTools(turn) => match self.waiting(turn).next() {
                Some(call) => Step::RunTools(call),
                None => Step::CallModel(&self.request),
            },
            State::Finished(_) => Step::Finished,
            State::Failed(kind) => Step::Failed(*kind),
        }
    }

    /// Returns the calls that have no result yet, in the model's order.
    pub fn pending_calls(&self) -> impl Iterator<Item = &ToolCall> {
        let turn = match &self.state {
            State::RunTools(turn) => Some(turn),
            _ => None,
        };
        turn.into_iter().flat_map(|turn| self.waiting(turn))
    }

    /// Returns why none of the pending calls may run, if their turn was cut off or refused.
    #[must_use]
    pub fn cut_off(&self) -> Option<&FinishReason> {
        match &self.state {
            State::RunTools(turn) => turn.cut_off.as_ref(),
            _ => None,
        }
    }

    /// Takes the model's next turn.
    ///
    /// Ids that are empty or stand twice are replaced, and arguments that are left out become `{}`, before anything
    /// else sees them.
    ///
    /// # Errors
    ///
    /// [`StepError::UnexpectedResponse`] if the model was not to be asked.
    pub fn on_response(&mut self, response: ChatResponse) -> Result<(), StepError> {
        if self.state != State::CallModel {
            return Err(StepError::UnexpectedResponse);
        }
        let ChatResponse {
            mut message,
            finish_reason,
            usage,
            ..
        } = response;
        self.usage += usage;
        if message.tool_calls.is_empty() {
            self.request.push(Message::Assistant(message));
            self.state = State::Finished(finish_reason);
            return Ok(());
        }
        if self.rounds >= self.max_rounds {
            self.state = State::Failed(InvocationFailureKind::MaxRounds);
            return Ok(());
        }
        self.rounds += 1;
        for call in &mut message.tool_calls {
            if is_blank(&call.arguments) {
                "{}".clone_into(&mut call.arguments);
            }
        }
        self.ids
            .make_unique(self.request.messages(), &mut message.tool_calls);
        let at = self.request.messages().len();
        self.request.push(Message::Assistant(message));
        let cut_off = finish_reason.is_cut_off().then_some(finish_reason);
        self.state = State::RunTools(Turn {
            at,
            answered: 0,
            early: BTreeMap::new(),
            places: None,
            cut_off,
        });
        Ok(())
    }

    /// Takes the result of a pending call; results may come in any order.
    ///
    /// # Errors
    ///
    /// [`StepError::UnexpectedResult`] if no pending call has its id.
    pub fn on_result(&mut self, result: ToolResult) -> Result<(), StepError> {
        let State::RunTools(turn) = &mut self.state else {
            return Err(StepError::UnexpectedResult);
        };
        let calls = calls_at(&self.request, turn.at);
        let total = calls.len();
        let is_next = calls
            .get(turn.answered)
            .is_some_and(|call| call.id == result.call_id);
        if !is_next {
            let Some(i) = turn.place_of(&result.call_id, calls) else {
                return Err(StepError::UnexpectedResult);
            };
            turn.early.insert(i, result);
            return Ok(());
        }
        let mut next = Some(result);
        while let Some(result) = next {
            self.request.push(Message::Tool(result));
            turn.answered += 1;
            next = turn.early.remove(&turn.answered);
        }
        if turn.answered == total {
            self.state = State::CallModel;
        }
        Ok(())
    }

    /// Returns how many rounds of tool calls there were.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Turns the invocation into its conversation, in which every call has a result: one that never got its own has
    /// a fixed note instead.
    #[must_use]
    pub fn into_transcript(mut self) -> Vec<Message> {
        if let State::RunTools(turn) = &mut self.state {
            let mut early = std::mem::take(&mut turn.early);
            let left: Vec<ToolResult> = calls_at(&self.request, turn.at)
                .iter()
                .enumerate()
                .skip(turn.answered)
                .map(|(i, call)| early.remove(&i).unwrap_or_else(|| not_answered(call)))
                .collect();
            for result in left {
                self.request.push(Message::Tool(result));
            }
        }
        self.request.into_messages()
    }

    /// Turns a finished invocation into its answer.
    pub(super) fn into_answer(self) -> Answer {
        let finish_reason = match &self.state {
            State::Finished(reason) => reason.clone(),
            _ => FinishReason::Other("unfinished".to_owned()),
        };
        let (rounds, usage, given) = (self.rounds, self.usage, self.given);
        let messages = self.into_transcript();
        let content = match messages.last() {
            Some(Message::Assistant(AssistantMessage { content, .. })) => content.clone(),
            _ => crate::message::Content::default(),
        };
        let tool_executions = ToolExecution::all_of(messages.get(given..).unwrap_or_default());
        Answer {
            text: content.to_text().into_owned(),
            content,
            tool_executions,
            rounds,
            usage,
            finish_reason,
            messages,
        }
    }

    fn waiting<'s>(&'s self, turn: &'s Turn) -> impl Iterator<Item = &'s ToolCall> {
        calls_at(&self.request, turn.at)
            .iter()
            .enumerate()
            .skip(turn.answered)
            .filter(|(i, _)| !turn.early.contains_key(i))
            .map(|(_, call)| call)
    }
}

/// What was stored is checked: a conversation with a hole in it must not reach a model.
impl TryFrom<Stored> for Invocation {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, &'static str> {
        stored.check()?;
        let Stored {
            version,
            request,
            state,
            given,
            rounds,
            max_rounds,
            usage,
        } = stored;
        Ok(Self {
            version,
            request,
            state,
            given,
            rounds,
            max_rounds,
            usage,
            ids: CallIds::default(),
        })
    }
}

pub(super) fn calls_at(request: &ChatRequest, at: usize) -> &[ToolCall] {
    match request.messages().get(at) {
        Some(Message::Assistant(turn)) => &turn.tool_calls,
        _ => &[],
    }
}
