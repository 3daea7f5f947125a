//! The three promises at once, with one agent and its default settings: nothing meant for developers reaches the model, the
//! model repairs its mistakes from what we tell it and nothing else, and nothing that it can repair ends the run.

use std::error::Error;
use std::fmt;
use std::sync::{Arc, Mutex};
use toolwright::model::{ChatModel, ChatResponse, FinishReason, ModelError};
use toolwright::testing::block_on;
use toolwright::{
    Agent, Answer, ChatRequest, InvocationFailure, InvocationFailureKind, LlmText, LlmVisible,
    Message, ToolCall, ToolErrorKind, tool, toolset,
};

/// Stands in every text for developers.
const CANARY: &str = "C4NARY";

/// What has the canary in its `Display`, its `Debug` and its name for itself.
#[derive(Debug)]
struct Cause {
    #[expect(dead_code, reason = "read by `Debug`")]
    secret: &'static str,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(CANARY)
    }
}

impl Error for Cause {}

fn cause() -> Cause {
    Cause { secret: CANARY }
}

#[derive(Debug, thiserror::Error)]
enum Booking {
    #[error("C4NARY no city {wanted}")]
    UnknownCity { wanted: String, cause: Cause },
    #[error("C4NARY blank")]
    Blank(#[source] Cause),
    #[error("C4NARY database")]
    Database(#[source] Cause),
}

impl LlmVisible for Booking {
    fn message_for_llm(&self) -> Option<LlmText> {
        match self {
            Self::UnknownCity { wanted, cause } => {
                let _ = cause;
                LlmText::if_not_blank(format!("unknown city `{wanted}`; did you mean `Mumbai`?"))
            }
            Self::Blank(_) => LlmText::if_not_blank("\u{200b}"),
            Self::Database(_) => None,
        }
    }
}

struct Unshown;

impl serde::Serialize for Unshown {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom(CANARY))
    }
}

#[derive(serde::Serialize)]
#[serde(untagged)]
enum Receipt {
    Number(u32),
    Unshown(Unshown),
}

/// Books a room.
#[tool]
fn book_room(city: String, nights: u8, guests: Vec<String>) -> Result<Receipt, Booking> {
    if city != "Mumbai" {
        return Err(Booking::UnknownCity {
            wanted: city,
            cause: cause(),
        });
    }
    match guests.first().map(String::as_str) {
        Some("blank") => Err(Booking::Blank(cause())),
        Some("hidden") => Err(Booking::Database(cause())),
        Some("panic") => panic!("{CANARY}"),
        Some("unshown") => Ok(Receipt::Unshown(Unshown)),
        _ => Ok(Receipt::Number(u32::from(nights) * 1000)),
    }
}

/// Confirms a booking.
#[tool]
fn confirm(number: u32) -> anyhow::Result<String> {
    match number {
        2000 => Ok("confirmed".to_owned()),
        _ => Err(anyhow::Error::new(cause()).context("C4NARY confirm")),
    }
}

/// Wrong in its names, its types and its city.
const WRONG: &str = r#"{"cty": "Bombay", "nights": "two", "guests": [[]]}"#;

/// A model that knows nothing but what it is told: its first call is wrong in every way, and each next one is the last
/// with what the feedback says put right.
#[derive(Clone, Default)]
struct Repairing {
    guest: &'static str,
    requests: Arc<Mutex<Vec<ChatRequest>>>,
}

/// What stands in backticks behind `before`.
fn quoted_behind<'t>(text: &'t str, before: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(before)?;
    let (_, rest) = rest.split_once('`')?;
    Some(rest.split_once('`')?.0)
}

