//! What the model reads of a dozen mistakes. The guide shows the same texts, so that it cannot drift:
//! `TOOLWRIGHT_BLESS=1` writes them there.

use schemars::JsonSchema;
use serde::Deserialize;
use std::fmt::Write;
use std::path::Path;
use toolwright::testing::{block_on, dispatch};
use toolwright::{tool, toolset};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Speed {
    Standard,
    Express,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only decoded")]
struct Item {
    sku: String,
    #[schemars(range(min = 1, max = 99))]
    qty: u8,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "lowercase")]
#[allow(dead_code, reason = "only decoded")]
enum Payment {
    Card { number: String },
    Invoice { days: u16 },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
struct Date;

impl TryFrom<String> for Date {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match text.as_str() {
            "2026-12-24" => Ok(Self),
            _ => Err("a date is written as year, month and day, such as 2026-12-24"),
        }
    }
}

/// Places an order.
#[tool]
fn order(
    customer: u32,
    items: Vec<Item>,
    pay: Option<Payment>,
    #[arg(default = Speed::Standard)] speed: Speed,
    due: Option<Date>,
) -> String {
    format!("{customer} {items:?} {pay:?} {speed:?} {due:?}")
}

const MISTAKES: [(&str, &str); 14] = [
    (
        "A value of another type",
        r#"{"customer": "Jane", "items": []}"#,
    ),
    (
        "A number out of range",
        r#"{"customer": 4294967296, "items": []}"#,
    ),
    (
        "A number with a fraction",
        r#"{"customer": 1.5, "items": []}"#,
    ),
    (
        "A name that is none of an enum's",
        r#"{"customer": 1, "items": [], "speed": "fast"}"#,
    ),
    ("A missing parameter", r#"{"customer": 1}"#),
    (
        "A misspelt parameter",
        r#"{"customer": 1, "items": [], "sped": "express"}"#,
    ),
    (
        "A parameter given twice",
        r#"{"customer": 1, "customer": 2, "items": []}"#,
    ),
    (
        "Something deep inside",
        r#"{"customer": 1, "items": [{"sku": "A1", "qty": 2}, {"sku": "B2", "qty": 300}]}"#,
    ),
    (
        "Beyond a limit of the schema",
        r#"{"customer": 1, "items": [{"sku": "A1", "qty": 0}]}"#,
    ),
    (
        "An unknown variant",
        r#"{"customer": 1, "items": [], "pay": {"by": "cheque"}}"#,
    ),
    (
        "A type with words of its own",
        r#"{"customer": 1, "items": [], "due": "tomorrow"}"#,
    ),
    ("Not JSON", r#"{"customer": 1, "items": [],}"#),
    ("No object", "[1, 2]"),
    (
        "Everything at once",
        r#"{"customr": 1, "items": [{"sku": null, "qtty": 1}], "pay": {"by": "invoice", "days": -1}, "speed": 1}"#,
    ),
];

fn read(arguments: &str) -> String {
    let result = block_on(dispatch(&toolset![order], &(), "order", arguments)).unwrap();
    assert!(result.is_error, "{arguments}");
    result.text().into_owned()
}

#[test]
fn the_guide_shows_what_the_model_reads() {
    let mut expected = String::new();
    for (title, arguments) in MISTAKES {
        let text = read(arguments);
        let _ = write!(
            expected,
            "{title}:\n\n```json\n{arguments}\n```\n\n```text\n{text}\n```\n\n"
        );
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/docs/arguments.md");
    let guide = std::fs::read_to_string(&path).unwrap();
    let (start, end) = ("<!-- mistakes -->\n\n", "<!-- end of the mistakes -->");
    let (head, rest) = guide.split_once(start).expect("the start of the mistakes");
    let (shown, tail) = rest.split_once(end).expect("the end of the mistakes");
    if std::env::var_os("TOOLWRIGHT_BLESS").is_some() {
        std::fs::write(&path, format!("{head}{start}{expected}{end}{tail}")).unwrap();
    } else {
        assert_eq!(shown, expected);
    }
}

#[test]
fn a_few_to_the_letter() {
    let cases = [
        (
            r#"{"customer": "Jane", "items": []}"#,
            "the arguments are wrong, the call was not run:\n\
             - `customer`: expected an integer from 0 to 4294967295, got the string \"Jane\"",
        ),
        (
            r#"{"customer": 1, "items": [{"sku": "A1", "qty": 2}, {"sku": "B2", "qty": 300}]}"#,
            "the arguments are wrong, the call was not run:\n\
             - `items[1].qty`: expected an integer from 1 to 99, got the number 300",
        ),
        (
            r#"{"customer": 1, "items": [], "pay": {"by": "cheque"}}"#,
            "the arguments are wrong, the call was not run:\n\
             - `pay.by`: expected one of \"card\", \"invoice\", got the string \"cheque\"",
        ),
        (
            r#"{"customer": 1, "items": [], "due": "tomorrow"}"#,
            "the arguments are wrong, the call was not run:\n\
             - `due`: a date is written as year, month and day, such as 2026-12-24; got the string \"tomorrow\"",
        ),
        (
            r#"{"customr": 1, "items": [{"sku": null, "qtty": 1}], "pay": {"by": "invoice", "days": -1}, "speed": 1}"#,
            "the arguments are wrong, the call was not run:\n\
             - there is no parameter `customr`; did you mean `customer`?\n\
             - `items[0].sku`: expected a string, got the value null\n\
             - there is no key `qtty` in `items[0]`; did you mean `qty`?\n\
             - `items[0].qty` is missing: expected an integer from 1 to 99\n\
             - `pay.days`: expected an integer from 0 to 65535, got the number -1\n\
             - `speed`: expected one of \"standard\", \"express\", got the number 1\n\
             - `customer` is missing: expected an integer from 0 to 4294967295\n\
             the right shape (`?`: may be left out): {\"customer\": integer, \"items\": [{\"sku\": string, \"qty\": integer}], \
             \"due\": string?, \"pay\": {\"by\": \"card\", \"number\": string} | {\"by\": \"invoice\", \"days\": integer}?, \
             \"speed\": \"standard\" | \"express\"?}",
        ),
    ];
    for (arguments, expected) in cases {
        assert_eq!(read(arguments), expected, "{arguments}");
    }
}

#[test]
fn no_words_of_rust_or_serde() {
    for (_, arguments) in MISTAKES {
        let text = read(arguments);
        for word in [
            "invalid type",
            "invalid value",
            "unknown variant",
            "missing field",
            "u32",
            "u8",
            "Item",
            "Payment",
            "at line",
            "Vec",
            "struct",
        ] {
            assert!(!text.contains(word), "{word}: {text}");
        }
    }
}

/// What serde says of flattened types names them.
#[test]
fn a_flattened_enum_is_not_named() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    #[allow(dead_code, reason = "for its form")]
    enum SecretlyNamedKind {
        Card { number: String },
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "for its form")]
    struct Payment {
        amount: u32,
        #[serde(flatten)]
        kind: SecretlyNamedKind,
    }

    // The schema says nothing, so only serde can tell what is wrong.
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code, reason = "for its form")]
    struct Order {
        #[schemars(with = "serde_json::Value")]
        payment: Payment,
    }

    /// Pays.
    #[tool]
    fn pay(order: Order) {
        drop(order);
    }

    let arguments = r#"{"order": {"payment": {"amount": 1, "cheque": {"number": "7"}}}}"#;
    let result = block_on(dispatch(&toolset![pay], &(), "pay", arguments)).unwrap();
    let text = result.text();
    assert!(result.is_error && text.contains("`order"), "{text}");
    assert!(
        !text.contains("SecretlyNamed") && !text.contains("variant"),
        "{text}"
    );
}

