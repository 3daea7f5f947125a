//! The contract, row by row.

use crate::tools::{call, of_type};
use serde::Deserialize;

#[derive(Deserialize)]
struct Rows {
    value: Vec<Value>,
    whole: Vec<Whole>,
}

#[derive(Deserialize)]
struct Value {
    r#type: String,
    /// Absent in the file: the parameter is left out.
    json: Option<String>,
    want: String,
}

#[derive(Deserialize)]
struct Whole {
    tool: String,
    text: String,
    want: String,
}

fn check(text: &str) -> usize {
    let rows: Rows = serde_json::from_str(text).unwrap();
    let mut wrong = Vec::new();
    let mut judge = |tool: &str, arguments: &str, want: &str| {
        let got = call(tool, arguments);
        let is_right = match &got {
            Ok(text) => text == want,
            Err(text) => {
                text.starts_with("the arguments are wrong, the call was not run:\n- ")
                    && text.len() <= 4_096
                    && want == "error"
            }
        };
        if !is_right {
            wrong.push(format!(
                "{tool} {arguments}\n  wanted {want}\n  got    {got:?}"
            ));
        }
    };
    for row in &rows.value {
        let arguments = match &row.json {
            Some(json) => format!(r#"{{"value":{json}}}"#),
            None => "{}".to_owned(),
        };
        judge(of_type(&row.r#type), &arguments, &row.want);
    }
    for row in &rows.whole {
        judge(&row.tool, &row.text, &row.want);
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    rows.value.len() + rows.whole.len()
}

#[test]
fn the_contract_holds() {
    assert_eq!(check(include_str!("../data/arguments.json")), 204);
}

/// More of each kind, in the same format.
#[test]
fn the_contract_holds_for_what_it_does_not_list() {
    assert!(check(include_str!("../data/arguments_more.json")) > 150);
}
