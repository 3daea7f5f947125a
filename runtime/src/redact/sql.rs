//! SQL statements. Their words are those of English as well, so a statement in small letters has to look like one all
//! through; one in capitals needs its first words only.

use super::mark::{Span, kind};
use super::text::{Text, is_quote};

/// What is kept while a text is looked through.
#[derive(Default)]
pub(super) struct Sql {
    /// Where the next `FROM` stands, once it was looked for: `usize::MAX` if there is none.
    from: Option<usize>,
}

/// So far a `FROM` may stand behind its `SELECT`.
const LONGEST_LIST: usize = 2_000;

const OBJECTS: [&str; 16] = [
    "TABLE",
    "INDEX",
    "UNIQUE",
    "VIEW",
    "DATABASE",
    "SCHEMA",
    "FUNCTION",
    "PROCEDURE",
    "TRIGGER",
    "USER",
    "ROLE",
    "TYPE",
    "SEQUENCE",
    "TEMP",
    "TEMPORARY",
    "OR",
];

const CLAUSES: [&str; 14] = [
    "where", "join", "inner", "left", "right", "full", "cross", "group", "order", "limit", "union",
    "having", "for", "offset",
];

impl Sql {
    /// At a letter: a statement, to its end.
    pub(super) fn statement(&mut self, text: &Text<'_>, i: usize) -> Option<Span<'static>> {
        let mut words = Words { text, at: i };
        let verb = words.next()?;
        let is_upper = verb.iter().all(u8::is_ascii_uppercase);
        let verb = std::str::from_utf8(verb)
            .ok()
            .filter(|verb| verb.len() <= 8)?;
        let is_statement = match verb.to_ascii_lowercase().as_str() {
            "select" if is_upper => self.has_from(text, words.at),
            "select" => words.selects(),
            "insert" => words.is("into") && (is_upper || words.inserts()),
            "update" if is_upper => words.next().is_some() && words.has_soon("SET"),
            "update" => {
                words.next().is_some() && words.is("set") && words.next().is_some() && words.is("=")
            }
            "delete" if is_upper => words.is("from"),
            "delete" => {
                words.is("from") && words.next().is_some() && (words.is("where") || words.is(";"))
            }
            "merge" if is_upper => words.is("into"),
            "create" | "alter" | "drop" | "truncate" if is_upper => words
                .next()
                .is_some_and(|word| OBJECTS.iter().any(|object| word == object.as_bytes())),
            "create" | "alter" | "drop" => words.is("table") && words.defines(),
            "with" => words.next().is_some() && words.is("as") && words.is("("),
            _ => false,
        };
        is_statement.then(|| Span::new(i, end(text, i), kind::SQL))
    }

    /// Whether a `FROM` follows. It is looked for once in all, however many times `SELECT` stands there.
    fn has_from(&mut self, text: &Text<'_>, at: usize) -> bool {
        let known = self.from.filter(|from| *from >= at);
        let from = known.unwrap_or_else(|| text.find(at, b"FROM").unwrap_or(usize::MAX));
        self.from = Some(from);
        from.saturating_sub(at) <= LONGEST_LIST
            && text.is_start(from)
            && text.at(from + 4).is_ascii_whitespace()
    }
}

/// The words and signs of a text, one by one.
struct Words<'a, 't> {
    text: &'a Text<'t>,
    at: usize,
}

impl<'t> Words<'_, 't> {
    /// The next one: a name with its dots and quotes, or a sign.
    fn next(&mut self) -> Option<&'t [u8]> {
        const LONGEST: usize = 80;
        const GAP: usize = 16;
        let start = self
            .text
            .short_run(self.at, GAP, |byte| byte.is_ascii_whitespace())?;
        let end = self.text.short_run(start, LONGEST, |byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'`' | b'$')
        })?;
        let end = if end == start { start + 1 } else { end };
        if end > self.text.end() {
            return None;
        }
        self.at = end;
        Some(self.text.get(start, end))
    }

    /// Whether the next one is `wanted`; if not, it stays the next.
    fn is(&mut self, wanted: &str) -> bool {
        let at = self.at;
        let is = self
            .next()
            .is_some_and(|word| word.eq_ignore_ascii_case(wanted.as_bytes()));
        if !is {
            self.at = at;
        }
        is
    }

    fn has_soon(&mut self, wanted: &str) -> bool {
        (0..4).any(|_| self.next() == Some(wanted.as_bytes()))
    }

    /// Behind `insert into`.
    fn inserts(&mut self) -> bool {
        self.next().is_some() && (self.is("(") || self.is("values") || self.is("select"))
    }

    /// Behind `create table` and the like.
    fn defines(&mut self) -> bool {
        self.is("if")
            || (self.next().is_some()
                && ["(", "add", "drop", "alter", "rename", ";"]
                    .iter()
                    .any(|word| self.is(word)))
    }

    /// Behind `select`: names with commas between them, `from`, a table, and what may follow one.
    fn selects(&mut self) -> bool {
        const MOST: usize = 64;
        let mut was_name = false;
        let mut looks_technical = false;
        for _ in 0..MOST {
            let Some(word) = self.next() else {
                return false;
            };
            if word.eq_ignore_ascii_case(b"from") {
                return self.table(looks_technical);
            }
            let joins = ["as", "distinct", "all"];
            if joins
                .iter()
                .any(|join| word.eq_ignore_ascii_case(join.as_bytes()))
            {
                was_name = false;
                continue;
            }
            let is_name = word.first().is_some_and(u8::is_ascii_alphanumeric);
            if is_name && was_name {
                return false;
            }
            looks_technical |= is_technical(word) || matches!(word, b"*" | b"(");
            was_name = is_name;
        }
        false
    }

    fn table(&mut self, mut looks_technical: bool) -> bool {
        let Some(table) = self.next() else {
            return false;
        };
        looks_technical |= is_technical(table);
        let at = self.at;
        let Some(next) = self.next() else {
            return looks_technical;
        };
        self.at = at;
        match next {
            b";" => true,
            b")" | b"\"" | b"'" | b"`" => looks_technical,
            _ => {
                let is_clause = CLAUSES
                    .iter()
                    .any(|clause| next.eq_ignore_ascii_case(clause.as_bytes()));
                is_clause && (looks_technical || self.compares())
            }
        }
    }

    /// Whether a comparison follows soon: a clause with one is no sentence.
    fn compares(&mut self) -> bool {
        (0..8).any(|_| matches!(self.next(), Some(b"=" | b"<" | b">" | b"?" | b"$")))
    }
}

