//! Looking at a text byte by byte. Every rule stops at ASCII, so that what it finds begins and ends between characters.

/// A text that is looked through from its beginning to its end.
pub(super) struct Text<'t> {
    pub(super) bytes: &'t [u8],
    /// Up to here everything is taken out or looked at; nothing before it is looked at again.
    pub(super) edge: usize,
}

impl<'t> Text<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self {
            bytes: text.as_bytes(),
            edge: 0,
        }
    }

    /// The byte at `i`; 0 behind the end.
    pub(super) fn at(&self, i: usize) -> u8 {
        self.bytes.get(i).copied().unwrap_or(0)
    }

    /// The byte before `i`; 0 at the beginning. A line break that is escaped is a space.
    pub(super) fn before(&self, i: usize) -> u8 {
        let last = self.back(i, 1);
        let is_escaped = matches!(last, b'n' | b'r' | b't') && self.back(i, 2) == b'\\';
        if is_escaped { b' ' } else { last }
    }

    fn back(&self, i: usize, n: usize) -> u8 {
        match i.checked_sub(n) {
            Some(at) if at >= self.edge => self.at(at),
            _ => 0,
        }
    }

    /// Whether a word may begin at `i`: not inside of another, unless that is a percent-encoded byte.
    pub(super) fn is_start(&self, i: usize) -> bool {
        let is_encoded = self.back(i, 3) == b'%'
            && self.back(i, 2).is_ascii_hexdigit()
            && self.back(i, 1).is_ascii_hexdigit();
        is_encoded || !is_word(self.before(i))
    }

    /// Where the bytes from `from` on stop to be such.
    pub(super) fn run(&self, from: usize, is: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(from..).unwrap_or_default();
        from + rest
            .iter()
            .position(|byte| !is(*byte))
            .unwrap_or(rest.len())
    }

    /// Like [`run`](Self::run), but looks at `most` bytes at the most; `None` if it goes on behind them.
    pub(super) fn short_run(
        &self,
        from: usize,
        most: usize,
        is: impl Fn(u8) -> bool,
    ) -> Option<usize> {
        let end = from + most;
        let rest = self.bytes.get(from..end.min(self.bytes.len()))?;
        match rest.iter().position(|byte| !is(*byte)) {
            Some(length) => Some(from + length),
            None if from + rest.len() == self.bytes.len() => Some(self.bytes.len()),
            None => None,
        }
    }

    /// Like [`run`](Self::run), but stops at a quote of a typesetter as well, such as `”`.
    pub(super) fn run_to_quote(&self, from: usize, is: impl Fn(u8) -> bool) -> usize {
        let mut end = from;
        loop {
            end = self.run(end, |byte| is(byte) && !matches!(byte, 0xC2 | 0xE2));
            let goes_on = matches!(self.at(end), 0xC2 | 0xE2) && !self.is_set_quote(end);
            if !goes_on {
                return end;
            }
            end += 1;
        }
    }

    /// Whether a quote of a typesetter begins at `i`.
    pub(super) fn is_set_quote(&self, i: usize) -> bool {
        matches!(self.get(i, i + 2), [0xC2, 0xAB | 0xBB])
            || matches!(self.get(i, i + 3), [0xE2, 0x80, 0x98..=0x9F | 0xB9 | 0xBA])
    }

    /// Whether one ends before `i`.
    pub(super) fn is_behind_set_quote(&self, i: usize) -> bool {
        [(2, 0xC2), (3, 0xE2)]
            .into_iter()
            .any(|(length, first)| self.back(i, length) == first && self.is_set_quote(i - length))
    }

    pub(super) fn get(&self, from: usize, to: usize) -> &'t [u8] {
        self.bytes.get(from..to).unwrap_or_default()
    }

    pub(super) fn starts(&self, i: usize, prefix: &[u8]) -> bool {
        self.get(i, i + prefix.len()) == prefix
    }

    /// `word` is lower-case ASCII.
    pub(super) fn starts_in_any_case(&self, i: usize, word: &[u8]) -> bool {
        self.get(i, i + word.len()).eq_ignore_ascii_case(word)
    }

    pub(super) fn find(&self, from: usize, what: &[u8]) -> Option<usize> {
        let rest = self.bytes.get(from..)?;
        let at = rest.windows(what.len()).position(|window| window == what);
        at.map(|at| from + at)
    }

    pub(super) fn end(&self) -> usize {
        self.bytes.len()
    }
}

pub(super) const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// What a value, a path or a URL without quotes does not go on behind.
pub(super) const fn is_delimiter(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || byte.is_ascii_control()
        || matches!(
            byte,
            b'"' | b'\''
                | b'`'
                | b'<'
                | b'>'
                | b'('
                | b')'
                | b'['
                | b']'
                | b'{'
                | b'}'
                | b','
                | b';'
                | b'|'
        )
}

pub(super) const fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

pub(super) fn has_digit(bytes: &[u8]) -> bool {
    bytes.iter().any(u8::is_ascii_digit)
}
