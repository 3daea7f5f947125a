//! The walk of a value beside its schema: what can be coerced is, and everything else is said.

use super::schema::{Kinds, Layers};
use super::tree::{Broken, Kind, Node};
use super::{expected, words};
use crate::tool::arguments::Quieted;
use serde_json::Value;
use std::fmt::Write;

/// So many findings are kept; the others are counted.
const KEPT: usize = 20;
/// So deep may values be nested, those together that were sent as text within text: the strict pass goes no deeper, and
/// neither does the stack.
const DEPTH: usize = 128;
/// So many bytes of a value cost a step: it is read and written again for each schema that it is tried with.
const BYTES: usize = 64;

/// How well a value fits its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    /// As it stands.
    Exact,
    /// In another dress.
    Coerced,
    /// By the schema not, but its type may know better: an alias of a key is in no schema.
    Unclear,
    /// Not at all.
    No,
}

/// What kind of problem is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// A value that is not of its type.
    Type,
    /// A value of its type that the schema does not take.
    Limit,
    /// A key that is missing, or that there should not be.
    Key,
}

/// What a walk found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) lines: Vec<String>,
    /// How many more there are.
    pub(crate) more: usize,
}

/// The walker, with where it is and what it found.
#[derive(Debug)]
pub(crate) struct Walker<'s> {
    pub(super) root: &'s Value,
    /// The text being written.
    pub(super) out: String,
    path: String,
    findings: Findings,
    /// Above 0, branches of a choice are being tried.
    pub(super) quiet: usize,
    /// Only limits are problems: the value is of its type already.
    pub(super) limits_only: bool,
    /// Nothing of what came is repeated here.
    pub(super) is_secret: bool,
    /// The parameters of which that is true.
    pub(super) secrets: Option<&'s Quieted>,
    limits: usize,
    others: usize,
    /// So many steps are left.
    fuel: usize,
    /// How deep in values the walk is.
    depth: usize,
}

impl<'s> Walker<'s> {
    pub(crate) fn new(root: &'s Value, length: usize) -> Self {
        Self {
            root,
            out: String::new(),
            path: String::new(),
            findings: Findings::default(),
            quiet: 0,
            limits_only: false,
            is_secret: false,
            secrets: None,
            limits: 0,
            others: 0,
            fuel: length.saturating_mul(8).saturating_add(10_000),
            depth: 0,
        }
    }

    pub(crate) fn limits_only(mut self) -> Self {
        self.limits_only = true;
        self
    }

    /// What there may be secrets of, in a walk from the root.
    pub(crate) fn with_secrets(mut self, quieted: &'s Quieted) -> Self {
        self.secrets = Some(quieted);
        self
    }

    pub(crate) fn finish(self) -> (String, Findings) {
        (self.out, self.findings)
    }

    pub(crate) fn found(&self) -> bool {
        !self.findings.lines.is_empty()
    }

    /// Walks one value, and writes what it should have been.
    pub(crate) fn value(&mut self, node: &Node<'_>, layers: &Layers<'s>) -> Fit {
        let Some(fuel) = self.fuel.checked_sub(1 + node.raw.len() / BYTES) else {
            return self.report(Class::Type, |line| {
                line.push_str(": too much to be checked");
            });
        };
        self.fuel = fuel;
        if self.depth > DEPTH {
            return self.unreadable(Broken::Deep);
        }
        if let Some(union) = layers.union() {
            return self.union(node, layers, union);
        }
        let kinds = layers.kinds(self.root);
        let start = self.out.len();
        let fit = match &node.kind {
            Kind::Null if kinds.has(Kinds::NULL) => Fit::Exact,
            Kind::Bool => self.bool(node, layers, kinds),
            Kind::Number => self.number(node, layers, kinds),
            Kind::Text => self.text(node, layers, kinds),
            Kind::Array(items) if kinds.has(Kinds::ARRAY) => self.array(node, items, layers),
            Kind::Object(members) if kinds.has(Kinds::OBJECT) => self.object(members, layers),
            _ => self.mismatch(node, layers),
        };
        if fit == Fit::Exact {
            // To the letter, white space and all.
            self.out.truncate(start);
            self.out.push_str(node.raw);
        }
        fit
    }

