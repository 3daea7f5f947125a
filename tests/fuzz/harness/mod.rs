//! What holds for every text that a model may write as the arguments of a call, and how to make such texts.

mod choices;
mod mutate;
mod tools;

pub(crate) use choices::Choices;
pub(crate) use mutate::arguments;
pub(crate) use tools::{NAMES, VALID};

use std::sync::OnceLock;
use tools::{Canary, State};
use toolwright::ToolSet;
use toolwright::testing::{block_on, dispatch};

/// The longest feedback, in bytes.
const LONGEST: usize = 4_096;

/// The same tools twice. The value that the host supplies differs, and so does the name of the parameter that gets it.
struct Worlds([(ToolSet<State>, State); 2]);

fn worlds() -> &'static Worlds {
    static WORLDS: OnceLock<Worlds> = OnceLock::new();
    WORLDS.get_or_init(|| {
        let one = State::new("5f0c17-K3Y");
        let other = State::new(r#"{"vault":"another-S3CRET"}"#);
        Worlds([(tools::one::set(), one), (tools::other::set(), other)])
    })
}

/// Makes one case and checks it; returns whether the tool ran.
pub(crate) fn run(choices: &mut Choices<'_>) -> bool {
    let (name, arguments) = arguments(choices);
    check(name, &arguments)
}

/// Makes one call; returns whether the tool ran.
///
/// # Panics
///
/// If the tool ran on what it should not have, or the feedback is not what feedback has to be.
pub(crate) fn check(name: &str, arguments: &str) -> bool {
    let [one, other] = &worlds().0;
    let read = call(one, name, arguments);
    // Neither the value of the context nor the name of its parameter is in what the model reads: both differ here.
    assert_eq!(read, call(other, name, arguments), "{name} {arguments:?}");
    match read {
        // What was decoded is written as JSON, and JSON is decoded to itself.
        Ok(written) => {
            let again = call(one, name, &written);
            assert_eq!(again, Ok(written), "{name} {arguments:?}");
            true
        }
        Err(feedback) => {
            assert!(!feedback.trim().is_empty(), "{name} {arguments:?}");
            assert!(
                feedback.len() <= LONGEST,
                "{} bytes: {name} {arguments:?}",
                feedback.len()
            );
            assert!(
                feedback.chars().all(|c| c == '\n' || !c.is_control()),
                "{feedback:?}: {name} {arguments:?}"
            );
            false
        }
    }
}

/// What the tool wrote, or what the model reads instead. A call never ends the invocation: no tool here can fail.
fn call(world: &(ToolSet<State>, State), name: &str, arguments: &str) -> Result<String, String> {
    let (tools, state) = world;
    let result = match block_on(dispatch(tools, state, name, arguments)) {
        Ok(result) => result,
        Err(failure) => panic!("{failure:?}: {name} {arguments:?}"),
    };
    let text = result.text().into_owned();
    if result.is_error { Err(text) } else { Ok(text) }
}

/// The value that no text for the model may hold.
fn seen(canary: &Canary) {
    assert!(!canary.0.is_empty(), "the tool got its context");
}
