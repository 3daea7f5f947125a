//! Bugs of other projects, as cases for this one.

use crate::tools::call;
use schemars::JsonSchema;
use serde::Deserialize;
use toolwright::testing::{ScriptedModel, block_on, dispatch};
use toolwright::{Agent, ToolErrorHandlerResult, error_handler, llm_text, tool, toolset};

#[derive(Debug, Deserialize, JsonSchema)]
struct Opts {
    deep: bool,
}

/// Tags things.
#[tool]
fn tag(ids: Vec<u32>, opts: Opts) -> String {
    format!("{ids:?} {}", opts.deep)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "shown by its `Debug`")]
struct Query {
    q: String,
    #[serde(default)]
    limit: u32,
    lang: Option<String>,
}

/// Searches.
#[tool]
fn search(query: Query) -> String {
    format!("{query:?}")
}

/// Tells of a city.
#[tool]
fn city(city: String) -> String {
    city
}

/// Reads a file.
#[tool]
fn read(path: String) -> String {
    path
}

fn ours(name: &str, arguments: &str) -> Result<String, String> {
    let tools = toolset![tag, search, city, read];
    let result = block_on(dispatch(&tools, &(), name, arguments)).unwrap();
    let text = result.text().into_owned();
    if result.is_error { Err(text) } else { Ok(text) }
}

#[test]
fn b34_b36_nothing_runs_a_tool_without_parameters() {
    for text in ["", "  ", "\n", "null", "{}"] {
        assert_eq!(call("now", text).as_deref(), Ok("runs"), "{text:?}");
        assert!(
            call("sum", text).unwrap_err().contains("`n` is missing"),
            "{text:?}"
        );
    }
}

#[test]
fn b37_b38_one_layer_around_an_object() {
    assert_eq!(call("sum", r#""{\"n\":2,\"m\":0}""#).as_deref(), Ok("2"));
    for text in [r#""just words""#, r#"["n",2]"#, "5", "true"] {
        let said = call("sum", text).unwrap_err();
        assert!(
            said.contains("JSON object") && said.contains("`n`, `m`"),
            "{said}"
        );
    }
    let said = call("sum", r#"{"\"n\": 2, \"m\": 3": ""}"#).unwrap_err();
    assert!(
        said.contains("`n` is missing") && said.contains("`m` is missing"),
        "{said}"
    );
}

#[test]
fn b39_nested_values_as_text() {
    assert_eq!(
        ours("tag", r#"{"ids":"[1,2]","opts":"{\"deep\":true}"}"#).as_deref(),
        Ok("[1, 2] true")
    );
    let said = ours("tag", r#"{"ids":"[1,","opts":{"deep":true}}"#).unwrap_err();
    assert!(
        said.contains("- `ids`: expected an array, got the string \"[1,\""),
        "{said}"
    );
}

#[test]
fn b41_null_for_what_may_be_left_out() {
    assert_eq!(
        ours("search", r#"{"query":{"q":"x","limit":null,"lang":null}}"#).as_deref(),
        Ok(r#"Query { q: "x", limit: 0, lang: None }"#)
    );
    let said = ours("search", r#"{"query":{"q":null}}"#).unwrap_err();
    assert!(said.contains("`query.q`: expected a string"), "{said}");
}

#[test]
fn b42_b44_numbers_and_truth_values() {
    for json in ["20.0", "\"20\"", "\"20.0\"", "2e1"] {
        assert_eq!(
            call("v_u32", &format!(r#"{{"value":{json}}}"#)).as_deref(),
            Ok("20")
        );
    }
    for json in ["1.5", "\"1.5\"", "-1", "4294967296", "\"NaN\""] {
        let said = call("v_u32", &format!(r#"{{"value":{json}}}"#)).unwrap_err();
        assert!(
            said.contains("expected an integer from 0 to 4294967295"),
            "{said}"
        );
    }
    for json in ["\"yeah\"", "1"] {
        let said = call("v_bool", &format!(r#"{{"value":{json}}}"#)).unwrap_err();
        assert!(said.contains("expected true or false"), "{said}");
    }
}

#[test]
fn b45_raw_control_characters() {
    assert_eq!(
        call("run", "{\n\t\"cmd\":\"echo 1\necho\t2\0\"\n}").as_deref(),
        Ok(r#""echo 1\necho\t2\u0000""#)
    );
}

#[test]
fn b48_b52_malformed_text_goes_to_the_handler_and_the_run_goes_on() {
    let broken = [
        r#"{"cmd":"printf '\x'"}"#,
        r#"{"cmd":"a",}"#,
        "{'cmd':'a'}",
        r#"{cmd:"a"}"#,
        r#"{"cmd":"a"}{"cmd":"b"}"#,
        r#"{"cmd": listt}"#,
    ];
    for arguments in broken {
        let model = ScriptedModel::new()
            .calls([("c1", "city", arguments)])
            .text("done");
        let agent = Agent::builder(model.clone())
            .tools(toolset![city])
            .on_bad_arguments(error_handler::from_fn(|error, _| {
                assert!(!error.to_string().contains("truncated"), "{error}");
                Ok(ToolErrorHandlerResult::text(llm_text!("write JSON")))
            }))
            .build()
            .unwrap();
        assert_eq!(
            block_on(agent.invoke("go")).unwrap().text,
            "done",
            "{arguments}"
        );
        let requests = model.requests();
        let results = requests[1].tool_results();
        let read: Vec<_> = results
            .iter()
            .map(|result| result.text().into_owned())
            .collect();
        assert_eq!(read, ["write JSON"], "{arguments}");
    }
}

#[test]
fn b49_an_envelope() {
    assert_eq!(
        ours("city", r#"{"name":"city","arguments":{"city":"Oslo"}}"#).as_deref(),
        Ok("Oslo")
    );
    assert_eq!(
        call(
            "name_and_arguments",
            r#"{"name":"name_and_arguments","arguments":{"a":1}}"#
        )
        .as_deref(),
        Ok(r#"name_and_arguments {"a": "1"}"#)
    );
}

/// Tells of a city, and passes over what it does not know.
#[tool(unknown_arguments = ignore)]
fn town(city: Option<String>) -> String {
    city.unwrap_or_else(|| "nowhere".to_owned())
}

/// What is passed over must not be the arguments.
#[test]
fn b49_an_envelope_is_not_passed_over() {
    let tell = |text| {
        let result = block_on(dispatch(&toolset![town], &(), "town", text)).unwrap();
        (result.is_error, result.text().into_owned())
    };
    let told = |text: &str| (false, text.to_owned());
    assert_eq!(
        tell(r#"{"name":"town","arguments":{"city":"Oslo","x":1}}"#),
        told("Oslo")
    );
    assert_eq!(
        tell(r#"{"name":"town","arguments":{"city":"Oslo"},"city":"Bergen"}"#),
        told("Bergen")
    );
    assert_eq!(tell(r#"{"arguments":{"city":"Oslo"}}"#), told("nowhere"));
    let (is_error, said) = tell(r#"{"name":"city","arguments":{"city":"Oslo"}}"#);
    assert!(
        is_error && said.contains("no parameter `arguments`"),
        "{said}"
    );
}

#[test]
fn b50_unknown_keys_are_refused_as_the_schema_says() {
    let said = ours("read", r#"{"path":"a","reason":"because","PATH":"b"}"#).unwrap_err();
    assert!(
        said.contains("`reason`") && said.contains("no parameter `PATH`; did you mean `path`?"),
        "{said}"
    );
    let tools: toolwright::ToolSet = toolset![read];
    assert_eq!(
        tools.definitions()[0].input_schema()["additionalProperties"],
        false
    );
}
