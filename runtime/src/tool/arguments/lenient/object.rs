//! Objects: their keys, known and unknown.

use super::schema::Layers;
use super::tree::{Kind, Member};
use super::walk::{Class, Fit, Walker};
use super::{expected, words};
use crate::nearest::nearest;
use std::collections::HashSet;
use std::fmt::Write;

impl<'s> Walker<'s> {
    pub(super) fn object(&mut self, members: &[Member<'_>], layers: &Layers<'s>) -> Fit {
        let root = self.root;
        let mut fit = self.count(members.len() as u64, layers);
        // The keys are the model's: a hasher with a secret.
        let mut seen = HashSet::new();
        let start = self.out.len();
        self.out.push('{');
        for member in members {
            let key = &*member.key;
            let is_first = seen.insert(key);
            let known = layers.property(root, key);
            if known.is_some() && !is_first {
                fit = fit.max(self.under(key, |walker| {
                    walker.report(Class::Key, |line| line.push_str(" is given twice"))
                }));
            }
            let is_known = known.is_some();
            let own = match (known, layers.other(root, key)) {
                (Some(own), _) => {
                    // `null` counts as absent where nothing else can be meant.
                    if matches!(member.value.kind, Kind::Null)
                        && !layers.required().any(|name| name == key)
                        && !self.takes_null(&member.value, &own)
                    {
                        fit = fit.max(Fit::Coerced);
                        continue;
                    }
                    own
                }
                (None, Some(other)) => other,
                (None, None) => {
                    fit = fit.max(self.unknown(key, layers));
                    Layers::default()
                }
            };
            if self.out.len() > start + 1 {
                self.out.push(',');
            }
            self.out.push_str(member.raw_key);
            self.out.push(':');
            let walk = |walker: &mut Self| walker.value(&member.value, &own);
            fit = fit.max(if is_known {
                self.under(key, walk)
            } else {
                self.under_other(key, walk)
            });
        }
        self.out.push('}');
        for name in layers.required() {
            if !seen.contains(name) {
                fit = fit.max(self.missing(name, layers));
            }
        }
        fit
    }

    fn count(&mut self, count: u64, layers: &Layers<'s>) -> Fit {
        let (least, most) = (layers.least("minProperties"), layers.most("maxProperties"));
        if least.is_some_and(|least| count < least) || most.is_some_and(|most| count > most) {
            let is_secret = self.is_secret;
            return self.report(Class::Limit, |line| {
                let range = words::range("key", least, most);
                // Writing to a `String` cannot fail.
                let _ = write!(line, ": expected an object of {range}");
                if !is_secret {
                    let _ = write!(line, ", got {}", words::counted(count, "key"));
                }
            });
        }
        Fit::Exact
    }

    fn unknown(&mut self, key: &str, layers: &Layers<'s>) -> Fit {
        let key = (!self.is_secret).then_some(key);
        self.report(Class::Key, |line| {
            let names: Vec<_> = layers.names().collect();
            let near = key.and_then(|key| nearest(key, names.iter().copied()));
            *line = words::unknown(line, key, near, &names);
        })
    }

    pub(super) fn missing(&mut self, name: &str, layers: &Layers<'s>) -> Fit {
        let root = self.root;
        self.under(name, |walker| {
            walker.report(Class::Key, |line| {
                let own = layers.property(root, name).unwrap_or_default();
                line.push_str(" is missing: expected ");
                expected::wanted(line, root, &own, false);
            })
        })
    }
}
