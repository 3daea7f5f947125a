//! What the model is told when its arguments cannot be decoded: all of it at once.

use super::lenient::{Findings, Place, Walked, blamed, expected, place, shape, words};
use super::problem::{ArgumentsError, Problem};
use super::{Offer, Quiet};
use crate::llm_visible::{LlmText, is_blank};
use crate::nearest;
use crate::tool::ToolDefinition;
use serde_json::Value;
use serde_json::error::Category;
use std::fmt::Write;
use std::ops::Range;

/// So many problems are said, no more.
const PROBLEMS: usize = 20;
/// The longest text, in bytes, without its last lines.
const LENGTH: usize = 3_000;
/// The longest line, in characters.
const LINE: usize = 1_000;
/// The longest message of a type's own, in characters.
const MESSAGE: usize = 300;

/// The text for the model: one line a problem, each naming its place.
#[cold]
pub(crate) fn feedback(
    error: &ArgumentsError,
    text: &str,
    offer: Offer<'_>,
    walked: &Walked,
) -> LlmText {
    let mut lines = Lines::new();
    let names = &error.names(offer.definition)[..];
    for problem in &error.problems {
        match problem {
            Problem::Invalid { name, value, error } => {
                let found = walked.findings.iter().find(|(other, _)| other == name);
                match found {
                    Some((_, found)) if !found.lines.is_empty() => lines.extend(found),
                    _ => lines.push(&refused(name, value, error, text, offer)),
                }
            }
            Problem::Limits(found) => lines.extend(found),
            #[cfg(feature = "garde")]
            Problem::Ruled {
                name,
                path,
                text: said,
            } => {
                let place = place(text, offer, name, path);
                // A limit of the schema often says the same.
                if !lines.says(&place.path) {
                    lines.push(&validated(name, &place, Some(said), offer));
                }
            }
            _ => {
                // Every name once is enough.
                let line = line(problem, names, text, offer);
                let all = parameters(names);
                match line.strip_suffix(&all) {
                    Some(short) if lines.has_names => lines.push(short),
                    Some(_) => {
                        lines.has_names = true;
                        lines.push(&line);
                    }
                    None => lines.push(&line),
                }
            }
        }
    }
    lines.finish(offer.definition, error.names)
}

/// Said of a value whose own words are not shown.
const NOT_ACCEPTABLE: &str = "not acceptable";

struct Lines {
    text: String,
    said: usize,
    all: usize,
    /// The names of all parameters stand there already.
    has_names: bool,
    /// What was said of one of them does not tell what to change.
    is_vague: bool,
}

impl Lines {
    fn new() -> Self {
        Self {
            text: String::with_capacity(256) + "the arguments are wrong, the call was not run:",
            said: 0,
            all: 0,
            has_names: false,
            is_vague: false,
        }
    }

    fn push(&mut self, line: &str) {
        self.all += 1;
        self.is_vague |= is_vague(line);
        let mut ends = line.char_indices().skip(LINE);
        let short = ends.next().and_then(|(end, _)| line.get(..end));
        let length = short.unwrap_or(line).len();
        if self.said < PROBLEMS && (self.said == 0 || self.text.len() + length < LENGTH) {
            self.said += 1;
            self.text.push_str("\n- ");
            self.text.push_str(short.unwrap_or(line));
            if short.is_some() {
                self.text.push('…');
            }
        }
    }

    /// Whether a line of this place stands there.
    #[cfg(feature = "garde")]
    fn says(&self, path: &str) -> bool {
        self.text.contains(&format!("\n- `{path}`: "))
    }

    fn extend(&mut self, found: &Findings) {
        for line in &found.lines {
            self.push(line);
        }
        self.all += found.more;
    }

    fn finish(mut self, definition: &ToolDefinition, names: &[&str]) -> LlmText {
        // Writing to a `String` cannot fail.
        if self.all > self.said {
            self.text.push_str("\n- and more problems");
        }
        if self.all > 1 || self.is_vague {
            let shape = shape(definition.input_schema(), names);
            let _ = write!(
                self.text,
                "\nthe right shape (`?`: may be left out): {shape}"
            );
        }
        LlmText::known_visible(self.text)
    }
}

/// Whether what came is of the kind that was expected, for all that is said.
fn is_vague(line: &str) -> bool {
    let Some((expected, got)) = line.rsplit_once(", got ") else {
        return false;
    };
    matches!(got, "an object" | "an array") && expected.contains(got)
}

