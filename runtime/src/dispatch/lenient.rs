//! The second chance of a call whose arguments the strict pass refused.

use super::{Dispatcher, call, run};
use crate::tool::arguments::lenient::{beyond_limits, unwrapped, walked};
use crate::tool::arguments::{ArgumentsError, Problem, feedback};
use crate::tool::{Entry, Source, ToolContext, ToolError, ToolErrorKind, ToolOutput};
use std::borrow::Cow;

/// Whether the arguments were refused, and nobody has said anything to the model yet.
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
    with: &Dispatcher<'_, S>,
    context: &ToolContext,
) -> Result<ToolOutput, ToolError> {
    let offer = entry.offer();
    let mut text = Cow::Borrowed(context.call.arguments.as_str());
    let whole = refusal(&error).and_then(|refusal| unwrapped(&text, offer.definition, refusal));
    if let Some(whole) = whole {
        match run(entry, &whole, with, context).await {
            Err(other) if is_refused(&other) => error = other,
            done => return done,
        }
        text = Cow::Owned(whole);
    }
    let walked = refusal(&error)
        .map(|refusal| walked(&text, offer, refusal))
        .unwrap_or_default();
    if let Some(rewritten) = &walked.text {
        match run(entry, rewritten, with, context).await {
            Err(other) if is_refused(&other) => error = other,
            done => return done,
        }
        text = Cow::Borrowed(rewritten);
    }
    if is_limited(&error) {
        error = validated(entry, error, &text, with, context).await;
    }
    if let Some(refusal) = refusal(&error) {
        let said = feedback::feedback(refusal, &text, offer, &walked);
        error.set_message_for_llm(said);
    }
    Err(error)
}

fn is_limited(error: &ToolError) -> bool {
    refusal(error).is_some_and(|refusal| {
        let mut problems = refusal.problems.iter();
        problems.any(|problem| matches!(problem, Problem::Limits(_)))
    })
}

/// Adds what validations say of the arguments, which were not asked where a limit came first.
async fn validated<S>(
    entry: &Entry<S>,
    mut error: ToolError,
    text: &str,
    with: &Dispatcher<'_, S>,
    context: &ToolContext,
) -> ToolError {
    if entry.is_foreign {
        return error;
    }
    let Some(mut other) = decoded(entry, text, with, context).await else {
        return error;
    };
    let rewritten = refusal(&other).and_then(|other| walked(text, entry.offer(), other).text);
    if let Some(rewritten) = rewritten
        && let Some(again) = decoded(entry, &rewritten, with, context).await
    {
        other = again;
    }
    if let Some(other) = other.typed_mut::<ArgumentsError>()
        && let Some(error) = error.typed_mut::<ArgumentsError>()
    {
        let found = std::mem::take(&mut other.problems).into_iter();
        error
            .problems
            .extend(found.filter(Problem::is_of_a_validation));
    }
    error
}

/// What is wrong with a text besides limits. With something after its end, it is decoded to its end and never run.
async fn decoded<S>(
    entry: &Entry<S>,
    text: &str,
    with: &Dispatcher<'_, S>,
    context: &ToolContext,
) -> Option<ToolError> {
    let endless = format!("{text}\u{0}");
    call(entry, &endless, with, context).await.err()
}

/// The error of a call whose arguments are beyond the limits in the schema.
#[cold]
pub(super) fn limited<S>(entry: &Entry<S>, arguments: &str) -> Option<ToolError> {
    #[cfg(feature = "validate")]
    let (found, whole) = match &entry.enforcer {
        Some(enforcer) if entry.is_foreign => {
            return enforcer.refused(arguments, entry.offer()).map(refused);
        }
        Some(enforcer) => {
            let whole = enforcer.beyond_types(arguments, entry.offer());
            (
                beyond_limits(arguments, entry.offer(), whole.is_some()),
                whole,
            )
        }
        None => (beyond_limits(arguments, entry.offer(), false), None),
    };
    #[cfg(not(feature = "validate"))]
    let (found, whole) = (beyond_limits(arguments, entry.offer(), false), None);
    let problems: Vec<_> = found
        .into_iter()
        .chain(whole)
        .map(Problem::Limits)
        .collect();
    if problems.is_empty() {
        return None;
    }
    Some(refused(ArgumentsError {
        problems,
        names: &[],
    }))
}

fn refused(error: ArgumentsError) -> ToolError {
    ToolError::new(
        ToolErrorKind::Arguments,
        Source::Typed(Box::new(error)),
        None,
    )
}