impl Repairing {
    /// The call before, put right by the text.
    fn repaired(&self, before: &ToolCall, told: &str) -> ToolCall {
        let id = format!("{}+", before.id);
        if told.starts_with("the call was not run: the turn was cut off") {
            return ToolCall::new(id, &before.name, WRONG);
        }
        if told.starts_with("there is no tool of that name") {
            let name = quoted_behind(told, "did you mean").expect("a name");
            return ToolCall::new(id, name, r#"{"cty": "Bom"#);
        }
        if told.contains("they are not one valid JSON object: it breaks off") {
            return ToolCall::new(id, &before.name, format!("{}}}", before.arguments));
        }
        let mut arguments: serde_json::Value = serde_json::from_str(&before.arguments).unwrap();
        for line in told.lines().filter_map(|line| line.strip_prefix("- ")) {
            if let Some(name) = quoted_behind(line, "there is no parameter") {
                let meant = quoted_behind(line, "did you mean").expect("a name");
                let value = arguments[name].take();
                arguments.as_object_mut().unwrap().remove(name);
                arguments[meant] = value;
            } else if line.contains("expected an integer") && !line.contains("is missing") {
                arguments[quoted_behind(line, "").expect("a path")] = 2.into();
            } else if line.contains("expected a string") && !line.contains("is missing") {
                let path = quoted_behind(line, "").expect("a path");
                let (name, index) = path
                    .trim_end_matches(']')
                    .split_once('[')
                    .expect("an index");
                arguments[name][index.parse::<usize>().unwrap()] = self.guest.into();
            }
        }
        if told.starts_with("unknown city") {
            arguments["city"] = quoted_behind(told, "did you mean").expect("a city").into();
        }
        ToolCall::new(id, &before.name, arguments.to_string())
    }

    /// The turn that follows on the last result.
    fn turn(&self, request: &ChatRequest) -> ChatResponse {
        let results = request.tool_results();
        let calls = |call| ChatResponse::calls(vec![call]);
        let Some(last) = results.last() else {
            return calls(ToolCall::new("c", "bok_room", WRONG));
        };
        if last.is_error {
            let before = request
                .messages()
                .iter()
                .rev()
                .find_map(|message| match message {
                    Message::Assistant(turn) => turn.tool_calls.last(),
                    _ => None,
                });
            let response = calls(self.repaired(before.unwrap(), &last.text()));
            // The second turn does not get to its end.
            let is_cut = results.len() == 1;
            return if is_cut {
                response.with_finish_reason(FinishReason::Length)
            } else {
                response
            };
        }
        match last.name.as_str() {
            "book_room" => {
                let arguments = format!(r#"{{"number": {}"#, last.text());
                calls(ToolCall::new("d", "confirm", arguments))
            }
            _ => ChatResponse::text(format!("Booked and {}.", last.text())),
        }
    }
}

impl ChatModel for Repairing {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
        self.requests.lock().unwrap().push(request.clone());
        Ok(self.turn(request))
    }
}

fn run(guest: &'static str) -> (Result<Answer, InvocationFailure>, Vec<ChatRequest>) {
    let model = Repairing {
        guest,
        ..Repairing::default()
    };
    let agent = Agent::builder(model.clone())
        .tools(toolset![book_room, confirm])
        .build()
        .unwrap();
    std::panic::set_hook(Box::new(|_| {}));
    let ended = block_on(agent.invoke("Two nights in Bombay, please."));
    drop(std::panic::take_hook());
    let requests = model.requests.lock().unwrap().clone();
    (ended, requests)
}

fn assert_clean(what: &impl serde::Serialize) {
    let text = serde_json::to_string(what).unwrap();
    for secret in [
        CANARY,
        "Booking",
        "Cause",
        "Unshown",
        "book_room.rs",
        "fixture",
    ] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
}

#[test]
fn what_the_model_can_repair_it_repairs_from_our_feedback_alone() {
    let (answer, requests) = run("Ada");
    let answer = answer.unwrap();
    assert_eq!(answer.text, "Booked and confirmed.");
    let told: Vec<_> = answer
        .tool_executions
        .iter()
        .map(|done| (done.call.name.as_str(), done.result.text().into_owned()))
        .collect();
    let expected = [
        (
            "bok_room",
            "there is no tool of that name; did you mean `book_room`? The tools are: `book_room`, `confirm`",
        ),
        (
            "book_room",
            "the call was not run: the turn was cut off by the token limit; write shorter arguments or fewer calls",
        ),
        (
            "book_room",
            "the arguments are wrong, the call was not run:\n",
        ),
        ("book_room", "unknown city `Bombay`; did you mean `Mumbai`?"),
        ("book_room", "2000"),
        (
            "confirm",
            "the arguments are wrong, the call was not run:\n- they are not one valid JSON object",
        ),
        ("confirm", "confirmed"),
    ];
    for ((name, text), (expected_name, start)) in told.iter().zip(expected) {
        assert_eq!(*name, expected_name, "{text}");
        assert!(text.starts_with(start), "{text}");
    }
    assert_eq!(told.len(), expected.len(), "{told:?}");
    assert_eq!(
        requests.last().unwrap().offered_tools(),
        ["book_room", "confirm"]
    );
    assert_clean(&(&requests, &answer.messages));
}

#[test]
fn what_it_cannot_repair_ends_the_run_and_nothing_of_it_is_told() {
    for (guest, kind) in [
        ("blank", ToolErrorKind::Execution),
        ("hidden", ToolErrorKind::Execution),
        ("panic", ToolErrorKind::Panic),
        ("unshown", ToolErrorKind::Output),
    ] {
        let (ended, requests) = run(guest);
        let failure = ended.unwrap_err();
        assert_eq!(failure.kind(), InvocationFailureKind::Tool(kind), "{guest}");
        assert_eq!(failure.tool_call().unwrap().name, "book_room");
        // All that could be repaired was, up to the last call.
        assert_eq!(requests.len(), 5, "{guest}");
        assert_clean(&(&requests, failure.transcript()));
        // The developer has it all.
        if kind == ToolErrorKind::Execution {
            assert!(tests::everything_of(&failure).contains(CANARY), "{guest}");
            assert!(failure.downcast_ref::<Booking>().is_some());
        }
    }
}