    fn array(&mut self, node: &Node<'_>, items: &[Node<'_>], layers: &Layers<'s>) -> Fit {
        let count = items.len() as u64;
        let outside = layers.least("minItems").is_some_and(|least| count < least)
            || layers.most("maxItems").is_some_and(|most| count > most);
        let mut fit = if outside {
            self.refused(Class::Limit, node, layers)
        } else {
            Fit::Exact
        };
        let first = super::schema::list(layers.get("prefixItems"));
        let mut others = Layers::default();
        for schema in layers.all("items") {
            others.also(self.root, schema);
        }
        self.out.push('[');
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.out.push(',');
            }
            let length = self.path.len();
            let _ = write!(self.path, "[{i}]");
            let own = first.get(i).map(|schema| Layers::of(self.root, schema));
            self.depth += 1;
            fit = fit.max(self.value(item, own.as_ref().unwrap_or(&others)));
            self.depth -= 1;
            self.path.truncate(length);
        }
        self.out.push(']');
        fit
    }

    /// Does something where a key leads.
    pub(super) fn under<T>(&mut self, key: &str, walk: impl FnOnce(&mut Self) -> T) -> T {
        let (length, was_secret) = (self.path.len(), self.is_secret);
        if length == 0 && self.secrets.is_some_and(|all| all.is_secret(key)) {
            self.is_secret = true;
        }
        words::push_key(&mut self.path, key);
        self.depth += 1;
        let result = walk(self);
        self.depth -= 1;
        self.path.truncate(length);
        self.is_secret = was_secret;
        result
    }

    /// Does something where a key leads that no schema names.
    pub(super) fn under_other<T>(&mut self, key: &str, walk: impl FnOnce(&mut Self) -> T) -> T {
        if !self.is_secret {
            return self.under(key, walk);
        }
        let length = self.path.len();
        self.path.push_str("[…]");
        self.depth += 1;
        let result = walk(self);
        self.depth -= 1;
        self.path.truncate(length);
        result
    }

    /// The value is of none of the kinds that are taken.
    pub(super) fn mismatch(&mut self, node: &Node<'_>, layers: &Layers<'s>) -> Fit {
        self.refused(Class::Type, node, layers)
    }

    pub(super) fn refused(&mut self, class: Class, node: &Node<'_>, layers: &Layers<'s>) -> Fit {
        self.refused_as(class, node, layers, "")
    }

    /// The value is a number, but beyond what the widest one holds.
    pub(super) fn too_large(&mut self, node: &Node<'_>, layers: &Layers<'s>) -> Fit {
        self.refused_as(Class::Type, node, layers, expected::NOT_TOO_LARGE)
    }

    fn refused_as(&mut self, class: Class, node: &Node<'_>, layers: &Layers<'s>, how: &str) -> Fit {
        let (root, is_secret) = (self.root, self.is_secret);
        self.report(class, |line| {
            line.push_str(": expected ");
            if is_secret {
                expected::wanted(line, root, layers, false);
            } else {
                expected::expected(line, root, layers, node);
                line.push_str(how);
            }
            line.push_str(", got ");
            words::got(line, node, is_secret);
        })
    }

    /// Records a problem; `say` goes on after its place.
    pub(super) fn report(&mut self, class: Class, say: impl FnOnce(&mut String)) -> Fit {
        match class {
            Class::Limit => self.limits += 1,
            Class::Type | Class::Key => self.others += 1,
        }
        if self.quiet == 0 && (!self.limits_only || class == Class::Limit) {
            if self.findings.lines.len() < KEPT {
                let mut line = String::with_capacity(128);
                words::push_path(&mut line, &self.path);
                say(&mut line);
                self.findings.lines.push(line);
            } else {
                self.findings.more += 1;
            }
        }
        match class {
            Class::Key => Fit::Unclear,
            Class::Type | Class::Limit => Fit::No,
        }
    }

    /// Tries a walk: what it writes, how it fits, and whether limits alone were in its way.
    pub(super) fn tried(&mut self, walk: impl FnOnce(&mut Self) -> Fit) -> (String, Fit, bool) {
        let start = self.out.len();
        let (limits, others) = (self.limits, self.others);
        self.quiet += 1;
        let fit = walk(self);
        self.quiet -= 1;
        let only_limits = self.limits > limits && self.others == others;
        (self.out.split_off(start), fit, only_limits)
    }
}
