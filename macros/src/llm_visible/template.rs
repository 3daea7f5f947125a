//! A text whose placeholders are fields.

use super::model::{Field, Guard};
use crate::errors::Errors;
use crate::keys;
use crate::template::{Argument, Format, Template};
use proc_macro2::Span;
use syn::{Ident, LitStr};

pub(super) struct Text {
    pub(super) template: Template,
    pub(super) span: Span,
    /// For every placeholder, the index of its field.
    pub(super) shown: Vec<(usize, Format)>,
}

impl Text {
    /// `None` if an error was recorded.
    pub(super) fn new(
        literal: &LitStr,
        owner: &Ident,
        fields: &[Field<'_>],
        errors: &mut Errors,
    ) -> Option<Self> {
        let template = match Template::parse(&literal.value()) {
            Ok(template) => template,
            Err(mistakes) => {
                for mistake in mistakes {
                    errors.at(literal, mistake);
                }
                return None;
            }
        };
        let mut complaints: Vec<String> = Vec::new();
        let mut shown = Vec::new();
        for placeholder in template.placeholders() {
            match resolve(&placeholder.argument, owner, fields) {
                Ok(index) => shown.push((index, placeholder.spec.format)),
                // The same placeholder twice is one mistake.
                Err(complaint) if complaints.contains(&complaint) => {}
                Err(complaint) => complaints.push(complaint),
            }
        }
        for complaint in &complaints {
            errors.at(literal, complaint);
        }
        complaints.is_empty().then_some(Self {
            template,
            span: literal.span(),
            shown,
        })
    }
}

fn resolve(argument: &Argument, owner: &Ident, fields: &[Field<'_>]) -> Result<usize, String> {
    let name = match argument {
        Argument::Next => {
            let example = fields.first().map_or("0", |field| field.name.as_str());
            return Err(format!(
                "`{{}}` names no field; write its name, such as `{{{example}}}`"
            ));
        }
        Argument::Other(text) => {
            return Err(format!(
                "`{{{text}}}` is not a field name; a computed text goes through `with = path`"
            ));
        }
        Argument::Index(index) => index.to_string(),
        Argument::Name(name) => match name.strip_prefix("r#") {
            Some(plain) => return Err(format!("`{{{name}}}` needs no `r#`; write `{{{plain}}}`")),
            None => name.clone(),
        },
    };
    let Some(index) = fields.iter().position(|field| field.name == name) else {
        return Err(no_field(&name, owner, fields));
    };
    match fields.get(index).and_then(|field| field.guard) {
        None => Ok(index),
        Some(Guard::Secret) => Err(format!(
            "`{name}` is `#[llm(secret)]` and must not be shown; take it out of the text"
        )),
        Some(Guard::Cause) => Err(format!(
            "`{name}` is a source or backtrace, which is for developers; take it out of the text"
        )),
    }
}

fn no_field(name: &str, owner: &Ident, fields: &[Field<'_>]) -> String {
    let names = || fields.iter().map(|field| field.name.as_str());
    if fields.is_empty() {
        return format!("`{owner}` has no fields, so `{{{name}}}` shows nothing; take it out");
    }
    if let Some(meant) = keys::nearest(names(), name) {
        return format!("`{owner}` has no field `{name}`; did you mean `{{{meant}}}`?");
    }
    let all: Vec<_> = names().map(|name| format!("`{{{name}}}`")).collect();
    format!("`{owner}` has no field `{name}`; it has {}", all.join(", "))
}
