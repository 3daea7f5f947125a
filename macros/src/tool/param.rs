//! The grammar of `#[arg(…)]` and `#[context]`.

use crate::conditions;
use crate::docs::{self, DocLine};
use crate::errors::Errors;
use crate::slot::Slot;
use crate::types::is_attribute;
use crate::{grammar, keys};
use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, LitStr, Meta, Path};

/// What the attributes of one parameter say.
pub(crate) struct ParamArgs {
    pub(crate) docs: Vec<DocLine>,
    pub(crate) name: Slot<LitStr>,
    pub(crate) description: Slot<LitStr>,
    pub(crate) default: Slot<Expr>,
    pub(crate) example: Slot<Expr>,
    pub(crate) validate: Slot<Path>,
    pub(crate) secret: Slot<()>,
    pub(crate) hide_message: Slot<()>,
    pub(crate) context: Slot<()>,
    /// Where the first `#[arg]` stands.
    pub(crate) arg: Option<Span>,
}

impl ParamArgs {
    pub(crate) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut args = Self {
            docs: docs::lines(attributes),
            name: Slot::new("name"),
            description: Slot::new("description"),
            default: Slot::new("default"),
            example: Slot::new("example"),
            validate: Slot::new("validate"),
            secret: Slot::new("secret"),
            hide_message: Slot::new("hide_message"),
            context: Slot::new("#[context]"),
            arg: None,
        };
        for attribute in attributes {
            if is_attribute(attribute, &["context"]) {
                if !matches!(attribute.meta, Meta::Path(_)) {
                    errors.at(
                        &attribute.meta,
                        "`#[context]` takes nothing; write `#[context]`",
                    );
                }
                args.context.set(attribute.path().span(), (), errors);
            } else if is_attribute(attribute, &["arg"]) {
                args.arg.get_or_insert(attribute.path().span());
                match &attribute.meta {
                    Meta::List(list) => args.keys(list.tokens.clone(), errors),
                    Meta::Path(_) => {}
                    Meta::NameValue(_) => {
                        let message =
                            "write the keys in parentheses, such as `#[arg(description = \"…\")]`";
                        errors.at(&attribute.meta, message);
                    }
                }
            } else {
                conditional(&attribute.meta, errors);
            }
        }
        args
    }

    fn keys(&mut self, tokens: TokenStream, errors: &mut Errors) {
        grammar::read(
            tokens,
            "#[arg]",
            keys::ARG,
            errors,
            |key, span, input, errors| {
                match key {
                    "name" => {
                        let value = grammar::text("name = \"…\"", span, input)?;
                        self.name.set(span, value, errors);
                    }
                    "description" => {
                        let value = grammar::text("description = \"…\"", span, input)?;
                        self.description.set(span, value, errors);
                    }
                    "default" => {
                        let value = grammar::value("default = EXPR", span, input)?;
                        self.default.set(span, value, errors);
                    }
                    "example" => {
                        let value = grammar::value("example = EXPR", span, input)?;
                        self.example.set(span, value, errors);
                    }
                    "validate" => {
                        let path = grammar::function("validate = path", span, input)?;
                        self.validate.set(span, path, errors);
                    }
                    "secret" => {
                        grammar::flag("secret", input)?;
                        self.secret.set(span, (), errors);
                    }
                    // The table has no other key that works.
                    _ => {
                        grammar::flag("hide_message", input)?;
                        self.hide_message.set(span, (), errors);
                    }
                }
                Ok(())
            },
        );
    }
}

/// A parameter may be conditional as a whole, but not what we are told of it.
fn conditional(meta: &Meta, errors: &mut Errors) {
    let Some((_, attributes)) = conditions::conditional(meta) else {
        return;
    };
    for attribute in &attributes {
        match attribute.path().get_ident() {
            Some(ident) if ident == "arg" || ident == "context" || ident == "doc" => errors.at(
                ident,
                format_args!("`{ident}` cannot be conditional; put `cfg` on two parameters"),
            ),
            _ => conditional(attribute, errors),
        }
    }
}
