//! What is logged of a failure: how often, at which level, and what is in it.

use std::error::Error;
use std::fmt;
use tests::{LogRecord, logged};
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::{
    ToolExecutionErrorHandler, fail_invocation_unless_visible_to_llm, from_fn,
    send_error_message_to_llm, send_generic_message_to_llm_unless_visible_to_llm,
};
use toolwright::testing::block_on;
use toolwright::{LlmVisible, ToolCall, ToolError, ToolSet, llm_text, tool, toolset};
use tracing::Level;

#[derive(Debug, thiserror::Error, LlmVisible)]
enum Desk {
    #[error("developers read this")]
    #[llm("the model reads this")]
    Visible(#[source] std::num::ParseIntError),
    #[error("outer")]
    #[llm(hidden)]
    Hidden(#[source] std::num::ParseIntError),
}

/// Fails.
#[tool]
fn typed(which: &str, note: &str) -> Result<(), Desk> {
    let _ = note;
    let error = "x".parse::<u8>().unwrap_err();
    Err(match which {
        "visible" => Desk::Visible(error),
        _ => Desk::Hidden(error),
    })
}

/// Fails.
#[tool]
fn erased(note: &str) -> anyhow::Result<()> {
    let _ = note;
    Err(anyhow::anyhow!("root").context("middle").context("outer"))
}

/// Fails.
#[tool]
fn report(note: &str) -> eyre::Result<()> {
    let _ = note;
    Err(eyre::eyre!("root").wrap_err("outer"))
}

/// Fails, and panics when somebody reads why.
#[tool]
fn unreadable(note: &str) -> Result<(), Unreadable> {
    let _ = note;
    Err(Unreadable)
}

#[derive(Debug)]
struct Unreadable;

impl fmt::Display for Unreadable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("S3CRET")
    }
}

impl Error for Unreadable {}

impl LlmVisible for Unreadable {
    fn message_for_llm(&self) -> Option<toolwright::LlmText> {
        Some(llm_text!("cannot be read"))
    }
}

/// The arguments as no record may repeat them.
const ARGUMENTS: &str = r#"{"which": "visible", "note": "4RGUMENT"}"#;

fn logs(
    tools: &ToolSet,
    arguments: &str,
    handler: impl ToolExecutionErrorHandler + 'static,
) -> (Result<String, String>, Vec<LogRecord>) {
    let name = tools.names().next().unwrap();
    let dispatcher = Dispatcher::new(tools, &()).on_error(handler);
    let call = ToolCall::new("c7", name, arguments);
    let (result, records) = logged(|| block_on(dispatcher.call(call)));
    for record in &records {
        assert!(!record.text.contains("4RGUMENT"), "{record:?}");
        assert!(
            record.text.contains(&format!("tool={name:?}")) && record.text.contains("c7"),
            "{record:?}"
        );
    }
    let result = result.map(|result| result.text().into_owned());
    (result.map_err(|failure| failure.to_string()), records)
}

fn generic() -> impl ToolExecutionErrorHandler + 'static {
    send_generic_message_to_llm_unless_visible_to_llm(llm_text!("GENERIC"))
}

fn levels(records: &[LogRecord]) -> Vec<Level> {
    records.iter().map(|record| record.level).collect()
}

