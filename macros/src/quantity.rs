//! A whole number and its unit in one text.

/// The number and the unit, which may be missing. `None` where the text does not begin with a whole number and go on with
/// a unit at once.
pub(crate) fn parts(text: &str) -> Option<(&str, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let is_whole = !number.is_empty() && !unit.starts_with(['.', ',', '_', ' ']);
    is_whole.then_some((number, unit))
}

/// So many of a unit; `None` where it is more than can be counted.
pub(crate) fn product(number: &str, factor: u64) -> Option<u64> {
    number.parse::<u64>().ok()?.checked_mul(factor)
}
