//! The loop as a state machine of values.

use super::failures::{Failures, Verdict};
use super::ids::CallIds;
use super::state::{State, Step, StepError, Stored, Turn, Version};
use crate::error_handler::Standing;
use crate::failure::InvocationFailureKind;
use crate::llm_visible::{Retry, is_blank};
use crate::message::transcript::{is_whole, mended};
use crate::message::{Content, Message, ToolCall, ToolResult};
use crate::model::{ChatRequest, ChatResponse, FinishReason, Usage};
use crate::tool::ToolDefinition;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::NonZeroU32;

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
    pub(super) version: Version,
    pub(super) request: ChatRequest,
    pub(super) state: State,
    /// The messages that were there before this invocation said anything.
    pub(super) given: usize,
    pub(super) rounds: u32,
    pub(super) max_rounds: u32,
    pub(super) usage: Usage,
    pub(super) failures: Failures,
    #[serde(skip)]
    pub(super) ids: CallIds,
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
            failures: Failures::default(),
            ids: CallIds::default(),
        }
    }

    /// Sets how many rounds of tool calls may run.
    #[must_use]
    pub fn with_max_rounds(mut self, rounds: u32) -> Self {
        self.max_rounds = rounds;
        self
    }

    /// Sets how many calls of one tool in a row may fail until it is withdrawn; any number unless set. See
    /// [`AgentBuilder::max_consecutive_failures`](super::AgentBuilder::max_consecutive_failures).
    #[must_use]
    pub fn with_max_consecutive_failures(mut self, failures: NonZeroU32) -> Self {
        self.failures.set_max(failures);
        self
    }

    /// Returns whether the tool failed so often that it is withdrawn. A driver answers a call of it with
    /// [`ToolError::not_offered`](crate::ToolError::not_offered) instead of running it.
    #[must_use]
    pub fn is_withdrawn(&self, name: &str) -> bool {
        self.failures.is_withdrawn(name)
    }

    /// How a call stands in the invocation.
    pub(super) fn standing(&self, call: &ToolCall) -> Standing<'_> {
        let turn = match &self.state {
            State::RunTools(turn) => turn.at,
            _ => self.request.messages().len(),
        };
        self.failures.standing(&self.request, call, turn)
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
    /// Ids that are empty or stand twice are replaced, arguments that are left out become `{}`, and the prefix
    /// `functions.` that some models write before a tool's name is taken off, before anything else sees them.
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
            if let Some(name) = self.own_name(&call.name) {
                call.name = name;
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
    /// [`StepError::UnexpectedResult`] if no pending call has its id and its name.
    pub fn on_result(&mut self, result: ToolResult) -> Result<(), StepError> {
        let State::RunTools(turn) = &mut self.state else {
            return Err(StepError::UnexpectedResult);
        };
        let calls = calls_at(&self.request, turn.at);
        let total = calls.len();
        let answers = |call: &ToolCall| call.id == result.call_id && call.name == result.name;
        let is_next = calls.get(turn.answered).is_some_and(answers);
        if !is_next {
            let Some(i) = turn
                .place_of(&result.call_id, calls)
                .filter(|i| calls.get(*i).is_some_and(answers))
            else {
                return Err(StepError::UnexpectedResult);
            };
            turn.early.insert(i, result);
            return Ok(());
        }
        let mut next = Some(result);
        while let Some(mut result) = next {
            // A call that was never run says nothing about its tool.
            if turn.cut_off.is_none() {
                let place = (turn.at, turn.answered);
                match self.failures.count(&self.request, place, result.is_error) {
                    Verdict::GoOn => {}
                    Verdict::Tell { note } => result.push_note(&note),
                    Verdict::Withdraw { note } => {
                        take_back_retry(&mut result);
                        result.push_note(&note);
                        if let Some(call) = calls_at(&self.request, place.0).get(place.1) {
                            let name = call.name.clone();
                            self.request.withdraw(&name);
                        }
                    }
                }
            }
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

    /// The name of a tool that a model wrote as `functions.name`, unless a tool is called so.
    fn own_name(&self, name: &str) -> Option<String> {
        let own = name.strip_prefix("functions.")?;
        let mut offered = self.request.tools().iter().map(ToolDefinition::name);
        let is_tool = self.is_withdrawn(own) || offered.clone().any(|offered| offered == own);
        (is_tool && !offered.any(|offered| offered == name)).then(|| own.to_owned())
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

/// Takes the sentence back that the same call may be made again.
fn take_back_retry(result: &mut ToolResult) {
    let text = result.text();
    let shorter = text.strip_suffix(Retry::Retryable.as_str());
    if let Some(text) = shorter.and_then(|text| text.strip_suffix('\n')) {
        let content = Content::text(text);
        result.replace_content(content);
    }
}

pub(super) fn calls_at(request: &ChatRequest, at: usize) -> &[ToolCall] {
    match request.messages().get(at) {
        Some(Message::Assistant(turn)) => &turn.tool_calls,
        _ => &[],
    }
}
