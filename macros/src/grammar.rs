//! The grammar that all our attributes share: keys in a list, separated by commas.

use crate::errors::Errors;
use crate::keys::{self, Key, Status};
use proc_macro2::{Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse as _, ParseStream, Parser};
use syn::{Ident, Lit, LitStr, Token, Type, parenthesized, token};

/// Reads `key`, `key = value` and `key(…)` up to the end; `each` reads what follows a key of the table.
///
/// Unknown keys, keys that are not available yet and bad values are recorded and passed over, so that one mistake does
/// not hide the next.
pub(crate) fn read(
    tokens: TokenStream,
    attribute: &str,
    table: &'static [Key],
    errors: &mut Errors,
    mut each: impl FnMut(&'static str, Span, ParseStream<'_>, &mut Errors) -> syn::Result<()>,
) {
    let parser = |input: ParseStream<'_>| {
        while !input.is_empty() {
            let Ok(key) = input.call(Ident::parse_any) else {
                errors.on(input.span(), keys::takes(attribute, table));
                skip(input);
                continue;
            };
            let name = key.unraw().to_string();
            match table.iter().find(|known| known.name == name) {
                None => errors.on(key.span(), keys::unknown(attribute, table, &name)),
                Some(known) if known.status == Status::NotYet => {
                    errors.on(key.span(), keys::not_available(attribute, known));
                }
                Some(known) => {
                    if let Err(error) = each(known.name, key.span(), input, errors) {
                        errors.push(error);
                    } else if !input.is_empty() && !input.peek(Token![,]) {
                        errors.on(
                            input.span(),
                            format_args!("unexpected; after `{}` goes a comma", known.form),
                        );
                    }
                }
            }
            skip(input);
        }
        Ok(())
    };
    // The closure itself never fails: it records.
    let _ = parser.parse2(tokens);
}

/// Passes over everything up to and with the next comma.
fn skip(input: ParseStream<'_>) {
    while let Ok(token) = input.parse::<TokenTree>() {
        if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',') {
            break;
        }
    }
}

/// Reads `= "…"`.
pub(crate) fn text(form: &str, key: Span, input: ParseStream<'_>) -> syn::Result<LitStr> {
    equals(form, key, input)?;
    let at = place(key, input);
    input
        .parse()
        .map_err(|_| syn::Error::new(at, format_args!("write `{form}`")))
}

/// Reads `= ` and what `T` parses.
pub(crate) fn value<T: syn::parse::Parse>(
    form: &str,
    key: Span,
    input: ParseStream<'_>,
) -> syn::Result<T> {
    equals(form, key, input)?;
    if input.is_empty() || input.peek(Token![,]) {
        return Err(syn::Error::new(key, format_args!("write `{form}`")));
    }
    input.parse()
}

/// Reads `= Name`.
pub(crate) fn ident(form: &str, key: Span, input: ParseStream<'_>) -> syn::Result<Ident> {
    equals(form, key, input)?;
    let at = place(key, input);
    input
        .parse()
        .map_err(|_| syn::Error::new(at, format_args!("write `{form}`")))
}

/// Reads a key that stands alone.
pub(crate) fn flag(form: &str, input: ParseStream<'_>) -> syn::Result<()> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(());
    }
    Err(input.error(format_args!("`{form}` takes nothing; write `{form}`")))
}

/// Reads `= word`, the only value that the key has.
pub(crate) fn word(form: &str, word: &str, key: Span, input: ParseStream<'_>) -> syn::Result<()> {
    equals(form, key, input)?;
    let at = place(key, input);
    match input.call(Ident::parse_any) {
        Ok(found) if found == word => Ok(()),
        _ => Err(syn::Error::new(at, format_args!("write `{form}`"))),
    }
}

/// Reads `(Type, …)`, at least one.
pub(crate) fn types(form: &str, key: Span, input: ParseStream<'_>) -> syn::Result<Vec<Type>> {
    if !input.peek(token::Paren) {
        let at = place(key, input);
        return Err(syn::Error::new(at, format_args!("write `{form}`")));
    }
    let list;
    parenthesized!(list in input);
    if list.peek(Lit) {
        return Err(list.error(format_args!("write `{form}`, with types and no quotes")));
    }
    let types = list
        .parse_terminated(Type::parse, Token![,])
        .map_err(|error| syn::Error::new(error.span(), format_args!("write `{form}`")))?;
    if types.is_empty() {
        return Err(syn::Error::new(
            key,
            format_args!("the list is empty; write `{form}`, or remove the key"),
        ));
    }
    Ok(types.into_iter().collect())
}

/// Reads `= path`.
pub(crate) fn path(form: &str, key: Span, input: ParseStream<'_>) -> syn::Result<syn::Path> {
    equals(form, key, input)?;
    if input.peek(LitStr) {
        return Err(input.error(format_args!("write `{form}`, with the path not in quotes")));
    }
    let at = place(key, input);
    input
        .call(syn::Path::parse_mod_style)
        .map_err(|_| syn::Error::new(at, format_args!("write `{form}`")))
}

/// Reads `= path` of a function, which may be generic.
pub(crate) fn function(form: &str, key: Span, input: ParseStream<'_>) -> syn::Result<syn::Path> {
    if input.peek2(Token![|]) || input.peek2(Token![move]) {
        equals(form, key, input)?;
        return Err(input.error(format_args!(
            "write `{form}`; a closure goes into a function of its own"
        )));
    }
    if input.peek2(LitStr) {
        return path(form, key, input);
    }
    equals(form, key, input)?;
    let at = place(key, input);
    input
        .parse()
        .map_err(|_| syn::Error::new(at, format_args!("write `{form}`")))
}

/// Where a value has to stand; the key where nothing does, since the end of the attribute is no place to point at.
fn place(key: Span, input: ParseStream<'_>) -> Span {
    if input.is_empty() { key } else { input.span() }
}

fn equals(form: &str, key: Span, input: ParseStream<'_>) -> syn::Result<()> {
    if input.peek(Token![=]) && !input.peek(Token![==]) {
        input.parse::<Token![=]>().map(drop)
    } else {
        Err(syn::Error::new(key, format_args!("write `{form}`")))
    }
}
