//! Thousands of tool schemas that others wrote: the Berkeley Function Calling Leaderboard, which
//! `tests/real/install-berkeley` fetches. Skipped, and said so, where it is not there.

use crate::strict_rules::broken;
use serde_json::Value;
use std::fs;
use std::path::Path;
use toolwright::model::schema::Dialect;

/// As many as the pinned version has.
const SCHEMAS: usize = 8_576;

/// The cases, or `None`, and said so, where they are not there.
pub(crate) fn cases() -> Option<Vec<Value>> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.berkeley/cases"));
    if !folder.exists() {
        let required = std::env::var("TOOLWRIGHT_REQUIRE_REAL").is_ok_and(|value| value == "1");
        assert!(
            !required,
            "the Berkeley data is required; run tests/real/install-berkeley"
        );
        tests::skipped("the Berkeley data is not there; run tests/real/install-berkeley");
        return None;
    }
    let mut cases = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        cases.extend(
            text.lines()
                .map(|line| serde_json::from_str::<Value>(line).unwrap()),
        );
    }
    Some(cases)
}

#[test]
fn every_schema_converts_to_every_dialect() {
    let Some(cases) = cases() else { return };
    let (mut schemas, mut unusable, mut lossless) = (0, 0, 0);
    for case in cases {
        for tool in case["tools"].as_array().unwrap() {
            let schema = &tool["parameters"];
            schemas += 1;
            for dialect in Dialect::ALL {
                let converted = dialect.convert(schema);
                if *dialect == Dialect::OpenAiStrict {
                    lossless += usize::from(converted.losses.is_empty());
                    if converted.is_usable() {
                        assert_eq!(broken(&converted.schema), Vec::<String>::new(), "{schema}");
                    } else {
                        unusable += 1;
                    }
                } else {
                    assert!(
                        converted.is_usable(),
                        "{dialect:?} {schema} {:?}",
                        converted.losses
                    );
                }
            }
        }
    }
    println!(
        "{schemas} schemas; strict: {lossless} without a loss, {unusable} only with strict off"
    );
    assert_eq!(schemas, SCHEMAS);
}
