//! `validate = path` on methods, in generic code and where it panics.

use std::error::Error;
use std::fmt;
use toolwright::testing::{block_on, dispatch};
use toolwright::{LlmVisible, tool, tools, toolset};

struct Desk<T>(T);

/// Decides whether it is a fit.
trait Fits: Send + Sync + 'static {
    type No: LlmVisible + Error + Send + Sync + 'static;
    fn no() -> Self::No;
}

#[derive(Debug, LlmVisible)]
#[llm("no fit")]
struct NoFit;

impl fmt::Display for NoFit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("canary")
    }
}

impl Error for NoFit {}

struct Never;

impl Fits for Never {
    type No = NoFit;

    fn no() -> NoFit {
        NoFit
    }
}

#[tools]
impl<T: Fits> Desk<T> {
    fn fits(value: &u8) -> Result<(), T::No> {
        if *value == 0 { Ok(()) } else { Err(T::no()) }
    }

    /// Takes what fits.
    #[tool]
    async fn take(&self, #[arg(validate = Self::fits)] value: u8) -> u8 {
        let _ = &self.0;
        value
    }

    /// Takes what fits, elsewhere.
    #[tool(blocking)]
    fn take_blocking(&self, #[arg(validate = Self::fits)] value: u8) -> u8 {
        value
    }
}

#[test]
fn methods_of_generic_types_validate_too() {
    let tools = toolset![..Desk(Never)];
    for name in ["take", "take_blocking"] {
        let call = |arguments| block_on(dispatch(&tools, &(), name, arguments)).unwrap();
        assert_eq!(call(r#"{"value": 0}"#).text(), "0");
        assert_eq!(
            call(r#"{"value": 1}"#).text(),
            "the arguments are wrong, the call was not run:\n- `value`: no fit; got the number 1"
        );
    }
}

fn panics(_: &u8) -> Result<(), &'static str> {
    panic!("canary")
}

/// Validates with a panic.
#[tool]
fn panicking(#[arg(validate = panics)] value: u8) -> u8 {
    value
}

#[test]
fn a_validation_that_panics_is_a_panic_of_the_tool() {
    let failure = block_on(dispatch(
        &toolset![panicking],
        &(),
        "panicking",
        r#"{"value": 1}"#,
    ));
    let failure = failure.unwrap_err();
    assert!(!format!("{failure} {failure:?}").contains("canary"));
}
