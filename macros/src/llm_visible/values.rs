//! The values in `#[llm(…)]`.

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::ParseStream;
use syn::{ExprPath, Ident, Lit, LitStr, Path, Token};

pub(super) const NOT_A_LITERAL: &str =
    "a text for the model is a literal in plain quotes: `#[llm(\"…\")]`";

pub(super) fn text(input: ParseStream<'_>) -> syn::Result<LitStr> {
    match input.parse()? {
        Lit::Str(text) if text.suffix().is_empty() => Ok(text),
        other => Err(syn::Error::new_spanned(other, NOT_A_LITERAL)),
    }
}

fn equals(key: &Ident, form: &str, input: ParseStream<'_>) -> syn::Result<()> {
    if input.parse::<Option<Token![=]>>()?.is_some() && !input.is_empty() {
        return Ok(());
    }
    let message = format!("`{key}` needs a value; write `{form}`");
    Err(syn::Error::new(key.span(), message))
}

pub(super) fn hint(key: &Ident, input: ParseStream<'_>) -> syn::Result<LitStr> {
    equals(key, "hint = \"…\"", input)?;
    let message = "a hint is a literal in plain quotes: `hint = \"…\"`";
    if !input.peek(Lit) {
        return Err(input.error(message));
    }
    match input.parse()? {
        Lit::Str(text) if text.suffix().is_empty() => Ok(text),
        other => Err(syn::Error::new_spanned(other, message)),
    }
}

fn not_quoted(form: &str, input: ParseStream<'_>) -> syn::Result<()> {
    if input.peek(Lit) {
        let literal: Lit = input.parse()?;
        let message = format!("the path is written without quotes: `{form}`");
        return Err(syn::Error::new_spanned(literal, message));
    }
    Ok(())
}

pub(super) fn with(key: &Ident, input: ParseStream<'_>) -> syn::Result<ExprPath> {
    equals(key, "with = path", input)?;
    not_quoted("with = path", input)?;
    let path = input.fork().parse::<ExprPath>();
    let ends = |input: ParseStream<'_>| input.is_empty() || input.peek(Token![,]);
    if path.is_ok() {
        let path = input.parse::<ExprPath>()?;
        if ends(input) {
            return Ok(path);
        }
    }
    let message = "`with` takes the path of a function; name one: `fn(&Self) -> Option<LlmText>`";
    Err(input.error(message))
}

pub(super) fn crate_path(key: &Ident, input: ParseStream<'_>) -> syn::Result<Path> {
    equals(key, "crate = path", input)?;
    not_quoted("crate = path", input)?;
    input.call(Path::parse_mod_style)
}

pub(super) fn default(key: &Ident, input: ParseStream<'_>) -> syn::Result<()> {
    equals(key, "default = hidden", input)?;
    let value: TokenTree = input.parse()?;
    if value.to_string() == "hidden" {
        return Ok(());
    }
    let message = "`default` takes only `hidden`; a text is written per variant";
    Err(syn::Error::new(value.span(), message))
}

/// Goes on to the `,` after a mistake, so that later entries are read too.
pub(super) fn skip_entry(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        let skipped: syn::Result<TokenTree> = input.parse();
        if skipped.is_err() {
            let _rest: syn::Result<TokenStream> = input.parse();
        }
    }
}
