//! Sizes in text literals, such as `"16KiB"`.

use crate::quantity::{parts, product};
use syn::LitStr;

const UNITS: [(&str, u64); 5] = [
    ("B", 1),
    ("KB", 1_000),
    ("KiB", 1 << 10),
    ("MB", 1_000_000),
    ("MiB", 1 << 20),
];

/// The most bytes that a size may have: what every target can count.
const MOST: u64 = u32::MAX as u64;

/// The fewest bytes that a size may have: the runtime's note on what it cut fits in.
const LEAST: u64 = 64;

/// The size in bytes.
pub(crate) fn bytes(literal: &LitStr) -> syn::Result<u64> {
    parse(&literal.value()).map_err(|message| syn::Error::new(literal.span(), message))
}

fn parse(text: &str) -> Result<u64, String> {
    let Some((number, unit)) = parts(text) else {
        return Err("write a whole number and its unit, such as `\"16KiB\"`".to_owned());
    };
    if unit.is_empty() {
        return Err(format!(
            "the unit is missing; write `\"{number}B\"` for bytes, or use {}",
            names(1)
        ));
    }
    let Some((_, factor)) = UNITS.iter().find(|(name, _)| *name == unit) else {
        return Err(no_unit(unit));
    };
    match product(number, *factor) {
        Some(size) if size < LEAST => Err(format!(
            "the note on what is cut needs room; write at least `\"{LEAST}B\"`, or remove the key"
        )),
        Some(size) if size <= MOST => Ok(size),
        _ => Err("the size is 4 GiB or more; write a smaller one, or remove the key".to_owned()),
    }
}

fn no_unit(unit: &str) -> String {
    let whole = format!("{unit}B");
    let means = |name: &&str| {
        [unit, &whole]
            .iter()
            .any(|unit| name.eq_ignore_ascii_case(unit))
    };
    match UNITS.iter().map(|(name, _)| *name).find(means) {
        Some(name) => format!("`{unit}` is no unit of a size; did you mean `{name}`?"),
        None => format!("`{unit}` is no unit of a size; use {}", names(0)),
    }
}

/// The units from one on, in words.
fn names(from: usize) -> String {
    let names: Vec<_> = UNITS.iter().skip(from).map(|(name, _)| *name).collect();
    match names.split_last() {
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn units_are_bytes_thousands_and_powers_of_two() {
        for (text, bytes) in [
            ("64B", 64),
            ("16KiB", 16_384),
            ("16KB", 16_000),
            ("2MiB", 2_097_152),
            ("3MB", 3_000_000),
            ("0065B", 65),
            ("4294967295B", 4_294_967_295),
        ] {
            assert_eq!(parse(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn everything_else_is_refused_with_advice() {
        for (text, part) in [
            ("", "whole number"),
            ("KiB", "whole number"),
            ("-1KiB", "whole number"),
            ("1.5MiB", "whole number"),
            ("16 KiB", "whole number"),
            ("1_000B", "whole number"),
            ("16", "`\"16B\"`"),
            ("0KiB", "at least `\"64B\"`"),
            ("63B", "at least"),
            ("16kib", "did you mean `KiB`"),
            ("16K", "did you mean `KB`"),
            ("16mi", "did you mean `MiB`"),
            ("1GiB", "use B, KB"),
            ("16parsecs", "use B, KB, KiB, MB or MiB"),
            ("4294967296B", "4 GiB"),
            ("99999999999999999999B", "4 GiB"),
            ("18446744073709551615MiB", "4 GiB"),
        ] {
            let message = parse(text).unwrap_err();
            assert!(message.contains(part), "{text}: {message}");
            assert!(message.len() <= 120, "{message}");
        }
    }
}
