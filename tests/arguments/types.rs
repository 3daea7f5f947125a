//! The types of the tables.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(clippy::upper_case_acronyms, reason = "as the contract has it")]
pub(crate) enum Color {
    RED,
    GREEN,
    Blue,
    ACTIVE,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[allow(
    non_camel_case_types,
    clippy::upper_case_acronyms,
    reason = "the point"
)]
pub(crate) enum Twin {
    on,
    ON,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Person {
    pub name: String,
    pub age: i32,
    #[serde(default)]
    pub tags: Vec<String>,
    pub color: Option<Color>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Animal {
    Dog { name: String },
    Cat { lives: u8 },
}

/// Externally tagged, with variants of every form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) enum Shape {
    Empty,
    /// A circle.
    Circle(f64),
    Line(i32, i32),
    Box {
        width: u32,
        #[serde(default)]
        height: u32,
    },
    Person(Person),
}

/// Adjacently tagged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
pub(crate) enum Event {
    Started,
    Moved { x: i64, y: i64 },
    Named(String),
}

/// Untagged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Loose {
    Number(i64),
    Flag(bool),
    List(Vec<i64>),
    Point { x: i64, y: i64 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum TextOrNumber {
    Number(i64),
    Text(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Item {
    pub sku: String,
    pub qty: u8,
    #[serde(alias = "cost")]
    pub price: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Order {
    pub id: u64,
    pub items: Vec<Item>,
    #[serde(default)]
    pub notes: BTreeMap<String, String>,
    pub gift: Option<bool>,
    #[serde(default = "three")]
    pub retries: u32,
}

fn three() -> u32 {
    3
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Tree {
    pub value: i32,
    #[serde(default)]
    pub children: Vec<Tree>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Flat {
    pub id: i32,
    #[serde(flatten)]
    pub animal: Animal,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Wrapper(pub u16);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Unit;

/// Every value with words of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Level {
    /// Hardly any.
    VeryLow,
    /// A lot.
    VeryHigh,
}

/// Limits that no Rust type enforces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Limited {
    #[schemars(range(min = 1, max = 10))]
    pub count: i32,
    #[schemars(length(min = 2, max = 4))]
    pub code: Option<String>,
    #[schemars(length(max = 3))]
    #[serde(default)]
    pub list: Vec<u8>,
    #[schemars(range(min = 0.5))]
    #[serde(default = "one")]
    pub ratio: f64,
    #[schemars(extend("multipleOf" = 5))]
    #[serde(default)]
    pub step: u32,
}

fn one() -> f64 {
    1.0
}

/// A type with a mind of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "i32")]
pub(crate) struct Even(pub i32);

impl TryFrom<i32> for Even {
    type Error = String;

    fn try_from(value: i32) -> Result<Self, String> {
        if value % 2 == 0 {
            Ok(Self(value))
        } else {
            Err(format!("{value} is odd\nand that will not do"))
        }
    }
}
