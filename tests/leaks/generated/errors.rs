//! Errors that hold the canary in everything but their text for the model.

use super::Dice;
use std::error::Error;
use std::fmt;
use toolwright::testing::Canary;
use toolwright::{LlmText, LlmVisible, LlmVisibleError};

pub(crate) type Boxed = Box<dyn Error + Send + Sync>;

/// What a visible error says.
pub(crate) const VISIBLE: &str = "visible: try another one";

/// How developers get to read a secret.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Dress {
    Plain,
    Password,
    Url,
    Path,
    Sql,
}

/// A text for developers with the canary in it.
pub(crate) fn text(canary: &Canary, dress: Dress) -> String {
    let secret = canary.text();
    match dress {
        Dress::Plain => format!("failed: {secret}"),
        Dress::Password => format!("login failed, password={}7!", secret.replace('"', "_")),
        Dress::Url => format!(
            "cannot reach postgres://u:{}@h/db",
            secret.replace('"', "_")
        ),
        Dress::Path => format!("cannot open /home/{}/x", secret.replace('"', "_")),
        Dress::Sql => format!("syntax: SELECT a FROM b WHERE c = '{secret}'"),
    }
}

/// For developers only: `Display`, `Debug` and sources.
pub(crate) struct Hidden {
    text: String,
    source: Option<Boxed>,
}

impl fmt::Display for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hidden({}, {:?})", self.text, self.source)
    }
}

impl Error for Hidden {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

pub(crate) fn hidden(canary: &Canary, dress: Dress, depth: usize, dice: &mut Dice) -> Hidden {
    let source = (depth > 0).then(|| tree(canary, depth - 1, dice));
    Hidden {
        text: text(canary, dress),
        source,
    }
}

/// An error of any kind, with others below it.
pub(crate) fn tree(canary: &Canary, depth: usize, dice: &mut Dice) -> Boxed {
    match dice.below(6) {
        0 => canary.error_of_depth(depth).into(),
        1 => std::io::Error::other(hidden(canary, Dress::Plain, depth, dice)).into(),
        2 => anyhow(canary, depth, dice).into(),
        3 => text(canary, Dress::Plain).into(),
        4 => Typed::Hidden(Some(tree_of(canary, depth, dice))).into(),
        _ => hidden(canary, Dress::Plain, depth, dice).into(),
    }
}

fn tree_of(canary: &Canary, depth: usize, dice: &mut Dice) -> Boxed {
    match depth {
        0 => canary.error_of_depth(0).into(),
        _ => tree(canary, depth - 1, dice),
    }
}

/// An erased chain: contexts for developers, and nothing visible in it.
pub(crate) fn anyhow(canary: &Canary, depth: usize, dice: &mut Dice) -> anyhow::Error {
    let mut error = anyhow::Error::new(hidden(canary, Dress::Plain, depth.min(2), dice));
    for _ in 0..depth {
        error = error.context(text(canary, Dress::Plain));
    }
    error
}

/// An erased chain with a visible error in it.
pub(crate) fn visible_chain(canary: &Canary, depth: usize, dice: &mut Dice) -> anyhow::Error {
    let mut error = anyhow::Error::new(ready(canary, depth, dice));
    for _ in 0..depth {
        error = error.context(text(canary, Dress::Plain));
    }
    error
}

/// The ready-made visible error with a secret source.
pub(crate) fn ready(canary: &Canary, depth: usize, dice: &mut Dice) -> LlmVisibleError {
    LlmVisibleError::new(LlmText::new(VISIBLE).unwrap()).with_source(tree_of(canary, depth, dice))
}

/// A typed error that decides by variant.
#[derive(Debug, LlmVisible)]
pub(crate) enum Typed {
    #[llm("visible: try another one")]
    Visible(Boxed),
    #[llm(hidden)]
    Hidden(Option<Boxed>),
    #[llm(with = blank)]
    Blank(Boxed),
    #[llm(transparent)]
    Transparent(Box<Typed>),
}

fn blank(_: &Typed) -> Option<LlmText> {
    LlmText::if_not_blank(" \u{200B}")
}

impl fmt::Display for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Visible(error) | Self::Blank(error) | Self::Hidden(Some(error)) => {
                write!(f, "typed: {error}")
            }
            Self::Hidden(None) => f.write_str("typed"),
            Self::Transparent(error) => error.fmt(f),
        }
    }
}

impl Error for Typed {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Visible(error) | Self::Blank(error) | Self::Hidden(Some(error)) => Some(&**error),
            Self::Hidden(None) => None,
            Self::Transparent(error) => Some(&**error),
        }
    }
}

pub(crate) fn typed(canary: &Canary, which: usize, depth: usize, dice: &mut Dice) -> Typed {
    let error = tree_of(canary, depth, dice);
    let inner = match which % 3 {
        0 => Typed::Visible(error),
        1 => Typed::Hidden(Some(error)),
        _ => Typed::Blank(error),
    };
    let wraps = if which >= 3 { depth } else { 0 };
    (0..wraps).fold(inner, |inner, _| Typed::Transparent(Box::new(inner)))
}
