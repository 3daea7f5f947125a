//! Text, numbers and truth values, each in the dress of another.

use super::number::Decimal;
use super::schema::{Kinds, Layers};
use super::text::{escaped, is_space};
use super::tree::{self, Kind, Node};
use super::walk::{Class, Fit, Walker};
use serde_json::Value;

impl<'s> Walker<'s> {
    pub(super) fn bool(&mut self, node: &Node<'_>, layers: &Layers<'s>, kinds: Kinds) -> Fit {
        if kinds.has(Kinds::BOOL) {
            let value = Value::Bool(node.raw == "true");
            let mut choices = layers.choices().peekable();
            if choices.peek().is_some() && !choices.any(|choice| *choice == value) {
                return self.mismatch(node, layers);
            }
            Fit::Exact
        } else {
            self.quoted(node, layers, kinds)
        }
    }

    pub(super) fn number(&mut self, node: &Node<'_>, layers: &Layers<'s>, kinds: Kinds) -> Fit {
        if kinds.has(Kinds::NUMBER) || kinds.has(Kinds::INTEGER) {
            self.digits(node, node.raw, layers, kinds)
        } else {
            self.quoted(node, layers, kinds)
        }
    }

    /// A number or a truth value where a string is wanted: its text, digit for digit.
    fn quoted(&mut self, node: &Node<'_>, layers: &Layers<'s>, kinds: Kinds) -> Fit {
        let is_name = layers.choices().next().is_some();
        if !kinds.has(Kinds::TEXT) || is_name || layers.is_char() {
            return self.mismatch(node, layers);
        }
        if !within_length(layers, node.raw.len()) {
            return self.refused(Class::Limit, node, layers);
        }
        self.out.push('"');
        self.out.push_str(node.raw);
        self.out.push('"');
        Fit::Coerced
    }

    /// A number, from its text.
    fn digits(&mut self, node: &Node<'_>, text: &str, layers: &Layers<'s>, kinds: Kinds) -> Fit {
        if text == node.raw && is_plain(layers, text) {
            return Fit::Exact;
        }
        let Some(number) = Decimal::parse(text) else {
            return self.mismatch(node, layers);
        };
        let written = if kinds.has(Kinds::NUMBER) {
            // Beyond the largest number, parsing gives an infinity.
            if !text.parse::<f64>().is_ok_and(f64::is_finite) {
                return self.too_large(node, layers);
            }
            Some(text.to_owned())
        } else {
            number.to_integer()
        };
        let Some(written) = written else {
            return self.mismatch(node, layers);
        };
        let choice = |choice: &Value| match choice {
            Value::Number(choice) => Decimal::parse(&choice.to_string()).as_ref() == Some(&number),
            _ => false,
        };
        if layers.choices().next().is_some() && !layers.choices().any(choice) {
            return self.mismatch(node, layers);
        }
        if !within_range(layers, &number) {
            return self.refused(Class::Limit, node, layers);
        }
        if written == node.raw {
            return Fit::Exact;
        }
        self.out.push_str(&written);
        Fit::Coerced
    }

    pub(super) fn text(&mut self, node: &Node<'_>, layers: &Layers<'s>, kinds: Kinds) -> Fit {
        let Some(text) = tree::decoded(node.raw) else {
            return self.report(Class::Type, |line| {
                line.push_str(": has an escape that stands for no character");
            });
        };
        if kinds.has(Kinds::TEXT) {
            return self.string(node, &text, layers);
        }
        let bare = text.trim_matches(is_space);
        if kinds.has(Kinds::NUMBER) || kinds.has(Kinds::INTEGER) {
            let digits = bare.strip_prefix('+').unwrap_or(bare);
            if !(digits.len() < bare.len() && digits.starts_with('-')) && Decimal::is_number(digits)
            {
                return self.digits(node, digits, layers, kinds);
            }
        }
        if kinds.has(Kinds::BOOL) {
            let word = ["true", "false"]
                .into_iter()
                .find(|word| word.eq_ignore_ascii_case(bare));
            if let Some(word) = word {
                self.out.push_str(word);
                return Fit::Coerced;
            }
        }
        match self.unpacked(&text, kinds, |walker, inner| walker.value(inner, layers)) {
            Some(fit) => fit,
            None => self.mismatch(node, layers),
        }
    }

