//! Rows E1 to E40 of LangChain4j's behaviour, under the four handlers. Where the design decides otherwise, the row says
//! so with `ours`, and `runtime/docs/langchain4j.md` says why.

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

/// The neutral sentence, where LangChain4j sends a type name.
const NEUTRAL: &str = "the tool failed and gave no reason";

/// What is expected of one cell.
#[derive(Clone, Copy, Debug)]
enum Cell {
    /// The invocation ends with this chain of errors.
    Fail(&'static [&'static str]),
    /// The model reads this text.
    Send(&'static str),
    /// The model reads `GENERIC` with a reference, and a WARN holds the same reference and the chain.
    Generic(&'static str),
}

use Cell::{Fail, Generic, Send};

struct Row {
    id: &'static str,
    custom: bool,
    /// The cells a to d.
    cells: [Cell; 4],
    /// How often the text turned out blank.
    blank: usize,
    /// Whether the design decides otherwise than LangChain4j.
    #[expect(dead_code, reason = "for the reader")]
    ours: bool,
}

const fn row(id: &'static str, custom: bool, cells: [Cell; 4]) -> Row {
    Row {
        id,
        custom,
        cells,
        blank: 0,
        ours: false,
    }
}

impl Row {
    const fn blank(self) -> Self {
        Self { blank: 1, ..self }
    }

    const fn ours(self) -> Self {
        Self { ours: true, ..self }
    }
}

const ANNOTATED: bool = false;
const CUSTOM: bool = true;

const ROWS: &[Row] = &[
    row(
        "E1",
        ANNOTATED,
        [
            Fail(&["secret"]),
            Send("secret"),
            Fail(&["secret"]),
            Generic("secret"),
        ],
    ),
    row(
        "E3",
        ANNOTATED,
        [Fail(&[""]), Send(NEUTRAL), Fail(&[""]), Generic("")],
    )
    .ours(),
    row(
        "E4",
        CUSTOM,
        [Fail(&[""]), Send(NEUTRAL), Fail(&[""]), Generic("")],
    )
    .ours(),
    row(
        "E5",
        ANNOTATED,
        [Fail(&["  "]), Send(NEUTRAL), Fail(&["  "]), Generic("  ")],
    )
    .ours(),
    row(
        "E8",
        CUSTOM,
        [Fail(&["io"]), Send("io"), Fail(&["io"]), Generic("io")],
    ),
    row(
        "E9",
        ANNOTATED,
        [Fail(&[PANIC]), Send(PANIC), Fail(&[PANIC]), Generic(PANIC)],
    )
    .ours(),
    row(
        "E10",
        CUSTOM,
        [Fail(&[PANIC]), Send(PANIC), Fail(&[PANIC]), Generic(PANIC)],
    )
    .ours(),
    row(
        "E11",
        ANNOTATED,
        [
            Fail(&["x", "io"]),
            Send("x"),
            Fail(&["x", "io"]),
            Generic("x: io"),
        ],
    ),
    row(
        "E12",
        CUSTOM,
        [
            Fail(&["x", "io"]),
            Send("x"),
            Fail(&["x", "io"]),
            Generic("x: io"),
        ],
    )
    .ours(),
    row(
        "E13",
        ANNOTATED,
        [Fail(&["vm"]), Send("hello"), Send("hello"), Send("hello")],
    ),
    row(
        "E14",
        CUSTOM,
        [Fail(&["vm"]), Send("hello"), Send("hello"), Send("hello")],
    ),
    row(
        "E15",
        ANNOTATED,
        [Fail(&["vm"]), Send("vm"), Fail(&["vm"]), Generic("vm")],
    )
    .blank(),
    row(
        "E16",
        CUSTOM,
        [Fail(&["vm"]), Send("vm"), Fail(&["vm"]), Generic("vm")],
    )
    .blank(),
    row(
        "E17",
        ANNOTATED,
        [Fail(&["vm"]), Send("vm"), Fail(&["vm"]), Generic("vm")],
    )
    .ours(),
    row(
        "E18",
        CUSTOM,
        [Fail(&["vm"]), Send("vm"), Fail(&["vm"]), Generic("vm")],
    )
    .ours(),
    row(
        "E19",
        ANNOTATED,
        [Fail(&[""]), Send(NEUTRAL), Fail(&[""]), Generic("")],
    )
    .blank()
    .ours(),
    row(
        "E20",
        CUSTOM,
        [Fail(&[""]), Send(NEUTRAL), Fail(&[""]), Generic("")],
    )
    .blank()
    .ours(),
    row(
        "E21",
        ANNOTATED,
        [
            Fail(&["vm", "io"]),
            Send("hello"),
            Send("hello"),
            Send("hello"),
        ],
    ),
    row(
        "E22",
        CUSTOM,
        [
            Fail(&["vm", "io"]),
            Send("hello"),
            Send("hello"),
            Send("hello"),
        ],
    ),
    row(
        "E23",
        ANNOTATED,
        [
            Fail(&["vm", "io"]),
            Send("vm"),
            Fail(&["vm", "io"]),
            Generic("vm: io"),
        ],
    )
    .blank(),
    row(
        "E24",
        CUSTOM,
        [
            Fail(&["vm", "io"]),
            Send("vm"),
            Fail(&["vm", "io"]),
            Generic("vm: io"),
        ],
    )
    .blank()
    .ours(),
    row(
        "E25",
        ANNOTATED,
        [Fail(&["vm"]), Send("hello"), Send("hello"), Send("hello")],
    ),
    row(
        "E29",
        ANNOTATED,
        [
            Fail(&["x", "vm"]),
            Send("x"),
            Fail(&["x", "vm"]),
            Generic("x: vm"),
        ],
    ),
    row(
        "E30",
        CUSTOM,
        [
            Fail(&["x", "vm"]),
            Send("x"),
            Fail(&["x", "vm"]),
            Generic("x: vm"),
        ],
    )
    .ours(),
    row(
        "E31",
        ANNOTATED,
        [
            Fail(&["x", "y", "vm"]),
            Send("x"),
            Fail(&["x", "y", "vm"]),
            Generic("x: y: vm"),
        ],
    ),
    row(
        "E32",
        CUSTOM,
        [
            Fail(&["x", "y", "vm"]),
            Send("x"),
            Fail(&["x", "y", "vm"]),
            Generic("x: y: vm"),
        ],
    )
    .ours(),
    row(
        "E33",
        ANNOTATED,
        [Fail(&["m1", "m2"]), Send("one"), Send("one"), Send("one")],
    ),
    row(
        "E34",
        CUSTOM,
        [Fail(&["m1", "m2"]), Send("one"), Send("one"), Send("one")],
    )
    .ours(),
    row(
        "E36",
        CUSTOM,
        [Fail(&["m1", "m2"]), Send("one"), Send("one"), Send("one")],
    ),
    row(
        "E37",
        ANNOTATED,
        [
            Fail(&["m1", "m2"]),
            Send("m1"),
            Fail(&["m1", "m2"]),
            Generic("m1: m2"),
        ],
    )
    .blank(),
    row(
        "E38",
        CUSTOM,
        [
            Fail(&["m1", "m2"]),
            Send("m1"),
            Fail(&["m1", "m2"]),
            Generic("m1: m2"),
        ],
    )
    .blank()
    .ours(),
    row(
        "E39",
        ANNOTATED,
        [Fail(&["m"]), Send("m"), Send("m"), Send("m")],
    ),
];

const PANIC: &str = "the tool panicked";

#[test]
fn every_row_under_every_handler() {
    // The panics of E9 and E10 are part of the test: keep their reports out of its output.
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
    assert_eq!(cells, 128);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check(row: &Row, cell: Cell, handler: Arc<dyn ToolExecutionErrorHandler>) -> Result<(), String> {
    let name = match thrown(row.id) {
        _ if row.custom => "custom",
        Thrown::Hidden(_) | Thrown::Panic => "hidden",
        Thrown::Visible(_) => "visible",
        Thrown::Ready(_) => "ready",
    };
    let arguments = if row.custom {
        row.id.to_owned()
    } else {
        format!(r#"{{"id": "{}"}}"#, row.id)
    };
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
            let call = failure.tool_call().map(|call| call.id.as_str());
            if found != chain
                || failure.kind() != InvocationFailureKind::Tool(kind)
                || call != Some("c1")
            {
                return Err(format!("found {found:?}, {:?}, {call:?}", failure.kind()));
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
