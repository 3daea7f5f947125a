//! Every lint that could fire on what the macros make is an error here.
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    elided_lifetimes_in_paths,
    let_underscore_drop,
    single_use_lifetimes,
    unreachable_pub,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences,
    clippy::all,
    clippy::pedantic,
    clippy::blocks_in_conditions,
    clippy::large_futures,
    clippy::let_with_type_underscore,
    clippy::missing_docs_in_private_items,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::borrow::Cow;
use std::collections::BTreeMap;
use toolwright::{LlmVisible, ToolSet, ToolState, tool, tools, toolset};

/// Whether a text has letters.
fn has_letters(text: &str) -> Result<(), Failure> {
    if text.is_empty() {
        return Err(Failure::Key {
            key: text.to_owned(),
            count: text.len(),
        });
    }
    Ok(())
}

/// Whether a number is small.
fn is_small(number: &u128) -> Result<(), &'static str> {
    if *number > 9 {
        Err("has to be small")
    } else {
        Ok(())
    }
}

/// Checks.
#[must_use]
#[tool]
pub fn checked(
    /// Letters.
    #[arg(validate = has_letters, secret)]
    letters: &str,
    /// A small number.
    #[arg(validate = is_small, default = 1)]
    number: u128,
    /// What is not said.
    #[arg(hide_message)]
    more: Option<u128>,
) -> u128 {
    number + more.unwrap_or_default() + u128::from(letters.is_empty())
}

/// Why it failed.
#[derive(Debug, LlmVisible)]
pub enum Failure {
    /// No such key.
    #[llm("key {key} is missing, of {count}")]
    Key {
        /// The key.
        key: String,
        /// How many there are.
        count: usize,
    },
    /// For developers.
    #[llm(hidden)]
    Hidden(std::io::Error),
    /// Another one.
    #[llm(transparent)]
    Inner(Inner),
}

/// Another failure.
#[derive(Debug, LlmVisible)]
#[llm("{0} is too much")]
pub struct Inner(u8);

/// Hints, and whether to try again.
#[derive(Debug, LlmVisible)]
pub enum Advice {
    /// Said with a hint.
    #[llm("no {0}", hint = "ask for {1}", retryable)]
    Hint(u8, u8),
    /// Likewise.
    #[llm("none", hint = "do without", retryable)]
    Plain,
    /// Never again.
    #[llm("closed", terminal)]
    Terminal,
    /// Another one.
    #[llm(transparent)]
    Inner(Inner),
    /// For developers.
    #[llm(hidden)]
    Hidden,
}

/// What tools may ask for.
#[derive(Debug, ToolState)]
pub struct Shop {
    /// The name.
    name: String,
}

/// Gets a value.
///
/// # Errors
///
/// If there is none.
#[tool]
pub fn get(numbers: BTreeMap<String, i64>, key: String) -> Result<i64, Failure> {
    let count = numbers.len();
    let found = numbers.into_iter().find(|(known, _)| *known == key);
    found
        .map(|(_, number)| number)
        .ok_or(Failure::Key { key, count })
}

/// Does nothing.
#[tool]
pub fn unit() {}

/// Waits.
#[tool]
pub async fn sleepy(ms: u64) {
    let _waited = std::future::ready(ms).await;
}

/// Converts.
///
/// # Errors
///
/// If it does not fit.
#[tool]
pub async fn fallible(n: u8) -> Result<(), std::num::TryFromIntError> {
    std::future::ready(()).await;
    i8::try_from(n).map(drop)
}

/// Takes seven.
#[tool]
#[must_use]
pub fn seven(p1: u8, p2: u8, p3: u8, p4: u8, p5: u8, p6: u8, p7: u8) -> u8 {
    p1 ^ p2 ^ p3 ^ p4 ^ p5 ^ p6 ^ p7
}

/// Sums up.
#[tool]
#[must_use]
pub fn total(mut numbers: Vec<i64>, mut extra: Option<i64>) -> i64 {
    numbers.push(extra.take().unwrap_or(0));
    numbers.iter().sum()
}

/// Joins.
#[tool]
pub async fn join(
    parts: Vec<Cow<'static, str>>,
    separator: Option<Cow<'_, str>>,
    #[context] shop: &Shop,
) -> String {
    std::future::ready(()).await;
    parts.join(separator.as_deref().unwrap_or(&shop.name))
}

/// A desk.
#[derive(Clone, Debug)]
pub struct Desk<'n, T, const N: usize = 1> {
    /// Its name.
    name: &'n str,
    /// What lies on it.
    things: [T; N],
}

#[tools]
impl<'n, T: Clone + Send + Sync, const N: usize> Desk<'n, T, N> {
    /// Makes a desk.
    #[must_use]
    pub const fn new(name: &'n str, things: [T; N]) -> Self {
        Self { name, things }
    }

    /// Names it.
    #[tool]
    #[must_use]
    pub const fn name(&self) -> &'n str {
        self.name
    }

    /// Counts.
    #[tool]
    pub async fn count(
        &self,
        mut from: usize,
        #[arg(default = 1)] by: usize,
        #[context] shop: &Shop,
    ) -> usize {
        std::future::ready(()).await;
        from += self.things.len() * by + shop.name.len();
        from
    }

    /// Parses.
    ///
    /// # Errors
    ///
    /// If it is no number.
    #[tool(blocking, read_only, on_error = |_error, context| Err(context.fail()))]
    pub fn parse(&self, #[cfg(true)] word: &str) -> Result<u8, std::num::ParseIntError> {
        word.trim_start_matches(self.name).parse()
    }
}

/// All of them.
#[must_use]
pub fn tools() -> ToolSet<Shop> {
    let desk = Desk::new("a", [1_u8]);
    toolset![
        checked,
        get,
        unit,
        sleepy,
        fallible,
        seven,
        total,
        join,
        ..desk
    ]
}