#[test]
fn a_hidden_error_that_becomes_generic_is_one_warning_with_all_of_it() {
    let hidden = ARGUMENTS.replace("visible", "hidden");
    let (result, records) = logs(&toolset![typed], &hidden, generic());
    let text = result.unwrap();
    let reference = &text["GENERIC (reference ".len()..text.len() - 1];
    let warnings: Vec<_> = records
        .iter()
        .filter(|record| record.level == Level::WARN)
        .collect();
    let [warning] = warnings.as_slice() else {
        panic!("{records:?}")
    };
    for part in [
        r#"tool="typed""#,
        r#"call_id="c7""#,
        r#"kind="execution""#,
        &format!(r#"reference="{reference}""#),
        "error=outer: invalid digit found in string ",
    ] {
        assert!(warning.text.contains(part), "{part}: {warning:?}");
    }
    assert!(!warning.text.contains("backtrace="), "{warning:?}");
    // Only that the model was told is said once more, without the error.
    assert!(
        records
            .iter()
            .filter(|record| record.text.contains("outer"))
            .count()
            == 1,
        "{records:?}"
    );
}

#[test]
fn a_visible_error_is_at_debug_only_with_its_chain() {
    for (result, records) in [
        logs(&toolset![typed], ARGUMENTS, generic()),
        logs(
            &toolset![typed],
            ARGUMENTS,
            fail_invocation_unless_visible_to_llm(),
        ),
    ] {
        assert_eq!(result.unwrap(), "the model reads this");
        assert_eq!(levels(&records), [Level::DEBUG]);
        let chain = "error=developers read this: invalid digit found in string ";
        assert!(records[0].text.contains(chain), "{records:?}");
    }
}

#[test]
fn a_hidden_error_that_ends_the_invocation_is_the_callers() {
    let hidden = ARGUMENTS.replace("visible", "hidden");
    let handler = fail_invocation_unless_visible_to_llm();
    let (result, records) = logs(&toolset![typed], &hidden, handler);
    assert!(result.is_err());
    assert_eq!(levels(&records), [Level::DEBUG]);
    assert!(
        records[0].text.contains(r#"kind="execution""#),
        "{records:?}"
    );
    assert!(!records[0].text.contains("outer"), "{records:?}");
}

#[test]
fn a_handler_that_panics_is_an_error_with_its_payload() {
    std::panic::set_hook(Box::new(|_| {}));
    let handler = from_fn(|_error, _context| panic!("over"));
    let (result, records) = logs(&toolset![typed], ARGUMENTS, handler);
    drop(std::panic::take_hook());
    assert!(result.is_err());
    assert_eq!(levels(&records), [Level::ERROR]);
    assert!(records[0].text.contains(r#"payload="over""#), "{records:?}");
}

#[test]
fn each_failure_has_a_reference_of_its_own() {
    let hidden = ARGUMENTS.replace("visible", "hidden");
    let mut texts: Vec<_> = (0..20)
        .map(|_| logs(&toolset![typed], &hidden, generic()).0.unwrap())
        .collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), 20);
}

#[test]
fn what_developers_wrote_for_themselves_is_sent_and_logged_at_debug() {
    let hidden = ARGUMENTS.replace("visible", "hidden");
    let (result, records) = logs(&toolset![typed], &hidden, send_error_message_to_llm());
    assert_eq!(result.unwrap(), "outer");
    assert_eq!(levels(&records), [Level::DEBUG, Level::DEBUG]);
    assert!(
        records[0].text.contains("error=outer: invalid digit"),
        "{records:?}"
    );
}

#[test]
fn bad_arguments_are_not_repeated() {
    let bad = r#"{"which": "4RGUMENT", "note": ["4RGUMENT"], "4RGUMENT": 1}"#;
    let (result, records) = logs(&toolset![typed], bad, generic());
    assert!(result.unwrap().contains("note"));
    assert_eq!(levels(&records), [Level::DEBUG]);
    assert!(
        records[0].text.contains(r#"kind="arguments""#),
        "{records:?}"
    );
}

/// A tool that decodes by itself may have an error that repeats what the model wrote.
#[test]
fn arguments_that_a_tool_refuses_by_hand_are_not_repeated() {
    let tools: ToolSet = toolset![typed];
    let dispatcher = Dispatcher::new(&tools, &());
    let call = ToolCall::new("c7", "typed", ARGUMENTS);
    let text = llm_text!("`note` is no date");
    let error = ToolError::arguments(text, "`4RGUMENT` is no date");
    let (result, records) = logged(|| dispatcher.refuse(call, error));
    assert_eq!(result.unwrap().text(), "`note` is no date");
    assert_eq!(levels(&records), [Level::DEBUG]);
    assert!(
        records[0].text.contains(r#"kind="arguments""#),
        "{records:?}"
    );
    assert!(!records[0].text.contains("4RGUMENT"), "{records:?}");
}

#[test]
fn a_text_that_cannot_be_read_decides_nothing() {
    std::panic::set_hook(Box::new(|_| {}));
    let note = r#"{"note": "4RGUMENT"}"#;
    let (result, records) = logs(&toolset![unreadable], note, generic());
    drop(std::panic::take_hook());
    assert_eq!(result.unwrap(), "cannot be read");
    assert_eq!(levels(&records), [Level::DEBUG]);
    let panicked = "error=(the error panicked while its text was read) ";
    assert!(records[0].text.contains(panicked), "{records:?}");
}

/// The backtrace is captured only where the environment asks for it, and the environment is the process's: so the test
/// runs itself once more.
#[test]
fn an_erased_error_brings_its_backtrace() {
    const CHILD: &str = "TOOLWRIGHT_TEST_BACKTRACE";
    if std::env::var_os(CHILD).is_none() {
        for (asked, child) in [("1", "with"), ("0", "without")] {
            let status = std::process::Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "log::an_erased_error_brings_its_backtrace"])
                .env(CHILD, child)
                .env("RUST_BACKTRACE", asked)
                .env("RUST_LIB_BACKTRACE", asked)
                .output()
                .unwrap();
            assert!(status.status.success(), "{status:?}");
        }
        return;
    }
    let wanted = std::env::var(CHILD).unwrap() == "with";
    let sets: [ToolSet; 2] = [toolset![erased], toolset![report]];
    for tools in sets {
        let (_, records) = logs(&tools, r#"{"note": "4RGUMENT"}"#, generic());
        let warning = records
            .iter()
            .find(|record| record.level == Level::WARN)
            .unwrap();
        assert!(warning.text.contains("outer: "), "{warning:?}");
        assert_eq!(warning.text.contains("backtrace="), wanted, "{warning:?}");
        // Where it was made.
        assert_eq!(
            warning.text.contains("failing::log::"),
            wanted,
            "{warning:?}"
        );
    }
}

#[test]
fn a_name_that_the_model_invented_fills_no_log() {
    let name = "é".repeat(100_000);
    let tools: ToolSet = toolset![typed];
    let (result, records) = logged(|| {
        block_on(Dispatcher::new(&tools, &()).call(ToolCall::new("c1", name.as_str(), "{}")))
    });
    assert!(result.unwrap().is_error);
    let sizes: Vec<_> = records.iter().map(|record| record.text.len()).collect();
    assert!(
        !sizes.is_empty() && sizes.iter().all(|size| *size < 1_000),
        "{sizes:?}"
    );
}
