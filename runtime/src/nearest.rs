//! The nearest of some names, for texts that say "did you mean".

/// Longer names are not compared: what a model sends may be of any length.
const LONGEST: usize = 64;

/// The name that is nearest to `wanted`, if any is near enough to be meant.
pub(crate) fn nearest<'n>(
    wanted: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    if wanted.len() > LONGEST {
        return None;
    }
    names
        .into_iter()
        .filter(|name| name.len() <= LONGEST)
        .map(|name| (distance(wanted, name), name))
        .filter(|(distance, name)| *distance <= name.chars().count().max(3) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The Levenshtein distance in characters; letters that differ in case only are the same.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().map(|c| c.to_ascii_lowercase()).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let x = x.to_ascii_lowercase();
        let mut left = i + 1;
        let mut diagonal = i;
        for (cell, y) in row.iter_mut().skip(1).zip(&b) {
            let best = (diagonal + usize::from(x != *y))
                .min(*cell + 1)
                .min(left + 1);
            diagonal = std::mem::replace(cell, best);
            left = best;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("Order", "order"), 0);
        assert_eq!(distance("abc", ""), 3);
    }

    #[test]
    fn only_what_is_near() {
        assert_eq!(
            nearest("oder_status", ["refund", "order_status"]),
            Some("order_status")
        );
        assert_eq!(nearest("weather", ["refund", "order_status"]), None);
        assert_eq!(nearest(&"x".repeat(1000), ["x"]), None);
    }
}
