//! The four handlers, times every kind of failure, times five sorts of errors that a tool may have: 200 cells.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::{
    ToolExecutionErrorHandler, fail_invocation, fail_invocation_unless_visible_to_llm,
    send_error_message_to_llm, send_generic_message_to_llm_unless_visible_to_llm,
};
use toolwright::testing::block_on;
use toolwright::tool::Effects;
use toolwright::{
    InvocationFailureKind, LlmText, LlmVisible, ToolCall, ToolError, ToolErrorKind, ToolSet,
    llm_text, tool, toolset, visible_error,
};

/// A result that cannot be shown, if the tool is asked for it.
struct Shown(bool);

impl serde::Serialize for Shown {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 {
            return serializer.serialize_unit();
        }
        Err(serde::ser::Error::custom("C4NARY"))
    }
}

#[derive(Debug, thiserror::Error, LlmVisible)]
#[error("D3V visible")]
#[llm("the model reads this")]
struct Visible(#[source] std::fmt::Error);

/// Its text turns out blank.
#[derive(Debug, thiserror::Error)]
#[error("D3V blank")]
struct Blank;

impl LlmVisible for Blank {
    fn message_for_llm(&self) -> Option<LlmText> {
        LlmText::if_not_blank(" \u{200b}")
    }
}

#[derive(Debug, thiserror::Error)]
#[error("D3V hidden")]
struct Hidden;

type Boxed = Box<dyn Error + Send + Sync>;

macro_rules! tools {
    ($($name:ident: $error:ty = $make:expr;)*) => {$(
        /// Fails in the way that it is asked for.
        #[tool]
        fn $name(how: &str) -> Result<Shown, $error> {
            match how {
                "panic" => panic!("C4NARY"),
                "output" => Ok(Shown(false)),
                _ => Err($make),
            }
        }
    )*};
}

tools! {
    visible: Visible = Visible(std::fmt::Error);
    blank: Blank = Blank;
    hidden: Hidden = Hidden;
    chain: anyhow::Error = anyhow::anyhow!("D3V root")
        .context(visible_error!("a layer for the model"))
        .context("D3V chain");
    boxed: Boxed = "D3V boxed".into();
}

const SORTS: [&str; 5] = ["visible", "blank", "hidden", "chain", "boxed"];

/// What is expected: the text that the model reads, that text and a reference, or that the invocation ends.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cell {
    Text(&'static str),
    Generic,
    Fails,
}

use Cell::{Fails, Generic, Text};

/// Under `fail_invocation`, `send_error_message_to_llm`, `fail_invocation_unless_visible_to_llm` (the default) and
/// `send_generic_message_to_llm_unless_visible_to_llm`.
type Row = [Cell; 4];

const fn sent(text: &'static str) -> Row {
    [Fails, Text(text), Text(text), Text(text)]
}

const fn hidden_as(text: &'static str) -> Row {
    [Fails, Text(text), Fails, Generic]
}

/// What the tool returned, by the sort of its error.
const EXECUTION: [Row; 5] = [
    sent("the model reads this"),
    hidden_as("D3V blank"),
    hidden_as("D3V hidden"),
    sent("a layer for the model"),
    hidden_as("D3V boxed"),
];

const NAMES: &str = "`visible`, `blank`, `hidden`, `chain`, `boxed`";

/// All other kinds, whatever errors the tool has.
#[rustfmt::skip]
const OTHERS: [(ToolErrorKind, Row); 9] = [
    (ToolErrorKind::Arguments, sent("the arguments are wrong, the call was not run:\n- `how`: expected a string, got an array of 0 items")),
    (ToolErrorKind::UnknownTool, sent("there is no tool of that name. The tools are: `visible`, `blank`, `hidden`, `chain`, `boxed`")),
    (ToolErrorKind::NotOffered, sent("this tool is not offered, and was not run. The tools are: `now`")),
    (ToolErrorKind::Truncated, sent("the call was not run: the turn was refused")),
    (ToolErrorKind::Denied, sent("a manager has to agree")),
    (ToolErrorKind::Panic, hidden_as("the tool panicked")),
    (ToolErrorKind::Output, hidden_as("the tool's result cannot be serialised")),
    (ToolErrorKind::Timeout, sent("the tool gave no answer within 2s; whether it took effect is unknown: find out before you call it again")),
    (ToolErrorKind::Cancelled, [Fails, Fails, Fails, Fails]),
];

fn handlers() -> [Arc<dyn ToolExecutionErrorHandler>; 4] {
    [
        Arc::new(fail_invocation()),
        Arc::new(send_error_message_to_llm()),
        Arc::new(fail_invocation_unless_visible_to_llm()),
        Arc::new(send_generic_message_to_llm_unless_visible_to_llm(
            llm_text!("GENERIC"),
        )),
    ]
}

/// Makes the call of this kind fail, and returns what became of it.
fn outcome(
    tools: &ToolSet,
    sort: &str,
    kind: ToolErrorKind,
    handler: Arc<dyn ToolExecutionErrorHandler>,
) -> Result<Cell, String> {
    let dispatcher = Dispatcher::new(tools, &()).on_error(handler);
    let call = |name: &str, arguments: &str| {
        block_on(dispatcher.call(ToolCall::new("c1", name, arguments)))
    };
    let refuse = |error| dispatcher.refuse(ToolCall::new("c1", sort, "{}"), error);
    let result = match kind {
        ToolErrorKind::Execution => call(sort, r#"{"how":"error"}"#),
        ToolErrorKind::Arguments => call(sort, r#"{"how":[]}"#),
        ToolErrorKind::UnknownTool => call("no_such_tool", "{}"),
        ToolErrorKind::Panic => call(sort, r#"{"how":"panic"}"#),
        ToolErrorKind::Output => call(sort, r#"{"how":"output"}"#),
        ToolErrorKind::NotOffered => refuse(ToolError::not_offered(sort, ["now"])),
        ToolErrorKind::Truncated => refuse(ToolError::truncated(true)),
        ToolErrorKind::Denied => refuse(ToolError::denied(llm_text!("a manager has to agree"))),
        ToolErrorKind::Timeout => {
            refuse(ToolError::timeout(Duration::from_secs(2), Effects::UNKNOWN))
        }
        ToolErrorKind::Cancelled => refuse(ToolError::cancelled()),
        other => return Err(format!("a new kind: {other}")),
    };
    let name = if kind == ToolErrorKind::UnknownTool {
        "no_such_tool"
    } else {
        sort
    };
    match result {
        Ok(result) => {
            if (
                result.call_id.as_str(),
                result.name.as_str(),
                result.is_error,
            ) != ("c1", name, true)
            {
                return Err(format!("{result:?}"));
            }
            let text = result.text().into_owned();
            if text.contains("C4NARY") {
                return Err(text);
            }
            Ok(match text.strip_prefix("GENERIC (reference ") {
                Some(rest) if rest.len() == 7 && rest.ends_with(')') => Generic,
                _ => Text(text.leak()),
            })
        }
        Err(failure) => {
            let call = failure
                .tool_call()
                .map(|call| (call.id.as_str(), call.name.as_str()));
            let error = failure.tool_error().map(ToolError::kind);
            if failure.kind() != InvocationFailureKind::Tool(kind)
                || call != Some(("c1", name))
                || error != Some(kind)
            {
                return Err(format!("{failure:?}"));
            }
            Ok(Fails)
        }
    }
}

#[test]
fn every_handler_kind_and_sort() {
    std::panic::set_hook(Box::new(|_| {}));
    let tools: ToolSet = toolset![visible, blank, hidden, chain, boxed];
    let mut wrong = Vec::new();
    let mut cells = 0;
    for (i, sort) in SORTS.iter().enumerate() {
        let execution = (ToolErrorKind::Execution, EXECUTION[i]);
        for (kind, row) in std::iter::once(execution).chain(OTHERS) {
            for (expected, (handler, which)) in row.iter().zip(handlers().into_iter().zip('a'..)) {
                cells += 1;
                let found = outcome(&tools, sort, kind, handler);
                if found != Ok(*expected) {
                    wrong.push(format!(
                        "{sort} {kind} {which}: {expected:?}, found {found:?}"
                    ));
                }
            }
        }
    }
    drop(std::panic::take_hook());
    assert_eq!(cells, 200);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(
        tools
            .names()
            .map(|name| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", "),
        NAMES
    );
}
