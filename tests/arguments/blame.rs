//! Where inside of a value its type refused something in its own words, which no schema knows.

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use toolwright::testing::{block_on, dispatch};
use toolwright::{tool, toolset};

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
struct Code(String);

impl TryFrom<String> for Code {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.starts_with('C') {
            Ok(Self(text))
        } else {
            Err("a code starts with C".to_owned())
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<u8>")]
#[allow(dead_code, reason = "only decoded")]
struct Pair(u8, u8);

impl TryFrom<Vec<u8>> for Pair {
    type Error = &'static str;

    fn try_from(list: Vec<u8>) -> Result<Self, &'static str> {
        match list[..] {
            [a, b] => Ok(Self(a, b)),
            _ => Err("two of them, please"),
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only decoded")]
struct Part {
    code: Code,
    pairs: Vec<Pair>,
    #[serde(default)]
    by_code: BTreeMap<Code, u8>,
    #[serde(default)]
    small: Vec<f32>,
}

/// Takes parts.
#[tool]
fn parts(
    list: Option<Vec<Part>>,
    #[arg(name = "a.b")] codes: Option<Vec<Code>>,
    #[arg(secret)] pin: Option<Vec<Code>>,
) {
    drop((list, codes, pin));
}

fn read(arguments: &str) -> String {
    let result = block_on(dispatch(&toolset![parts], &(), "parts", arguments)).unwrap();
    let text = result.text().into_owned();
    let line = text.strip_prefix("the arguments are wrong, the call was not run:\n- ");
    line.unwrap_or(&text).to_owned()
}

#[test]
fn the_part_that_was_read_last() {
    let right = r#"{"code": "C1", "pairs": []}"#;
    let cases = [
        (
            r#"{"a.b": ["C1", "D2", "C3"]}"#.to_owned(),
            r#"`["a.b"][1]`: a code starts with C; got the string "D2""#,
        ),
        // On several lines, with letters of several bytes.
        (
            "{\"a.b\":\n [\"Cäöü\",\n  \"Dß\"  ,\n \"C3\"]}".to_owned(),
            r#"`["a.b"][1]`: a code starts with C; got the string "Dß""#,
        ),
        (
            format!(r#"{{"list": [{right}, {{"code": "D1", "pairs": []}}, {right}]}}"#),
            r#"`list[1].code`: a code starts with C; got the string "D1""#,
        ),
        // After a coercion, in the text that was decoded.
        (
            r#"{"list": [{"code": 17, "pairs": []}]}"#.to_owned(),
            r#"`list[0].code`: a code starts with C; got the string "17""#,
        ),
        (
            r#"{"list": [{"pairs": [[1, 2], [1, 2, 3], []], "code": "C"}]}"#.to_owned(),
            "`list[0].pairs[1]`: two of them, please; got an array",
        ),
        // A key is refused, not the value before it.
        (
            r#"{"list": [{"code": "C1", "pairs": [], "by_code": {"C1": 1, "D2": 2, "C3": 3}}]}"#
                .to_owned(),
            "`list[0].by_code`: a code starts with C; got an object",
        ),
        (
            r#"{"list": [{"code": "C1", "pairs": [], "small": [1, 1e39]}]}"#.to_owned(),
            "`list[0].small[1]`: expected a number that is not too large, got the number 1e39",
        ),
        // Nothing is said of a secret but its place.
        (
            r#"{"pin": ["C1", "s3cret", "C2"]}"#.to_owned(),
            "`pin[1]`: not acceptable; expected a string, got a string",
        ),
    ];
    for (arguments, expected) in cases {
        assert_eq!(read(&arguments), expected, "{arguments}");
    }
}

/// Which of the two it was cannot be told: the parser stands behind both.
#[test]
fn the_whole_where_it_ends() {
    assert_eq!(
        read(r#"{"a.b": ["C1", "D2"]}"#),
        r#"`["a.b"]`: a code starts with C; got an array"#
    );
}
