//! The rules that need the whole item.

use super::model::{Guard, Model, Subject};
use crate::errors::Errors;
use proc_macro2::Span;

pub(super) fn check(model: &Model<'_>, errors: &mut Errors) {
    for subject in &model.subjects {
        decided_once(model, subject, errors);
        hinted(subject, errors);
        tried_again(subject, errors);
        if let Some(text) = &subject.text
            && text.template.placeholders().next().is_none()
            && !text.template.has_visible_words()
        {
            errors.on(
                text.span,
                "the text is blank; write what the model should read, or `#[llm(hidden)]`",
            );
        }
        if let Some(text) = &subject.text
            && !text.template.has_visible_words()
            && text
                .template
                .placeholders()
                .any(|placeholder| placeholder.spec.may_cut_all())
        {
            errors.on(
                text.span,
                "a precision of 0 may show nothing; write words around the placeholders",
            );
        }
        if let Some(span) = subject.attributes.transparent.span()
            && subject
                .fields
                .iter()
                .any(|field| field.guard == Some(Guard::Secret))
        {
            errors.on(
                span,
                "`transparent` shows the field, which is `#[llm(secret)]`; remove one of them",
            );
        }
        if let Some(span) = subject.attributes.transparent.span()
            && subject.fields.len() != 1
        {
            let message = format!(
                "`transparent` takes the text of the only field, but `{}` has {}; write a text",
                subject.ident,
                subject.fields.len()
            );
            errors.on(span, message);
        }
    }
}

fn decided_once(model: &Model<'_>, subject: &Subject<'_>, errors: &mut Errors) {
    let attributes = &subject.attributes;
    let decisions: Vec<(&str, Span)> = [
        ("\"…\"", attributes.text.span()),
        ("transparent", attributes.transparent.span()),
        ("with", attributes.with.span()),
        ("hidden", attributes.hidden.span()),
    ]
    .into_iter()
    .filter_map(|(form, span)| Some((form, span?)))
    .collect();
    match decisions.as_slice() {
        [] if attributes.broken || model.may_be_undecided => {}
        [] => {
            let message = format!(
                "`{}` does not say what the model reads; add `#[llm(\"…\")]` or `#[llm(hidden)]`",
                subject.ident
            );
            errors.at(subject.ident, message);
        }
        [(first, _), rest @ ..] => {
            for (form, span) in rest {
                let message = format!("`{form}` contradicts `{first}`; keep one of them");
                errors.on(*span, message);
            }
        }
    }
}

/// A hint is part of a text.
fn hinted(subject: &Subject<'_>, errors: &mut Errors) {
    let attributes = &subject.attributes;
    let Some(span) = attributes.hint.span() else {
        return;
    };
    if attributes.text.is_set() || attributes.broken {
        if let Some(hint) = &subject.hint
            && hint.template.placeholders().next().is_none()
            && !hint.template.has_visible_words()
        {
            let message = "the hint is blank; write what the model could do, or remove it";
            errors.on(hint.span, message);
        }
        return;
    }
    errors.on(
        span,
        if attributes.hidden.is_set() {
            "`hint` beside `hidden` is never read; remove it, or write a text"
        } else if attributes.transparent.is_set() {
            "`hint` belongs to the text, which `transparent` takes from the field; remove it"
        } else if attributes.with.is_set() {
            "`hint` belongs to a written text; let the function of `with` say it"
        } else {
            "`hint` belongs to a text; write `\"…\"` before it"
        },
    );
}

fn tried_again(subject: &Subject<'_>, errors: &mut Errors) {
    let attributes = &subject.attributes;
    if let (Some(_), Some(span)) = (attributes.retryable.span(), attributes.terminal.span()) {
        let message = "`terminal` contradicts `retryable`; keep one of them";
        errors.on(span, message);
    }
    if !attributes.transparent.is_set() {
        return;
    }
    for (key, slot) in [
        ("retryable", &attributes.retryable),
        ("terminal", &attributes.terminal),
    ] {
        if let Some(span) = slot.span() {
            let message =
                format!("`{key}` is what the field says under `transparent`; remove one of them");
            errors.on(span, message);
        }
    }
}
