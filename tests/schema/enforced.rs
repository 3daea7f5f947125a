//! The feature `validate`: what the schema of a type asks for beyond types and limits.

use crate::foreign::foreign;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use toolwright::testing::{block_on, dispatch};
use toolwright::{ToolSet, tool, toolset};

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only decoded")]
struct Parcel {
    #[schemars(regex(pattern = "^[0-9]{5}$"))]
    zip: String,
    #[schemars(email)]
    mail: Option<String>,
    #[schemars(range(max = 9))]
    size: u32,
    #[serde(default)]
    marks: BTreeSet<String>,
    #[serde(default)]
    #[schemars(extend("propertyNames" = {"pattern": "^x-"}))]
    notes: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only decoded")]
enum Code {
    Letters(#[schemars(regex(pattern = "^[A-Z]+$"))] String),
    Number(u32),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(extend("if" = {"required": ["until"]}, "then" = {"required": ["from"]}))]
#[allow(dead_code, reason = "only decoded")]
struct Span {
    from: Option<u32>,
    until: Option<u32>,
}

/// Sends a parcel.
#[tool]
fn send(
    parcel: Parcel,
    code: Option<Code>,
    span: Option<Span>,
    #[arg(secret)] pin: Option<Pin>,
    count: i64,
) -> String {
    format!("{parcel:?} {code:?} {span:?} {pin:?} {count}")
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only decoded")]
struct Pin {
    #[schemars(regex(pattern = "^[0-9]{4}$"))]
    digits: String,
}

fn call(arguments: &str) -> (bool, String) {
    let result = block_on(dispatch(&toolset![send], &(), "send", arguments)).unwrap();
    let text = result.text().into_owned();
    (
        result.is_error,
        text.split("\nthe right shape").next().unwrap().to_owned(),
    )
}

fn refused(arguments: &str) -> String {
    let (is_error, text) = call(arguments);
    assert!(is_error, "{arguments}\n{text}");
    let text = text.strip_prefix("the arguments are wrong, the call was not run:\n");
    text.unwrap().to_owned()
}

#[test]
fn what_the_walk_does_not_know_is_enforced() {
    let (is_error, text) = call(
        r#"{"parcel": {"zip": "12345", "mail": "a@example.org", "size": 9, "notes": {"x-a": "b"}, "marks": ["a", "b"]},
            "code": "AB", "span": {"from": 1, "until": 2}, "pin": {"digits": "1234"}, "count": 1}"#,
    );
    assert!(!is_error, "{text}");
    let cases = [
        (
            r#"{"parcel": {"zip": "1234x", "mail": "nobody", "size": 1}, "count": 1}"#,
            "- `parcel.mail`: expected a string in the format email, got the string \"nobody\"\n\
             - `parcel.zip`: expected a string that matches ^[0-9]{5}$, got the string \"1234x\"",
        ),
        (
            r#"{"parcel": {"zip": "12345", "size": 1, "marks": ["a", "a"], "notes": {"y": "b"}}, "count": 1}"#,
            // What is twice in a set is once in the value.
            "- `parcel.notes`: expected only keys that match ^x-, got an object",
        ),
        (
            r#"{"parcel": {"zip": "12345", "size": 1}, "code": "ab", "count": 1}"#,
            "- `code`: expected a string that matches ^[A-Z]+$, got the string \"ab\"",
        ),
        (
            r#"{"parcel": {"zip": "12345", "size": 1}, "span": {"until": 1}, "count": 1}"#,
            "- `span.from` is missing: expected any value",
        ),
        // Nothing of a secret.
        (
            r#"{"parcel": {"zip": "12345", "size": 1}, "pin": {"digits": "hunter2"}, "count": 1}"#,
            "- `pin.digits`: expected a string that matches ^[0-9]{4}$, got a string",
        ),
        // With everything else that is wrong.
        (
            r#"{"parcel": {"zip": "x", "size": 10}, "count": "many", "more": 1}"#,
            "- `parcel.size`: expected an integer from 0 to 9, got the number 10\n\
             - `count`: expected an integer, got the string \"many\"\n\
             - there is no parameter `more`; the parameters are `code`, `count`, `parcel`, `pin`, `span`\n\
             - `parcel.zip`: expected a string that matches ^[0-9]{5}$, got the string \"x\"",
        ),
    ];
    for (arguments, expected) in cases {
        assert_eq!(refused(arguments), expected, "{arguments}");
    }
}

/// What the tool gets is what was validated: the coerced text is validated again.
#[test]
fn what_was_coerced_is_validated_as_it_is_decoded() {
    let (is_error, text) = call(r#"{"parcel": "{\"zip\": 12345, \"size\": \"9\"}", "count": "1"}"#);
    assert!(!is_error && text.contains("zip: \"12345\""), "{text}");
    assert_eq!(
        refused(r#"{"parcel": "{\"zip\": 1234, \"size\": \"9\"}", "count": "1"}"#),
        "- `parcel.zip`: expected a string that matches ^[0-9]{5}$, got the string \"1234\""
    );
    // One layer of text around all of it.
    assert_eq!(
        refused(r#""{\"parcel\": {\"zip\": \"x\", \"size\": 1}, \"count\": 1}""#),
        "- `parcel.zip`: expected a string that matches ^[0-9]{5}$, got the string \"x\""
    );
}

/// Takes a name and no more.
#[tool]
fn plain(name: &str) -> usize {
    name.len()
}

/// Tools whose schema asks for nothing of the kind are what they were: escapes in keys and all.
#[test]
fn a_set_enforces_each_tool_by_its_own_schema() {
    let (foreign, _) = foreign(json!({"type": "object", "properties": {}}));
    let tools: ToolSet = toolset![plain, send, ..foreign];
    let tools = tools.for_state::<u8>();
    assert_eq!(tools.check(), Ok(()));
    let call = |name: &str, arguments: &str| {
        block_on(dispatch(&tools, &7_u8, name, arguments))
            .unwrap()
            .text()
            .into_owned()
    };
    assert_eq!(call("plain", r#"{"n\u0061me": "abc"}"#), "3");
    assert_eq!(call("foreign", "{}"), "ran");
    assert!(
        call("send", r#"{"parcel": {"zip": "x", "size": 1}, "count": 1}"#).contains("`parcel.zip`")
    );
}

/// Passes over what it does not know.
#[tool(unknown_arguments = ignore)]
fn open(pin: Pin, size: Size) -> String {
    format!("{pin:?} {size:?}")
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only decoded")]
struct Size {
    #[schemars(range(max = 9))]
    value: u32,
}

/// `serde_json` passes over what is no value where nobody asks for it.
#[test]
fn what_is_passed_over_hides_nothing() {
    let deep = format!("{}{}", "[".repeat(1_000), "]".repeat(1_000));
    for (passed_over, runs) in [
        ("1", true),
        ("1e400", true),
        (r#""\ud800""#, true),
        (r#"{"\ud800": 1}"#, true),
        (&deep, false),
    ] {
        for (digits, value, is_right) in [("1234", 9, true), ("x", 9, false), ("1234", 10, false)] {
            let arguments = format!(
                r#"{{"pin": {{"digits": "{digits}"}}, "size": {{"value": {value}}}, "more": {passed_over}}}"#
            );
            let result = block_on(dispatch(&toolset![open], &(), "open", &arguments)).unwrap();
            assert_eq!(
                !result.is_error,
                runs && is_right,
                "{arguments}\n{}",
                result.text()
            );
        }
    }
}

/// Sends mails.
#[tool]
fn mails(to: BTreeMap<String, Mail>) -> usize {
    to.len()
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "only decoded")]
struct Mail(#[schemars(email)] String);

/// To find the place of each would take as long as there are keys.
#[test]
fn many_problems_take_no_time() {
    let keys: Vec<String> = (0..60_000).map(|i| format!(r#""k{i}":"no""#)).collect();
    let arguments = format!(r#"{{"to":{{{}}}}}"#, keys.join(","));
    let start = std::time::Instant::now();
    let result = block_on(dispatch(&toolset![mails], &(), "mails", &arguments)).unwrap();
    let spent = start.elapsed();
    assert!(spent < std::time::Duration::from_secs(20), "{spent:?}");
    let text = result.text();
    assert!(
        text.contains(
            "\n- `to.k0`: expected a string in the format email, got the string \"no\"\n"
        ),
        "{text}"
    );
    assert!(text.contains("\n- and more problems\n"), "{text}");
}
