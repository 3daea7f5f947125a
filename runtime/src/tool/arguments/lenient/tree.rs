//! JSON text as a tree that keeps the text: numbers digit for digit, and keys that stand there twice.

use super::number::Decimal;
use std::borrow::Cow;

/// So deep may values be nested; the strict pass goes no deeper either.
const DEPTH: usize = 128;

/// A value and the text it was written as.
#[derive(Debug)]
pub(crate) struct Node<'a> {
    pub(crate) raw: &'a str,
    pub(crate) kind: Kind<'a>,
}

#[derive(Debug)]
pub(crate) enum Kind<'a> {
    Null,
    Bool,
    Number,
    Text,
    Array(Vec<Node<'a>>),
    Object(Vec<Member<'a>>),
}

/// A key and its value.
#[derive(Debug)]
pub(crate) struct Member<'a> {
    pub(crate) key: Cow<'a, str>,
    pub(crate) raw_key: &'a str,
    pub(crate) value: Node<'a>,
}

/// Why a text is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    Syntax,
    Deep,
}

/// Parses one JSON value, with nothing but white space around it. What the escapes of a string value say is only
/// looked at where the value is needed.
pub(crate) fn parse(text: &str) -> Result<Node<'_>, Broken> {
    let mut parser = Parser { text, at: 0 };
    parser.skip_whitespace();
    let node = parser.value(DEPTH)?;
    parser.skip_whitespace();
    if parser.at == text.len() {
        Ok(node)
    } else {
        Err(Broken::Syntax)
    }
}

/// What a string says, or `None` if one of its escapes says nothing.
pub(crate) fn decoded(raw: &str) -> Option<Cow<'_, str>> {
    let inside = raw.strip_prefix('"')?.strip_suffix('"')?;
    if inside.bytes().all(|byte| byte != b'\\' && byte >= 0x20) {
        return Some(Cow::Borrowed(inside));
    }
    serde_json::from_str(raw).ok().map(Cow::Owned)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn skip_whitespace(&mut self) {
        while matches!(self.peek(), b' ' | b'\n' | b'\t' | b'\r') {
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8) -> Result<(), Broken> {
        if self.peek() != byte {
            return Err(Broken::Syntax);
        }
        self.at += 1;
        Ok(())
    }

    fn value(&mut self, depth: usize) -> Result<Node<'a>, Broken> {
        let start = self.at;
        let kind = match self.peek() {
            b'{' => Kind::Object(self.object(depth)?),
            b'[' => Kind::Array(self.array(depth)?),
            b'"' => {
                self.string()?;
                Kind::Text
            }
            b'n' => self.word("null", Kind::Null)?,
            b't' => self.word("true", Kind::Bool)?,
            b'f' => self.word("false", Kind::Bool)?,
            _ => {
                while matches!(self.peek(), b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E') {
                    self.at += 1;
                }
                if !Decimal::is_number(self.since(start)) {
                    return Err(Broken::Syntax);
                }
                Kind::Number
            }
        };
        Ok(Node {
            raw: self.since(start),
            kind,
        })
    }

    fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn word(&mut self, word: &str, kind: Kind<'a>) -> Result<Kind<'a>, Broken> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if !rest.starts_with(word) {
            return Err(Broken::Syntax);
        }
        self.at += word.len();
        Ok(kind)
    }

    /// Moves behind a string and returns its text, with the quotes.
    fn string(&mut self) -> Result<&'a str, Broken> {
        let start = self.at;
        self.expect(b'"')?;
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b'"') => break,
                Some(b'\\') => self.at += 2,
                Some(0x20..) => self.at += 1,
                _ => return Err(Broken::Syntax),
            }
        }
        self.at += 1;
        self.text.get(start..self.at).ok_or(Broken::Syntax)
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Node<'a>>, Broken> {
        let depth = depth.checked_sub(1).ok_or(Broken::Deep)?;
        let mut items = Vec::new();
        self.at += 1;
        self.skip_whitespace();
        if self.peek() == b']' {
            self.at += 1;
            return Ok(items);
        }
        loop {
            self.skip_whitespace();
            items.push(self.value(depth)?);
            self.skip_whitespace();
            if self.peek() != b',' {
                self.expect(b']')?;
                return Ok(items);
            }
            self.at += 1;
        }
    }

    fn object(&mut self, depth: usize) -> Result<Vec<Member<'a>>, Broken> {
        let depth = depth.checked_sub(1).ok_or(Broken::Deep)?;
        let mut members = Vec::new();
        self.at += 1;
        self.skip_whitespace();
        if self.peek() == b'}' {
            self.at += 1;
            return Ok(members);
        }
        loop {
            self.skip_whitespace();
            let raw_key = self.string()?;
            // A key whose escapes say nothing is one that nobody looks at.
            let key = decoded(raw_key).unwrap_or(Cow::Borrowed(raw_key));
            self.skip_whitespace();
            self.expect(b':')?;
            self.skip_whitespace();
            let value = self.value(depth)?;
            members.push(Member {
                key,
                raw_key,
                value,
            });
            self.skip_whitespace();
            if self.peek() != b',' {
                self.expect(b'}')?;
                return Ok(members);
            }
            self.at += 1;
        }
    }
}
