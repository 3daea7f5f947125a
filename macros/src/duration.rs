//! Durations in text literals, such as `"5s"`.

use crate::quantity::{parts, product};
use syn::LitStr;

/// The units, and how many milliseconds each is.
const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1_000), ("min", 60_000), ("h", 3_600_000)];

/// The longest duration, in milliseconds: a day.
const MOST: u64 = 86_400_000;

/// Other spellings, and the unit that is meant. Letters that mean two things, such as `m`, are not among them.
const SPELLINGS: [(&str, &str); 20] = [
    ("msec", "ms"),
    ("msecs", "ms"),
    ("milli", "ms"),
    ("millis", "ms"),
    ("millisecond", "ms"),
    ("milliseconds", "ms"),
    ("sec", "s"),
    ("secs", "s"),
    ("second", "s"),
    ("seconds", "s"),
    ("mins", "min"),
    ("minute", "min"),
    ("minutes", "min"),
    ("hr", "h"),
    ("hrs", "h"),
    ("hour", "h"),
    ("hours", "h"),
    ("S", "s"),
    ("H", "h"),
    ("MIN", "min"),
];

/// The duration in milliseconds.
pub(crate) fn millis(literal: &LitStr) -> syn::Result<u64> {
    parse(&literal.value()).map_err(|message| syn::Error::new(literal.span(), message))
}

fn parse(text: &str) -> Result<u64, String> {
    let Some((number, unit)) = parts(text) else {
        return Err(
            "write a whole number and its unit, such as `\"5s\"` or `\"1500ms\"`".to_owned(),
        );
    };
    if unit.is_empty() {
        return Err(format!(
            "the unit is missing; write `\"{number}s\"` for seconds, or use ms, min or h"
        ));
    }
    let Some((_, factor)) = UNITS.iter().find(|(name, _)| *name == unit) else {
        return Err(no_unit(unit));
    };
    match product(number, *factor) {
        Some(0) => {
            Err("no call is that fast; write a longer duration, or remove the key".to_owned())
        }
        Some(millis) if millis <= MOST => Ok(millis),
        _ => Err("longer than `\"24h\"`; write a shorter duration, or remove the key".to_owned()),
    }
}

fn no_unit(unit: &str) -> String {
    if unit.chars().any(|c| c.is_ascii_digit()) {
        return "write one number and one unit, such as `\"90s\"`".to_owned();
    }
    let meant = SPELLINGS
        .iter()
        .find(|(spelling, _)| *spelling == unit)
        .map(|(_, name)| *name);
    match meant {
        Some(name) => format!("`{unit}` is no unit of a duration; did you mean `{name}`?"),
        None => format!("`{unit}` is no unit of a duration; use ms, s, min or h"),
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn units_are_milliseconds_seconds_minutes_and_hours() {
        for (text, millis) in [
            ("1ms", 1),
            ("1500ms", 1_500),
            ("5s", 5_000),
            ("2min", 120_000),
            ("1h", 3_600_000),
            ("005s", 5_000),
            ("24h", 86_400_000),
            ("86400s", 86_400_000),
        ] {
            assert_eq!(parse(text), Ok(millis), "{text}");
        }
    }

    #[test]
    fn everything_else_is_refused_with_advice() {
        for (text, part) in [
            ("", "whole number"),
            ("s", "whole number"),
            ("-5s", "whole number"),
            ("1.5s", "whole number"),
            ("5 s", "whole number"),
            ("1_000ms", "whole number"),
            ("５s", "whole number"),
            ("5", "the unit is missing"),
            ("0s", "no call is that fast"),
            ("0ms", "no call is that fast"),
            ("5sec", "did you mean `s`"),
            ("5S", "did you mean `s`"),
            ("5minutes", "did you mean `min`"),
            ("5m", "use ms, s, min or h"),
            ("5us", "use ms, s, min or h"),
            ("1d", "use ms, s, min or h"),
            ("1h30min", "one number and one unit"),
            ("5s ", "use ms, s, min or h"),
            ("25h", "longer than `\"24h\"`"),
            ("86400001ms", "longer than"),
            ("99999999999999999999s", "longer than"),
            ("18446744073709551615h", "longer than"),
        ] {
            let message = parse(text).unwrap_err();
            assert!(message.contains(part), "{text}: {message}");
            assert!(message.len() <= 120, "{message}");
        }
    }
}
