//! `blocking`: the arguments are decoded and the function runs on another thread, which gets clones of what the host
//! supplies.

use crate::tool::model::{Kind, ToolFn};
use crate::types;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};

/// The value of the `#[context]` parameter of that number.
pub(super) fn context(tool: &ToolFn<'_>, number: usize) -> TokenStream {
    let span = Span::mixed_site();
    if tool.args.blocking.is_set() {
        let local = local(number);
        quote_spanned!(span=> __p::lend(&#local))
    } else {
        quote_spanned!(span=> __p::FromState::from_state(__s, __c))
    }
}

fn local(number: usize) -> Ident {
    format_ident!("__c{}", number, span = Span::mixed_site())
}

/// The body of the call: as it is, or put on another thread.
pub(super) fn body(tool: &ToolFn<'_>, body: TokenStream) -> TokenStream {
    if !tool.args.blocking.is_set() {
        return body;
    }
    let span = Span::mixed_site();
    let contexts = tool.params.iter().filter_map(|param| match param.kind() {
        Kind::Context(ty) => ty.map(|ty| (param.conditions.attribute(), ty)),
        _ => None,
    });
    let clones = contexts.enumerate().map(|(number, (on, ty))| {
        let local = local(number);
        // The bound that fails hangs on this method, so its name carries the place.
        let cloned = Ident::new("cloned", types::head(ty));
        let ty = tool.in_state(ty);
        quote_spanned! {span=>
            #on let __v: &#ty = __p::FromState::from_state(__s, __c);
            #on let #local = (&&__p::Probe(__v)).__own().#cloned(__v);
        }
    });
    let mut clones: TokenStream = clones.collect();
    let mut again = None;
    if tool.receiver().is_some() {
        clones.extend(quote_spanned!(span=> let __t = __p::shared(__t);));
        again = Some(quote_spanned!(span=> let __t = &__t;));
    }
    quote_spanned! {span=>
        #clones
        __p::blocking(__a, move |__a: &mut __p::Arguments<'_>| { #again #body })
    }
}
