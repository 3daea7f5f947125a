//! `#[arg(default = …)]` and `#[arg(example = …)]`.

use crate::{call, schema};
use serde_json::json;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use toolwright::{tool, toolset};

static MADE: AtomicUsize = AtomicUsize::new(0);

fn make() -> u32 {
    u32::try_from(MADE.fetch_add(1, Ordering::Relaxed)).unwrap()
}

/// Counts.
#[tool]
fn counted(#[arg(default = make())] n: u32) -> u32 {
    n
}

#[test]
fn a_default_is_made_once_for_the_schema_and_then_only_when_needed() {
    let tools = toolset![counted];
    assert_eq!(MADE.load(Ordering::Relaxed), 1);
    assert_eq!(schema(&tools)["properties"]["n"]["default"], 0);
    assert_eq!(call(&tools, r#"{"n": 7}"#).unwrap(), "7");
    assert_eq!(MADE.load(Ordering::Relaxed), 1);
    assert_eq!(call(&tools, "{}").unwrap(), "1");
    assert_eq!(call(&tools, r#"{"n": null}"#).unwrap(), "2");
    assert_eq!(MADE.load(Ordering::Relaxed), 3);
}

struct NotSerialize(u8);

impl<'de> serde::Deserialize<'de> for NotSerialize {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u8::deserialize(deserializer).map(Self)
    }
}

impl schemars::JsonSchema for NotSerialize {
    fn schema_name() -> Cow<'static, str> {
        "NotSerialize".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "integer"})
    }
}

/// Takes texts of all kinds.
#[tool]
fn texts(
    #[arg(default = "a", example = "b")] owned: String,
    #[arg(default = "c")] cow: Cow<'_, str>,
    #[arg(default = "d")] path: PathBuf,
    #[arg(default = concat!("e", "f"))] lent: &str,
    #[arg(default = None)] shared: Option<Box<str>>,
) -> String {
    format!("{owned} {cow} {} {lent} {shared:?}", path.display())
}

#[test]
fn a_text_becomes_what_the_parameter_is() {
    let tools = toolset![texts];
    assert_eq!(schema(&tools)["properties"]["owned"]["default"], "a");
    assert_eq!(
        schema(&tools)["properties"]["owned"]["examples"],
        json!(["b"])
    );
    assert_eq!(call(&tools, "{}").unwrap(), "a c d ef None");
}

/// Takes all kinds.
#[tool]
async fn kinds(
    #[arg(default = "x")] word: &str,
    #[arg(default = &[1, 2])] slice: &[u8],
    #[arg(default = Some(3))] option: Option<u8>,
    #[arg(default = BTreeMap::<String, u8>::new())] map: BTreeMap<String, u8>,
    #[arg(default = NotSerialize(4), example = NotSerialize(5))] opaque: NotSerialize,
    #[arg(example = "blue".to_owned())] colour: String,
) -> String {
    std::future::ready(()).await;
    format!("{word} {slice:?} {option:?} {map:?} {} {colour}", opaque.0)
}

#[test]
fn defaults_of_all_kinds() {
    let tools = toolset![kinds];
    assert_eq!(
        call(&tools, r#"{"colour": "red"}"#).unwrap(),
        "x [1, 2] Some(3) {} 4 red"
    );
    assert_eq!(
        call(&tools, r#"{"colour": "red", "word": "y", "slice": [], "option": 1, "map": {"a": 1}, "opaque": 2}"#)
            .unwrap(),
        "y [] Some(1) {\"a\": 1} 2 red"
    );
    let schema = schema(&tools);
    let properties = &schema["properties"];
    assert_eq!(schema["required"], json!(["colour"]));
    assert_eq!(properties["word"]["default"], "x");
    assert_eq!(properties["slice"]["default"], json!([1, 2]));
    assert_eq!(properties["option"]["default"], 3);
    assert_eq!(properties["map"]["default"], json!({}));
    assert_eq!(properties["opaque"], json!({"type": "integer"}));
    assert_eq!(properties["colour"]["examples"], json!(["blue"]));
}
