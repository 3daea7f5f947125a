//! Numbers as they were written: exact, whatever their size.

use std::cmp::Ordering;

/// Integers of more digits fit into no type.
const DIGITS: usize = 60;
/// Larger exponents are all the same: out of every range.
const EXPONENT: i64 = 1_000_000_000_000;

/// `digits * 10^exponent`, exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    /// ASCII digits without zeros at either end; none for zero.
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// Whether the text is a number of JSON, to the letter.
    pub(crate) fn is_number(text: &str) -> bool {
        parts(text).is_some()
    }

    /// Reads a number of JSON.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (negative, whole, fraction, exponent) = parts(text)?;
        let mut digits = String::with_capacity(whole.len() + fraction.len());
        digits.push_str(whole);
        digits.push_str(fraction);
        let kept = digits.trim_end_matches('0').len();
        let dropped = digits.len() - kept;
        digits.truncate(kept);
        let zeros = digits.len() - digits.trim_start_matches('0').len();
        digits.drain(..zeros);
        if digits.is_empty() {
            return Some(Self {
                negative: false,
                digits,
                exponent: 0,
            });
        }
        let shift = |length: usize| i64::try_from(length).unwrap_or(EXPONENT);
        Some(Self {
            negative,
            digits,
            exponent: read_exponent(exponent) - shift(fraction.len()) + shift(dropped),
        })
    }

    /// The number as an integer, if it is one and has a size that some type may have.
    pub(crate) fn to_integer(&self) -> Option<String> {
        if self.digits.is_empty() {
            return Some("0".to_owned());
        }
        let zeros = usize::try_from(self.exponent).ok()?;
        if self.digits.len().saturating_add(zeros) > DIGITS {
            return None;
        }
        let sign = if self.negative { "-" } else { "" };
        Some(format!("{sign}{}{}", self.digits, "0".repeat(zeros)))
    }

    /// Whether the number is a multiple of another. One of more than 38 digits counts as none.
    pub(crate) fn is_multiple_of(&self, other: &Self) -> bool {
        let lower = self.exponent.min(other.exponent);
        let scaled = |number: &Self| {
            let zeros = usize::try_from(number.exponent - lower).ok()?;
            let digits = number.digits.parse::<u128>().unwrap_or(0);
            (zeros < 40)
                .then(|| digits.checked_mul(10_u128.checked_pow(u32::try_from(zeros).ok()?)?))?
        };
        if self.digits.is_empty() {
            return true;
        }
        if self.digits.len() > 38 || other.digits.len() > 38 {
            return false;
        }
        match (scaled(self), scaled(other)) {
            (Some(number), Some(other)) if other > 0 => number % other == 0,
            _ => false,
        }
    }

    /// How many digits stand before the point; at most 0 below 1.
    fn magnitude(&self) -> i64 {
        self.exponent
            .saturating_add(i64::try_from(self.digits.len()).unwrap_or(EXPONENT))
    }

    fn sign(&self) -> i8 {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let magnitudes = || {
            let order = self.magnitude().cmp(&other.magnitude());
            // Without zeros at the end, digits of one magnitude compare as text does.
            order.then_with(|| self.digits.cmp(&other.digits))
        };
        self.sign()
            .cmp(&other.sign())
            .then_with(|| match self.sign() {
                0 => Ordering::Equal,
                1 => magnitudes(),
                _ => magnitudes().reverse(),
            })
    }
}

/// Sign, whole part, fraction and exponent of a number of JSON.
fn parts(text: &str) -> Option<(bool, &str, &str, &str)> {
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (rest, exponent) = match rest.split_once(['e', 'E']) {
        Some((rest, exponent)) => {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            (rest, is_digits(digits).then_some(exponent)?)
        }
        None => (rest, ""),
    };
    let (whole, fraction) = match rest.split_once('.') {
        Some((whole, fraction)) => (whole, is_digits(fraction).then_some(fraction)?),
        None => (rest, ""),
    };
    let leads = whole.len() > 1 && whole.starts_with('0');
    (is_digits(whole) && !leads).then_some((negative, whole, fraction, exponent))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn read_exponent(text: &str) -> i64 {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = digits.trim_start_matches('0');
    let value = match digits.len() {
        0 => 0,
        1..=12 => digits.parse().unwrap_or(EXPONENT),
        _ => EXPONENT,
    };
    sign * value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).unwrap_or_else(|| unreachable!("{text}"))
    }

    #[test]
    fn integers_are_exact() {
        let cases = [
            ("20.0", "20"),
            ("2e1", "20"),
            ("-0.0", "0"),
            ("0e999999999", "0"),
            ("90071992547409930e-1", "9007199254740993"),
            ("-1.5e1", "-15"),
            ("1200e-2", "12"),
        ];
        for (text, integer) in cases {
            assert_eq!(
                number(text).to_integer().as_deref(),
                Some(integer),
                "{text}"
            );
        }
        for text in [
            "1.5",
            "1e-1",
            "1e999999999",
            "1e99999999999999999999",
            "1e400",
        ] {
            assert_eq!(number(text).to_integer(), None, "{text}");
        }
    }

    #[test]
    fn order_and_multiples() {
        let sorted = [
            "-1e9", "-2", "-1.5", "0", "1e-9", "0.5", "1", "1.5", "10", "1e9",
        ];
        assert!(
            sorted
                .windows(2)
                .all(|pair| matches!(pair, [a, b] if number(a) < number(b)))
        );
        assert_eq!(number("1.50"), number("15e-1"));
        assert!(number("1.5").is_multiple_of(&number("0.5")));
        assert!(number("-30").is_multiple_of(&number("15")));
        assert!(!number("31").is_multiple_of(&number("15")));
        assert!(!number("1e999999").is_multiple_of(&number("7")));
    }

    #[test]
    fn only_numbers_of_json() {
        for text in [
            "", "+7", "007", ".5", "5.", "1e", "1e+", "0x1", "1,000", "NaN", "--1", "\u{661}",
        ] {
            assert!(!Decimal::is_number(text), "{text}");
        }
    }
}
