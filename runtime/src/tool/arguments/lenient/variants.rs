//! Choices: enums with a tag of whatever kind, enums without, and what may be null.

use super::schema::{Kinds, Layers, Union};
use super::text::is_space;
use super::tree::{self, Kind, Node};
use super::walk::{Class, Fit, Walker};
use super::words;
use serde_json::Value;

impl<'s> Walker<'s> {
    pub(super) fn union(&mut self, node: &Node<'_>, layers: &Layers<'s>, union: Union<'s>) -> Fit {
        let root = self.root;
        let with = |branch| layers.with(root, union, branch);
        let branches: Vec<_> = union.branches.iter().map(with).collect();
        if union.one {
            let own = |branch| Layers::of(root, branch);
            let own: Vec<_> = union.branches.iter().map(own).collect();
            if let Some(tag) = tag(&own) {
                return self.tagged(node, tag, &own, &branches, layers);
            }
            if let Some(fit) = self.keyed(node, &own, &branches) {
                return fit;
            }
        }
        self.chosen(node, &branches, layers)
    }

    /// An enum whose variant stands under a key of its own.
    fn tagged(
        &mut self,
        node: &Node<'_>,
        tag: &str,
        own: &[Layers<'s>],
        branches: &[Layers<'s>],
        layers: &Layers<'s>,
    ) -> Fit {
        let members = match &node.kind {
            Kind::Object(members) => members,
            Kind::Text => {
                let text = tree::decoded(node.raw).unwrap_or_default();
                let unpacked = self.unpacked(&text, Kinds::OBJECT, |walker, inner| {
                    walker.tagged(inner, tag, own, branches, layers)
                });
                return unpacked.unwrap_or_else(|| self.mismatch(node, layers));
            }
            _ => return self.mismatch(node, layers),
        };
        let names: Vec<&str> = own.iter().filter_map(|own| variant(own, tag)).collect();
        let Some(member) = members.iter().find(|member| member.key == tag) else {
            return self.under(tag, |walker| {
                walker.report(Class::Type, |line| {
                    line.push_str(" is missing: expected ");
                    line.push_str(&words::one_of(&names));
                })
            });
        };
        let text = match member.value.kind {
            Kind::Text => tree::decoded(member.value.raw),
            _ => None,
        };
        let fitting: Vec<_> = match text.and_then(|text| only(&names, &text)) {
            Some(name) => {
                let pairs = own.iter().zip(branches);
                let is_it = |own| variant(own, tag) == Some(name);
                pairs
                    .filter(|(own, _)| is_it(own))
                    .map(|(_, branch)| branch.clone())
                    .collect()
            }
            None => Vec::new(),
        };
        match fitting.as_slice() {
            [] => self.under(tag, |walker| {
                let is_secret = walker.is_secret;
                walker.report(Class::Type, |line| {
                    line.push_str(": expected ");
                    line.push_str(&words::one_of(&names));
                    line.push_str(", got ");
                    words::got(line, &member.value, is_secret);
                })
            }),
            [branch] => self.value(node, branch),
            several => self.chosen(node, several, layers),
        }
    }

    /// An enum whose variant is the one key of the object.
    fn keyed(
        &mut self,
        node: &Node<'_>,
        own: &[Layers<'s>],
        branches: &[Layers<'s>],
    ) -> Option<Fit> {
        let Kind::Object(members) = &node.kind else {
            return None;
        };
        let [member] = members.as_slice() else {
            return None;
        };
        let names: Vec<&str> = own.iter().filter_map(only_key).collect();
        let name = only(&names, &member.key)?;
        let (_, branch) = own
            .iter()
            .zip(branches)
            .find(|(own, _)| only_key(own) == Some(name))?;
        if name == member.key {
            return Some(self.value(node, branch));
        }
        let value = branch.property(self.root, name)?;
        self.out.push('{');
        self.out.push_str(&Value::from(name).to_string());
        self.out.push(':');
        let fit = self.under(name, |walker| walker.value(&member.value, &value));
        self.out.push('}');
        Some(fit.max(Fit::Coerced))
    }

    /// The branch that takes the value as it is, else the only one that takes it in another dress.
    fn chosen(&mut self, node: &Node<'_>, branches: &[Layers<'s>], layers: &Layers<'s>) -> Fit {
        if let Some(branch) = self.only_meant(node, branches) {
            return self.value(node, branch);
        }
        let mut written: Option<String> = None;
        let mut is_clear = true;
        let mut limited = None;
        for branch in branches {
            let (text, fit, only_limits) = self.tried(|walker| walker.value(node, branch));
            match fit {
                Fit::Exact => {
                    self.out.push_str(node.raw);
                    return Fit::Exact;
                }
                Fit::Coerced => {
                    is_clear &= written.as_ref().is_none_or(|other| *other == text);
                    written = Some(text);
                }
                Fit::Unclear | Fit::No if only_limits => limited = limited.or(Some(branch)),
                Fit::Unclear | Fit::No => {}
            }
        }
        if let Some(text) = written {
            if is_clear {
                self.out.push_str(&text);
                return Fit::Coerced;
            }
            return self.mismatch(node, layers);
        }
        // The one branch that can be meant says best what is wrong.
        let kinds = kinds(node);
        let mut meant = branches.iter().filter(|branch| {
            let wanted = branch.kinds(self.root);
            !wanted.is_any() && wanted.has(kinds)
        });
        match (meant.next(), meant.next(), limited) {
            (Some(branch), None, _) | (_, _, Some(branch)) => self.value(node, branch),
            _ => self.mismatch(node, layers),
        }
    }

    /// The one branch besides `null`, of a value of its kind. It is walked once: to try it first would double the steps
    /// at every level of what is nested in options.
    fn only_meant<'b>(
        &self,
        node: &Node<'_>,
        branches: &'b [Layers<'s>],
    ) -> Option<&'b Layers<'s>> {
        let kinds = kinds(node);
        let mut others = branches
            .iter()
            .map(|branch| (branch, branch.kinds(self.root)))
            .filter(|(_, wanted)| *wanted != Kinds::NULL);
        let (Some((branch, wanted)), None) = (others.next(), others.next()) else {
            return None;
        };
        (kinds != Kinds::NULL && !wanted.is_any() && wanted.has(kinds)).then_some(branch)
    }
}

/// The kinds that a value is meant as.
fn kinds(node: &Node<'_>) -> Kinds {
    match &node.kind {
        Kind::Null => Kinds::NULL,
        Kind::Bool => Kinds::BOOL,
        Kind::Number => Kinds::NUMBER.or(Kinds::INTEGER),
        Kind::Array(_) => Kinds::ARRAY,
        Kind::Object(_) => Kinds::OBJECT,
        Kind::Text => {
            let text = tree::decoded(node.raw).unwrap_or_default();
            match text.trim_start_matches(is_space).as_bytes().first() {
                Some(b'[') => Kinds::ARRAY.or(Kinds::TEXT),
                Some(b'{') => Kinds::OBJECT.or(Kinds::TEXT),
                _ => Kinds::TEXT,
            }
        }
    }
}

/// The key that tells the variants apart: every one has a name of its own under it.
fn tag<'s>(own: &[Layers<'s>]) -> Option<&'s str> {
    let (first, others) = own.split_first()?;
    let is_tag = |tag: &&str| {
        let has = |own: &Layers<'_>| variant(own, tag).is_some();
        has(first) && others.iter().all(has)
    };
    first.names().find(is_tag)
}

/// The name of a variant under a tag.
fn variant<'s>(own: &Layers<'s>, tag: &str) -> Option<&'s str> {
    let schema = own
        .all("properties")
        .find_map(|properties| properties.get(tag))?;
    let name = match (schema.get("const"), super::schema::list(schema.get("enum"))) {
        (Some(name), _) | (None, [name]) => name.as_str()?,
        _ => return None,
    };
    own.required()
        .any(|required| required == tag)
        .then_some(name)
}

/// The one key of an object that has to have exactly that.
fn only_key<'s>(own: &Layers<'s>) -> Option<&'s str> {
    let mut names = own.names();
    let (name, None) = (names.next()?, names.next()) else {
        return None;
    };
    own.required()
        .any(|required| required == name)
        .then_some(name)
}

/// The name itself, else the only one that matches without ASCII case.
fn only<'n>(names: &[&'n str], wanted: &str) -> Option<&'n str> {
    if let Some(name) = names.iter().find(|name| **name == wanted) {
        return Some(name);
    }
    let mut alike = names
        .iter()
        .filter(|name| name.eq_ignore_ascii_case(wanted));
    let first = alike.next()?;
    alike.all(|other| other == first).then_some(*first)
}
