//! What a tool returns, as far as `tests/macros/outputs.rs` has no row for it: R15, R32, R35 to R43.

use serde::{Serialize, Serializer};
use serde_json::json;
use toolwright::message::{Content, ContentPart, Image};
use toolwright::testing::{ScriptedModel, block_on, dispatch};
use toolwright::tool::OutputError;
use toolwright::{Agent, ToolOutput, ToolSet, tool, toolset, visible_error};

fn returned(tools: ToolSet, name: &str) -> toolwright::ToolResult {
    block_on(dispatch(&tools, &(), name, "{}")).unwrap()
}

/// A date that serialises as most crates' dates do.
struct Date(u16, u8, u8);

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}-{:02}-{:02}", self.0, self.1, self.2))
    }
}

#[test]
fn r15_a_date_reads_as_its_type_serialises_it() {
    /// A day.
    #[tool]
    fn day() -> Date {
        Date(2024, 2, 29)
    }

    /// Days.
    #[tool]
    fn days() -> Vec<Date> {
        vec![Date(2024, 2, 29), Date(2025, 1, 1)]
    }

    assert_eq!(returned(toolset![day], "day").text(), r#""2024-02-29""#);
    assert_eq!(
        returned(toolset![days], "days").text(),
        r#"["2024-02-29","2025-01-01"]"#
    );
}

/// A part that is none is a value among others, so the list is JSON, and never a list of parts with a hole in it.
#[test]
fn r32_a_list_with_a_hole_is_no_list_of_parts() {
    /// Parts, perhaps.
    #[tool]
    fn parts() -> Vec<Option<ContentPart>> {
        vec![Some(ContentPart::text("x")), None]
    }

    let result = returned(toolset![parts], "parts");
    assert_eq!(result.text(), r#"[{"type":"text","text":"x"},null]"#);
    assert!(result.content.as_parts().is_none());
}

/// The text of an error is what it is, whatever the tool would have returned.
#[test]
fn r35_an_error_reads_the_same_whatever_the_type() {
    macro_rules! fails {
        ($($ty:ty),*) => {$({
            /// Fails.
            #[tool]
            fn fails() -> Result<$ty, toolwright::LlmVisibleError> {
                Err(visible_error!("closed"))
            }

            let result = returned(toolset![fails], "fails");
            assert_eq!((result.text().as_ref(), result.is_error), ("closed", true));
        })*};
    }
    fails!(
        (),
        String,
        u8,
        Vec<ContentPart>,
        Image,
        ToolOutput,
        Option<u8>
    );
}

#[derive(Serialize)]
struct Rec {
    name: &'static str,
    note: Option<u8>,
    #[serde(skip)]
    #[expect(dead_code, reason = "it is there, and nobody serialises it")]
    secret: &'static str,
}

/// R43: what serialises is what is sent: with nulls, not indented, and nothing that the type leaves out.
#[test]
fn r36_r43_the_caller_has_the_value_and_the_model_its_json() {
    /// A record.
    #[tool]
    fn rec() -> Rec {
        Rec {
            name: "K",
            note: None,
            secret: "hunter2",
        }
    }

    let model = ScriptedModel::new().calls([("c1", "rec", "{}")]).text("ok");
    let agent = Agent::builder(model.clone())
        .tools(toolset![rec])
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("go")).unwrap();
    assert_eq!(
        model.requests()[1].tool_results()[0].text(),
        r#"{"name":"K","note":null}"#
    );
    let execution = &answer.tool_executions[0];
    let value: serde_json::Value = execution.value().unwrap();
    assert_eq!(value, json!({"name": "K", "note": null}));
    assert!(execution.value::<u8>().is_err());
}

/// An output is made of one thing; there is no way to give two, or none, or one that is null. What is blank is something
/// to read all the same.
#[test]
fn r38_r39_an_output_is_made_of_exactly_one_thing() {
    macro_rules! read {
        ($ty:ty, $value:expr) => {{
            /// Gives it.
            #[tool]
            fn gives() -> $ty {
                $value
            }

            let result = returned(toolset![gives], "gives");
            assert!(!result.is_error);
            result.text().into_owned()
        }};
    }
    assert_eq!(read!(ToolOutput, ToolOutput::text("a")), "a");
    assert_eq!(read!(ToolOutput, ToolOutput::text("")), "(no output)");
    assert_eq!(read!(Content, Content::parts(vec![])), "(no output)");
    assert_eq!(read!(Content, Content::default()), "(no output)");
}

#[test]
fn r40_the_text_of_several_parts_is_their_lines_and_of_an_image_nothing() {
    let image = || ContentPart::from(Image::new("image/png", &[0]).unwrap());
    let texts = [
        (vec![ContentPart::text("a"), ContentPart::text("b")], "a\nb"),
        (vec![image()], ""),
        (vec![image(), ContentPart::text("a"), image()], "a"),
    ];
    for (parts, text) in texts {
        let result = toolwright::ToolResult::new("c1", "t", Content::parts(parts));
        assert_eq!(result.text(), text);
    }
}

/// What goes with a result besides its text is structured content, which a model may be sent.
#[test]
fn r41_what_goes_with_the_text_is_structured_content() {
    /// Gives both.
    #[tool]
    fn both() -> Result<ToolOutput, OutputError> {
        ToolOutput::text("two").with_structured(&json!({"n": 2}))
    }

    let result = returned(toolset![both], "both");
    assert_eq!(result.text(), "two");
    assert_eq!(result.structured(), Some(r#"{"n":2}"#));
}
