//! The rules that need the whole tool. Records everything, builds nothing.

use super::model::{Description, Param, ToolFn, same_name};
use crate::blank::is_blank;
use crate::errors::Errors;
use crate::keys::CLASHES;
use crate::names::Names;
use crate::types::{bare, find_ident};
use quote::ToTokens;
use syn::{GenericParam, Pat, ReceiverKind, ReturnType, Safety, Type};

pub(crate) fn check(tool: &ToolFn<'_>, errors: &mut Errors) {
    name(tool, errors);
    description(tool, errors);
    keys(tool, errors);
    signature(tool, errors);
    method(tool, errors);
    let _: Names = tool.names(|name, span| errors.on(span, same_name(name)));
    for param in &tool.params {
        pattern(param, errors);
        kind(param, errors);
        if param.is_context() {
            context(param, errors);
        } else {
            wire_name(param, errors);
        }
        if let (true, Some(span)) = (param.args.secret.is_set(), param.args.hide_message.span()) {
            errors.on(
                span,
                "`secret` says `hide_message` already; remove `hide_message`",
            );
        }
        if let Some(text) = param.args.description.get()
            && is_blank(&text.value())
        {
            errors.at(
                text,
                "the description is blank; write one, or remove the key",
            );
        }
    }
}

/// Every provider takes `^[A-Za-z][A-Za-z0-9_]{0,63}$`.
fn name(tool: &ToolFn<'_>, errors: &mut Errors) {
    let (name, span) = tool.name();
    let portable = name.len() <= 64
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if portable {
        return;
    }
    let advice = if tool.args.name.is_set() {
        "use an ASCII letter, then ASCII letters, digits or `_`, 64 at most"
    } else {
        "give one of ASCII letters, digits and `_` with `#[tool(name = \"…\")]`"
    };
    errors.on(
        span,
        format_args!("no name that every model takes; {advice}"),
    );
}

fn description(tool: &ToolFn<'_>, errors: &mut Errors) {
    let Description::Text(text) = tool.description() else {
        return;
    };
    if !is_blank(&text) {
        return;
    }
    match tool.args.description.get() {
        Some(literal) => errors.at(
            literal,
            "the description is blank; say what the tool is for",
        ),
        None => errors.at(
            &tool.item.signature.ident,
            "a tool needs a description; write a doc comment or `#[tool(description = \"…\")]`",
        ),
    }
}

/// Keys that go neither together nor with this function.
fn keys(tool: &ToolFn<'_>, errors: &mut Errors) {
    let args = tool.args;
    for clash in CLASHES {
        if let Some(later) = args.later_of(clash.keys) {
            let superfluous = clash.superfluous.and_then(|key| args.span_of(key));
            errors.on(superfluous.unwrap_or(later), clash.message);
        }
    }
    if let (Some(span), Some(_)) = (args.blocking.span(), &tool.item.signature.asyncness) {
        errors.on(
            span,
            "`blocking` is for functions that are not `async`; remove it, or the `async`",
        );
    }
    let runs_at_once =
        tool.item.signature.asyncness.is_none() && args.span_of("blocking").is_none();
    if let (Some(span), true) = (args.span_of("timeout"), runs_at_once) {
        errors.on(
            span,
            "`timeout` cannot stop a function that is not `async`; make it `async`, or add `blocking`",
        );
    }
    let types = args.visible.get().map_or(&[][..], Vec::as_slice);
    for (i, ty) in types.iter().enumerate() {
        let text = ty.to_token_stream().to_string();
        if types
            .iter()
            .take(i)
            .any(|other| other.to_token_stream().to_string() == text)
        {
            errors.at(ty, "this type stands in `visible(…)` already; remove one");
        }
    }
}

