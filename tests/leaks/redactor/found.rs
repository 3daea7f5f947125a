//! Planted secrets, with what is left of each text.

use super::planted::PLANTED;
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, Redactor, tool, toolset};

#[test]
fn planted_secrets_give_way_to_their_marks() {
    let redactor = Redactor::new();
    let mut wrong = Vec::new();
    for (parts, expected) in PLANTED {
        let text = parts.concat();
        let found = redactor.redact(&text);
        if found != *expected {
            wrong.push(format!("{text}\n   found {found}\nexpected {expected}"));
        }
        let again = redactor.redact(&found);
        if again != found {
            wrong.push(format!("{found}\n   again {again}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn json_stays_json_whatever_stands_in_its_texts() {
    let redactor = Redactor::new();
    let mut wrong = Vec::new();
    for (parts, _) in PLANTED {
        let text = parts.concat();
        let value =
            serde_json::json!({"said": text, "all": [text, 1, null], "z": {"end": text}, "zz": 7});
        let json = value.to_string();
        let found = redactor.redact(&json);
        let keys: Option<Vec<String>> = serde_json::from_str::<serde_json::Value>(&found)
            .ok()
            .and_then(|value| Some(value.as_object()?.keys().cloned().collect()));
        if keys.as_deref() != Some(&["all", "said", "z", "zz"].map(str::to_owned)) {
            wrong.push(format!("{json}\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn values_of_ones_own_are_found_in_other_dresses() {
    let redactor = Redactor::none().secret("p/ss w\"rd").word("Falcon");
    for (text, expected) in [
        ("p/ss w\"rd!", "[redacted: secret]!"),
        (r#"{"a": "p/ss w\"rd"}"#, r#"{"a": "[redacted: secret]"}"#),
        ("?q=p%2Fss%20w%22rd&", "?q=[redacted: secret]&"),
        ("?q=p%2fss%20w%22rd&", "?q=[redacted: secret]&"),
        ("?q=p%2Fss+w%22rd&", "?q=[redacted: secret]&"),
        ("702f73732077227264", "[redacted: secret]"),
        ("cC9zcyB3InJk", "[redacted: secret]"),
        // `ada:` before and `!` behind it: what shares its base64 digits with others stays.
        ("YWRhOnAvc3MgdyJyZCE=", "YWRhOn[redacted: secret]CE="),
        ("falcon, falconer", "[redacted: word], falconer"),
        ("project-Falcon", "project-[redacted: word]"),
        ("password=hunter2", "password=hunter2"),
    ] {
        assert_eq!(redactor.redact(text), expected);
    }
    let short = Redactor::none().secret("abc").word(" ");
    assert_eq!(short.redact("abc abc"), "abc abc");
}

#[test]
fn patterns_of_ones_own_may_be_wrong() {
    let at = |start, end| move |_: &str| Some(std::ops::Range { start, end });
    for redactor in [
        Redactor::none().pattern("empty", at(2, 2)),
        Redactor::none().pattern("outside", at(2, 200)),
        Redactor::none().pattern("turned round", at(2, 1)),
        Redactor::none().pattern("between", at(1, 2)),
    ] {
        assert_eq!(redactor.redact("aé"), "aé");
    }
    let all = Redactor::none().pattern("all", |text| Some(0..text.len()));
    assert_eq!(all.redact("abc"), "[redacted: all]");
    assert_eq!(
        all.redact("[redacted: all]abc"),
        "[redacted: all][redacted: all]"
    );
}

#[test]
fn a_pattern_that_panics_lets_nothing_pass_and_ends_nothing() {
    /// Reads.
    #[tool]
    fn read() -> &'static str {
        "a 1 b 2 c"
    }

    // Finds the `1`, and panics at the `2`.
    let redactor = Redactor::none().pattern("odd", |text| {
        let at = text.find(|c: char| c.is_ascii_digit())?;
        assert!(!text[at..].starts_with('2'), "S3CRET");
        Some(at..at + 1)
    });
    let expected = "a [redacted: odd][redacted: odd]";
    assert_eq!(
        crate::quietly(|| redactor.redact("a 1 b 2 c").into_owned()),
        expected
    );
    let model = ScriptedModel::new()
        .calls([("c1", "read", "{}")])
        .text("Done.");
    let agent = Agent::builder(model.clone())
        .tools(toolset![read])
        .redactor(redactor);
    let agent = agent.build().unwrap();
    let answer = crate::quietly(|| block_on(agent.invoke("Read."))).unwrap();
    assert_eq!(answer.text, "Done.");
    assert_eq!(model.requests()[1].tool_results()[0].text(), expected);
}

#[test]
fn what_only_looks_like_a_mark_hides_nothing() {
    let redactor = Redactor::new();
    assert_eq!(
        redactor.redact("[redacted: password=hunter2]"),
        "[redacted: password=[redacted: password]]"
    );
    assert_eq!(redactor.redact("[redacted: path]"), "[redacted: path]");
}
