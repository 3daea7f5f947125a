//! The impl.

use super::catalogue;
use super::model::{Model, Subject};
use super::retry::retry;
use super::template::Text;
use crate::template::{Format, respanned, shown};
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

/// What stands between a text and its hint, in all texts alike.
pub(super) const HINT: &str = "\nHint: ";

pub(super) fn expand(model: &Model<'_>) -> TokenStream {
    let private = model.crate_path.private();
    let arms = model
        .subjects
        .iter()
        .map(|subject| arm(model, subject, &private));
    let matched = if model.subjects.is_empty() {
        quote!(*self)
    } else {
        quote!(self)
    };
    let mut texts = model.subjects.iter().flat_map(Subject::texts);
    let probes = texts.any(|text| !text.shown.is_empty());
    let import = probes.then(|| {
        quote! {
            use #private::placeholder::anonymous::*;
        }
    });
    implementation(
        model,
        &catalogue::function(model),
        &quote! {
            #import
            match #matched {
                #(#arms)*
            }
        },
        &retry(model, &private),
    )
}

/// `impl LlmVisible for …`, with `body`, and what is written down of it.
pub(super) fn implementation(
    model: &Model<'_>,
    catalogue: &TokenStream,
    body: &TokenStream,
    retry: &TokenStream,
) -> TokenStream {
    let private = model.crate_path.private();
    let item = model.original;
    let name = &item.ident;
    let mut generics = item.generics.clone();
    let bounds = bounds(model, &private);
    if !bounds.is_empty() {
        generics.make_where_clause().predicates.extend(bounds);
    }
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    // Only where it is needed: a crate may forbid the lint.
    let deprecated = says_deprecated(item)
        .then(|| quote!(#[allow(deprecated, reason = "what is deprecated is still matched")]));
    quote! {
        #[automatically_derived]
        #deprecated
        impl #impl_generics #private::text::LlmVisible for #name #type_generics #where_clause {
            fn message_for_llm(&self) -> ::core::option::Option<#private::text::LlmText> {
                #body
            }
            #retry
            #catalogue
        }
    }
}

