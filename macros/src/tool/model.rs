//! What a tool is, as questions about its function.

use super::args::Args;
use super::item::Item;
use super::owner::Owner;
use super::param::ParamArgs;
use crate::conditions::Conditions;
use crate::docs::{self, DocLine};
use crate::errors::Errors;
use crate::names::Names;
use crate::paths::CratePath;
use crate::{paragraphs, types};
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Expr, FnArg, Pat, PatType, Receiver, ReturnType, Type};

pub(crate) struct ToolFn<'a> {
    pub(crate) args: &'a Args,
    pub(crate) item: &'a Item,
    pub(crate) params: Vec<Param<'a>>,
    /// The `impl` that it stands in, if it is a method.
    pub(crate) owner: Option<&'a Owner>,
    /// When the tool exists.
    pub(crate) conditions: Conditions,
    docs: Vec<DocLine>,
}

pub(crate) struct Param<'a> {
    pub(crate) original: &'a PatType,
    pub(crate) args: ParamArgs,
    /// When the parameter exists, if the tool does.
    pub(crate) conditions: Conditions,
}

/// How a parameter gets its value.
pub(crate) enum Kind<'a> {
    /// From the host; the type behind the reference, or `None` if it is none.
    Context(Option<&'a Type>),
    /// From the model, lent as a reference to this type.
    Lent(&'a Type),
    /// From the model.
    Owned(&'a Type),
}

/// What the model is told of a tool or a parameter.
pub(crate) enum Description {
    Text(String),
    /// Lines of which the compiler has to evaluate some.
    Computed(Vec<TokenStream>),
}

impl<'a> ToolFn<'a> {
    pub(crate) fn new(args: &'a Args, item: &'a Item, errors: &mut Errors) -> Self {
        let params = item
            .signature
            .inputs
            .iter()
            .filter_map(|input| match input {
                FnArg::Receiver(_) => None,
                FnArg::Typed(original) => Some(Param {
                    original,
                    args: ParamArgs::parse(&original.attrs, errors),
                    conditions: Conditions::of(&original.attrs),
                }),
            })
            .collect();
        Self {
            args,
            item,
            params,
            owner: None,
            conditions: item.conditions(),
            docs: docs::lines(&item.attributes),
        }
    }

    /// A method of the `impl`.
    pub(crate) fn in_impl(mut self, owner: &'a Owner, conditions: &Conditions) -> Self {
        self.owner = Some(owner);
        self.conditions = self.conditions.and(conditions);
        self
    }

    /// The name on the wire, and where it stands.
    pub(crate) fn name(&self) -> (String, Span) {
        let ident = &self.item.signature.ident;
        self.args.name.get().map_or_else(
            || (ident.unraw().to_string(), ident.span()),
            |name| (name.value(), name.span()),
        )
    }

    /// The name of the type that stands for the tool.
    pub(crate) fn type_name(&self) -> &Ident {
        let ident = &self.item.signature.ident;
        self.args.type_name.get().unwrap_or(ident)
    }

    pub(crate) fn description(&self) -> Description {
        match self.args.description.get() {
            Some(text) => Description::Text(text.value()),
            None => describe(&self.docs),
        }
    }

    pub(crate) fn crate_path(&self) -> CratePath {
        match self.owner {
            Some(owner) => owner.crate_path.clone(),
            None => CratePath::new(self.args.crate_path.get()),
        }
    }

    /// The names of the parameters that the model gives; `certain` gets those that cannot but clash.
    pub(crate) fn names(&self, mut certain: impl FnMut(&str, Span)) -> Names {
        let mut names = Names::default();
        for param in self.params.iter().filter(|param| !param.is_context()) {
            if let Some((name, span)) = param.wire_name()
                && names.add(name.clone(), span, param.conditions.clone())
            {
                certain(&name, span);
            }
        }
        names
    }

    /// Refusals for parameters whose names clash under conditions.
    pub(crate) fn possible_clashes(&self) -> TokenStream {
        self.names(|_, _| {}).possible_clashes(&same_name)
    }

    pub(crate) fn receiver(&self) -> Option<&Receiver> {
        self.item.signature.receiver()
    }

    /// The tokens of the type that the function returns, if it can be named: `impl Trait` cannot.
    pub(crate) fn returned(&self) -> Option<TokenStream> {
        let ReturnType::Type(_, ty) = &self.item.signature.output else {
            return None;
        };
        let is_opaque = types::find_ident(ty.to_token_stream(), "impl").is_some();
        (!is_opaque).then(|| self.elided(ty))
    }

    /// The tokens of a parameter's type with the function's own lifetimes elided.
    pub(crate) fn elided(&self, ty: &Type) -> TokenStream {
        types::with_lifetimes(ty.to_token_stream(), "_", &|name| self.is_lifetime(name))
    }

    /// The tokens of a context type, which belongs to a state without borrows.
    pub(crate) fn in_state(&self, ty: &Type) -> TokenStream {
        types::with_lifetimes(ty.to_token_stream(), "static", &|name| {
            name == "_" || self.is_lifetime(name)
        })
    }

    fn is_lifetime(&self, name: &str) -> bool {
        self.item
            .signature
            .generics
            .lifetimes()
            .any(|parameter| parameter.lifetime.ident == name)
    }
}

impl<'a> Param<'a> {
    /// The name, if the pattern is a plain one.
    pub(crate) fn ident(&self) -> Option<&'a Ident> {
        match &*self.original.pat {
            Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => Some(&pat.ident),
            _ => None,
        }
    }

    /// The name on the wire, and where it stands.
    pub(crate) fn wire_name(&self) -> Option<(String, Span)> {
        match self.args.name.get() {
            Some(name) => Some((name.value(), name.span())),
            None => self
                .ident()
                .map(|ident| (ident.unraw().to_string(), ident.span())),
        }
    }

    pub(crate) fn kind(&self) -> Kind<'a> {
        let ty = types::bare(&self.original.ty);
        let lent = match ty {
            Type::Reference(reference) if reference.mutability.is_none() => Some(&*reference.elem),
            _ => None,
        };
        match lent {
            lent if self.args.context.is_set() => Kind::Context(lent),
            Some(lent) => Kind::Lent(lent),
            None => Kind::Owned(ty),
        }
    }

    pub(crate) fn is_context(&self) -> bool {
        self.args.context.is_set()
    }

    pub(crate) fn description(&self) -> Description {
        match self.args.description.get() {
            Some(text) => Description::Text(text.value()),
            None => describe(&self.args.docs),
        }
    }

    pub(crate) fn default(&self) -> Option<&Expr> {
        self.args.default.get()
    }

    pub(crate) fn example(&self) -> Option<&Expr> {
        self.args.example.get()
    }
}

pub(crate) fn same_name(name: &str) -> String {
    format!("another parameter is called `{name}`; give this one another name")
}

fn describe(lines: &[DocLine]) -> Description {
    let text: Option<Vec<String>> = lines
        .iter()
        .map(|line| match line {
            DocLine::Text(text) => Some(text.clone()),
            DocLine::Computed(_) => None,
        })
        .collect();
    match text {
        Some(text) => Description::Text(paragraphs::description(&text)),
        None => Description::Computed(
            lines
                .iter()
                .map(|line| match line {
                    DocLine::Text(text) => text.to_token_stream(),
                    DocLine::Computed(expr) => expr.to_token_stream(),
                })
                .collect(),
        ),
    }
}
