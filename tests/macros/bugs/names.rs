//! Raw identifiers, names that are taken, and other names for the crate.

use toolwright::testing::{block_on, dispatch};
use toolwright::{LlmVisible, toolset};

/// B1
#[test]
fn raw_fields_in_a_text() {
    #[derive(Debug, LlmVisible)]
    enum ParseFail {
        #[llm("unknown kind `{type}`, expected one of {in}")]
        Kind { r#type: String, r#in: &'static str },
    }
    let error = ParseFail::Kind {
        r#type: "pdf".to_owned(),
        r#in: "csv, json",
    };
    let text = error.message_for_llm().unwrap();
    assert_eq!(
        text.as_str(),
        "unknown kind `pdf`, expected one of csv, json"
    );
}

/// B2, B3
#[test]
fn raw_parameters_and_functions() {
    /// Finds.
    #[toolwright::tool]
    fn find(r#type: String, r#in: Option<String>) -> String {
        format!("{type}{in:?}")
    }
    /// Tries.
    #[toolwright::tool]
    fn r#try(r#loop: u32) -> u32 {
        r#loop + 1
    }
    let tools = toolset![find, r#try];
    assert_eq!(tools.names().collect::<Vec<_>>(), ["find", "try"]);
    let properties = &tools.definitions()[0].input_schema()["properties"];
    assert_eq!(
        properties.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["in", "type"]
    );
    let text = |name, arguments| {
        block_on(dispatch(&tools, &(), name, arguments))
            .unwrap()
            .text()
            .into_owned()
    };
    assert_eq!(text("find", r#"{"type":"csv"}"#), "csvNone");
    assert_eq!(text("try", r#"{"loop":1}"#), "2");
    assert!(text("find", r#"{"type":[]}"#).contains("`type`: expected a string"));
}

/// B4
mod alias {
    use toolwright::LlmVisible;

    #[derive(Debug, LlmVisible)]
    pub(super) enum AppErr {
        #[llm("no row with that number")]
        NoRow,
    }

    type Result<T> = std::result::Result<T, AppErr>;

    /// Gets a row.
    #[toolwright::tool]
    pub(super) async fn row(id: u64) -> Result<String> {
        if id == 0 {
            Err(AppErr::NoRow)
        } else {
            Ok(id.to_string())
        }
    }
}

#[test]
fn an_alias_of_result_is_fallible() {
    let call =
        |arguments| block_on(dispatch(&toolset![alias::row], &(), "row", arguments)).unwrap();
    let failed = call(r#"{"id":0}"#);
    assert_eq!(
        (failed.text().as_ref(), failed.is_error),
        ("no row with that number", true)
    );
    let fine = call(r#"{"id":7}"#);
    assert_eq!((fine.text().as_ref(), fine.is_error), ("7", false));
}

/// B5
#[allow(dead_code, reason = "names in the way")]
mod shadows {
    use toolwright::{LlmVisible, tool};

    struct String(Box<str>);
    struct Vec;
    enum Option {
        Yes,
        No,
    }
    mod serde_json {}
    mod std {}

    /// Shouts.
    #[tool]
    pub(super) fn shout(word: ::std::string::String) -> ::std::string::String {
        word.to_uppercase()
    }

    #[derive(Debug, LlmVisible)]
    pub(super) enum E {
        #[llm("word {0} is taken")]
        Taken(::std::string::String),
    }
}

#[test]
fn the_users_own_names_are_not_meant() {
    let result = block_on(dispatch(
        &toolset![shadows::shout],
        &(),
        "shout",
        r#"{"word":"a"}"#,
    ))
    .unwrap();
    assert_eq!(result.text(), "A");
    assert_eq!(
        shadows::E::Taken("x".to_owned())
            .message_for_llm()
            .unwrap()
            .as_str(),
        "word x is taken"
    );
}

/// B20; a renamed dependency is the package `tests/packages/renamed`.
mod kit {
    pub(super) use toolwright::*;
}

/// Says pong.
#[kit::tool(crate = kit)]
fn ping() -> &'static str {
    "pong"
}

#[test]
fn a_re_export_is_enough() {
    let result = block_on(dispatch(&kit::toolset![crate = kit, ping], &(), "ping", "")).unwrap();
    assert_eq!(result.text(), "pong");
}