/// Whether nobody writes such a word in a sentence.
fn is_technical(word: &[u8]) -> bool {
    let inside = word.get(..word.len().saturating_sub(1)).unwrap_or_default();
    word.contains(&b'_') || inside.contains(&b'.')
}

/// Where the statement that begins at `i` ends: with its `;`, with the quotes around it, with its paragraph. Where that is
/// not clear, later rather than sooner.
fn end(text: &Text<'_>, i: usize) -> usize {
    let first = text.short_run(0, 64, |byte| byte.is_ascii_whitespace());
    let is_json = first.is_some_and(|first| matches!(text.at(first), b'{' | b'['));
    let before = text.before(i);
    if is_quote(before) && !is_json {
        let rest = text.get(i, text.end());
        if let Some(last) = rest.iter().rposition(|byte| *byte == before) {
            return i + last;
        }
    }
    let mut in_text = false;
    let mut at = i;
    while at < text.end() {
        match text.at(at) {
            b'"' if is_json => return at,
            b'\\' => at += 1,
            b'\'' => in_text = !in_text,
            b';' if !in_text && !text.at(at + 1).is_ascii_alphanumeric() => return at + 1,
            b'\n' if !in_text && text.at(at + 1) == b'\n' => return at,
            _ => {}
        }
        at += 1;
    }
    text.end()
}
