//! The expression of a text.

use super::arguments::Text;
use crate::paths::CratePath;
use crate::template::{respanned, shown};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};

pub(super) fn expand(path: &CratePath, text: &Text) -> TokenStream {
    let private = path.private();
    let span = Span::mixed_site().located_at(text.span);
    if let Some(words) = text.template.without_placeholders() {
        let words = Literal::string(words);
        return quote!(#private::text::literal(#words));
    }
    let bindings: Vec<Ident> = (0..text.values.len())
        .map(|index| Ident::new(&format!("__value{index}"), span))
        .collect();
    let values = &text.values;
    let shown = text.shown.iter().filter_map(|(index, format)| {
        let binding = bindings.get(*index)?;
        Some(shown(&private, *format, binding, span))
    });
    let mut format = Literal::string(&text.template.format_text());
    format.set_span(span);
    let private = respanned(private.clone(), span);
    let body = quote_spanned! {span=>
        #[allow(unused_imports, reason = "which probe decides depends on the types")]
        use #private::placeholder::anonymous::*;
        #private::text::with_words(::core::format_args!(#format, #(#shown),*))
    };
    // A `match` keeps what the values borrow alive for the whole text, and evaluates each of them once.
    quote! {
        match (#(&(#values),)*) {
            (#(#bindings,)*) => { #body }
        }
    }
}