fn property<'d>(definition: &'d ToolDefinition, name: &str) -> &'d Value {
    let properties = definition.input_schema().get("properties");
    properties
        .and_then(|all| all.get(name))
        .unwrap_or(&Value::Null)
}

fn line(problem: &Problem, names: &[&str], arguments: &str, offer: Offer<'_>) -> String {
    let definition = offer.definition;
    match problem {
        Problem::Syntax { at } => {
            let position = arguments
                .get(..*at)
                .map_or(*at, |before| before.chars().count())
                + 1;
            let parameters = parameters(names);
            format!(
                "they are not one valid JSON object: it breaks off or goes wrong at character {position}{parameters}"
            )
        }
        Problem::NotAnObject => {
            let mut line = String::from("they have to be a JSON object, not ");
            // A secret may have come without its key.
            words::got_text(&mut line, arguments.trim(), offer.quieted.any_secret());
            line + &parameters(names)
        }
        Problem::Missing { name } => {
            let mut line = parameter(name) + " is missing: expected ";
            let schema = property(definition, name);
            expected::wanted_at(&mut line, definition.input_schema(), schema);
            line
        }
        Problem::Duplicate { name } => parameter(name) + " is given twice",
        Problem::Unknown { key } => {
            let nearest = nearest::nearest(key, names.iter().copied());
            words::unknown(words::WHOLE, Some(key), nearest, names)
        }
        Problem::Refused { name, error } => {
            let said = error.message_for_llm().map(LlmText::as_str);
            validated(name, &place(arguments, offer, name, &[]), said, offer)
        }
        _ => String::new(),
    }
}

/// A parameter as its path is written.
fn parameter(name: &str) -> String {
    let (mut path, mut out) = (String::new(), String::new());
    words::push_key(&mut path, name);
    words::push_path(&mut out, &path);
    out
}

fn parameters(names: &[&str]) -> String {
    match names {
        [] => "; the tool takes no parameters".to_owned(),
        _ => format!("; the parameters are {}", words::listed(names)),
    }
}

/// A value with which the walk found nothing wrong, but its type did.
fn refused(
    name: &str,
    value: &Range<usize>,
    error: &serde_json::Error,
    text: &str,
    offer: Offer<'_>,
) -> String {
    let place = place(text, offer, name, &blamed(text, value, error));
    let quiet = offer.quieted.of(name);
    let mut line = String::new();
    words::push_path(&mut line, &place.path);
    line.push_str(": ");
    let raw = place.raw.as_deref().unwrap_or_default();
    match (own_message(error), quiet) {
        (Some(message), None) => {
            line.push_str(&message);
            line.push_str("; got ");
        }
        (message, _) => {
            if message.is_some() {
                line.push_str(NOT_ACCEPTABLE);
                line.push_str("; ");
            }
            let root = offer.definition.input_schema();
            line.push_str("expected ");
            if quiet == Some(Quiet::Secret) {
                expected::wanted(&mut line, root, &place.layers, false);
            } else {
                expected::expected_at(&mut line, root, &place.layers, raw);
            }
            line.push_str(", got ");
        }
    }
    words::got_text(&mut line, raw, quiet == Some(Quiet::Secret));
    line
}

/// A value that decoded, and that a validation refuses.
fn validated(name: &str, place: &Place<'_>, said: Option<&str>, offer: Offer<'_>) -> String {
    let quiet = offer.quieted.of(name);
    let mut line = String::new();
    words::push_path(&mut line, &place.path);
    line.push_str(": ");
    match said {
        Some(text) if quiet.is_none() && !is_blank(text) => {
            line.push_str(&words::shown(text, MESSAGE));
        }
        _ => line.push_str(NOT_ACCEPTABLE),
    }
    if let Some(raw) = &place.raw {
        line.push_str("; got ");
        words::got_text(&mut line, raw, quiet == Some(Quiet::Secret));
    }
    line
}

/// What the type says in its own words. Those of `serde` and of the parser are for developers.
fn own_message(error: &serde_json::Error) -> Option<String> {
    const STANDARD: [&str; 11] = [
        "invalid type: ",
        "invalid value: ",
        "invalid length ",
        "unknown variant ",
        "unknown field ",
        "missing field ",
        "duplicate field ",
        "data did not match any variant",
        "there are no ",
        "no variant of enum ",
        "can only flatten ",
    ];
    if error.classify() != Category::Data {
        return None;
    }
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = text.strip_suffix(&place).unwrap_or(&text);
    let is_standard = STANDARD.iter().any(|start| text.starts_with(start));
    (!is_standard && !is_blank(text)).then(|| words::shown(text, MESSAGE))
}
