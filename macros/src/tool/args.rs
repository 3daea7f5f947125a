//! The grammar of `#[tool(…)]`.

use crate::errors::Errors;
use crate::slot::Slot;
use crate::{duration, grammar, keys, size};
use proc_macro2::{Span, TokenStream};
use syn::parse::ParseStream;
use syn::{Expr, Ident, LitStr, Path, Type};

pub(crate) struct Args {
    pub(crate) name: Slot<LitStr>,
    pub(crate) description: Slot<LitStr>,
    pub(crate) on_error: Slot<Expr>,
    pub(crate) on_bad_arguments: Slot<Expr>,
    pub(crate) visible: Slot<Vec<Type>>,
    pub(crate) errors_hidden: Slot<()>,
    pub(crate) read_only: Slot<()>,
    pub(crate) idempotent: Slot<()>,
    pub(crate) destructive: Slot<()>,
    pub(crate) blocking: Slot<()>,
    /// In bytes.
    pub(crate) max_output: Slot<u64>,
    /// In milliseconds.
    pub(crate) timeout: Slot<u64>,
    pub(crate) ignore_unknown: Slot<()>,
    pub(crate) type_name: Slot<Ident>,
    pub(crate) crate_path: Slot<Path>,
    /// Every key in source order, for what has to point at the later one.
    given: Vec<(&'static str, Span)>,
}

impl Args {
    pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut args = Self {
            name: Slot::new("name"),
            description: Slot::new("description"),
            on_error: Slot::new("on_error"),
            on_bad_arguments: Slot::new("on_bad_arguments"),
            visible: Slot::new("visible"),
            errors_hidden: Slot::new("errors"),
            read_only: Slot::new("read_only"),
            idempotent: Slot::new("idempotent"),
            destructive: Slot::new("destructive"),
            blocking: Slot::new("blocking"),
            max_output: Slot::new("max_output"),
            timeout: Slot::new("timeout"),
            ignore_unknown: Slot::new("unknown_arguments"),
            type_name: Slot::new("type"),
            crate_path: Slot::new("crate"),
            given: Vec::new(),
        };
        grammar::read(
            tokens,
            "#[tool]",
            keys::TOOL,
            errors,
            |key, span, input, errors| {
                args.given.push((key, span));
                args.key(key, span, input, errors)
            },
        );
        args
    }

    fn key(
        &mut self,
        key: &'static str,
        span: Span,
        input: ParseStream<'_>,
        errors: &mut Errors,
    ) -> syn::Result<()> {
        let form = keys::find(keys::TOOL, key).map_or(key, |key| key.form);
        match key {
            "name" => {
                let value = grammar::text(form, span, input)?;
                self.name.set(span, value, errors);
            }
            "description" => {
                let value = grammar::text(form, span, input)?;
                self.description.set(span, value, errors);
            }
            "on_error" => {
                let value = grammar::value(form, span, input)?;
                self.on_error.set(span, value, errors);
            }
            "on_bad_arguments" => {
                let value = grammar::value(form, span, input)?;
                self.on_bad_arguments.set(span, value, errors);
            }
            "visible" => {
                let value = grammar::types(form, span, input)?;
                self.visible.set(span, value, errors);
            }
            "errors" => {
                grammar::word(form, "hidden", span, input)?;
                self.errors_hidden.set(span, (), errors);
            }
            "max_output" => {
                let value = size::bytes(&grammar::text(form, span, input)?)?;
                self.max_output.set(span, value, errors);
            }
            "timeout" => {
                let value = duration::millis(&grammar::text(form, span, input)?)?;
                self.timeout.set(span, value, errors);
            }
            "unknown_arguments" => {
                grammar::word(form, "ignore", span, input)?;
                self.ignore_unknown.set(span, (), errors);
            }
            "type" => {
                let value = grammar::ident(form, span, input)?;
                self.type_name.set(span, value, errors);
            }
            "crate" => {
                let value = grammar::path(form, span, input)?;
                self.crate_path.set(span, value, errors);
            }
            // The other keys of the table that work stand alone.
            flag => {
                grammar::flag(form, input)?;
                self.flag(flag).set(span, (), errors);
            }
        }
        Ok(())
    }

    fn flag(&mut self, key: &str) -> &mut Slot<()> {
        match key {
            "read_only" => &mut self.read_only,
            "idempotent" => &mut self.idempotent,
            "destructive" => &mut self.destructive,
            _ => &mut self.blocking,
        }
    }

    /// Where `key` first stands.
    pub(crate) fn span_of(&self, key: &str) -> Option<Span> {
        let found = self.given.iter().find(|(given, _)| *given == key);
        found.map(|(_, span)| *span)
    }

    /// Where the later of two keys stands, if both are there.
    pub(crate) fn later_of(&self, keys: [&str; 2]) -> Option<Span> {
        let at = |key: &str| self.given.iter().position(|(given, _)| *given == key);
        let [first, second] = keys;
        let later = at(first)?.max(at(second)?);
        self.given.get(later).map(|(_, span)| *span)
    }
}
