//! `toolset!`.

use crate::conditions::{self, Conditions};
use crate::errors::Errors;
use crate::grammar;
use crate::names::Names;
use crate::paths::CratePath;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, Meta, Path, Token};

struct Element {
    /// When it is there.
    conditions: Conditions,
    kind: Kind,
}

enum Kind {
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
            let attributes = input.call(Attribute::parse_outer)?;
            for attribute in &attributes {
                condition(&attribute.meta, errors);
            }
            let conditions = Conditions::of(&attributes);
            if input.peek(Token![..]) {
                input.parse::<Token![..]>()?;
                elements.push(Element {
                    conditions,
                    kind: Kind::Splice(input.parse()?),
                });
            } else {
                let expr: Expr = input.parse()?;
                match path(&expr) {
                    Some(path) => elements.push(Element {
                        conditions,
                        kind: Kind::Function(path.clone()),
                    }),
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

/// Only conditions may stand on an element.
fn condition(meta: &Meta, errors: &mut Errors) {
    if let Some((_, attributes)) = conditions::conditional(meta) {
        for attribute in &attributes {
            condition(attribute, errors);
        }
    } else if !meta.path().is_ident("cfg") {
        errors.at(
            meta.path(),
            "only `cfg` and `cfg_attr` go on an element of `toolset!`; remove this",
        );
    }
}

fn path(expr: &Expr) -> Option<&Path> {
    match expr {
        Expr::Path(path) if path.qself.is_none() => Some(&path.path),
        Expr::Group(group) => path(&group.expr),
        _ => None,
    }
}

fn check(elements: &[Element], errors: &mut Errors) {
    let mut seen = Names::default();
    for Element { conditions, kind } in elements {
        let Kind::Function(path) = kind else {
            continue;
        };
        let text = path.to_token_stream().to_string();
        // What is conditional is left to the compiler.
        if seen.add(text, place(path), conditions.clone()) {
            errors.at(path, "this tool is listed twice; remove one");
        }
    }
}

fn expand(private: &TokenStream, elements: &[Element]) -> TokenStream {
    let span = Span::mixed_site();
    let added = elements.iter().map(|Element { conditions, kind }| {
        let on = conditions.attribute();
        match kind {
            Kind::Function(path) => {
                let tool = instance(path);
                let add = Ident::new("tool", place(path));
                quote_spanned! {span=>
                    #on let __e = #tool;
                    #on let __b = (&&__p::Probe(&__e)).__listed().#add(__b, __e);
                }
            }
            Kind::Splice(expr) => {
                let add = Ident::new("add", expr.span());
                quote_spanned! {span=>
                    #on let __e = #expr;
                    #on let __b = (&&&__p::Probe(&__e)).__splice().#add(__b, __e);
                }
            }
        }
    });
    let mut listed = Vec::new();
    let mut checks = TokenStream::new();
    for Element { conditions, kind } in elements {
        let Kind::Function(path) = kind else {
            continue;
        };
        let (at, tool) = (place(path), instance(path));
        let on = conditions.attribute();
        let index = listed.len();
        if index > 0 {
            checks.extend(quote_spanned!(at=> #on const _: () = __p::unique(__N, #index);));
        }
        let name = quote_spanned!(at=> __p::name(&#tool));
        listed.push(if conditions.is_empty() {
            name
        } else {
            quote_spanned!(span=> { let __n = ""; #on let __n = #name; __n })
        });
    }
    let names = (!listed.is_empty()).then(|| {
        quote_spanned! {span=>
            const __N: &[&__p::str] = &[#(#listed),*];
            #checks
        }
    });
    quote_spanned! {span=>
        {
            use #private::{self as __p, legs::*};
            #names
            '__t: {
                let __b = __p::ToolSet::builder();
                // Tells the compiler the state from where the set goes, before it could guess it from the tools.
                if false { break '__t __b.build(); }
                #(#added)*
                __b.build()
            }
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
