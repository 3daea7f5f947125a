//! What the `impl` gives, as questions about it.

use super::item::{Item, Part};
use crate::conditions::Conditions;
use crate::errors::Errors;
use crate::names::Names;
use crate::tool::model::ToolFn;
use proc_macro2::TokenStream;

pub(crate) struct Tools<'a> {
    pub(crate) item: &'a Item,
    pub(crate) tools: Vec<ToolFn<'a>>,
}

impl<'a> Tools<'a> {
    /// The tools, with what is wrong with `each`.
    pub(crate) fn new(item: &'a Item, each: &mut [Errors]) -> Self {
        let tools = item
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Method(method) => Some(method),
                Part::Broken(_) | Part::Other(_) => None,
            })
            .zip(each)
            .map(|(method, errors)| {
                ToolFn::new(&method.args, &method.function, errors)
                    .in_impl(&item.owner, &method.conditions)
            })
            .collect();
        Self { item, tools }
    }

    /// Drops the tools that have something wrong, and says what.
    pub(crate) fn finish(&mut self, each: Vec<Errors>) -> TokenStream {
        let mut messages = TokenStream::new();
        let mut each = each.into_iter();
        self.tools.retain(|tool| {
            let found = each
                .next()
                .map_or(Ok(()), |errors| errors.finish_under(&tool.conditions));
            found.map_err(|found| messages.extend(found)).is_ok()
        });
        messages
    }

    /// When the `impl` exists.
    pub(crate) fn conditions(&self) -> Conditions {
        Conditions::of(&self.item.attributes)
    }

    /// The names on the wire; `certain` gets the places of those that cannot but clash.
    pub(crate) fn names(&self, mut certain: impl FnMut(usize)) -> Names {
        let mut names = Names::default();
        for (place, tool) in self.tools.iter().enumerate() {
            let (name, span) = tool.name();
            if names.add(name, span, tool.conditions.clone()) {
                certain(place);
            }
        }
        names
    }

    /// Refusals for names that clash under conditions.
    pub(crate) fn possible_clashes(&self) -> TokenStream {
        self.names(|_| {}).possible_clashes(&same_name)
    }
}

pub(crate) fn same_name(name: &str) -> String {
    format!(
        "another tool of this `impl` is called `{name}`; rename one with `#[tool(name = \"…\")]`"
    )
}
