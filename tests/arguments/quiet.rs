//! `secret` and `hide_message`: what is not said of a parameter, wherever something is wrong with it.

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::error::Error;
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::from_fn;
use toolwright::testing::{block_on, dispatch};
use toolwright::tool::{ToolError, ToolErrorKind};
use toolwright::{ToolCall, tool, toolset};

/// Quotes what it refuses.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
struct Token;

impl TryFrom<String> for Token {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Err(format!("`{text}` is no token"))
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only decoded")]
struct Card {
    #[schemars(length(min = 12))]
    number: String,
    #[schemars(range(max = 999))]
    code: u32,
    note: Option<Token>,
    #[serde(default)]
    #[schemars(length(max = 1))]
    tags: Vec<bool>,
    #[serde(default)]
    by_key: BTreeMap<String, u8>,
    kind: Option<Payment>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "lowercase")]
#[allow(dead_code, reason = "only decoded")]
enum Payment {
    Card { number: u32 },
    Cash,
}

fn never(value: &Option<u32>) -> Result<(), String> {
    Err(format!("{value:?} will not do"))
}

/// Pays.
#[tool]
fn pay(
    #[arg(secret)] card: Card,
    #[arg(secret)] token: Option<Token>,
    #[arg(secret, validate = never)] pin: Option<u32>,
    open: Option<Token>,
) {
    drop((card, token, pin, open));
}

fn read(name: &str, arguments: &str) -> String {
    let tools = toolset![pay, hidden, once];
    let result = block_on(dispatch(&tools, &(), name, arguments)).unwrap();
    assert!(result.is_error, "{arguments}");
    result.text().into_owned()
}

#[test]
fn nothing_of_a_secret_is_said() {
    let cases = [
        // Of another type, in every kind of value.
        (
            r#"{"card": "s3cret"}"#,
            "- `card`: expected an object, got a string",
        ),
        (
            r#"{"card": 53}"#,
            "- `card`: expected an object, got a number",
        ),
        (
            r#"{"card": true}"#,
            "- `card`: expected an object, got a boolean",
        ),
        (
            r#"{"card": [5, 3]}"#,
            "- `card`: expected an object, got an array",
        ),
        (
            r#"{"card": null}"#,
            "- `card`: expected an object, got null",
        ),
        // Nested: limits, keys, names of variants, what a map holds, and the words of the type itself.
        (
            r#"{"card": {"number": "s3cret", "code": 5353}}"#,
            "- `card.number`: expected a string of at least 12 characters, got a string\n\
             - `card.code`: expected an integer from 0 to 999, got a number",
        ),
        (
            r#"{"card": {"number": "s3cret-s3cret", "code": 1, "s3cret": 1}}"#,
            "- there is no key `…` in `card`; the keys are `by_key`, `code`, `kind`, `note`, `number`, `tags`",
        ),
        (
            r#"{"card": {"number": "s3cret-s3cret", "code": 1, "kind": {"by": "s3cret"}}}"#,
            "- `card.kind.by`: expected one of \"card\", \"cash\", got a string",
        ),
        (
            r#"{"card": {"number": "s3cret-s3cret", "code": 1, "tags": [true, false]}}"#,
            "- `card.tags`: expected an array of at most 1 item, got an array",
        ),
        (
            r#"{"card": {"number": "s3cret-s3cret", "code": 1, "by_key": {"s3cret": "x"}}}"#,
            "- `card.by_key[…]`: expected an integer from 0 to 255, got a string",
        ),
        (
            r#"{"card": {"number": "s3cret-s3cret", "code": 1, "note": "s3cret"}}"#,
            "- `card`: not acceptable; expected an object, got an object",
        ),
        // As text of an object, which the lenient pass opens.
        (
            r#"{"card": "{\"number\": \"s3cret\", \"code\": 1}"}"#,
            "- `card.number`: expected a string of at least 12 characters, got a string",
        ),
        // Without its key.
        (
            r#""s3cret""#,
            "- they have to be a JSON object, not a string; the parameters are `card`, `token`, `pin`, `open`",
        ),
    ];
    for (arguments, expected) in cases {
        let text = read("pay", arguments);
        assert!(text.contains(expected), "{arguments}\n{text}");
        assert!(!text.contains("s3cret") && !text.contains("53"), "{text}");
    }
}

