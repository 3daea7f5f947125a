//! What providers give that cannot be used, and what they fail with.

use super::{add, closed};
use std::error::Error;
use std::future::{Ready, ready};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use toolwright::agent::ProviderContext;
use toolwright::testing::{Canary, CanaryError, ScriptedModel, block_on};
use toolwright::tool::{PanicError, Tool, ToolContext, ToolDefinition, ToolOutput, ToolSetError};
use toolwright::{Agent, InvocationFailure, InvocationFailureKind, ToolError, ToolSet, toolset};

type Given = Result<ToolSet, Box<dyn Error + Send + Sync>>;

/// A tool of any name.
struct Named(&'static str);

impl Tool for Named {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(self.0, "Has a name.", serde_json::json!({"type": "object"}))
    }

    async fn call(&self, _: &str, _: &(), _: &ToolContext) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text(self.0))
    }
}

fn set(names: &[&'static str]) -> ToolSet {
    let tools = names.iter().map(|name| Named(name));
    let all = tools.fold(ToolSet::builder(), toolwright::tool::ToolSetBuilder::tool);
    all.build()
}

/// What an agent that has `add` ends with, and how many requests it sent.
fn ends_with(providers: impl IntoIterator<Item = fn(u32) -> Given>) -> (InvocationFailure, usize) {
    let model = ScriptedModel::new()
        .calls([("c1", "add", r#"{"a": 2, "b": 3}"#)])
        .text("5");
    let mut builder = Agent::builder(model.clone()).tools(toolset![add]);
    for give in providers {
        builder = builder.tool_provider(move |context: &ProviderContext<'_>| -> Ready<Given> {
            ready(give(context.round()))
        });
    }
    let failure = block_on(builder.build().unwrap().invoke("Add.")).unwrap_err();
    assert_eq!(failure.kind(), InvocationFailureKind::Tools);
    assert_eq!(
        failure.to_string(),
        "the tools for the next request could not be gathered"
    );
    (failure, model.requests().len())
}

fn duplicate(failure: &InvocationFailure) -> &str {
    match failure.downcast_ref::<ToolSetError>() {
        Some(ToolSetError::DuplicateName { name, .. }) => name,
        other => panic!("{other:?}"),
    }
}

/// L105, L106: nobody guesses which of two tools is meant.
#[test]
fn a_name_that_is_taken_ends_the_invocation_before_the_model_is_asked() {
    let (failure, requests) = ends_with([(|_| Ok(set(&["add"]))) as fn(u32) -> Given]);
    assert_eq!((duplicate(&failure), requests), ("add", 0));
    let (failure, requests) =
        ends_with([(|_| Ok(set(&["one", "two"]))) as fn(u32) -> Given, |_| {
            Ok(set(&["two"]))
        }]);
    assert_eq!((duplicate(&failure), requests), ("two", 0));
    let (failure, requests) = ends_with([(|_| Ok(set(&["one", "one"]))) as fn(u32) -> Given]);
    assert_eq!((duplicate(&failure), requests), ("one", 0));
}

#[test]
fn a_clash_that_comes_later_ends_it_then_with_what_was_done() {
    let give: fn(u32) -> Given = |round| {
        Ok(set(if round == 0 {
            &["one"]
        } else {
            &["one", "add"]
        }))
    };
    let (failure, requests) = ends_with([give]);
    assert_eq!((duplicate(&failure), requests), ("add", 1));
    assert_eq!((failure.rounds(), failure.transcript().len()), (1, 3));
}

#[test]
fn a_set_that_cannot_be_used_ends_the_invocation() {
    let (failure, requests) = ends_with([(|_| Ok(set(&["no name"]))) as fn(u32) -> Given]);
    assert!(matches!(
        failure.downcast_ref::<ToolSetError>(),
        Some(ToolSetError::InvalidName { name, .. }) if name == "no name"
    ));
    assert_eq!(requests, 0);
}

/// L109.
#[test]
fn an_error_of_a_provider_is_the_failures_source() {
    let (failure, requests) =
        ends_with([(|_| Err("the registry is down".into())) as fn(u32) -> Given]);
    assert_eq!(
        failure.source().unwrap().to_string(),
        "the registry is down"
    );
    assert_eq!(requests, 0);
}

#[test]
fn what_a_provider_fails_with_reaches_no_model_and_the_invocation_can_be_resumed() {
    let canary = Canary::new();
    for panics in [false, true] {
        let model = ScriptedModel::new()
            .calls([("c1", "closed", "{}")])
            .text("Sorry.");
        let asked = Arc::new(AtomicU32::new(0));
        let agent = Agent::builder(model.clone())
            .tools(toolset![closed])
            .tool_provider({
                let canary = canary.clone();
                move |_: &ProviderContext<'_>| {
                    ready(match asked.fetch_add(1, Ordering::SeqCst) {
                        1 if panics => canary.panic(),
                        1 => Err(canary.error().into()),
                        _ => Ok(set(&["one"])),
                    })
                }
            })
            .build()
            .unwrap();
        let failure = block_on(agent.invoke("Go.")).unwrap_err();
        assert_eq!(failure.kind(), InvocationFailureKind::Tools);
        if panics {
            let error = failure.downcast_ref::<PanicError>().unwrap();
            assert_eq!(error.to_string(), "a provider of tools panicked");
            assert_eq!(error.payload(), Some(canary.text()));
        } else {
            assert!(failure.downcast_ref::<CanaryError>().is_some());
        }
        assert_eq!(failure.transcript().len(), 3);
        canary.assert_absent_from_text(&serde_json::to_string(failure.transcript()).unwrap());
        let invocation = failure.into_invocation().unwrap();
        canary.assert_absent_from_text(&serde_json::to_string(&invocation).unwrap());
        assert_eq!(
            block_on(agent.resume(invocation).invoke()).unwrap().text,
            "Sorry."
        );
        canary.assert_absent_from(&model.requests());
    }
}
