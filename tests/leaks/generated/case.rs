//! One generated failure, from the model's call to what is left behind.

use super::Dice;
use super::errors::Dress;
use super::tools::{DressOf, Plan, all, of_arguments};
use std::sync::Arc;
use toolwright::error_handler::{
    ToolErrorHandlerResult, ToolExecutionErrorHandler, fail_invocation,
    fail_invocation_unless_visible_to_llm, from_fn, send_error_message_to_llm,
    send_generic_message_to_llm_unless_visible_to_llm,
};
use toolwright::model::{ChatModel, FinishReason};
use toolwright::testing::{Canary, ScriptedModel, block_on};
use toolwright::{Agent, ChatResponse, Message, ToolCall, llm_text};

pub(crate) const KINDS: [&str; 10] = [
    "typed",
    "hidden",
    "ready",
    "boxed",
    "chain",
    "panics",
    "output",
    "arguments",
    "nope",
    "cut off",
];

/// The canary of arguments: the model knows it, the logs must not.
fn argument() -> Canary {
    Canary::with_seed(0xA26_0001)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Handler {
    Default,
    Fail,
    UnlessVisible,
    Generic,
    Send,
    Own,
    Panics,
    /// Sends developer text as it is: what the test has to find.
    Leaks,
}

pub(crate) struct Case {
    kind: &'static str,
    handler: Handler,
    plan: Plan,
    redacts: bool,
}

impl Case {
    pub(crate) fn new(seed: u64) -> Self {
        let dice = &mut Dice::new(seed);
        let kind = dice.one_of(&KINDS);
        let handler = dice.one_of(&[
            Handler::Default,
            Handler::Fail,
            Handler::UnlessVisible,
            Handler::Generic,
            Handler::Send,
            Handler::Own,
            Handler::Panics,
        ]);
        let dresses = &[
            Dress::Plain,
            Dress::Password,
            Dress::Url,
            Dress::Path,
            Dress::Sql,
        ];
        // What the handler that sends developer text sends of the error itself has to look like a secret.
        let dresses = if handler == Handler::Send {
            &dresses[1..]
        } else {
            &dresses[..]
        };
        let plan = Plan {
            canary: Canary::with_seed(dice.next()),
            dress: DressOf(dice.one_of(dresses)),
            seed: dice.next(),
            depth: dice.below(5),
            which: dice.below(6),
        };
        Self {
            kind,
            handler,
            plan,
            redacts: dice.below(4) == 0,
        }
    }

    /// A case that leaks on purpose.
    pub(crate) fn leaking(seed: u64) -> Self {
        let mut case = Self::new(seed);
        (case.kind, case.handler, case.redacts) = ("hidden", Handler::Leaks, false);
        case
    }

    pub(crate) fn kind(&self) -> &'static str {
        self.kind
    }

    /// Whether the handler sends the `Display` of an error that holds the canary in no pattern: nobody can tell then.
    fn is_asked_for(&self) -> bool {
        let holds_it = match self.kind {
            "typed" => !self.plan.which.is_multiple_of(3),
            "chain" => self.plan.which.is_multiple_of(2),
            _ => false,
        };
        self.handler == Handler::Send && holds_it
    }

    fn handler(&self) -> Arc<dyn ToolExecutionErrorHandler> {
        match self.handler {
            Handler::Fail => Arc::new(fail_invocation()),
            Handler::Default | Handler::UnlessVisible => {
                Arc::new(fail_invocation_unless_visible_to_llm())
            }
            Handler::Generic => Arc::new(send_generic_message_to_llm_unless_visible_to_llm(
                llm_text!("it failed"),
            )),
            Handler::Send => Arc::new(send_error_message_to_llm()),
            Handler::Leaks => Arc::new(send_error_message_to_llm().unredacted()),
            Handler::Own => Arc::new(from_fn(|_error, _context| {
                Ok(ToolErrorHandlerResult::text(llm_text!("my own words")))
            })),
            Handler::Panics => {
                let canary = self.plan.canary.clone();
                Arc::new(from_fn(move |_error, _context| canary.panic()))
            }
        }
    }

    /// Two rounds of calls: the failure alone, then beside another.
    fn turns(&self) -> Vec<ChatResponse> {
        let name = if self.kind == "cut off" {
            "hidden"
        } else {
            self.kind
        };
        let arguments = match self.kind {
            "arguments" => serde_json::json!({"strict": {"text": argument().text()}}).to_string(),
            "nope" => serde_json::json!({"x": argument().text()}).to_string(),
            _ => "{}".to_owned(),
        };
        let call = |id: &str| ToolCall::new(id, name, arguments.as_str());
        let cut = |turn: ChatResponse| match self.kind {
            "cut off" => turn.with_finish_reason(FinishReason::Length),
            _ => turn,
        };
        vec![
            cut(ChatResponse::calls(vec![call("c1")])),
            cut(ChatResponse::calls(vec![
                call("c2"),
                ToolCall::new("c3", "typed", "[]"),
            ])),
            ChatResponse::text("done"),
        ]
    }

    /// Runs the case on a model that holds the script.
    pub(crate) fn run(&self) {
        let mut model = ScriptedModel::new();
        for turn in self.turns() {
            model = model.respond(turn);
        }
        let transcript = self.drive(model.clone());
        if self.is_asked_for() {
            return;
        }
        let requests = model.requests();
        assert!(!requests.is_empty());
        self.plan.canary.assert_absent_from(&requests);
        self.plan.canary.assert_absent_from_text(&transcript);
    }

    /// Runs the case on a model, and returns what would be stored. Checks what is logged, and what is shown of the outcome.
    pub(crate) fn drive(&self, model: impl ChatModel + 'static) -> String {
        let mut builder = Agent::builder(model).state(self.plan.clone()).tools(all());
        if self.handler != Handler::Default {
            builder = builder.on_error(self.handler());
        }
        if self.redacts {
            builder = builder.redactor(toolwright::Redactor::credentials());
        }
        let agent = builder.build().unwrap();
        let (outcome, logs) = tests::logged(|| block_on(agent.invoke("go")));
        for record in logs {
            argument().assert_absent_from_text(&record.text);
            // The error itself is for developers: its chain is logged, as the handlers document. What a parameter says of
            // its arguments is not.
            if record.level == tracing::Level::INFO {
                self.plan.canary.assert_absent_from_text(&record.text);
            }
            if record.level > tracing::Level::WARN {
                of_arguments().assert_absent_from_text(&record.text);
            }
        }
        let messages: Vec<Message> = match outcome {
            Ok(answer) => answer.messages,
            Err(failure) => failure.into_transcript(),
        };
        self.checked(&messages)
    }

    fn checked(&self, messages: &[Message]) -> String {
        let results = messages
            .iter()
            .filter(|message| matches!(message, Message::Tool(_)))
            .count();
        let calls: usize = messages
            .iter()
            .map(|message| match message {
                Message::Assistant(turn) => turn.tool_calls.len(),
                _ => 0,
            })
            .sum();
        assert_eq!(calls, results, "{}: each call has its result", self.kind);
        serde_json::to_string(messages).unwrap()
    }

    /// Whether it may be sent over a wire and looked for there.
    pub(crate) fn is_strict(&self) -> bool {
        !self.is_asked_for()
    }

    pub(crate) fn canary(&self) -> &Canary {
        &self.plan.canary
    }

    /// The bodies that a server of chat completions answers with.
    pub(crate) fn bodies(&self) -> Vec<String> {
        let body = |turn: &ChatResponse| {
            let calls = turn.message.tool_calls.iter().map(|call| {
                serde_json::json!({"id": call.id, "type": "function",
                    "function": {"name": call.name, "arguments": call.arguments}})
            });
            let calls: Vec<serde_json::Value> = calls.collect();
            let reason = match turn.finish_reason {
                FinishReason::Length => "length",
                FinishReason::Stop => "stop",
                _ => "tool_calls",
            };
            let mut message = serde_json::json!({"role": "assistant", "content": "done"});
            if !calls.is_empty() {
                message["tool_calls"] = calls.into();
            }
            serde_json::json!({"choices": [{"index": 0, "message": message, "finish_reason": reason}]}).to_string()
        };
        self.turns().iter().map(body).collect()
    }
}
