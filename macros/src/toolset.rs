//! `toolset!`.

use crate::errors::Errors;
use crate::grammar;
use crate::paths::CratePath;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, Path, Token};

enum Element {
    /// A function under `#[tool]`.
    Function(Path),
    /// `..expr`.
    Splice(Expr),
}

pub(crate) fn toolset(tokens: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let (crate_path, elements) = parse(tokens, &mut errors);
    check(&elements, &mut errors);
    let private = CratePath::new(crate_path.as_ref()).private();
    match errors.finish() {
        Ok(()) => expand(&private, &elements),
        // A set of nothing, so that what is done with it is no second mistake.
        Err(messages) => quote!({
            #messages
            #private::ToolSet::builder().build()
        }),
    }
}

/// Reads the elements, after `crate = path` where that comes first.
fn parse(tokens: TokenStream, errors: &mut Errors) -> (Option<Path>, Vec<Element>) {
    let mut crate_path = None;
    let mut elements = Vec::new();
    let parser = |input: ParseStream<'_>| {
        if input.peek(Token![crate]) && input.peek2(Token![=]) {
            let key = input.parse::<Token![crate]>()?;
            crate_path = Some(grammar::path("crate = path", key.span, input)?);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        while !input.is_empty() {
            for attribute in input.call(Attribute::parse_outer)? {
                errors.at(
                    &attribute,
                    "attributes in `toolset!` are not available yet; make two sets",
                );
            }
            if input.peek(Token![..]) {
                input.parse::<Token![..]>()?;
                elements.push(Element::Splice(input.parse()?));
            } else {
                let expr: Expr = input.parse()?;
                match path(&expr) {
                    Some(path) => elements.push(Element::Function(path.clone())),
                    None => errors.at(
                        &expr,
                        "list functions by their path; a value goes in with `..` before it",
                    ),
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    if let Err(error) = parser.parse2(tokens) {
        errors.push(error);
    }
    (crate_path, elements)
}

fn path(expr: &Expr) -> Option<&Path> {
    match expr {
        Expr::Path(path) if path.qself.is_none() => Some(&path.path),
        Expr::Group(group) => path(&group.expr),
        _ => None,
    }
}

fn check(elements: &[Element], errors: &mut Errors) {
    let mut seen = Vec::new();
    for element in elements {
        let Element::Function(path) = element else {
            continue;
        };
        let text = path.to_token_stream().to_string();
        if seen.contains(&text) {
            errors.at(path, "this tool is listed twice; remove one");
        }
        seen.push(text);
    }
}

fn expand(private: &TokenStream, elements: &[Element]) -> TokenStream {
    let span = Span::mixed_site();
    let added = elements.iter().map(|element| match element {
        Element::Function(path) => {
            let tool = instance(path);
            let add = Ident::new("tool", place(path));
            quote_spanned!(span=> let __b = __b.#add(#tool);)
        }
        Element::Splice(expr) => {
            let add = Ident::new("add", expr.span());
            quote_spanned! {span=>
                let __e = #expr;
                let __b = (&&&__p::Probe(&__e)).__splice().#add(__b, __e);
            }
        }
    });
    let functions: Vec<_> = elements
        .iter()
        .filter_map(|element| match element {
            Element::Function(path) => Some(path),
            Element::Splice(_) => None,
        })
        .collect();
    let checks = functions.iter().enumerate().skip(1).map(|(index, path)| {
        let at = place(path);
        quote_spanned!(at=> const _: () = __p::unique(__N, #index);)
    });
    let listed = functions.iter().map(|path| {
        let instance = instance(path);
        quote_spanned!(place(path)=> __p::name(&#instance))
    });
    let names = (functions.len() > 1).then(|| {
        quote_spanned! {span=>
            const __N: &[&__p::str] = &[#(#listed),*];
            #(#checks)*
        }
    });
    quote_spanned! {span=>
        {
            use #private::{self as __p, legs::*};
            #names
            let __b = __p::ToolSet::builder();
            #(#added)*
            __b.build()
        }
    }
}

/// `path {}`: the function's type, as a value.
fn instance(path: &Path) -> TokenStream {
    quote_spanned!(place(path)=> #path {})
}

/// Where to point for an element.
fn place(path: &Path) -> Span {
    path.segments
        .last()
        .map_or_else(Span::call_site, |last| last.ident.span())
}
