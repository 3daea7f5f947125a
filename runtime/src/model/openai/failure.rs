//! What developers read of a server's refusal: one line, bounded, without secrets.

use super::text::text_of;
use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::time::Duration;

const MAX_CHARS: usize = 300;
const MAX_DEPTH: usize = 4;
const MIN_PART: usize = 5;
/// Words of headers that are no secrets.
const SCHEMES: &[&str] = &["basic", "bearer", "digest", "token"];

/// What must not be shown, even where a server echoes it.
#[derive(Default)]
pub(super) struct Secrets(Vec<String>);

impl Secrets {
    /// A secret, in every form in which a server may show it.
    pub(super) fn add(&mut self, secret: &str) {
        if secret.contains('/') {
            // As some servers write it in JSON.
            self.add_one(&secret.replace('/', "\\/"));
        }
        if let Ok(quoted) = serde_json::to_string(secret) {
            self.add_one(quoted.trim_matches('"'));
        }
        self.add_one(secret);
    }

    /// The value of a header: whole, and each of the parts that schemes, cookies and parameters are made of.
    pub(super) fn add_header(&mut self, value: &str) {
        self.add(value);
        for part in value.split(|c: char| c.is_whitespace() || matches!(c, ';' | ',' | '=')) {
            // Shorter ones are in every text.
            let is_scheme = SCHEMES
                .iter()
                .any(|scheme| scheme.eq_ignore_ascii_case(part));
            if part.len() >= MIN_PART && !is_scheme {
                self.add(part);
            }
        }
    }

    fn add_one(&mut self, secret: &str) {
        // One or two characters are in every text, and no secret.
        if secret.len() > 2 && !self.0.iter().any(|known| known == secret) {
            self.0.push(secret.to_owned());
            // The longest first, so that no rest of a secret is left by a shorter one inside it.
            self.0.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        }
    }

    fn hide(&self, text: &str) -> String {
        let hide = |text: String, secret: &String| text.replace(secret, "[hidden]");
        self.0.iter().fold(text.to_owned(), hide)
    }
}

/// Returns the start of a text, quoted as it came.
pub(super) fn excerpt(text: &str, secrets: &Secrets) -> String {
    let line = line(text, secrets);
    if line.is_empty() {
        "nothing".to_owned()
    } else {
        format!("`{line}`")
    }
}

/// Returns what the body of a refusal says, if it says anything.
pub(super) fn server_message(text: &str, secrets: &Secrets) -> Option<String> {
    let said = message(text).filter(|said| !said.trim().is_empty());
    let line = line(said.as_deref().unwrap_or(text), secrets);
    (!line.is_empty()).then_some(line)
}

/// Returns the message of `{"error": {"message": …}}` and of the other shapes in use.
pub(super) fn message(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Refusal<'a> {
        #[serde(borrow)]
        error: Option<&'a RawValue>,
        #[serde(borrow)]
        message: Option<&'a RawValue>,
        #[serde(borrow)]
        detail: Option<&'a RawValue>,
    }
    let mut raw = text;
    // A server may nest as deep as it likes; nobody's message lies deeper than this.
    for _ in 0..MAX_DEPTH {
        let Ok(refusal) = serde_json::from_str::<Refusal<'_>>(raw) else {
            break;
        };
        match refusal.error.or(refusal.message).or(refusal.detail) {
            Some(inner) => raw = inner.get(),
            None => break,
        }
        if !raw.starts_with('{') {
            break;
        }
    }
    let found = raw.len() < text.len();
    found.then(|| text_of(raw).unwrap_or_else(|| raw.to_owned()))
}

/// Returns how long the server asks to wait, where it says so in seconds.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?;
    value.trim().parse().ok().map(Duration::from_secs)
}

fn line(text: &str, secrets: &Secrets) -> String {
    // Hidden before anything is cut, so that no part of a secret can stay.
    let hidden = secrets.hide(text);
    let mut words = String::new();
    for word in hidden.split(|c: char| c.is_whitespace() || c.is_control()) {
        if !word.is_empty() {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
        if words.len() > 4 * MAX_CHARS {
            break;
        }
    }
    match words.char_indices().nth(MAX_CHARS - 1) {
        Some((end, _)) if words.chars().nth(MAX_CHARS).is_some() => {
            let kept = words.get(..end).unwrap_or_default();
            format!("{kept}…")
        }
        _ => words,
    }
}
