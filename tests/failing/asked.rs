//! Who is asked what the model may read of an erased error, and how often.

use crate::{call, read};
use tests::logged;
use toolwright::error_handler::fail_invocation;
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::{Agent, InvocationFailure, LlmText, LlmVisible, tool, toolset, visible_error};
use tracing::Level;

/// Turns out blank.
#[derive(Debug, thiserror::Error)]
#[error("S3CRET")]
struct Blank;

impl LlmVisible for Blank {
    fn message_for_llm(&self) -> Option<LlmText> {
        LlmText::if_not_blank(" ")
    }
}

/// Fails.
#[tool(visible(Blank))]
fn blank(as_context: bool) -> anyhow::Result<()> {
    Err(if as_context {
        anyhow::anyhow!("S3CRET").context(Blank)
    } else {
        anyhow::Error::new(Blank)
    })
}

#[test]
fn an_error_is_asked_once_wherever_it_stands() {
    for arguments in [r#"{"as_context": false}"#, r#"{"as_context": true}"#] {
        let (result, records) = logged(|| call(&toolset![blank], arguments));
        assert!(result.is_err());
        let warnings = records.iter().filter(|record| record.level == Level::WARN);
        assert_eq!(warnings.count(), 1, "{arguments}: {records:?}");
    }
}

/// Asks another agent, whose invocation fails.
#[tool]
fn delegate(as_context: bool) -> anyhow::Result<()> {
    let model = ScriptedModel::new().calls([("s1", "nope", "{}")]);
    let agent = Agent::builder(model)
        .tools(toolset![blank])
        .on_error(fail_invocation())
        .build()?;
    let failure = block_on(agent.invoke("go")).unwrap_err();
    Err(if as_context {
        anyhow::Error::new(failure).context(visible_error!("the other desk is closed"))
    } else {
        anyhow::Error::new(failure)
    })
}

#[test]
fn what_another_model_would_have_read_stays_hidden() {
    let tools = toolset![delegate];
    let failure = call(&tools, r#"{"as_context": false}"#).unwrap_err();
    assert!(failure.downcast_ref::<InvocationFailure>().is_some());
    let text = read(&tools, r#"{"as_context": true}"#);
    assert_eq!(text, "the other desk is closed");
}
