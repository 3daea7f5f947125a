//! What the item decides, written down for the catalogue of texts.

use super::expand::HINT;
use super::model::{Model, Subject};
use super::retry::own_retry;
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::LitStr;

/// The function of the impl that lists the texts.
pub(super) fn function(model: &Model<'_>) -> TokenStream {
    let private = model.crate_path.private();
    let lines = model
        .subjects
        .iter()
        .map(|subject| line(model, subject, &private));
    // Asked for by a probe, whose traits have to be in scope.
    let probes = model
        .subjects
        .iter()
        .any(|subject| subject.attributes.transparent.is_set());
    let import = probes.then(|| quote!(use #private::legs::*;));
    quote! {
        fn __llm_texts(__t: &mut #private::text::Texts) {
            #import
            __t.of_type::<Self>(|__t| { #(#lines)* });
        }
    }
}

fn line(model: &Model<'_>, subject: &Subject<'_>, private: &TokenStream) -> TokenStream {
    let name = if model.is_enum {
        format!("{}::{}", model.original.ident, subject.ident)
    } else {
        subject.ident.to_string()
    };
    let name = Literal::string(&name);
    let attributes = &subject.attributes;
    let retry = own_retry(attributes, private).map(|retry| quote!(__t.retry(#retry);));
    if let Some(text) = attributes.text.get() {
        let hint = attributes.hint.get().map(LitStr::value);
        let text = hint.map_or_else(|| text.value(), |hint| text.value() + HINT + &hint);
        let text = Literal::string(&text);
        return quote!(__t.text(#name, #text); #retry);
    }
    if let Some(function) = attributes.with.get() {
        let function = function.to_token_stream().to_string().replace(' ', "");
        return quote!(__t.computed(#name, #function); #retry);
    }
    if attributes.transparent.is_set()
        && let [field] = subject.fields.as_slice()
    {
        let ty = &field.original.ty;
        return quote! {
            __t.inner(#name, (&&&#private::of::<#ty>()).__held().list());
        };
    }
    quote!(__t.hidden(#name);)
}
