//! The item and what it decides, with the tokens that say so.

use super::attr::{Attributes, Place};
use super::template::Text;
use crate::errors::Errors;
use crate::paths::CratePath;
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::{Data, DeriveInput, Fields, Ident, Index, LitStr, Member};

pub(super) struct Model<'a> {
    pub(super) original: &'a DeriveInput,
    pub(super) crate_path: CratePath,
    pub(super) is_enum: bool,
    /// A variant may decide nothing: `default = hidden` says so, or says something that cannot be read.
    pub(super) may_be_undecided: bool,
    /// The variants, or the struct itself.
    pub(super) subjects: Vec<Subject<'a>>,
}

/// One thing that decides what the model reads.
pub(super) struct Subject<'a> {
    pub(super) ident: &'a Ident,
    pub(super) attributes: Attributes,
    pub(super) fields: Vec<Field<'a>>,
    /// The text, where one is written that can be read.
    pub(super) text: Option<Text>,
    /// What the model could do about it, likewise.
    pub(super) hint: Option<Text>,
}

pub(super) struct Field<'a> {
    pub(super) original: &'a syn::Field,
    pub(super) member: Member,
    /// As a placeholder spells it: never raw.
    pub(super) name: String,
    pub(super) guard: Option<Guard>,
}

/// Why a field may not be shown, whatever its type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Guard {
    /// `#[llm(secret)]`
    Secret,
    /// What thiserror takes for the source or the backtrace, by attribute or by name.
    Cause,
}

impl<'a> Model<'a> {
    pub(super) fn new(original: &'a DeriveInput, errors: &mut Errors) -> Self {
        let place = match &original.data {
            Data::Enum(_) => Place::Enum,
            Data::Struct(_) | Data::Union(_) => Place::Struct,
        };
        let attributes = Attributes::parse(&original.attrs, place, errors);
        let crate_path = CratePath::new(attributes.crate_path.get());
        let may_be_undecided =
            place == Place::Enum && (attributes.default_hidden.is_set() || attributes.broken);
        let subjects = match &original.data {
            Data::Enum(data) => data
                .variants
                .iter()
                .map(|variant| {
                    let attributes = Attributes::parse(&variant.attrs, Place::Variant, errors);
                    Subject::new(&variant.ident, attributes, &variant.fields, errors)
                })
                .collect(),
            Data::Struct(data) => {
                vec![Subject::new(
                    &original.ident,
                    attributes,
                    &data.fields,
                    errors,
                )]
            }
            Data::Union(data) => {
                errors.at(
                    data.union_token,
                    "a union does not know which field it holds; derive on an enum or a struct",
                );
                Vec::new()
            }
        };
        Self {
            original,
            crate_path,
            is_enum: place == Place::Enum,
            may_be_undecided,
            subjects,
        }
    }
}

impl<'a> Subject<'a> {
    fn new(
        ident: &'a Ident,
        attributes: Attributes,
        fields: &'a Fields,
        errors: &mut Errors,
    ) -> Self {
        let fields: Vec<_> = fields
            .iter()
            .enumerate()
            .map(|(index, field)| Field::new(index, field, errors))
            .collect();
        let mut read = |literal: Option<&LitStr>| {
            literal.and_then(|literal| Text::new(literal, ident, &fields, errors))
        };
        let text = read(attributes.text.get());
        let hint = read(attributes.hint.get());
        Self {
            ident,
            attributes,
            fields,
            text,
            hint,
        }
    }

    /// The text and its hint.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        self.text.iter().chain(&self.hint)
    }

    /// Whether it says something about another try, or the error in it may.
    pub(super) fn knows_retry(&self) -> bool {
        let attributes = &self.attributes;
        [
            &attributes.retryable,
            &attributes.terminal,
            &attributes.transparent,
        ]
        .iter()
        .any(|slot| slot.is_set())
    }
}

impl<'a> Field<'a> {
    fn new(index: usize, original: &'a syn::Field, errors: &mut Errors) -> Self {
        let attributes = Attributes::parse(&original.attrs, Place::Field, errors);
        let (member, name) = match &original.ident {
            Some(ident) => (Member::Named(ident.clone()), ident.unraw().to_string()),
            None => (Member::Unnamed(Index::from(index)), index.to_string()),
        };
        let cause = original.attrs.iter().any(|attribute| {
            ["source", "from", "backtrace"]
                .iter()
                .any(|name| attribute.path().is_ident(name))
        });
        let guard = if attributes.secret.is_set() {
            Some(Guard::Secret)
        } else if cause || name == "source" || name == "backtrace" {
            Some(Guard::Cause)
        } else {
            None
        };
        Self {
            original,
            member,
            name,
            guard,
        }
    }

    /// Whether the type depends on a type parameter of `item`, which has to be bounded then. A type that holds the
    /// item itself is left out: such a bound would ask for itself.
    pub(super) fn needs_bound(&self, item: &DeriveInput) -> bool {
        let mut mentions = false;
        let mut recursive = false;
        visit_idents(self.original.ty.to_token_stream(), &mut |ident| {
            mentions |= item.generics.type_params().any(|t| t.ident == *ident);
            recursive |= item.ident == *ident || ident == "Self";
        });
        mentions && !recursive
    }
}

fn visit_idents(tokens: proc_macro2::TokenStream, visit: &mut impl FnMut(&Ident)) {
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Ident(ident) => visit(&ident),
            proc_macro2::TokenTree::Group(group) => visit_idents(group.stream(), visit),
            _ => {}
        }
    }
}
