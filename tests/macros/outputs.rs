//! What the model reads of a value, by its type. "R8" and the like are rows of LangChain4j's own tests and observed
//! behaviour; where ours differs, the guide `langchain4j` says why.

use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::json;
use std::borrow::Cow;
use std::collections::BTreeMap;
use toolwright::message::{Content, ContentPart, Image};
use toolwright::testing::{block_on, dispatch};
use toolwright::tool::Structured;
use toolwright::{ToolErrorKind, ToolOutput, ToolSet, llm_text, tool, toolset};

macro_rules! returned {
    ($ty:ty, $value:expr) => {{
        /// Returns it.
        #[tool]
        fn returns() -> $ty {
            $value
        }

        let tools: ToolSet = toolset![returns];
        block_on(dispatch(&tools, &(), "returns", "{}"))
    }};
}

macro_rules! table {
    ($($row:literal, $ty:ty, $value:expr => $expected:expr;)*) => {$(
        let result = returned!($ty, $value).unwrap();
        assert_eq!(result.text(), $expected, "{}", $row);
        assert!(!result.is_error && result.structured().is_none(), "{}", $row);
        assert_eq!(result.content.images().count(), 0, "{}", $row);
    )*};
}

#[derive(Serialize)]
enum Colour {
    Blue,
}

#[derive(Serialize)]
struct Record {
    name: &'static str,
    age: u8,
}

#[test]
fn texts_and_values() {
    table! {
        "R1", (), () => "done";
        "R3", String, "ok-a".to_owned() => "ok-a";
        "R4", String, String::new() => "(no output)";
        "R4, blank", &'static str, " \u{200b}\n" => "(no output)";
        "R5", Option<String>, None => "null";
        "R5, the text", String, "null".to_owned() => "null";
        "R6", Option<i32>, None => "null";
        "R8", i32, 3 => "3";
        "R9", bool, true => "true";
        "R11", f64, 4.0 => "4.0";
        "R12", f64, f64::NAN => "null";
        "R14", Colour, Colour::Blue => "\"Blue\"";
        "R16", serde_json::Value, json!("plain") => "\"plain\"";
        "R17", Record, Record { name: "K", age: 1 } => r#"{"name":"K","age":1}"#;
        "R18", BTreeMap<&'static str, Option<u8>>, BTreeMap::from([("a", Some(1)), ("n", None)])
            => r#"{"a":1,"n":null}"#;
        "R19", Vec<Option<&'static str>>, vec![Some("a"), None] => r#"["a",null]"#;
        "R20", [i32; 2], [1, 2] => "[1,2]";
        "R21", Option<String>, Some("o".to_owned()) => "\"o\"";
        "R26", Vec<ContentPart>, vec![] => "(no output)";
        "R28", [ContentPart; 0], [] => "(no output)";
        "R29", ContentPart, ContentPart::text("tc") => "tc";
        "R30", (&'static str, ContentPart), ("s", ContentPart::text("x"))
            => r#"["s",{"type":"text","text":"x"}]"#;
        "a text that is lent", Cow<'static, str>, "x".into() => "x";
        "a text for the model", toolwright::LlmText, llm_text!("x") => "x";
        "a content", Content, Content::text("") => "(no output)";
        "several texts", Vec<ContentPart>, vec!["a".into(), "b".into()] => "a\nb";
        "an output", ToolOutput, ToolOutput::text("x") => "x";
        "none of them", Option<ContentPart>, None => "null";
        "no image", Option<Image>, None => "null";
        "a large number", u64, u64::MAX => "18446744073709551615";
    }
}

/// R22: the value of a future is what counts.
#[test]
fn a_future_is_awaited() {
    /// Waits.
    #[tool]
    async fn waits() -> Result<String, std::fmt::Error> {
        Ok("f".to_owned())
    }

    let result = block_on(dispatch(&toolset![waits], &(), "waits", "{}")).unwrap();
    assert_eq!(result.text(), "f");
}

fn png() -> Image {
    Image::new("image/png", &[0]).unwrap()
}

#[test]
fn images_are_no_text() {
    // R23, and what else holds one.
    for result in [
        returned!(Image, png()),
        returned!(Option<Image>, Some(png())),
        returned!(ContentPart, png().into()),
        returned!([ContentPart; 1], [png().into()]),
        returned!(Vec<Image>, vec![png()]),
        returned!(Result<Image, toolwright::message::InvalidImage>, Image::new("image/png", &[0])),
    ] {
        let result = result.unwrap();
        assert_eq!(result.text(), "");
        assert_eq!(result.content.images().collect::<Vec<_>>(), [&png()]);
    }
    // R25.
    let result = returned!(Vec<ContentPart>, vec!["t".into(), png().into()]).unwrap();
    let parts = result.content.as_parts().unwrap();
    assert_eq!(parts, [ContentPart::text("t"), png().into()]);
    assert_eq!(result.text(), "t");
    // Blank text beside an image is no reason to drop the image.
    let result = returned!(Vec<ContentPart>, vec!["".into(), png().into()]).unwrap();
    assert_eq!(result.content.images().count(), 1);
}

struct Refuses;

impl Serialize for Refuses {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom("K3Y"))
    }
}

impl schemars::JsonSchema for Refuses {
    fn schema_name() -> Cow<'static, str> {
        "Refuses".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "object"})
    }
}

/// R33, R34: the call failed, and its handler is asked.
#[test]
fn what_cannot_be_serialised_is_an_error_of_its_own_kind() {
    let no_keys = || BTreeMap::from([(vec![1], 2)]);
    for failure in [
        returned!(Refuses, Refuses),
        returned!(Vec<Refuses>, vec![Refuses]),
        returned!(Structured<Refuses>, Structured(Refuses)),
        returned!(BTreeMap<Vec<u8>, u8>, BTreeMap::from([(vec![1], 2)])),
        returned!(
            Structured<BTreeMap<String, Refuses>>,
            Structured(BTreeMap::from([("a".into(), Refuses)]))
        ),
    ] {
        let failure = failure.unwrap_err();
        let error = failure.tool_error().unwrap();
        assert_eq!(error.kind(), ToolErrorKind::Output);
        assert!(error.message_for_llm().is_none());
    }
    assert!(ToolOutput::structured(&Refuses).is_err());
    assert!(ToolOutput::text("x").with_structured(&no_keys()).is_err());
}
