//! What the keys add to a tool besides its parameters: what is said of it, and what is set for its calls.

use crate::tool::model::ToolFn;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

/// Statements for `describe`: what belongs to the definition.
pub(super) fn said(tool: &ToolFn<'_>) -> TokenStream {
    let span = Span::mixed_site();
    let args = tool.args;
    let mut tokens = TokenStream::new();
    let effects = if args.read_only.is_set() {
        Some(quote_spanned!(span=> __p::Effects::READ_ONLY))
    } else if args.destructive.is_set() {
        let also = args
            .idempotent
            .is_set()
            .then(|| quote_spanned!(span=> .and_idempotent()));
        Some(quote_spanned!(span=> __p::Effects::DESTRUCTIVE #also))
    } else if args.idempotent.is_set() {
        Some(quote_spanned!(span=> __p::Effects::IDEMPOTENT))
    } else {
        None
    };
    if let Some(effects) = effects {
        tokens.extend(quote_spanned!(span=> __d.effects(#effects);));
    }
    if args.ignore_unknown.is_set() {
        tokens.extend(quote_spanned!(span=> __d.ignore_unknown();));
    }
    tokens
}

/// The decoding, told to pass over what no parameter is called.
pub(super) fn unknown(tool: &ToolFn<'_>, slots: TokenStream) -> TokenStream {
    let span = Span::mixed_site();
    if tool.args.ignore_unknown.is_set() {
        quote_spanned!(span=> __a.ignore_unknown(); #slots)
    } else {
        slots
    }
}

/// Statements for `settings`, if there is anything to set. Handlers are `kept`, made once in a process, unless they may
/// depend on type parameters.
pub(crate) fn settings(tool: &ToolFn<'_>, kept: bool) -> Option<TokenStream> {
    let span = Span::mixed_site();
    let args = tool.args;
    let mut tokens = TokenStream::new();
    if let Some(expr) = args.on_error.get() {
        tokens.extend(handler("__set", expr, kept));
    }
    if let Some(expr) = args.on_bad_arguments.get() {
        tokens.extend(handler("__set_for_arguments", expr, kept));
    }
    if let Some(bytes) = args.max_output.get() {
        let bytes = Literal::u64_unsuffixed(*bytes);
        tokens.extend(quote_spanned!(span=> __p::max_output(__x, #bytes);));
    }
    if let Some(millis) = args.timeout.get() {
        let millis = Literal::u64_unsuffixed(*millis);
        tokens.extend(quote_spanned!(span=> __p::timeout(__x, #millis);));
    }
    (!tokens.is_empty()).then_some(tokens)
}

/// A handler of the tool's own.
fn handler(set: &str, expr: &Expr, kept: bool) -> TokenStream {
    let span = Span::mixed_site();
    let set = Ident::new(set, span);
    let handler = match closure(expr) {
        // At the closure, for what is wrong with it, but ours: the user's imports may make the path look redundant.
        Some(closure) => {
            let at = span.located_at(closure.span());
            quote_spanned!(at=> __p::from_fn(#closure))
        }
        None => expr.to_token_stream(),
    };
    let place = if kept {
        quote_spanned!(span=> static __H: __p::OwnHandler)
    } else {
        quote_spanned!(span=> let __H)
    };
    quote_spanned! {span=>
        {
            #place = __p::OwnHandler::new();
            __H.#set(__x, || __p::handler(#handler));
        }
    }
}

/// The closure, if one is written there: only then its parameters' types need our help.
fn closure(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Closure(_) => Some(expr),
        Expr::Group(group) => closure(&group.expr),
        Expr::Paren(paren) => closure(&paren.expr),
        _ => None,
    }
}
