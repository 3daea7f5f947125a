//! The rules that need the whole `impl`. Records everything, builds nothing.

use super::model::{Tools, same_name};
use crate::errors::Errors;
use crate::names::Names;
use crate::tool::check;

pub(crate) fn check(tools: &Tools<'_>, errors: &mut Errors, each: &mut [Errors]) {
    if let Some(of_trait) = &tools.item.of_trait {
        errors.at(
            of_trait,
            "a tool belongs to one type, a trait's method to many; move the tools into the type's own `impl`",
        );
    } else if tools.item.is_empty() {
        errors.at(
            tools.item.impl_token,
            "no method here is under `#[tool]`; put it on one, or remove `#[tools]`",
        );
    }
    for (tool, errors) in tools.tools.iter().zip(each.iter_mut()) {
        check::check(tool, errors);
    }
    let _: Names = tools.names(|place| {
        if let (Some(tool), Some(errors)) = (tools.tools.get(place), each.get_mut(place)) {
            let (name, span) = tool.name();
            errors.on(span, same_name(&name));
        }
    });
}
