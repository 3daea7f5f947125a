//! Failures of calls that a model makes side by side.

use crate::failures::{nth, watched};
use toolwright::Answer;
use toolwright::testing::{ScriptedModel, block_on};

/// The texts of a conversation's results.
fn texts(answer: &Answer) -> Vec<String> {
    let texts = answer.tool_executions.iter();
    texts.map(|done| done.result.text().into_owned()).collect()
}

const FAILING: [(&str, &str, &str); 4] = [
    ("c1", "order_status", r#"{"id":1}"#),
    ("c2", "order_status", r#"{"id":2}"#),
    ("c3", "order_status", r#"{"id":3}"#),
    ("c4", "order_status", r#"{"id":4}"#),
];

#[test]
fn calls_side_by_side_are_made_before_any_feedback_is_read() {
    let model = ScriptedModel::new()
        .calls(FAILING)
        .calls([("c5", "order_status", r#"{"id":4711}"#)])
        .text("done");
    let (agent, seen) = watched(&model, Some(3));
    let answer = block_on(agent.invoke("go")).unwrap();
    let attempts: Vec<_> = seen
        .lock()
        .unwrap()
        .iter()
        .map(|seen| (seen.2, seen.3))
        .collect();
    assert_eq!(
        attempts,
        [(1, Some(2)), (2, Some(1)), (3, Some(1)), (4, Some(1))]
    );
    assert_eq!(texts(&answer)[3..], ["there is no order 4", "on its way"]);
}

#[test]
fn the_next_failure_is_enough_and_the_rest_of_its_turn_is_not_run() {
    let model = ScriptedModel::new()
        .calls(FAILING)
        .calls([
            ("d1", "order_status", r#"{"id":5}"#),
            ("d2", "order_status", r#"{"id":4711}"#),
            ("d3", "now", "{}"),
        ])
        .text("done");
    let (agent, seen) = watched(&model, Some(3));
    let answer = block_on(agent.invoke("go")).unwrap();
    assert_eq!(nth(&seen, 4), (5, Some(0)));
    let texts = texts(&answer);
    assert!(
        texts[4].ends_with("it failed 5 times in a row and is withdrawn for this question."),
        "{texts:?}"
    );
    assert!(texts[5].starts_with("this tool is not offered, and was not run"));
    assert_eq!(texts[6], "noon");
}

#[test]
fn one_failure_is_enough_where_the_limit_is_one() {
    let model = ScriptedModel::new().calls(FAILING).text("done");
    let (agent, seen) = watched(&model, Some(1));
    let answer = block_on(agent.invoke("go")).unwrap();
    assert_eq!(nth(&seen, 0), (1, Some(0)));
    assert!(texts(&answer)[1].starts_with("this tool is not offered"));
}

#[test]
fn an_invented_name_is_answered_with_the_tools_that_are_left() {
    let model = ScriptedModel::new()
        .calls([FAILING[0]])
        .calls([("d1", "orderstatus", "{}")])
        .text("done");
    let (agent, _) = watched(&model, Some(1));
    let answer = block_on(agent.invoke("go")).unwrap();
    let text = &texts(&answer)[1];
    let left = "there is no tool of that name. The tools are: `add`, `now`\n";
    assert!(text.starts_with(left), "{text}");
}
