//! Rows E1 to E46 of LangChain4j's behaviour, under the four handlers. Where the design decides otherwise, the row says
//! so with `ours`, and `runtime/docs/langchain4j.md` says why.

use crate::rows::Cell::{Fail, Generic, Send};
use crate::rows::{Cell, PANIC, ROWS, Row};
use crate::thrown::{Custom, Thrown, hidden, ready, thrown, visible};
use std::error::Error;
use std::sync::Arc;
use tests::{LogRecord, logged};
use toolwright::error_handler::{
    ToolExecutionErrorHandler, fail_invocation, fail_invocation_unless_visible_to_llm,
    send_error_message_to_llm, send_generic_message_to_llm_unless_visible_to_llm,
};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, InvocationFailureKind, ToolErrorKind, llm_text, toolset};

#[test]
fn every_row_under_every_handler() {
    // The panics of E9, E10 and E46 are part of the test: keep their reports out of its output.
    std::panic::set_hook(Box::new(|_| {}));
    let handlers: [Arc<dyn ToolExecutionErrorHandler>; 4] = [
        Arc::new(fail_invocation()),
        Arc::new(send_error_message_to_llm()),
        Arc::new(fail_invocation_unless_visible_to_llm()),
        Arc::new(send_generic_message_to_llm_unless_visible_to_llm(
            llm_text!("GENERIC"),
        )),
    ];
    let mut wrong = Vec::new();
    let mut cells = 0;
    for row in ROWS {
        for (column, (cell, handler)) in row.cells.iter().zip(&handlers).enumerate() {
            cells += 1;
            let column = char::from(b"abcd"[column]);
            if let Err(found) = check(row, *cell, Arc::clone(handler)) {
                wrong.push(format!("{}{column}: expected {cell:?}, {found}", row.id));
            }
        }
    }
    drop(std::panic::take_hook());
    assert_eq!(cells, 140);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check(row: &Row, cell: Cell, handler: Arc<dyn ToolExecutionErrorHandler>) -> Result<(), String> {
    let name = match thrown(row.id) {
        _ if row.custom => "custom",
        Thrown::Hidden(_) | Thrown::Panic => "hidden",
        Thrown::Visible(_) => "visible",
        Thrown::Ready(_) => "ready",
    };
    let arguments = format!(r#"{{"id": "{}"}}"#, row.id);
    let model = ScriptedModel::new()
        .calls([("c1", name, arguments.as_str())])
        .text("done");
    let agent = Agent::builder(model.clone())
        .tools(toolset![hidden, visible, ready, ..Custom])
        .on_error(handler)
        .build()
        .map_err(|error| error.to_string())?;
    let (answer, logs) = logged(|| block_on(agent.invoke("go")));
    let blank = logs
        .iter()
        .filter(|record| is_warn(record, "blank"))
        .count();
    if blank != row.blank {
        return Err(format!("{blank} warnings about blank text"));
    }
    let generic: Vec<_> = logs
        .iter()
        .filter(|record| is_warn(record, "a tool failed"))
        .collect();
    match (cell, answer) {
        (Fail(chain), Err(failure)) => {
            let kind = if chain == [PANIC] {
                ToolErrorKind::Panic
            } else {
                ToolErrorKind::Execution
            };
            let mut found = Vec::new();
            let mut source = failure.source();
            while let Some(error) = source {
                found.push(error.to_string());
                source = error.source();
            }
            let id = failure.tool_call().map(|call| call.id.as_str());
            if found != chain
                || failure.kind() != InvocationFailureKind::Tool(kind)
                || id != Some("c1")
            {
                return Err(format!("found {found:?}, {:?}, {id:?}", failure.kind()));
            }
            if !generic.is_empty() || model.requests().len() != 1 {
                return Err(format!("{generic:?}, {} requests", model.requests().len()));
            }
            Ok(())
        }
        (Send(text), Ok(_)) => {
            if !generic.is_empty() {
                return Err(format!("{generic:?}"));
            }
            sent(&model, |found| found == text)
        }
        (Generic(chain), Ok(_)) => {
            let [record] = generic.as_slice() else {
                return Err(format!("logged {logs:?}"));
            };
            let tool = format!("tool=\"{name}\"");
            if ![tool.as_str(), "call_id=\"c1\"", &format!("error={chain} ")]
                .iter()
                .all(|part| record.text.contains(part))
            {
                return Err(format!("logged {record:?}"));
            }
            sent(&model, |found| {
                let reference = found
                    .strip_prefix("GENERIC (reference ")
                    .and_then(|rest| rest.strip_suffix(')'));
                reference.is_some_and(|it| {
                    it.len() == 6 && record.text.contains(&format!("reference=\"{it}\""))
                })
            })
        }
        (_, answer) => Err(format!("found {answer:?}")),
    }
}

fn is_warn(record: &LogRecord, text: &str) -> bool {
    record.level == tracing::Level::WARN && record.text.contains(text)
}

/// Checks the one result that the model got.
fn sent(model: &ScriptedModel, right: impl Fn(&str) -> bool) -> Result<(), String> {
    model.assert_finished();
    let requests = model.requests();
    let [_, second] = requests.as_slice() else {
        return Err(format!("{} requests", requests.len()));
    };
    let results = second.tool_results();
    let [result] = results.as_slice() else {
        return Err(format!("{} results", results.len()));
    };
    if result.is_error && result.call_id == "c1" && right(&result.text()) {
        return Ok(());
    }
    Err(format!("sent {:?}, {result:?}", result.text()))
}