    /// An array or an object that was sent as text: parsed once, if it is of the kind wanted.
    pub(super) fn unpacked(
        &mut self,
        text: &str,
        kinds: Kinds,
        walk: impl FnOnce(&mut Self, &Node<'_>) -> Fit,
    ) -> Option<Fit> {
        let wanted = match text.trim_start_matches(is_space).as_bytes().first() {
            Some(b'[') => kinds.has(Kinds::ARRAY),
            Some(b'{') => kinds.has(Kinds::OBJECT),
            _ => false,
        };
        if !wanted {
            return None;
        }
        let text = escaped(text);
        let inner = tree::parse(&text).ok()?;
        Some(walk(self, &inner).max(Fit::Coerced))
    }

    fn string(&mut self, node: &Node<'_>, text: &str, layers: &Layers<'s>) -> Fit {
        let names = || layers.choices().filter_map(Value::as_str);
        if layers.choices().next().is_some() {
            if names().any(|name| name == text) {
                return Fit::Exact;
            }
            let mut alike = names().filter(|name| name.eq_ignore_ascii_case(text));
            return match (alike.next(), alike.next()) {
                (Some(name), None) => {
                    self.out.push_str(&Value::from(name).to_string());
                    Fit::Coerced
                }
                _ => self.mismatch(node, layers),
            };
        }
        if within_length(layers, text.chars().count()) {
            Fit::Exact
        } else {
            self.refused(Class::Limit, node, layers)
        }
    }

    /// Whether a value is `null`, and that is one of the values that are taken.
    pub(super) fn takes_null(&mut self, node: &Node<'_>, layers: &Layers<'s>) -> bool {
        matches!(node.kind, Kind::Null)
            && self.tried(|walker| walker.value(node, layers)).1 == Fit::Exact
    }
}

fn within_length(layers: &Layers<'_>, length: usize) -> bool {
    let length = length as u64;
    let bounds = |key| layers.all(key).filter_map(Value::as_u64);
    bounds("minLength").all(|least| length >= least)
        && bounds("maxLength").all(|most| length <= most)
}

/// Whether this is an integer within bounds that ask for no more than machine words can tell: the many of a long array.
fn is_plain(layers: &Layers<'_>, text: &str) -> bool {
    const OTHERS: [&str; 6] = [
        "enum",
        "const",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "not",
    ];
    let Ok(value) = text.parse::<i64>() else {
        return false;
    };
    let bound = |key, holds: &dyn Fn(i64) -> bool| {
        layers
            .all(key)
            .all(|bound| bound.as_i64().is_some_and(holds))
    };
    text != "-0"
        && bound("minimum", &|least| value >= least)
        && bound("maximum", &|most| value <= most)
        && !OTHERS.iter().any(|key| layers.get(key).is_some())
}

fn within_range(layers: &Layers<'_>, number: &Decimal) -> bool {
    let all = |key, holds: &dyn Fn(&Decimal) -> bool| {
        layers
            .all(key)
            .filter_map(|bound| Decimal::parse(&bound.as_number()?.to_string()))
            .all(|bound| holds(&bound))
    };
    let not = layers
        .all("not")
        .filter_map(|not| not.get("const")?.as_number());
    all("minimum", &|least| number >= least)
        && all("maximum", &|most| number <= most)
        && all("exclusiveMinimum", &|below| number > below)
        && all("exclusiveMaximum", &|above| number < above)
        && all("multipleOf", &|unit| number.is_multiple_of(unit))
        && not
            .filter_map(|not| Decimal::parse(&not.to_string()))
            .all(|not| *number != not)
}
