//! Gathers errors, so that one compile shows them all.

use crate::conditions::Conditions;
use proc_macro2::TokenStream;
use std::fmt::Display;

/// The errors found in one item. Must be finished: a gatherer that is dropped with errors in it would hide them.
#[derive(Default)]
#[must_use]
pub(crate) struct Errors {
    found: Vec<syn::Error>,
    finished: bool,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Records an error on the tokens of `tokens`.
    pub(crate) fn at(&mut self, tokens: impl quote::ToTokens, message: impl Display) {
        self.found.push(syn::Error::new_spanned(tokens, message));
    }

    /// Records an error on one span.
    pub(crate) fn on(&mut self, span: proc_macro2::Span, message: impl Display) {
        self.found.push(syn::Error::new(span, message));
    }

    pub(crate) fn push(&mut self, error: syn::Error) {
        self.found.push(error);
    }

    /// Hands over what was found so far.
    pub(crate) fn take(&mut self) -> Self {
        std::mem::replace(
            self,
            Self {
                found: Vec::new(),
                finished: true,
            },
        )
    }

    /// Keeps the value of a parse step and records its error.
    pub(crate) fn ok<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.push(error);
                None
            }
        }
    }

    /// `Err` with every recorded error as `compile_error!` items, if there is any.
    pub(crate) fn finish(mut self) -> Result<(), TokenStream> {
        self.finished = true;
        if self.found.is_empty() {
            return Ok(());
        }
        Err(std::mem::take(&mut self.found)
            .iter()
            .map(syn::Error::to_compile_error)
            .collect())
    }

    /// The same for an item that is there only under conditions, and with it what is wrong with it.
    pub(crate) fn finish_under(mut self, conditions: &Conditions) -> Result<(), TokenStream> {
        self.finished = true;
        if self.found.is_empty() {
            return Ok(());
        }
        let on = conditions.attribute();
        let mut messages = TokenStream::new();
        for error in std::mem::take(&mut self.found).into_iter().flatten() {
            messages.extend(on.clone());
            messages.extend(error.to_compile_error());
        }
        Err(messages)
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        debug_assert!(
            self.finished || std::thread::panicking(),
            "errors gathered and never finished"
        );
    }
}
