//! The grammar of `#[tools(…)]`.

use crate::errors::Errors;
use crate::paths::CratePath;
use crate::slot::Slot;
use crate::{grammar, keys};
use proc_macro2::TokenStream;
use syn::Path;

pub(crate) struct Args {
    crate_path: Slot<Path>,
}

impl Args {
    pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut crate_path = Slot::new("crate");
        grammar::read(
            tokens,
            "#[tools]",
            keys::TOOLS,
            errors,
            |_, span, input, errors| {
                let path = grammar::path("crate = path", span, input)?;
                crate_path.set(span, path, errors);
                Ok(())
            },
        );
        Self { crate_path }
    }

    pub(crate) fn crate_path(&self) -> CratePath {
        CratePath::new(self.crate_path.get())
    }

    /// Whether this is the path of our attribute `#[tool]`, as it is written or through the crate's name.
    pub(crate) fn is_tool(&self, path: &Path) -> bool {
        let Some((last, before)) = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect::<Vec<_>>()
            .split_last()
            .map(|(last, before)| (last.clone(), before.to_vec()))
        else {
            return false;
        };
        let ours = || match self.crate_path.get() {
            Some(ours) => ours
                .segments
                .iter()
                .map(|segment| segment.ident.to_string())
                .collect(),
            None => vec!["toolwright".to_owned()],
        };
        last == "tool" && (before.is_empty() || before == ours())
    }
}