/// Whether anything in the item is deprecated.
fn says_deprecated(item: &syn::DeriveInput) -> bool {
    let says = |attributes: &[syn::Attribute]| {
        attributes
            .iter()
            .any(|attribute| quote!(#attribute).to_string().contains("deprecated"))
    };
    let field = |field: &syn::Field| says(&field.attrs);
    says(&item.attrs)
        || match &item.data {
            syn::Data::Enum(data) => data
                .variants
                .iter()
                .any(|variant| says(&variant.attrs) || variant.fields.iter().any(field)),
            syn::Data::Struct(data) => data.fields.iter().any(field),
            syn::Data::Union(_) => false,
        }
}

/// What the fields that are shown need, where their types depend on type parameters.
fn bounds(model: &Model<'_>, private: &TokenStream) -> Vec<syn::WherePredicate> {
    let mut bounds = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut add = |field: &super::model::Field<'_>, bound: TokenStream| {
        if field.needs_bound(model.original) {
            let ty = &field.original.ty;
            let predicate = quote!(#ty: #bound);
            if seen.insert(predicate.to_string()) {
                bounds.push(syn::parse_quote!(#predicate));
            }
        }
    };
    for subject in &model.subjects {
        for text in subject.texts() {
            for (index, format) in &text.shown {
                if let Some(field) = subject.fields.get(*index) {
                    let bound = if let Some(name) = format.standard_trait() {
                        let name = format_ident!("{name}");
                        quote!(::core::fmt::#name)
                    } else {
                        quote!(#private::placeholder::DebugText)
                    };
                    add(field, bound);
                }
            }
        }
        if subject.attributes.transparent.is_set()
            && let [field] = subject.fields.as_slice()
        {
            add(field, quote!(#private::text::LlmVisible));
        }
    }
    bounds
}

pub(super) fn path(model: &Model<'_>, subject: &Subject<'_>) -> TokenStream {
    if model.is_enum {
        let variant = subject.ident;
        quote!(Self::#variant)
    } else {
        quote!(Self)
    }
}

/// The arm that asks the only field.
pub(super) fn transparent(
    path: &TokenStream,
    subject: &Subject<'_>,
    private: &TokenStream,
    method: &str,
) -> Option<TokenStream> {
    subject.attributes.transparent.span()?;
    let [field] = subject.fields.as_slice() else {
        return None;
    };
    let member = &field.member;
    let (first, last) = ends(&field.original.ty);
    let private = respanned(private.clone(), first);
    let inner = Ident::new("__inner", last);
    let method = Ident::new(method, first);
    // From the first token of the type to its last, so that all of it is underlined.
    let value = [quote_spanned!(first=> &*), quote!(#inner)];
    let call = quote_spanned!(first=> #private::text::LlmVisible::#method(#(#value)*));
    Some(quote!(#path { #member: #inner } => #call,))
}

fn arm(model: &Model<'_>, subject: &Subject<'_>, private: &TokenStream) -> TokenStream {
    let path = path(model, subject);
    let attributes = &subject.attributes;
    if let Some(text) = &subject.text {
        return text_arm(&path, subject, text, private);
    }
    if let Some(arm) = transparent(&path, subject, private, "message_for_llm") {
        return arm;
    }
    if let Some(function) = attributes.with.get() {
        let (first, last) = ends(function);
        let private = respanned(private.clone(), first);
        // `self` is a local, so it has to come from where the method comes from.
        let this = Ident::new("self", last.resolved_at(Span::call_site()));
        let arguments = quote_spanned!(last=> (#this));
        let call = quote_spanned!(first=> #private::text::computed(#function #arguments));
        return quote!(#path { .. } => #call,);
    }
    quote!(#path { .. } => ::core::option::Option::None,)
}

/// Where the first and the last token of `tokens` stand.
fn ends(tokens: &impl quote::ToTokens) -> (Span, Span) {
    let mut tokens = tokens.to_token_stream().into_iter();
    let place = |token: &TokenTree| Span::mixed_site().located_at(token.span());
    let first = tokens.next();
    let last = tokens.last();
    let first = first.as_ref().map_or_else(Span::mixed_site, place);
    (first, last.as_ref().map_or(first, place))
}

fn text_arm(
    path: &TokenStream,
    subject: &Subject<'_>,
    text: &Text,
    private: &TokenStream,
) -> TokenStream {
    let span = Span::mixed_site().located_at(text.span);
    let hint = subject.hint.as_ref();
    let words = text.template.without_placeholders();
    let words = words.and_then(|words| match hint {
        Some(hint) => {
            let hint = hint.template.without_placeholders()?;
            Some(format!("{words}{HINT}{hint}"))
        }
        None => Some(words.to_owned()),
    });
    if let Some(words) = words {
        let words = Literal::string(&words);
        return quote! {
            #path { .. } => ::core::option::Option::Some(#private::text::literal(#words)),
        };
    }
    let binding = |index: usize| Ident::new(&format!("__field{index}"), span);
    let bound = subject
        .fields
        .iter()
        .enumerate()
        .filter(|(index, _)| {
            let mut all = subject.texts().flat_map(|text| &text.shown);
            all.any(|(shown, _)| shown == index)
        })
        .map(|(index, field)| {
            let member = &field.member;
            let binding = binding(index);
            quote!(#member: #binding)
        });
    let show =
        |(index, format): &(usize, Format), span| shown(private, *format, &binding(*index), span);
    let mut shown: Vec<_> = text.shown.iter().map(|it| show(it, span)).collect();
    let mut format = text.template.format_text();
    if let Some(hint) = hint {
        let span = Span::mixed_site().located_at(hint.span);
        format = format + HINT + &hint.template.format_text_from(shown.len());
        shown.extend(hint.shown.iter().map(|it| show(it, span)));
    }
    let mut format = Literal::string(&format);
    format.set_span(span);
    let private = respanned(private.clone(), span);
    let body = if hint.is_some() || text.template.has_visible_words() {
        quote_spanned! {span=>
            ::core::option::Option::Some(
                #private::text::with_words(::core::format_args!(#format, #(#shown),*))
            )
        }
    } else {
        of_placeholders(&private, &format, &shown, span)
    };
    quote!(#path { #(#bound,)* .. } => { #body })
}

/// A text without visible words: one of the types has to be never blank.
fn of_placeholders(
    private: &TokenStream,
    format: &Literal,
    shown: &[TokenStream],
    span: Span,
) -> TokenStream {
    let names: Vec<_> = (0..shown.len())
        .map(|index| Ident::new(&format!("__shown{index}"), span))
        .collect();
    let mut verdicts = names.iter().map(|name| {
        quote_spanned!(span=> (&#private::placeholder::Blankness::of(&#name)).__toolwright_never_blank())
    });
    let first = verdicts.next();
    quote_spanned! {span=>
        #(let #names = #shown;)*
        #first #(.or(#verdicts))* .settled();
        #private::text::of_placeholders(::core::format_args!(#format, #(#names),*))
    }
}