#[test]
fn the_words_of_a_type_or_of_a_validation_may_repeat_a_secret() {
    let right = r#""card": {"number": "s3cret-s3cret", "code": 1}"#;
    let text = read(
        "pay",
        &format!(r#"{{{right}, "token": "s3cret", "pin": 5353}}"#),
    );
    assert_eq!(
        text.lines().take(3).collect::<Vec<_>>(),
        [
            "the arguments are wrong, the call was not run:",
            "- `token`: not acceptable; expected a string or null, got a string",
            "- `pin`: not acceptable; got a number",
        ]
    );
    // A neighbour that is no secret says all.
    let text = read("pay", &format!(r#"{{{right}, "open": "seen"}}"#));
    assert!(
        text.ends_with("- `open`: `seen` is no token; got the string \"seen\""),
        "{text}"
    );
}

#[test]
fn developers_do_not_read_a_secret_either() {
    let seen = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let saw = std::sync::Arc::clone(&seen);
    let handler = from_fn(move |error, context| {
        let mut all = format!("{error} {error:?} {:?}", context.call());
        let mut next: Option<&dyn Error> = error.source();
        while let Some(error) = next {
            all += &format!(" {error} {error:?}");
            next = error.source();
        }
        *saw.lock().unwrap() = all;
        Err(context.fail())
    });
    let tools = toolset![pay];
    let dispatcher = Dispatcher::new(&tools, &()).on_error_of(ToolErrorKind::Arguments, handler);
    let arguments = r#"{"card": {"number": "s3cret-s3cret", "code": 1, "s3cret": 1}, "token": "s3cret", "pin": 5353}"#;
    let failure = block_on(dispatcher.call(ToolCall::new("c1", "pay", arguments))).unwrap_err();
    let all = format!("{} {failure} {failure:?}", seen.lock().unwrap());
    assert!(all.contains("`pin` is refused by its validation"), "{all}");
    assert!(!all.contains("s3cret") && !all.contains("5353"), "{all}");
    let cause: Option<&ToolError> = failure.source().and_then(<dyn Error>::downcast_ref);
    assert!(!format!("{cause:?}").contains("s3cret"));
}

fn odd(value: &u32) -> Result<(), &'static str> {
    if value % 2 == 1 {
        Ok(())
    } else {
        Err("has to be odd")
    }
}

/// Says little.
#[tool]
fn hidden(
    #[arg(hide_message)] token: Option<Token>,
    #[arg(hide_message, validate = odd)] number: u32,
) {
    drop((token, number));
}

/// The other way round.
#[tool]
fn once(#[arg(name = "odd", validate = odd)] number: u32) -> u32 {
    number
}

#[test]
fn a_hidden_message_is_replaced_and_the_value_is_not() {
    assert_eq!(
        read("hidden", r#"{"token": "seen", "number": 2}"#)
            .lines()
            .take(3)
            .collect::<Vec<_>>(),
        [
            "the arguments are wrong, the call was not run:",
            "- `token`: not acceptable; expected a string or null, got the string \"seen\"",
            "- `number`: not acceptable; got the number 2",
        ]
    );
    assert_eq!(
        read("once", r#"{"odd": 2}"#),
        "the arguments are wrong, the call was not run:\n- `odd`: has to be odd; got the number 2"
    );
}

/// Signs in.
#[tool]
fn sign_in(
    #[arg(secret, default = "hunter2")] password: &str,
    #[arg(default = 3)] tries: u8,
) -> usize {
    password.len() * usize::from(tries)
}

#[test]
fn the_default_of_a_secret_is_in_no_schema() {
    let tools = toolset![sign_in];
    let definitions = tools.definitions();
    let schema = definitions[0].input_schema().to_string();
    assert!(schema.contains(r#""default":3"#), "{schema}");
    assert!(!schema.contains("hunter2"), "{schema}");
    let result = block_on(dispatch(&tools, &(), "sign_in", "{}")).unwrap();
    assert_eq!(result.text(), "21");
}
