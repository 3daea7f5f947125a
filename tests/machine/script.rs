//! What the model says, in any order and against every rule.

use crate::settings::{Settings, settings};
use crate::tools::{GIVEN, OWN};
use proptest::prelude::*;
use toolwright::ToolCall;
use toolwright::message::AssistantMessage;
use toolwright::model::{ChatResponse, FinishReason, ModelError, ModelErrorKind, Usage};

/// What a tool does, as its arguments say.
pub(crate) const DOES: [&str; 12] = [
    "text", "told", "hidden", "panics", "yields", "sleeps", "hangs", "denied", "answered", "flaky",
    "refused", "late",
];

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Arguments {
    Fit(&'static str, u8),
    Broken,
    /// Left out, which reads as `{}`.
    Blank,
    Empty,
}

impl Arguments {
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Fit(does, n) => format!(r#"{{"does":"{does}","n":{n}}}"#),
            Self::Broken => r#"{"does":"text","n":"#.to_owned(),
            Self::Blank => " ".to_owned(),
            Self::Empty => "{}".to_owned(),
        }
    }
}

/// What somebody decides about a call that a driver holds back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Review {
    None,
    Approved,
    Denied,
}

#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) arguments: Arguments,
    pub(crate) review: Review,
    /// The process ends when the call was begun, before its tool is run.
    pub(crate) is_killed: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Turn {
    Fails,
    Says {
        calls: Vec<Call>,
        text: bool,
        reason: u8,
        tokens: u8,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) turns: Vec<Turn>,
    pub(crate) settings: Settings,
}

impl Turn {
    pub(crate) fn reason(reason: u8, has_calls: bool) -> FinishReason {
        match reason {
            0 => FinishReason::Length,
            1 => FinishReason::Refused,
            2 => FinishReason::Other("odd".to_owned()),
            _ if has_calls => FinishReason::ToolCalls,
            _ => FinishReason::Stop,
        }
    }

    pub(crate) fn response(&self) -> Result<ChatResponse, ModelError> {
        let Self::Says {
            calls,
            text,
            reason,
            tokens,
        } = self
        else {
            return Err(ModelError::new(ModelErrorKind::Other, "it rains"));
        };
        let reason = Self::reason(*reason, !calls.is_empty());
        let calls = calls
            .iter()
            .map(|call| ToolCall::new(&call.id, &call.name, call.arguments.text()));
        let message = AssistantMessage::calls(calls.collect());
        let response = ChatResponse::new(message, reason)
            .with_usage(Usage::new((*tokens).into(), (*tokens / 2).into()));
        Ok(match text {
            true => response.with_content("well"),
            false => response,
        })
    }
}

fn arguments() -> impl Strategy<Value = Arguments> {
    let weights = [12, 5, 3, 2, 5, 5, 1, 2, 2, 2, 1, 2];
    let does = prop::sample::select(
        DOES.into_iter()
            .zip(weights)
            .flat_map(|(does, n)| std::iter::repeat_n(does, n))
            .collect::<Vec<_>>(),
    );
    prop_oneof![
        12 => (does, 0_u8..3).prop_map(|(does, n)| Arguments::Fit(does, n)),
        1 => Just(Arguments::Broken),
        1 => Just(Arguments::Blank),
        1 => Just(Arguments::Empty),
    ]
}

fn name() -> impl Strategy<Value = String> {
    let tools: Vec<&str> = OWN.iter().chain(&GIVEN).map(|tool| tool.name).collect();
    prop_oneof![
        16 => prop::sample::select(tools.clone()).prop_map(str::to_owned),
        2 => prop::sample::select(vec!["lok", "nothing", "functions.", ""]).prop_map(str::to_owned),
        2 => prop::sample::select(tools).prop_map(|name| format!("functions.{name}")),
    ]
}

fn call() -> impl Strategy<Value = Call> {
    let ids = [
        "a",
        "b",
        "c",
        "d",
        "e",
        "f",
        "g",
        "h",
        "",
        " \u{200b}",
        "call_1",
        "call_2",
        "call_4",
    ];
    let review = prop_oneof![
        8 => Just(Review::None),
        1 => Just(Review::Approved),
        1 => Just(Review::Denied),
    ];
    (
        prop::sample::select(ids.to_vec()),
        name(),
        arguments(),
        review,
        prop::bool::weighted(0.06),
    )
        .prop_map(|(id, name, arguments, review, is_killed)| Call {
            id: id.to_owned(),
            name,
            arguments,
            review,
            is_killed,
        })
}

fn turn() -> impl Strategy<Value = Turn> {
    let says = |calls: std::ops::Range<usize>| {
        (
            prop::collection::vec(call(), calls),
            any::<bool>(),
            prop_oneof![9 => Just(9_u8), 2 => 0_u8..3],
            0_u8..9,
        )
            .prop_map(|(calls, text, reason, tokens)| Turn::Says {
                calls,
                text,
                reason,
                tokens,
            })
    };
    prop_oneof![1 => Just(Turn::Fails), 14 => says(1..6), 2 => says(0..1)]
}

pub(crate) fn script() -> impl Strategy<Value = Script> {
    (prop::collection::vec(turn(), 0..10), settings())
        .prop_map(|(turns, settings)| Script { turns, settings })
}

impl Script {
    /// The turn of a request; when there is none left, the model comes to its end.
    pub(crate) fn turn(&self, number: usize) -> Turn {
        let end = Turn::Says {
            calls: Vec::new(),
            text: true,
            reason: 9,
            tokens: 1,
        };
        self.turns.get(number).cloned().unwrap_or(end)
    }
}