/// That a string was expected and a string came tells nobody what to change.
#[test]
fn what_came_is_of_the_kind_that_was_expected() {
    let cases = [
        (
            "v_string",
            r#"{"value":"\ud800"}"#,
            "`value`: has an escape that stands for no character",
        ),
        (
            "v_f64",
            r#"{"value":1e400}"#,
            "`value`: expected a number that is not too large, got the number 1e400",
        ),
        (
            "v_f64",
            r#"{"value":"-1e400"}"#,
            "`value`: expected a number that is not too large, got the string \"-1e400\"",
        ),
        (
            "v_loose",
            r#"{"value":{"x":1}}"#,
            "`value.y` is missing: expected an integer",
        ),
        (
            "v_shape",
            r#"{"value":{"Box":{"width":1},"Line":[1,2]}}"#,
            "`value`: expected \"Empty\" or an object with `Circle` or an object with `Line` or an object with `Box` or an object with `Person`, got an object\n\
             the right shape (`?`: may be left out): {\"value\": \"Empty\" | {\"Circle\": number} | {\"Line\": [integer, integer]} | {\"Box\": {\"width\": integer, \"height\": integer?}} | …}",
        ),
    ];
    for (tool, arguments, expected) in cases {
        let said = crate::tools::call(tool, arguments).unwrap_err();
        let said = said.strip_prefix("the arguments are wrong, the call was not run:\n- ");
        assert_eq!(said, Some(expected), "{arguments}");
    }
}
