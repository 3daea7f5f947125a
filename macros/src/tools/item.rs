//! The `impl` under `#[tools]`: its head in detail, and of its items only the methods that are tools.

use super::args::Args;
use super::attribute::take_tool;
use crate::conditions::Conditions;
use crate::errors::Errors;
use crate::tool::args::Args as ToolArgs;
use crate::tool::item::{Item as Function, starts_function};
use crate::tool::owner::Owner;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::quote_spanned;
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::parse::discouraged::Speculative;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Meta, Path, Signature, Token, Type, Visibility, WhereClause};

pub(crate) struct Item {
    /// Everything in front of the braces, as it came.
    head: TokenStream,
    braces: Group,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) impl_token: Token![impl],
    pub(crate) owner: Owner,
    /// `Trait for`.
    pub(crate) of_trait: Option<Type>,
    pub(crate) parts: Vec<Part>,
}

pub(crate) enum Part {
    Method(Box<Method>),
    /// Was to be one, and has something wrong that is said already.
    Broken(TokenStream),
    /// Never looked into.
    Other(TokenStream),
}

/// A method that is a tool.
pub(crate) struct Method {
    pub(crate) function: Function,
    pub(crate) args: ToolArgs,
    /// `tool`, as it is written.
    path: Path,
    /// When it is a tool, if it exists.
    pub(crate) conditions: Conditions,
    /// What is wrong with it; no matter where it does not exist.
    pub(crate) errors: Errors,
}

impl Item {
    pub(crate) fn parse(
        tokens: TokenStream,
        args: &Args,
        errors: &mut Errors,
    ) -> syn::Result<Self> {
        let mut head: Vec<TokenTree> = tokens.into_iter().collect();
        let braces = match head.pop() {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => group,
            other => {
                head.extend(other);
                Group::new(Delimiter::Brace, TokenStream::new())
            }
        };
        let head: TokenStream = head.into_iter().collect();
        let parse_head = |input: ParseStream<'_>| {
            let attributes = input.call(Attribute::parse_outer)?;
            let _: Option<Token![unsafe]> = input.parse()?;
            let _: Option<Token![default]> = input.parse()?;
            if !input.peek(Token![impl]) {
                return Err(input.error("`#[tools]` goes on the `impl` of a type"));
            }
            let impl_token = input.parse()?;
            let mut generics: syn::Generics = input.parse()?;
            let _: Option<Token![!]> = input.parse()?;
            let mut self_ty: Type = input.parse()?;
            let mut of_trait = None;
            if input.parse::<Option<Token![for]>>()?.is_some() {
                of_trait = Some(std::mem::replace(&mut self_ty, input.parse()?));
            }
            generics.where_clause = input.parse::<Option<WhereClause>>()?;
            let owner = Owner {
                crate_path: args.crate_path(),
                generics,
                self_ty,
            };
            Ok((attributes, impl_token, owner, of_trait))
        };
        let (attributes, impl_token, owner, of_trait) = parse_head.parse2(head.clone())?;
        let mut parts = Vec::new();
        let read = |input: ParseStream<'_>| read_parts(input, &mut parts, args, errors);
        if let Err(error) = read.parse2(braces.stream()) {
            errors.push(error);
        }
        Ok(Self {
            head,
            braces,
            attributes,
            impl_token,
            owner,
            of_trait,
            parts,
        })
    }

    /// Takes what is wrong with each method so far.
    pub(crate) fn take_errors(&mut self) -> Vec<Errors> {
        self.parts
            .iter_mut()
            .filter_map(|part| match part {
                Part::Method(method) => Some(method.errors.take()),
                Part::Broken(_) | Part::Other(_) => None,
            })
            .collect()
    }

    /// Uses of `tool` as it is written on the methods, so that it is looked up, and its import is used.
    pub(crate) fn uses(&self) -> TokenStream {
        let span = Span::mixed_site();
        let mut seen = HashSet::new();
        let mut uses = TokenStream::new();
        for part in &self.parts {
            let Part::Method(method) = part else {
                continue;
            };
            let conditions = method.function.conditions().and(&method.conditions);
            let (on, path) = (conditions.attribute(), &method.path);
            let tokens = quote_spanned!(span=> #on #[#path(__in_tools)] const _: () = (););
            if seen.insert(tokens.to_string()) {
                uses.extend(tokens);
            }
        }
        uses
    }

    /// Whether no method is a tool.
    pub(crate) fn is_empty(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Other(_)))
    }

    /// The `impl` without what only we understand.
    pub(crate) fn kept(&self) -> TokenStream {
        let parts = self.parts.iter().map(|part| match part {
            Part::Method(method) => method.function.kept(),
            Part::Broken(tokens) | Part::Other(tokens) => tokens.clone(),
        });
        let mut braces = Group::new(Delimiter::Brace, parts.collect());
        braces.set_span(self.braces.span());
        let head = &self.head;
        quote!(#head #braces)
    }
}

fn read_parts(
    input: ParseStream<'_>,
    parts: &mut Vec<Part>,
    args: &Args,
    errors: &mut Errors,
) -> syn::Result<()> {
    let inner = input.call(Attribute::parse_inner)?;
    parts.push(Part::Other(quote!(#(#inner)*)));
    while !input.is_empty() {
        let mut attributes = input.call(Attribute::parse_outer)?;
        let tool = take_tool(&mut attributes, args, errors);
        let visibility: Visibility = input.parse()?;
        let Some((meta, conditions)) = tool else {
            let rest = rest(input);
            parts.push(Part::Other(quote!(#(#attributes)* #visibility #rest)));
            continue;
        };
        if !starts_function(input) {
            errors.at(meta.path(), "`#[tool]` goes on a method; remove it here");
            let rest = rest(input);
            parts.push(Part::Broken(quote!(#(#attributes)* #visibility #rest)));
            continue;
        }
        let ahead = input.fork();
        match Function::function(attributes.clone(), visibility.clone(), &ahead) {
            Ok(function) => {
                input.advance_to(&ahead);
                let mut errors = Errors::new();
                let args = ToolArgs::parse(keys(&meta, &mut errors), &mut errors);
                parts.push(Part::Method(Box::new(Method {
                    function,
                    args,
                    path: meta.path().clone(),
                    conditions,
                    errors,
                })));
            }
            Err(error) => {
                let rest = rest(input);
                // That a body is missing is for the compiler to say.
                if rest
                    .clone()
                    .into_iter()
                    .last()
                    .is_none_or(|last| last.to_string() != ";")
                {
                    errors.push(error);
                }
                parts.push(Part::Broken(quote!(#(#attributes)* #visibility #rest)));
            }
        }
    }
    Ok(())
}

/// What `#[tool(…)]` says.
fn keys(meta: &Meta, errors: &mut Errors) -> TokenStream {
    match meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(_) => {
            errors.at(
                meta,
                "write the keys in parentheses, such as `#[tool(name = \"…\")]`",
            );
            TokenStream::new()
        }
    }
}

/// The tokens up to the end of an item.
fn rest(input: ParseStream<'_>) -> TokenStream {
    let mut tokens = TokenStream::new();
    if starts_function(input) {
        // A signature may have braces in it.
        let ahead = input.fork();
        if let Ok(signature) = ahead.parse::<Signature>() {
            input.advance_to(&ahead);
            tokens.extend(signature.into_token_stream());
        }
    }
    while let Ok(token) = input.parse::<TokenTree>() {
        let ends = match &token {
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            _ => false,
        };
        tokens.extend([token]);
        if ends && !input.peek(Token![;]) {
            break;
        }
    }
    tokens
}
