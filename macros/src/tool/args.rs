//! The grammar of `#[tool(…)]`.

use crate::errors::Errors;
use crate::slot::Slot;
use crate::{grammar, keys};
use proc_macro2::TokenStream;
use syn::{Expr, Ident, LitStr, Path};

pub(crate) struct Args {
    pub(crate) name: Slot<LitStr>,
    pub(crate) description: Slot<LitStr>,
    pub(crate) on_error: Slot<Expr>,
    pub(crate) type_name: Slot<Ident>,
    pub(crate) crate_path: Slot<Path>,
}

impl Args {
    pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut args = Self {
            name: Slot::new("name"),
            description: Slot::new("description"),
            on_error: Slot::new("on_error"),
            type_name: Slot::new("type"),
            crate_path: Slot::new("crate"),
        };
        grammar::read(
            tokens,
            "#[tool]",
            keys::TOOL,
            errors,
            |key, span, input, errors| {
                match key {
                    "name" => {
                        let value = grammar::text("name = \"…\"", span, input)?;
                        args.name.set(span, value, errors);
                    }
                    "description" => {
                        let value = grammar::text("description = \"…\"", span, input)?;
                        args.description.set(span, value, errors);
                    }
                    "on_error" => {
                        let value = grammar::value("on_error = HANDLER", span, input)?;
                        args.on_error.set(span, value, errors);
                    }
                    "type" => {
                        let value = grammar::ident("type = Name", span, input)?;
                        args.type_name.set(span, value, errors);
                    }
                    // The table has no other key that works.
                    _ => {
                        let value = grammar::path("crate = path", span, input)?;
                        args.crate_path.set(span, value, errors);
                    }
                }
                Ok(())
            },
        );
        args
    }
}
