//! The texts of `#[llm("…")]`, `llm_text!` and `visible_error!`: words and placeholders.

mod shown;
mod spec;
#[cfg(test)]
mod tests;

pub(crate) use shown::{respanned, shown};
pub(crate) use spec::{Format, Spec};

use crate::blank::is_blank;

/// A text as written, its escapes resolved.
pub(crate) struct Template {
    pieces: Vec<Piece>,
}

enum Piece {
    Words(String),
    Placeholder(Placeholder),
}

/// One `{…}`.
pub(crate) struct Placeholder {
    pub(crate) argument: Argument,
    pub(crate) spec: Spec,
}

/// What stands before the `:` of a placeholder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    /// `{}`
    Next,
    /// `{0}`
    Index(usize),
    /// `{name}`
    Name(String),
    /// `{a.b}`, `{f()}` and the like.
    Other(String),
}

impl Template {
    /// Splits `text`; every mistake in it is one message.
    pub(crate) fn parse(text: &str) -> Result<Self, Vec<String>> {
        let mut pieces = Vec::new();
        let mut mistakes = Vec::new();
        let mut words = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, from) = rest.split_at(at);
            words.push_str(before);
            if let Some(after) = from.strip_prefix("{{") {
                words.push('{');
                rest = after;
            } else if let Some(after) = from.strip_prefix("}}") {
                words.push('}');
                rest = after;
            } else if let Some(after) = from.strip_prefix('}') {
                mistakes.push("`}` closes no placeholder; write `}}` for a brace".to_owned());
                rest = after;
            } else {
                let from = from.strip_prefix('{').unwrap_or(from);
                let Some((inside, after)) = from
                    .split_once('}')
                    .filter(|(inside, _)| !inside.contains('{'))
                else {
                    mistakes.push("a placeholder is not closed; write `{{` for a brace".to_owned());
                    // What follows belongs to a placeholder whose end is unknown.
                    return Err(mistakes);
                };
                if !words.is_empty() {
                    pieces.push(Piece::Words(std::mem::take(&mut words)));
                }
                match Placeholder::parse(inside) {
                    Ok(placeholder) => pieces.push(Piece::Placeholder(placeholder)),
                    Err(mistake) => mistakes.push(mistake),
                }
                rest = after;
            }
        }
        words.push_str(rest);
        if !words.is_empty() {
            pieces.push(Piece::Words(words));
        }
        if mistakes.is_empty() {
            Ok(Self { pieces })
        } else {
            Err(mistakes)
        }
    }

    pub(crate) fn placeholders(&self) -> impl Iterator<Item = &Placeholder> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Placeholder(placeholder) => Some(placeholder),
            Piece::Words(_) => None,
        })
    }

    /// The whole text, if it has no placeholder.
    pub(crate) fn without_placeholders(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [] => Some(""),
            [Piece::Words(words)] => Some(words),
            _ => None,
        }
    }

    /// Whether a model would see something of the words, whatever the placeholders show.
    pub(crate) fn has_visible_words(&self) -> bool {
        self.pieces.iter().any(|piece| match piece {
            Piece::Words(words) => !is_blank(words),
            Piece::Placeholder(_) => false,
        })
    }

    /// The text for `format_args!`, with one positional argument per placeholder.
    pub(crate) fn format_text(&self) -> String {
        self.format_text_from(0)
    }

    /// The same, where so many arguments stand before it.
    pub(crate) fn format_text_from(&self, mut position: usize) -> String {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Words(words) => {
                    text.push_str(&words.replace('{', "{{").replace('}', "}}"));
                }
                Piece::Placeholder(placeholder) => {
                    text.push('{');
                    text.push_str(&position.to_string());
                    text.push_str(&placeholder.spec.written);
                    text.push('}');
                    position += 1;
                }
            }
        }
        text
    }
}

impl Placeholder {
    fn parse(inside: &str) -> Result<Self, String> {
        // `{a::b}` is a path and no name with a format.
        let (argument, spec) = match inside.split_once(':') {
            Some((_, rest)) if rest.starts_with(':') => (inside, None),
            Some((argument, spec)) => (argument, Some(spec)),
            None => (inside, None),
        };
        Ok(Self {
            argument: Argument::parse(argument.trim_end()),
            spec: Spec::parse(spec)?,
        })
    }
}

impl Argument {
    fn parse(text: &str) -> Self {
        if text.is_empty() {
            return Self::Next;
        }
        if let Ok(index) = text.parse::<usize>()
            && text.bytes().all(|byte| byte.is_ascii_digit())
        {
            return Self::Index(index);
        }
        let name = text.strip_prefix("r#").unwrap_or(text);
        if is_name(name) {
            Self::Name(text.to_owned())
        } else {
            Self::Other(text.to_owned())
        }
    }
}

/// Whether `text` could name a field or a variable; keywords can, as raw identifiers.
fn is_name(text: &str) -> bool {
    use syn::ext::IdentExt as _;
    use syn::parse::Parser as _;
    !text.starts_with("r#")
        && syn::Ident::parse_any
            .parse_str(text)
            .is_ok_and(|name| name == text)
}
