//! The built-in rules, in one pass. At each byte only the rules are asked that begin with it; each looks back a fixed
//! number of bytes, and ahead over bytes that no rule looks at again, or a fixed number of them.

use super::mark::Span;
use super::text::Text;
use super::{address, authorization, key, pair, path, sql, url};

/// Finds everything; paths, SQL and addresses only where `surroundings` are asked for.
pub(super) fn scan(text: &str, surroundings: bool, spans: &mut Vec<Span<'_>>) {
    let mut text = Text::new(text);
    let mut sql = sql::Sql::default();
    let mut i = 0;
    while i < text.end() {
        match find(&text, i, surroundings, &mut sql) {
            Some(span) if span.start >= text.edge && span.start < span.end => {
                i = span.end.max(i + 1);
                text.edge = i;
                spans.push(span);
            }
            _ => i += 1,
        }
    }
}

fn find(
    text: &Text<'_>,
    i: usize,
    surroundings: bool,
    sql: &mut sql::Sql,
) -> Option<Span<'static>> {
    match text.at(i) {
        b'-' => key::private(text, i)
            .or_else(|| pair::flag(text, i))
            .or_else(|| pair::client(text, i)),
        b' ' => pair::prose(text, i),
        b'%' => pair::encoded(text, i),
        b':' => url::with_password(text, i, surroundings).or_else(|| pair::pair(text, i)),
        b'=' | b'>' => pair::pair(text, i),
        b'/' | b'~' | b'$' | b'\\' if surroundings => path::path(text, i),
        b'[' if surroundings => address::ipv6(text, i),
        b'0'..=b'9' => key::telegram(text, i)
            .or_else(|| surroundings.then(|| address::ipv4(text, i)).flatten()),
        byte if byte.is_ascii_alphabetic() && text.is_start(i) => key::vendor(text, i)
            .or_else(|| key::jwt(text, i))
            .or_else(|| authorization::scheme(text, i))
            .or_else(|| {
                surroundings
                    .then(|| path::windows(text, i).or_else(|| sql.statement(text, i)))
                    .flatten()
            }),
        _ => None,
    }
}
