//! The reference calls of the Berkeley data, each sent to a tool whose schema was written elsewhere: what satisfies its
//! schema runs, with the arguments as they were sent, and what does not is refused at the right places.
//!
//! A tool that is written by hand decodes by itself, so nothing is coerced for it: what is validated is the text as it
//! was sent. For a `#[tool]`, two of the calls that are refused here would be coerced without a loss, `true` for a string
//! and `"horror"` for `"Horror"`; all others are refused either way.

use crate::berkeley;
use crate::foreign::foreign;
use serde_json::Value;
use std::collections::BTreeSet;
use toolwright::testing::{block_on, dispatch};

/// The places that a validator names, as the feedback writes them. That of a key which is missing, or should not be there,
/// is named by the object.
fn places(schema: &Value, arguments: &Value) -> BTreeSet<String> {
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(schema)
        .unwrap();
    let errors = validator.iter_errors(arguments);
    errors
        .map(|error| {
            let mut path = String::new();
            for segment in error.instance_path().as_str().split('/').skip(1) {
                match segment.parse::<usize>() {
                    Ok(index) => path += &format!("[{index}]"),
                    Err(_) if path.is_empty() => path += segment,
                    Err(_) => path += &format!(".{segment}"),
                }
            }
            if let jsonschema::error::ValidationErrorKind::Required { property } = error.kind() {
                path += if path.is_empty() { "" } else { "." };
                path += property.as_str().unwrap();
            }
            path
        })
        .collect()
}

#[test]
fn every_reference_call_is_judged_as_its_schema_says() {
    let Some(cases) = berkeley::cases() else {
        return;
    };
    let (mut passed, mut refused) = (0, 0);
    for case in cases {
        for call in case["calls"].as_array().unwrap() {
            let mut tools = case["tools"].as_array().unwrap().iter();
            let tool = tools.find(|tool| tool["name"] == call["name"]).unwrap();
            // Under a name of ours: those of the data have dots.
            let (set, got) = foreign(tool["parameters"].clone());
            assert_eq!(set.check(), Ok(()), "{tool}");
            let arguments = call["arguments"].to_string();
            let result = block_on(dispatch(&set, &(), "foreign", &arguments)).unwrap();
            let expected = places(&tool["parameters"], &call["arguments"]);
            let got = got.lock().unwrap();
            if expected.is_empty() {
                assert!(!result.is_error, "{arguments}\n{}", result.text());
                assert_eq!(*got, [arguments]);
                passed += 1;
                continue;
            }
            assert!(result.is_error && got.is_empty(), "{arguments}");
            let text = result.text();
            let lines = text.lines().filter_map(|line| line.strip_prefix("- "));
            let said: BTreeSet<String> = lines
                .filter_map(|line| Some(line.strip_prefix('`')?.split('`').next()?.to_owned()))
                .collect();
            assert_eq!(said, expected, "{arguments}\n{text}");
            refused += 1;
        }
    }
    println!("{passed} calls pass and {refused} are refused");
    assert_eq!((passed, refused), (3_070, 82));
}
