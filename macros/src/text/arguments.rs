//! The arguments of `llm_text!` and `visible_error!`: `[crate = path,] "text" [, value | name = value]…`.

use crate::errors::Errors;
use crate::paths::CratePath;
use crate::template::{Argument, Format, Template};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Expr, Ident, Lit, LitStr, Path, Token};

/// The arguments as written.
pub(super) struct Arguments {
    crate_path: Option<Path>,
    literal: LitStr,
    values: Vec<Value>,
}

struct Value {
    name: Option<Ident>,
    expression: Expr,
}

/// A text whose placeholders know their values.
pub(super) struct Text {
    pub(super) template: Template,
    pub(super) span: Span,
    /// Each is evaluated once.
    pub(super) values: Vec<TokenStream>,
    /// For every placeholder, which value it shows.
    pub(super) shown: Vec<(usize, Format)>,
}

pub(super) fn parse(name: &str, input: TokenStream) -> syn::Result<Arguments> {
    (|input: ParseStream<'_>| {
        let crate_path = crate_path(input)?;
        let literal = literal(name, input)?;
        let mut values = Vec::new();
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            values.push(value(input)?);
        }
        Ok(Arguments {
            crate_path,
            literal,
            values,
        })
    })
    .parse2(input)
}

fn crate_path(input: ParseStream<'_>) -> syn::Result<Option<Path>> {
    if !(input.peek(Token![crate]) && input.peek2(Token![=])) {
        return Ok(None);
    }
    input.parse::<Token![crate]>()?;
    input.parse::<Token![=]>()?;
    let path = input.call(Path::parse_mod_style)?;
    input.parse::<Token![,]>()?;
    Ok(Some(path))
}

fn literal(name: &str, input: ParseStream<'_>) -> syn::Result<LitStr> {
    let wanted =
        format!("`{name}` takes a text in quotes first; `LlmText::new` takes a computed one");
    if input.is_empty() {
        return Err(syn::Error::new(Span::call_site(), wanted));
    }
    if !input.peek(Lit) {
        let other = input.parse::<Expr>()?;
        return Err(syn::Error::new_spanned(other, wanted));
    }
    match input.parse()? {
        Lit::Str(text) if text.suffix().is_empty() => Ok(text),
        other => Err(syn::Error::new_spanned(other, wanted)),
    }
}

fn value(input: ParseStream<'_>) -> syn::Result<Value> {
    let named = input.peek(Ident::peek_any)
        && input.peek2(Token![=])
        && !input.peek2(Token![==])
        && !input.peek2(Token![=>]);
    let name = if named {
        let name = input.call(Ident::parse_any)?;
        input.parse::<Token![=]>()?;
        Some(name)
    } else {
        None
    };
    Ok(Value {
        name,
        expression: input.parse()?,
    })
}

impl Arguments {
    pub(super) fn crate_path(&self) -> CratePath {
        CratePath::new(self.crate_path.as_ref())
    }

    /// Finds the value of every placeholder; `None` if an error was recorded.
    pub(super) fn resolve(&self, errors: &mut Errors) -> Option<Text> {
        let template = match Template::parse(&self.literal.value()) {
            Ok(template) => template,
            Err(mistakes) => {
                for mistake in mistakes {
                    errors.at(&self.literal, mistake);
                }
                return None;
            }
        };
        if !template.has_visible_words() {
            let message = if template.placeholders().next().is_some() {
                "a text of placeholders alone can be blank; write words beside them"
            } else {
                "the text is blank; write what the model should read"
            };
            errors.at(&self.literal, message);
            return None;
        }
        self.check_order(errors);
        let mut values: Vec<TokenStream> = self
            .values
            .iter()
            .map(|value| value.expression.to_token_stream())
            .collect();
        let mut captured: Vec<(String, usize)> = Vec::new();
        let mut used = vec![false; self.values.len()];
        let mut next = 0;
        let mut shown = Vec::new();
        for placeholder in template.placeholders() {
            let index = match &placeholder.argument {
                Argument::Next => {
                    next += 1;
                    self.positional(next - 1, errors)
                }
                Argument::Index(index) => self.positional(*index, errors),
                Argument::Name(name) => self.named(name).or_else(|| {
                    if let Some((_, index)) = captured.iter().find(|(seen, _)| seen == name) {
                        return Some(*index);
                    }
                    let variable = self.variable(name, errors)?;
                    values.push(variable.to_token_stream());
                    captured.push((name.clone(), values.len() - 1));
                    Some(values.len() - 1)
                }),
                Argument::Other(text) => {
                    let message = format!(
                        "`{{{text}}}` is not a name; pass the value after the text: `\"… {{}}\", {text}`"
                    );
                    errors.at(&self.literal, message);
                    None
                }
            };
            if let Some(index) = index {
                if let Some(used) = used.get_mut(index) {
                    *used = true;
                }
                shown.push((index, placeholder.spec.format));
            }
        }
        if shown.len() == template.placeholders().count() {
            for (value, _) in self.values.iter().zip(&used).filter(|(_, used)| !**used) {
                errors.at(
                    &value.expression,
                    "this value is not in the text; give it a placeholder or remove it",
                );
            }
        }
        Some(Text {
            template,
            span: self.literal.span(),
            values,
            shown,
        })
    }

    /// Named values come last, each name once, as in `format!`.
    fn check_order(&self, errors: &mut Errors) {
        let mut seen: Vec<String> = Vec::new();
        for value in &self.values {
            match &value.name {
                Some(name) if seen.contains(&name.unraw().to_string()) => {
                    let message = format!("`{}` is given twice; remove one", name.unraw());
                    errors.at(name, message);
                }
                Some(name) => seen.push(name.unraw().to_string()),
                None if seen.is_empty() => {}
                None => errors.at(
                    &value.expression,
                    "a value without a name stands after one with a name; put it before",
                ),
            }
        }
    }

    fn positional(&self, index: usize, errors: &mut Errors) -> Option<usize> {
        if index < self.values.len() {
            return Some(index);
        }
        let message = match self.values.len() {
            0 => format!(
                "no value for placeholder {index}; name one in the braces or pass it after the text"
            ),
            count => format!("no value for placeholder {index}; there are {count}, counted from 0"),
        };
        errors.at(&self.literal, message);
        None
    }

    fn named(&self, name: &str) -> Option<usize> {
        self.values.iter().position(|value| {
            value
                .name
                .as_ref()
                .is_some_and(|given| given.unraw() == name)
        })
    }

    /// The variable of that name, where the literal stands.
    fn variable(&self, name: &str, errors: &mut Errors) -> Option<Ident> {
        let span = self.literal.span();
        if name == "_" || name.starts_with("r#") {
            let message = if name == "_" {
                "`{_}` names no variable".to_owned()
            } else {
                format!(
                    "`{{{name}}}` needs no `r#`; write `{{{}}}`",
                    name.trim_start_matches("r#")
                )
            };
            errors.at(&self.literal, message);
            return None;
        }
        Some(identifier(name, span))
    }
}

/// `name`, raw where it is a keyword.
fn identifier(name: &str, span: Span) -> Ident {
    let plain = syn::parse_str::<Ident>(name).is_ok()
        || matches!(name, "self" | "Self" | "super" | "crate");
    if plain {
        Ident::new(name, span)
    } else {
        Ident::new_raw(name, span)
    }
}
