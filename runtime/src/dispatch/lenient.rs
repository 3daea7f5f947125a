//! The second chance of a call whose arguments the strict pass refused.

use super::run;
use crate::tool::arguments::lenient::{Walked, beyond_limits, unwrapped, walked};
use crate::tool::arguments::{ArgumentsError, Problem, feedback};
use crate::tool::{Entry, Source, ToolContext, ToolError, ToolErrorKind, ToolOutput};
use std::borrow::Cow;

/// Whether the strict pass refused the arguments, and nobody has said anything to the model yet.
pub(super) fn is_refused(error: &ToolError) -> bool {
    error.message_for_llm().is_none() && refusal(error).is_some()
}

fn refusal(error: &ToolError) -> Option<&ArgumentsError> {
    error.error().downcast_ref()
}

/// Decodes once more, with what the text and the schema say together, or says what is wrong.
///
/// Nothing ran so far: a call starts only when all of its arguments are decoded.
#[cold]
pub(super) async fn second_chance<S>(
    entry: &Entry<S>,
    mut error: ToolError,
    state: &S,
    context: &ToolContext,
) -> Result<ToolOutput, ToolError> {
    let offer = entry.offer();
    let mut text = Cow::Borrowed(context.call.arguments.as_str());
    let whole = refusal(&error).and_then(|refusal| unwrapped(&text, offer.definition, refusal));
    if let Some(whole) = whole {
        match run(entry, &whole, state, context).await {
            Err(other) if is_refused(&other) => error = other,
            done => return done,
        }
        text = Cow::Owned(whole);
    }
    let Some(refusal) = refusal(&error) else {
        return Err(error);
    };
    let walked = walked(&text, offer, refusal);
    let Some(rewritten) = &walked.text else {
        let said = feedback::feedback(refusal, &text, offer, &walked);
        error.set_message_for_llm(said);
        return Err(error);
    };
    match run(entry, rewritten, state, context).await {
        Err(mut error) if is_refused(&error) => {
            say(&mut error, rewritten, entry, &walked);
            Err(error)
        }
        done => done,
    }
}

fn say<S>(error: &mut ToolError, text: &str, entry: &Entry<S>, walked: &Walked) {
    if let Some(refusal) = refusal(error) {
        let said = feedback::feedback(refusal, text, entry.offer(), walked);
        error.set_message_for_llm(said);
    }
}

/// The error of a call whose arguments are of their types, but beyond the limits in the schema.
#[cold]
pub(super) fn limited<S>(entry: &Entry<S>, arguments: &str) -> Option<ToolError> {
    let found = beyond_limits(arguments, entry.offer())?;
    let text = feedback::of_limits(&found, &entry.definition);
    let error = ArgumentsError {
        problems: vec![Problem::Limits],
        names: &[],
    };
    let source = Source::Typed(Box::new(error));
    Some(ToolError::new(ToolErrorKind::Arguments, source, Some(text)))
}