/// What concerns methods only.
fn method(tool: &ToolFn<'_>, errors: &mut Errors) {
    let Some(owner) = tool.owner else {
        if let Some(receiver) = tool.receiver() {
            errors.at(
                receiver.self_token,
                "`#[tool]`, by this name, on a method needs `#[tools]` on the `impl`; put it there",
            );
        }
        return;
    };
    if let Some(receiver) = tool.receiver() {
        match &receiver.kind {
            ReceiverKind::Value => errors.at(
                receiver.self_token,
                "a tool may be called again; take `&self`",
            ),
            ReceiverKind::Reference(_, _, Some(token)) => errors.at(
                token,
                "calls share the value; take `&self`, and lock inside",
            ),
            _ => {}
        }
    }
    if let Some(span) = tool.args.type_name.span() {
        errors.on(span, "a method has no type of its own; remove `type`");
    }
    if let Some(span) = tool.args.crate_path.span() {
        errors.on(
            span,
            "`crate = path` goes on the `impl`; write `#[tools(crate = path)]`",
        );
    }
    for param in &tool.params {
        if let Type::Reference(reference) = bare(&param.original.ty)
            && let Some(lifetime) = &reference.lifetime
            && owner.is_lifetime(&lifetime.ident.to_string())
        {
            errors.at(
                lifetime,
                format_args!("a parameter lives as long as the call; remove `{lifetime}`"),
            );
        }
    }
}

fn signature(tool: &ToolFn<'_>, errors: &mut Errors) {
    let signature = &tool.item.signature;
    if let Safety::Unsafe(token) = &signature.safety {
        errors.at(
            token,
            "a model calls a tool with any arguments; it cannot be `unsafe`",
        );
    }
    if let Some(variadic) = &signature.variadic {
        errors.at(
            variadic.dots,
            "a tool cannot be variadic; list its parameters",
        );
    }
    if let ReturnType::Type(_, ty) = &signature.output
        && let Type::Never(never) = bare(ty)
    {
        errors.at(never, "a tool has to return; give it another return type");
    }
    for parameter in &signature.generics.params {
        match parameter {
            GenericParam::Type(parameter) => errors.at(
                &parameter.ident,
                "a tool parameter needs a concrete type; a tool cannot be generic",
            ),
            GenericParam::Const(parameter) => errors.at(
                &parameter.ident,
                "a tool parameter needs a concrete type; a tool cannot be generic",
            ),
            GenericParam::Lifetime(_) => {}
        }
    }
}

fn pattern(param: &Param<'_>, errors: &mut Errors) {
    if param.ident().is_some() {
        return;
    }
    let pattern = &*param.original.pat;
    match pattern {
        Pat::Ident(pattern) => {
            if let Some(by_ref) = &pattern.by_ref {
                errors.at(by_ref, "a tool's parameter is taken by value; remove `ref`");
            } else if let Some((at, inner)) = &pattern.subpat {
                errors.at(
                    quote::quote!(#at #inner),
                    format_args!(
                        "take `{}` apart in the body; a tool's parameter is a plain name",
                        pattern.ident
                    ),
                );
            }
        }
        other => errors.at(
            other,
            "give this parameter a name; take it apart in the body",
        ),
    }
}

fn kind(param: &Param<'_>, errors: &mut Errors) {
    let ty = bare(&param.original.ty);
    if let Some(token) = find_ident(ty.to_token_stream(), "impl") {
        errors.at(token, "a tool parameter needs a concrete type");
        return;
    }
    match ty {
        Type::Reference(reference) => {
            if let Some(token) = &reference.mutability {
                let message = if param.is_context() {
                    "a `#[context]` value is shared between calls; take `&`, and lock inside"
                } else {
                    "a tool's parameter is lent for reading; take it by value or as `&`"
                };
                errors.at(token, message);
            } else if let Some(lifetime) = &reference.lifetime
                && lifetime.ident == "static"
            {
                errors.at(
                    lifetime,
                    "a parameter lives as long as the call; remove `'static`",
                );
            }
        }
        other if param.is_context() => errors.at(
            other,
            "a `#[context]` value is lent by the host; take it as `&`",
        ),
        _ => {}
    }
}

fn context(param: &Param<'_>, errors: &mut Errors) {
    if let Some(span) = param.args.arg {
        errors.on(
            span,
            "the host supplies a `#[context]` parameter, the model does not see it; remove `#[arg]`",
        );
    }
}

fn wire_name(param: &Param<'_>, errors: &mut Errors) {
    let Some((name, span)) = param.wire_name() else {
        return;
    };
    if is_blank(&name) {
        errors.on(span, "a parameter needs a name; this one is blank");
    } else if !is_portable(&name) {
        errors.on(
            span,
            "not every provider takes this name of a parameter; give it ASCII letters, digits, `_`, `-` or `.`, 64 at most, \
             with `#[arg(name = \"…\")]`",
        );
    }
}

/// What every provider takes as the name of a property.
fn is_portable(name: &str) -> bool {
    name.len() <= 64
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}
