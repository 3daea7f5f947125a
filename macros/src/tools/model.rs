//! What the `impl` gives, as questions about it.

use super::item::{Item, Method, Part};
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
    pub(crate) fn new(item: &'a Item, errors: &mut Errors) -> Self {
        let tools = item
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Method(method) => Some(method),
                Part::Other(_) => None,
            })
            .map(
                |Method {
                     function,
                     args,
                     conditions,
                 }| {
                    ToolFn::new(args, function, errors).in_impl(&item.owner, conditions)
                },
            )
            .collect();
        Self { item, tools }
    }

    /// When the `impl` exists.
    pub(crate) fn conditions(&self) -> Conditions {
        Conditions::of(&self.item.attributes)
    }

    /// The names on the wire; `certain` gets those that cannot but clash.
    pub(crate) fn names(&self, mut certain: impl FnMut(&ToolFn<'a>)) -> Names {
        let mut names = Names::default();
        for tool in &self.tools {
            let (name, span) = tool.name();
            if names.add(name, span, tool.conditions.clone()) {
                certain(tool);
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
