//! The reason to exist, measured: the same twelve mistakes of a real model, and what it makes of each kind of text.
//!
//! `cargo test -p tests --test real reason -- --nocapture` prints the table.

use crate::transcript::{argument, calls, model};
use tests::real_model::RealModel;
use tests::recorder::Recorder;
use tests::run;
use toolwright::error_handler::{
    send_error_message_to_llm, send_generic_message_to_llm_unless_visible_to_llm,
};
use toolwright::{Agent, LlmVisible, Message, ToolSet, llm_text, tool, toolset};

/// What people ask for, and the name that the tool knows.
const CITIES: [(&str, &str); 12] = [
    ("Bombay", "Mumbai"),
    ("Peking", "Beijing"),
    ("Madras", "Chennai"),
    ("Calcutta", "Kolkata"),
    ("Saigon", "Hanoi"),
    ("Stalingrad", "Volgograd"),
    ("Constantinople", "Istanbul"),
    ("Rangoon", "Yangon"),
    ("Angora", "Ankara"),
    ("Christiania", "Oslo"),
    ("Danzig", "Gdansk"),
    ("Leningrad", "Petersburg"),
];

/// Parts of the developers' text that no user should read.
const INTERNALS: [&str; 4] = ["hunter2", "10.0.0.7", "postgres", "SELECT"];

fn new_name(city: &str) -> Option<&'static str> {
    let mut known = CITIES.iter();
    known.find(|(old, _)| *old == city).map(|(_, new)| *new)
}

#[derive(Debug, thiserror::Error, LlmVisible)]
#[error(
    "postgres://weather:hunter2@10.0.0.7/geo: SELECT lat FROM city WHERE name='{city}': no row"
)]
#[llm("Error: unknown city '{city}'; did you mean '{near}'?")]
struct Hinted {
    city: String,
    near: &'static str,
}

#[derive(Debug, thiserror::Error, LlmVisible)]
#[error(
    "postgres://weather:hunter2@10.0.0.7/geo: SELECT lat FROM city WHERE name='{city}': no row"
)]
#[llm(hidden)]
struct Hidden {
    city: String,
}

/// Returns the current weather in a city.
#[tool(name = "get_weather")]
async fn hinted(
    /// The name of the city
    city: String,
) -> Result<&'static str, Hinted> {
    match new_name(&city) {
        Some(near) => Err(Hinted { city, near }),
        None => Ok("31 degrees, sunny"),
    }
}

/// Returns the current weather in a city.
#[tool(name = "get_weather")]
async fn hidden(
    /// The name of the city
    city: String,
) -> Result<&'static str, Hidden> {
    match new_name(&city) {
        Some(_) => Err(Hidden { city }),
        None => Ok("31 degrees, sunny"),
    }
}

/// What the model made of twelve failures.
#[derive(Debug, Default)]
struct Row {
    repaired: usize,
    gave_up: usize,
    repeated: usize,
    /// Of all: the answer to the user repeats internals.
    internals: usize,
}

impl Row {
    fn count(&mut self, city: &str, messages: &[Message], answer: &str) {
        let calls = calls(messages);
        println!("    {answer}");
        let asked = |wanted: &str| {
            let of = |(call, _): &&(_, _)| argument(call, "city").is_some_and(|it| it == wanted);
            calls.iter().filter(of).count()
        };
        if asked(new_name(city).unwrap_or_default()) > 0 {
            self.repaired += 1;
        } else if asked(city) > 1 {
            self.repeated += 1;
        } else {
            self.gave_up += 1;
        }
        self.internals += usize::from(INTERNALS.iter().any(|part| answer.contains(part)));
    }
}

/// Asks for all twelve cities; returns what came of it, and whether the model was sent any internals.
fn ask_all(server: &RealModel, tools: &ToolSet, on_error: Handler) -> (Row, bool) {
    let recorder = Recorder::start(server.address());
    let agent = Agent::builder(model(&recorder.base_url()))
        .tools(tools.clone())
        .max_rounds(4);
    let agent = match on_error {
        Handler::Default => agent,
        Handler::Generic => agent.on_error(send_generic_message_to_llm_unless_visible_to_llm(
            llm_text!("the tool failed"),
        )),
        Handler::Redacted => agent.on_error(send_error_message_to_llm()),
        Handler::Raw => agent.on_error(send_error_message_to_llm().unredacted()),
    };
    let agent = agent.build().unwrap();
    let mut row = Row::default();
    for (city, _) in CITIES {
        let question = format!("Call get_weather for {city}");
        println!("{question}");
        match run(agent.invoke(question)) {
            Ok(answer) => row.count(city, &answer.messages, &answer.text),
            Err(failure) => row.count(city, failure.transcript(), ""),
        }
    }
    let sent = recorder.sent();
    (row, INTERNALS.iter().any(|part| sent.contains(part)))
}

#[derive(Clone, Copy)]
enum Handler {
    Default,
    Generic,
    Redacted,
    Raw,
}

#[test]
fn the_reason_to_exist() {
    let mut tries = 0;
    loop {
        // The model's choices differ between two starts of its server, so a bad start is given two more.
        let Some(server) = RealModel::start() else {
            return;
        };
        tries += 1;
        let rows = [
            ("a visible hint", toolset![hinted], Handler::Default),
            ("the generic text", toolset![hidden], Handler::Generic),
            ("the error, redacted", toolset![hidden], Handler::Redacted),
            ("the error, raw", toolset![hidden], Handler::Raw),
        ]
        .map(|(name, tools, handler)| {
            println!("== {name}");
            let (row, leaked) = ask_all(&server, &tools, handler);
            assert_eq!(leaked, matches!(handler, Handler::Raw), "{name}");
            (name, row)
        });
        println!("reason | repaired | gave up | repeated | told internals");
        for (name, row) in &rows {
            println!(
                "reason | {name} | {} | {} | {} | {}",
                row.repaired, row.gave_up, row.repeated, row.internals
            );
        }
        let [(_, hint), others @ ..] = rows;
        let best = others.iter().map(|(_, row)| row.repaired).max();
        if hint.repaired >= 2 && Some(hint.repaired) > best {
            return;
        }
        assert!(tries < 3, "three servers, and no hint that helped");
    }
}
