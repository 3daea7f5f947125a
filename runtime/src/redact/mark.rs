//! Findings, and the marks that take their place.

/// What the built-in rules call their findings.
pub(super) mod kind {
    pub(in crate::redact) const ADDRESS: &str = "address";
    pub(in crate::redact) const API_KEY: &str = "api key";
    pub(in crate::redact) const CONNECTION: &str = "connection string";
    pub(in crate::redact) const COOKIE: &str = "cookie";
    pub(in crate::redact) const CREDENTIALS: &str = "credentials";
    pub(in crate::redact) const PASSWORD: &str = "password";
    pub(in crate::redact) const PATH: &str = "path";
    pub(in crate::redact) const PRIVATE_KEY: &str = "private key";
    pub(in crate::redact) const SECRET: &str = "secret";
    pub(in crate::redact) const SQL: &str = "sql";
    pub(in crate::redact) const TOKEN: &str = "token";
    pub(in crate::redact) const WORD: &str = "word";

    pub(super) const ALL: [&str; 12] = [
        ADDRESS,
        API_KEY,
        CONNECTION,
        COOKIE,
        CREDENTIALS,
        PASSWORD,
        PATH,
        PRIVATE_KEY,
        SECRET,
        SQL,
        TOKEN,
        WORD,
    ];
}

const OPEN: &str = "[redacted: ";

/// What is taken out of a text.
pub(super) struct Span<'n> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: &'n str,
    /// It stood in JSON without quotes, where a mark needs some.
    pub(super) quoted: bool,
}

impl<'n> Span<'n> {
    pub(super) const fn new(start: usize, end: usize, kind: &'n str) -> Self {
        Self {
            start,
            end,
            kind,
            quoted: false,
        }
    }
}

/// The text with marks for what `find` finds between the marks that are there already; `None` if that is nothing. `find`
/// reports in order, and no two findings overlap.
pub(super) fn applied<'n>(
    text: &str,
    names: &[&str],
    mut find: impl FnMut(&str, &mut Vec<Span<'n>>),
) -> Option<String> {
    let mut written = String::new();
    let mut spans = Vec::new();
    let mut changed = false;
    let mut rest = text;
    loop {
        let (part, mark, after) = next_mark(rest, names);
        find(part, &mut spans);
        let mut from = 0;
        for Span {
            start,
            end,
            kind,
            quoted,
        } in spans.drain(..)
        {
            let Some(kept) = part.get(from..start).filter(|_| end <= part.len()) else {
                continue;
            };
            let quote = if quoted { "\"" } else { "" };
            written.extend([kept, quote, OPEN, kind, "]", quote]);
            from = end;
            changed = true;
        }
        written.push_str(part.get(from..).unwrap_or_default());
        written.push_str(mark);
        match after {
            Some(after) => rest = after,
            None => return changed.then_some(written),
        }
    }
}

/// Splits a text at the first mark of a kind that there is. Anything may stand in what only looks like a mark.
fn next_mark<'t>(text: &'t str, names: &[&str]) -> (&'t str, &'t str, Option<&'t str>) {
    for (start, _) in text.match_indices(OPEN) {
        let inside = text.get(start + OPEN.len()..).unwrap_or_default();
        let known = kind::ALL.iter().chain(names).find(|name| {
            inside
                .strip_prefix(**name)
                .is_some_and(|rest| rest.starts_with(']'))
        });
        if let Some(name) = known {
            let (part, rest) = text.split_at(start);
            let (mark, after) = rest.split_at(OPEN.len() + name.len() + 1);
            return (part, mark, Some(after));
        }
    }
    (text, "", None)
}
