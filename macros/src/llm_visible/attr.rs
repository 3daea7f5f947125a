//! The grammar of `#[llm(…)]`.

use super::values::{NOT_A_LITERAL, crate_path, default, hint, skip_entry, text, with};
use crate::errors::Errors;
use crate::grammar;
use crate::keys::{self, Status};
use crate::slot::Slot;
use proc_macro2::Span;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, ExprPath, Ident, Lit, LitStr, Meta, Path, Token};

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Enum,
    Struct,
    Variant,
    Field,
}

/// What the `#[llm(…)]` attributes of one place say.
pub(super) struct Attributes {
    pub(super) text: Slot<LitStr>,
    pub(super) hidden: Slot<()>,
    pub(super) transparent: Slot<()>,
    pub(super) with: Slot<ExprPath>,
    pub(super) hint: Slot<LitStr>,
    pub(super) retryable: Slot<()>,
    pub(super) terminal: Slot<()>,
    pub(super) default_hidden: Slot<()>,
    pub(super) crate_path: Slot<Path>,
    pub(super) secret: Slot<()>,
    /// Something could not be read: what it decides is not known.
    pub(super) broken: bool,
}

impl Attributes {
    pub(super) fn parse(attributes: &[Attribute], place: Place, errors: &mut Errors) -> Self {
        let mut this = Self {
            text: Slot::new("\"…\""),
            hidden: Slot::new("hidden"),
            transparent: Slot::new("transparent"),
            with: Slot::new("with"),
            hint: Slot::new("hint"),
            retryable: Slot::new("retryable"),
            terminal: Slot::new("terminal"),
            default_hidden: Slot::new("default"),
            crate_path: Slot::new("crate"),
            secret: Slot::new("secret"),
            broken: false,
        };
        for attribute in attributes {
            if attribute.path().is_ident("llm") {
                this.attribute(attribute, place, errors);
            }
        }
        this
    }

    fn attribute(&mut self, attribute: &Attribute, place: Place, errors: &mut Errors) {
        let forms = forms(place);
        let Meta::List(list) = &attribute.meta else {
            self.broken = true;
            errors.at(
                &attribute.meta,
                format_args!("`#[llm]` takes in parentheses {forms}"),
            );
            return;
        };
        if list.tokens.is_empty() {
            self.broken = true;
            errors.at(
                &attribute.meta,
                format_args!("`#[llm()]` is empty; write {forms}"),
            );
            return;
        }
        let parsed = (|input: ParseStream<'_>| {
            while !input.is_empty() {
                if let Err(error) = self.entry(input, place, errors) {
                    self.broken = true;
                    errors.push(error);
                    skip_entry(input);
                }
                if !input.is_empty() && input.parse::<Token![,]>().is_err() {
                    self.broken = true;
                    errors.on(input.span(), "expected `,`");
                    skip_entry(input);
                }
            }
            Ok(())
        })
        .parse2(list.tokens.clone());
        errors.ok(parsed);
    }

    fn entry(
        &mut self,
        input: ParseStream<'_>,
        place: Place,
        errors: &mut Errors,
    ) -> syn::Result<()> {
        if input.peek(Lit) {
            let text = text(input)?;
            match place {
                Place::Struct | Place::Variant => {
                    self.text.set(text.span(), text, errors);
                    return Ok(());
                }
                Place::Enum => {
                    return Err(misplaced(text.span(), "\"…\"", "a variant", "the enum"));
                }
                Place::Field => {
                    return Err(misplaced(
                        text.span(),
                        "\"…\"",
                        "the variant or struct",
                        "a field",
                    ));
                }
            }
        }
        if !input.peek(Ident::peek_any) {
            let message = format!("expected {}", forms(place));
            return Err(input.error(message));
        }
        let key = input.call(Ident::parse_any)?;
        if input.peek(Token![!]) || input.peek(Token![::]) {
            return Err(syn::Error::new(key.span(), NOT_A_LITERAL));
        }
        self.key(&key, input, place, errors)
    }

    fn key(
        &mut self,
        key: &Ident,
        input: ParseStream<'_>,
        place: Place,
        errors: &mut Errors,
    ) -> syn::Result<()> {
        let span = key.span();
        let name = key.to_string();
        let fits = |wanted: &[Place], there: &'static str| {
            if wanted.contains(&place) {
                Ok(())
            } else {
                Err(misplaced(span, &name, there, place.described()))
            }
        };
        let deciding = [Place::Struct, Place::Variant];
        let decides = match place {
            Place::Enum => "a variant",
            _ => "the variant or struct",
        };
        if ["hidden", "transparent", "retryable", "terminal", "secret"].contains(&name.as_str()) {
            grammar::flag(&name, input)?;
        }
        match name.as_str() {
            "hidden" => {
                fits(&deciding, decides).map_err(|error| {
                    if place == Place::Enum {
                        syn::Error::new(
                            span,
                            "`hidden` stands on a variant; for all that decide nothing, write `default = hidden`",
                        )
                    } else {
                        error
                    }
                })?;
                self.hidden.set(span, (), errors);
            }
            "transparent" => {
                fits(&deciding, decides)?;
                self.transparent.set(span, (), errors);
            }
            "with" => {
                fits(&deciding, decides)?;
                let path = with(key, input)?;
                self.with.set(span, path, errors);
            }
            "hint" => {
                fits(&deciding, decides)?;
                let text = hint(key, input)?;
                self.hint.set(span, text, errors);
            }
            "retryable" | "terminal" => {
                fits(&deciding, decides)?;
                let slot = if name == "terminal" {
                    &mut self.terminal
                } else {
                    &mut self.retryable
                };
                slot.set(span, (), errors);
            }
            "default" => {
                fits(&[Place::Enum], "the enum")?;
                default(key, input)?;
                self.default_hidden.set(span, (), errors);
            }
            "crate" => {
                fits(&[Place::Enum, Place::Struct], "the enum or struct")?;
                let path = crate_path(key, input)?;
                self.crate_path.set(span, path, errors);
            }
            "secret" => {
                fits(&[Place::Field], "a field")?;
                self.secret.set(span, (), errors);
            }
            other => return Err(syn::Error::new(span, unknown(other, place))),
        }
        Ok(())
    }
}

impl Place {
    const fn described(self) -> &'static str {
        match self {
            Self::Enum => "the enum",
            Self::Struct => "the struct",
            Self::Variant => "a variant",
            Self::Field => "a field",
        }
    }
}

const fn forms(place: Place) -> &'static str {
    match place {
        Place::Enum => "`default = hidden` or `crate = path`; the variants decide the rest",
        Place::Struct | Place::Variant => {
            "`\"text\"`, `hidden`, `transparent` or `with = path`, and beside a text `hint = \"…\"`, `retryable` or `terminal`"
        }
        Place::Field => "`secret`",
    }
}

fn misplaced(span: Span, what: &str, there: &str, here: &str) -> syn::Error {
    syn::Error::new(span, format!("`{what}` belongs on {there}, not on {here}"))
}

fn unknown(name: &str, place: Place) -> String {
    let table = if place == Place::Field {
        keys::LLM_FIELD
    } else {
        keys::LLM
    };
    match keys::find(table, name) {
        Some(key) if key.status == Status::NotYet => keys::not_available("#[llm(…)]", key),
        _ if keys::nearest(table.iter().map(|key| key.name), name).is_some() => {
            keys::unknown("#[llm(…)]", table, name)
        }
        _ => format!("`#[llm(…)]` has no key `{name}`; write {}", forms(place)),
    }
}
