//! `#[derive(ToolState)]`.

use crate::errors::Errors;
use crate::grammar;
use crate::keys;
use crate::paths::CratePath;
use crate::slot::Slot;
use crate::types::{bare, is_attribute};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{
    Attribute, Data, DeriveInput, Field, Fields, GenericArgument, Meta, Path, PathArguments, Type,
};

pub(crate) fn derive(tokens: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(tokens) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::new();
    let private = CratePath::new(crate_path(&input, &mut errors).as_ref()).private();
    let given = given(&input, &mut errors);
    check(&input, &given, &mut errors);
    match errors.finish() {
        Ok(()) => expand(&private, &input, &given),
        // The marker alone, so that tools which ask for the state are no second mistake.
        Err(messages) => {
            let mut tokens = messages;
            tokens.extend(expand(&private, &input, &[]));
            tokens
        }
    }
}

/// `#[state(crate = path)]` on the struct.
fn crate_path(input: &DeriveInput, errors: &mut Errors) -> Option<Path> {
    let mut slot = Slot::new("crate");
    for attribute in state_attributes(&input.attrs) {
        let Meta::List(list) = &attribute.meta else {
            errors.at(&attribute.meta, "write `#[state(crate = path)]`");
            continue;
        };
        let tokens = list.tokens.clone();
        grammar::read(
            tokens,
            "#[state]",
            keys::STATE,
            errors,
            |key, span, input, errors| {
                if key == "crate" {
                    let path = grammar::path("crate = path", span, input)?;
                    slot.set(span, path, errors);
                } else {
                    errors.on(span, "`skip` goes on a field; remove it here");
                }
                Ok(())
            },
        );
    }
    slot.get().cloned()
}

fn state_attributes(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attributes
        .iter()
        .filter(|attribute| is_attribute(attribute, &["state"]))
}

/// The fields that tools can ask for, with their places.
fn given<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Vec<(usize, &'a Field)> {
    let fields = match &input.data {
        Data::Struct(data) => &data.fields,
        Data::Enum(data) => {
            errors.at(
                data.enum_token,
                "the state of an agent is a struct; wrap this in one",
            );
            return Vec::new();
        }
        Data::Union(data) => {
            errors.at(
                data.union_token,
                "the state of an agent is a struct; wrap this in one",
            );
            return Vec::new();
        }
    };
    let fields = match fields {
        Fields::Named(fields) => &fields.named,
        Fields::Unnamed(fields) => &fields.unnamed,
        Fields::Unit => return Vec::new(),
    };
    fields
        .iter()
        .enumerate()
        .filter(|(_, field)| !is_skipped(field, errors))
        .collect()
}

fn is_skipped(field: &Field, errors: &mut Errors) -> bool {
    let mut skip = Slot::new("skip");
    for attribute in state_attributes(&field.attrs) {
        let Meta::List(list) = &attribute.meta else {
            errors.at(&attribute.meta, "write `#[state(skip)]`");
            continue;
        };
        let tokens = list.tokens.clone();
        grammar::read(
            tokens,
            "#[state]",
            keys::STATE,
            errors,
            |key, span, input, errors| {
                if key == "skip" {
                    skip.set(span, (), errors);
                } else {
                    errors.on(span, "`crate = path` goes on the struct; move it there");
                    grammar::path("crate = path", span, input)?;
                }
                Ok(())
            },
        );
    }
    skip.is_set()
}

fn check(input: &DeriveInput, given: &[(usize, &Field)], errors: &mut Errors) {
    let mut seen = Vec::new();
    for (_, field) in given {
        if let Some(parameter) = uncovered(&field.ty, input) {
            errors.at(
                &field.ty,
                format_args!(
                    "`{parameter}` can be any type; put `#[state(skip)]` on the field, or wrap its type in one of your own"
                ),
            );
        }
        let text = field.ty.to_token_stream().to_string();
        if seen.contains(&text) {
            errors.at(
                &field.ty,
                "another field has this type; put `#[state(skip)]` on all but one of them",
            );
        } else {
            seen.push(text);
        }
    }
}

/// The type parameter that a field's type is, as the rules on foreign traits see it.
fn uncovered<'a>(ty: &'a Type, input: &DeriveInput) -> Option<&'a syn::Ident> {
    match bare(ty) {
        Type::Reference(reference) => uncovered(&reference.elem, input),
        Type::Path(path) => {
            if let Some(ident) = path.path.get_ident() {
                let is_parameter = input
                    .generics
                    .type_params()
                    .any(|parameter| parameter.ident == *ident);
                return is_parameter.then_some(ident);
            }
            let last = path.path.segments.last()?;
            match &last.arguments {
                PathArguments::AngleBracketed(arguments)
                    if last.ident == "Box" || last.ident == "Pin" =>
                {
                    arguments.args.iter().find_map(|argument| match argument {
                        GenericArgument::Type(ty) => uncovered(ty, input),
                        _ => None,
                    })
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn expand(private: &TokenStream, input: &DeriveInput, given: &[(usize, &Field)]) -> TokenStream {
    let span = Span::mixed_site();
    let name = &input.ident;
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    let fields = given.iter().map(|(index, field)| {
        let ty = &field.ty;
        let member = field
            .ident
            .clone()
            .map_or_else(|| syn::Member::from(*index), syn::Member::from);
        quote_spanned! {span=>
            #[automatically_derived]
            impl #generics #private::FromState<#name #arguments> for #ty #bounds {
                fn from_state<'__a>(
                    __s: &'__a #name #arguments,
                    _: &'__a #private::ToolContext
                ) -> &'__a Self {
                    &__s.#member
                }
            }
        }
    });
    quote_spanned! {span=>
        #[automatically_derived]
        impl #generics #private::ToolState for #name #arguments #bounds {}
        #[automatically_derived]
        impl #generics #private::FromState<Self> for #name #arguments #bounds {
            fn from_state<'__a>(__s: &'__a Self, _: &'__a #private::ToolContext) -> &'__a Self {
                __s
            }
        }
        #(#fields)*
    }
}
