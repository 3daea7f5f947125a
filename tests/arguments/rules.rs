//! Types that implement `garde::Validate`: their rules hold before the call, each with its path in the JSON.

use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use toolwright::testing::{block_on, dispatch};
use toolwright::{tool, tools, toolset};

#[derive(Clone, Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase")]
struct Address {
    #[garde(length(min = 5), custom(digits))]
    #[schemars(skip)]
    #[serde(rename = "postCode")]
    zip_code: String,
    #[garde(ascii)]
    street_name: String,
}

fn digits(value: &str, (): &()) -> garde::Result {
    if value.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(())
    } else {
        Err(garde::Error::new(format!("`{value}` has letters")))
    }
}

#[derive(Clone, Debug, Deserialize, JsonSchema, Validate)]
struct Person {
    #[garde(length(min = 2))]
    name: String,
    #[garde(dive)]
    home: Option<Address>,
    #[garde(dive)]
    others: Vec<Address>,
    #[serde(default)]
    #[garde(dive)]
    by_key: BTreeMap<String, Capped>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema, Validate)]
#[serde(transparent)]
struct Wrapped(#[garde(custom(ten))] u32);

fn ten(value: &u32, (): &()) -> garde::Result {
    if *value < 10 {
        return Err(garde::Error::new("below 10"));
    }
    Ok(())
}

#[derive(Clone, Debug, Deserialize, JsonSchema, Validate)]
#[serde(transparent)]
struct Capped(#[garde(custom(nine))] u32);

fn nine(value: &u32, (): &()) -> garde::Result {
    if *value > 9 {
        return Err(garde::Error::new("above 9"));
    }
    Ok(())
}

#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(tag = "by", rename_all = "lowercase")]
enum Payment {
    Card {
        #[garde(alphanumeric)]
        card_number: String,
    },
    Cash {
        #[garde(skip)]
        #[allow(dead_code, reason = "only decoded")]
        amount: u32,
    },
}

static RUNS: AtomicU32 = AtomicU32::new(0);

/// Registers somebody.
#[tool]
fn register(
    person: Person,
    age: &Wrapped,
    pay: Option<Payment>,
    #[arg(default = Wrapped(1))] floor: Wrapped,
) -> String {
    RUNS.fetch_add(1, Ordering::Relaxed);
    format!("{} {} {pay:?} {}", person.name, age.0, floor.0)
}

fn read(name: &str, arguments: &str) -> (bool, String) {
    let tools = toolset![register, discreet, ..Desk];
    let result = block_on(dispatch(&tools, &(), name, arguments)).unwrap();
    let text = result.text().into_owned();
    let lines = text.split("\nthe right shape").next().unwrap_or_default();
    (result.is_error, lines.to_owned())
}

#[test]
fn every_rule_is_said_with_its_path() {
    let (is_error, said) = read(
        "register",
        r#"{
            "person": {
                "name": "x",
                "home": {"postCode": "12a45", "streetName": "é"},
                "others": [{"postCode": "12345", "streetName": "a"}, {"postCode": "1", "streetName": "é"}],
                "by_key": {"a.b[0]": 10}
            },
            "age": "9",
            "pay": {"by": "card", "card_number": "1-2"},
            "floor": 9
        }"#,
    );
    assert!(is_error);
    assert_eq!(
        said,
        "the arguments are wrong, the call was not run:\n\
         - `person.name`: expected a string of at least 2 characters, got the string \"x\"\n\
         - `person.by_key[\"a.b[0]\"]`: above 9; got the number 10\n\
         - `person.home.streetName`: not ascii; got the string \"é\"\n\
         - `person.home`: `12a45` has letters; got an object\n\
         - `person.others[1].streetName`: not ascii; got the string \"é\"\n\
         - `person.others[1]`: length is lower than 5; got an object\n\
         - `age`: below 10; got the string \"9\"\n\
         - `pay.card_number`: not alphanumeric; got the string \"1-2\"\n\
         - `floor`: below 10; got the number 9"
    );
    assert_eq!(RUNS.load(Ordering::Relaxed), 0);
    let right = r#"{"person": {"name": "xy", "others": []}, "age": 10}"#;
    // A default is the developer's, and not validated.
    assert_eq!(read("register", right), (false, "xy 10 None 1".to_owned()));
}

/// Says little.
#[tool]
fn discreet(
    #[arg(secret)] secret: Option<Address>,
    #[arg(hide_message)] hidden: Option<Address>,
    #[arg(secret)] keys: Option<Person>,
) {
    drop((secret, hidden, keys));
}

#[test]
fn nothing_of_a_secret_and_no_hidden_message() {
    let (_, said) = read(
        "discreet",
        r#"{
            "secret": {"postCode": "s3cret", "streetName": "é"},
            "hidden": {"postCode": "s3cret", "streetName": "é"},
            "keys": {"name": "xy", "others": [], "by_key": {"s3cret": 10}}
        }"#,
    );
    assert_eq!(
        said,
        "the arguments are wrong, the call was not run:\n\
         - `secret.streetName`: not acceptable; got a string\n\
         - `secret`: not acceptable; got an object\n\
         - `hidden.streetName`: not acceptable; got the string \"é\"\n\
         - `hidden`: not acceptable; got an object\n\
         - `keys.by_key[…]`: not acceptable; got a number"
    );
}

/// A context that is not there by default.
struct Shop;

#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[garde(context(Shop))]
struct OfAShop {
    #[garde(custom(never))]
    value: u32,
}

fn never(_: &u32, _: &Shop) -> garde::Result {
    Err(garde::Error::new("never"))
}

struct Desk;

#[tools]
impl Desk {
    /// A type whose rules need a context.
    #[tool]
    fn unruled(&self, of: OfAShop) -> u32 {
        of.value
    }

    /// A list of what has rules.
    #[tool(blocking)]
    fn listed(&self, all: Vec<Wrapped>) -> usize {
        all.len()
    }
}

#[test]
fn rules_that_need_a_context_are_left_to_the_tool() {
    assert_eq!(
        read("unruled", r#"{"of": {"value": 1}}"#),
        (false, "1".to_owned())
    );
    let (is_error, said) = read("listed", r#"{"all": [10, 9]}"#);
    assert!(is_error);
    assert!(
        said.ends_with("- `all[1]`: below 10; got the number 9"),
        "{said}"
    );
}
