//! What stands after the `:` of a placeholder.

use std::iter::Peekable;
use std::str::Chars;

/// The format that a placeholder is asked for in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Display,
    Debug,
    LowerHex,
    UpperHex,
    Octal,
    Binary,
    LowerExp,
    UpperExp,
}

impl Format {
    /// The constructor of the runtime's `Placeholder` for it.
    pub(crate) const fn constructor(self) -> &'static str {
        match self {
            Self::Display => "display",
            Self::Debug => "debug",
            Self::LowerHex => "lower_hex",
            Self::UpperHex => "upper_hex",
            Self::Octal => "octal",
            Self::Binary => "binary",
            Self::LowerExp => "lower_exp",
            Self::UpperExp => "upper_exp",
        }
    }

    /// The trait in `core::fmt` that a generic type needs; `Debug` has one of ours.
    pub(crate) const fn standard_trait(self) -> Option<&'static str> {
        match self {
            Self::Display => Some("Display"),
            Self::Debug => None,
            Self::LowerHex => Some("LowerHex"),
            Self::UpperHex => Some("UpperHex"),
            Self::Octal => Some("Octal"),
            Self::Binary => Some("Binary"),
            Self::LowerExp => Some("LowerExp"),
            Self::UpperExp => Some("UpperExp"),
        }
    }
}

/// A format as written, with its `:`, and what it asks for.
#[derive(Debug)]
pub(crate) struct Spec {
    pub(crate) written: String,
    pub(crate) format: Format,
}

impl Spec {
    /// Whether it cuts a text to nothing: a precision of 0.
    pub(crate) fn may_cut_all(&self) -> bool {
        let precision = self
            .written
            .rsplit_once('.')
            .map(|(_, precision)| precision);
        precision.is_some_and(|precision| {
            let digits = precision.trim_end_matches(|c: char| !c.is_ascii_digit());
            !digits.is_empty() && digits.bytes().all(|digit| digit == b'0')
        })
    }

    pub(super) fn parse(written: Option<&str>) -> Result<Self, String> {
        let Some(written) = written else {
            return Ok(Self {
                written: String::new(),
                format: Format::Display,
            });
        };
        if written.contains('$') || written.contains(".*") {
            return Err(format!(
                "`:{written}` takes a width or precision from an argument; write the number"
            ));
        }
        let format = match after_alignment_and_size(written).trim_end() {
            "" => Format::Display,
            "?" | "x?" | "X?" => Format::Debug,
            "x" => Format::LowerHex,
            "X" => Format::UpperHex,
            "o" => Format::Octal,
            "b" => Format::Binary,
            "e" => Format::LowerExp,
            "E" => Format::UpperExp,
            "p" => return Err("`:p` shows an address, which tells the model nothing".to_owned()),
            _ => {
                return Err(format!(
                    "`:{written}` is no format; see `std::fmt` for those that are"
                ));
            }
        };
        Ok(Self {
            written: format!(":{written}"),
            format,
        })
    }
}

/// What is left of `[[fill]align][sign]['#']['0'][width]['.' precision]type`: the type.
fn after_alignment_and_size(written: &str) -> &str {
    let aligns = |c: Option<char>| matches!(c, Some('<' | '^' | '>'));
    let mut ahead = written.chars();
    let (first, second) = (ahead.next(), ahead.next());
    let mut rest = written.chars();
    if aligns(second) {
        rest = ahead;
    } else if aligns(first) {
        rest.next();
    }
    let mut rest = rest.peekable();
    rest.next_if(|c| matches!(c, '+' | '-'));
    rest.next_if_eq(&'#');
    skip_digits(&mut rest);
    if rest.next_if_eq(&'.').is_some() {
        skip_digits(&mut rest);
    }
    let left: usize = rest.map(char::len_utf8).sum();
    written.get(written.len() - left..).unwrap_or(written)
}

fn skip_digits(rest: &mut Peekable<Chars<'_>>) {
    while rest.next_if(char::is_ascii_digit).is_some() {}
}
