//! The loop as a state machine of values.

use super::failures::Failures;
use super::ids::{CallIds, says_nothing};
use super::limits::{Limits, Over};
use super::mark::Mark;
use super::state::{Ended, State, Stored, Version};
use super::step::StepError;
use super::turn::Turn;
use super::view::View;
use crate::failure::InvocationFailureKind;
use crate::message::transcript::{fault, mended, with_own_ids};
use crate::message::{AssistantMessage, Message, ToolCall};
use crate::model::{ChatRequest, ChatResponse, Usage};
use crate::tool::ToolDefinitions;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// One question on its way to the answer: a state machine of values, without any I/O.
///
/// A driver asks for the next [`step`](Self::step), does it, and gives back what came of it. What does not fit is an
/// error and changes nothing. The whole of it can be serialised and goes on elsewhere; [`run`](Self::run) runs a call with
/// every check that there is.
///
/// ```
/// use toolwright::agent::{Invocation, Step};
/// use toolwright::model::{ChatRequest, ChatResponse};
/// use toolwright::{Message, ToolCall, ToolResult};
///
/// let mut invocation = Invocation::new(ChatRequest::new([Message::user("Where is order 7?")]));
/// let call = ToolCall::new("c1", "order_status", r#"{"id": 7}"#);
/// invocation.on_response(ChatResponse::calls(vec![call]))?;
/// let Step::RunTools(calls) = invocation.step() else { unreachable!() };
/// let call = calls.first().unwrap();
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
    /// So many times the model answered.
    pub(super) turns: u32,
    pub(super) failures: Failures,
    pub(super) limits: Limits,
    /// The calls whose tool was not run.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) not_run: BTreeSet<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ended: Option<Ended>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mark: Option<Mark>,
    #[serde(skip)]
    pub(super) view: Option<Box<View>>,
    #[serde(skip)]
    pub(super) ids: CallIds,
    /// What is offered once the turn is answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next_tools: Option<ToolDefinitions>,
}

impl Invocation {
    /// Starts from a conversation that ends with the question, and the tools on offer.
    ///
    /// A call in it that has no result gets a fixed note, a result without its call is left out, and a call whose id is blank
    /// or stands before already gets another.
    #[must_use]
    pub fn new(mut request: ChatRequest) -> Self {
        if fault(request.messages()).is_some() {
            let tools = request.tools().clone();
            let messages = with_own_ids(mended(request.into_messages()));
            request = ChatRequest::new(messages).with_tools(tools);
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
            turns: 0,
            failures: Failures::default(),
            limits: Limits::default(),
            not_run: BTreeSet::new(),
            ended: None,
            mark: None,
            view: None,
            ids: CallIds::default(),
            next_tools: None,
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
        self.turns = self.turns.saturating_add(1);
        self.ended = None;
        if message.tool_calls.is_empty() {
            self.request.push(Message::Assistant(message));
            self.state = State::Finished(finish_reason);
            return Ok(());
        }
        if let Some(kind) = self.hard_stop() {
            self.state = State::Failed(kind);
            return Ok(());
        }
        self.make_clean(&mut message);
        let mut turn = Turn::new(self.request.messages().len());
        if finish_reason.is_cut_off() {
            turn.cut_off = Some(finish_reason);
        }
        self.count(&mut turn, &message.tool_calls);
        self.request.push(Message::Assistant(message));
        self.state = State::RunTools(turn);
        Ok(())
    }

    /// What ends the invocation, if the model may not call anything any more.
    fn hard_stop(&self) -> Option<InvocationFailureKind> {
        match self.limits.spent {
            Some(spent) => self.limits.is_final().then(|| spent.failure()),
            None => (self.rounds >= self.max_rounds).then_some(InvocationFailureKind::MaxRounds),
        }
    }

    /// Makes names, arguments and ids what the rest of the loop relies on.
    fn make_clean(&mut self, message: &mut AssistantMessage) {
        for call in &mut message.tool_calls {
            if says_nothing(&call.arguments) {
                "{}".clone_into(&mut call.arguments);
            }
            if let Some(name) = self.own_name(&call.name) {
                call.name = name;
            }
        }
        self.ids
            .make_unique(self.request.messages(), &mut message.tool_calls);
    }

    /// Counts a turn against the limits, before any of its calls runs.
    fn count(&mut self, turn: &mut Turn, calls: &[ToolCall]) {
        if self.limits.spent.is_some() {
            // It was told that nothing can be called. It hears it once more, and is asked for the last time.
            self.limits.is_last = true;
            turn.over = (0..calls.len()).map(|place| (place, Over::Spent)).collect();
            return;
        }
        self.rounds += 1;
        if turn.cut_off.is_none() {
            self.limits.count(turn, calls, self.usage, &self.failures);
        }
        if self.rounds >= self.max_rounds {
            self.limits.last_round(turn, calls);
        }
    }

    /// The name of a tool that a model wrote as `functions.name`, unless a tool is called so.
    fn own_name(&self, name: &str) -> Option<String> {
        let own = name.strip_prefix("functions.")?;
        let offered = self.request.tools();
        let is_tool = self.is_withdrawn(own) || offered.get(own).is_some();
        (is_tool && offered.get(name).is_none()).then(|| own.to_owned())
    }

    /// Returns the conversation as it stands: the last turn may have calls that wait for their results.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        self.request.messages()
    }

    /// Returns how many rounds of tool calls there were.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.rounds
    }
}

pub(super) fn calls_at(request: &ChatRequest, at: usize) -> &[ToolCall] {
    match request.messages().get(at) {
        Some(Message::Assistant(turn)) => &turn.tool_calls,
        _ => &[],
    }
}
