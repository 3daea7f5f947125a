//! Every keyword and the wordings that belong to it, in one table, so that all messages read alike.
//!
//! Wording: lower case, no final period, the attribute as written in backticks; what is wrong, then after `;` what to
//! do; at most 120 characters, lists of keys aside.

/// One key of an attribute.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    /// How it is written, for messages.
    pub(crate) form: &'static str,
    pub(crate) status: Status,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Works,
    /// Known, but its run-time part does not exist: refused, so that nothing fails open.
    NotYet,
}

const fn key(name: &'static str, form: &'static str) -> Key {
    Key {
        name,
        form,
        status: Status::Works,
    }
}

const fn not_yet(name: &'static str, form: &'static str) -> Key {
    Key {
        name,
        form,
        status: Status::NotYet,
    }
}

/// The keys of `#[tool(…)]`.
pub(crate) const TOOL: &[Key] = &[
    key("name", "name = \"…\""),
    key("description", "description = \"…\""),
    key("on_error", "on_error = HANDLER"),
    key("on_bad_arguments", "on_bad_arguments = HANDLER"),
    key("visible", "visible(Type, …)"),
    key("errors", "errors = hidden"),
    key("timeout", "timeout = \"5s\""),
    key("read_only", "read_only"),
    key("idempotent", "idempotent"),
    key("destructive", "destructive"),
    key("blocking", "blocking"),
    not_yet("returns", "returns = immediate"),
    not_yet("compensate_with", "compensate_with = path"),
    not_yet("needs_approval", "needs_approval"),
    key("max_output", "max_output = \"16KiB\""),
    not_yet("search", "search = always"),
    key("unknown_arguments", "unknown_arguments = ignore"),
    key("type", "type = Name"),
    key("crate", "crate = path"),
];

/// The keys of `#[tools(…)]`.
pub(crate) const TOOLS: &[Key] = &[key("crate", "crate = path")];

/// Two keys of `#[tool(…)]` that do not go together, and what to say about it. Of two that contradict each other the later
/// one is reported; of two that say the same, the one named here.
pub(crate) struct Clash {
    pub(crate) keys: [&'static str; 2],
    pub(crate) superfluous: Option<&'static str>,
    pub(crate) message: &'static str,
}

/// The keys of `#[tool(…)]` that do not go together.
pub(crate) const CLASHES: &[Clash] = &[
    Clash {
        keys: ["read_only", "destructive"],
        superfluous: None,
        message: "`read_only` and `destructive` contradict each other; remove one",
    },
    Clash {
        keys: ["read_only", "idempotent"],
        superfluous: Some("idempotent"),
        message: "`read_only` says `idempotent` already; remove `idempotent`",
    },
    Clash {
        keys: ["errors", "visible"],
        superfluous: None,
        message: "`errors = hidden` and `visible(…)` contradict each other; remove one",
    },
];

/// The keys of `#[arg(…)]` on a parameter.
pub(crate) const ARG: &[Key] = &[
    key("name", "name = \"…\""),
    key("description", "description = \"…\""),
    key("default", "default = EXPR"),
    key("example", "example = EXPR"),
    key("secret", "secret"),
    key("validate", "validate = path"),
    key("hide_message", "hide_message"),
];

/// The keys of `#[llm(…)]` on a variant or a struct.
pub(crate) const LLM: &[Key] = &[
    key("hidden", "hidden"),
    key("transparent", "transparent"),
    key("with", "with = path"),
    key("default", "default = hidden"),
    key("crate", "crate = path"),
    key("hint", "hint = \"…\""),
    key("retryable", "retryable"),
    key("terminal", "terminal"),
];

/// The keys of `#[state(…)]` on a struct or a field.
pub(crate) const STATE: &[Key] = &[key("skip", "skip"), key("crate", "crate = path")];

/// What to say about a key that `attribute` does not have: the nearest one, or all of them.
pub(crate) fn unknown(attribute: &str, table: &[Key], found: &str) -> String {
    let nearest = table
        .iter()
        .map(|key| (distance(key.name, found), key))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, key)| *distance <= key.name.len().div_ceil(3));
    if let Some((_, key)) = nearest {
        return format!(
            "`{attribute}` has no key `{found}`; did you mean `{}`?",
            key.form
        );
    }
    format!(
        "`{attribute}` has no key `{found}`; it takes {}",
        names(table)
    )
}

/// What to say where a key should stand.
pub(crate) fn takes(attribute: &str, table: &[Key]) -> String {
    format!("`{attribute}` takes keys: {}", names(table))
}

fn names(table: &[Key]) -> String {
    table
        .iter()
        .filter(|key| key.status == Status::Works)
        .map(|key| key.name)
        .collect::<Vec<_>>()
        .join(", ")
}

/// What to say about a key whose run-time part does not exist.
pub(crate) fn not_available(attribute: &str, key: &Key) -> String {
    format!(
        "`{}` is not available yet in `{attribute}`; remove it",
        key.name
    )
}

/// The Levenshtein distance, in characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        // `left` is the cell just written, `diagonal` the one before it in the row above.
        let (mut left, mut diagonal) = (i + 1, i);
        for (above, y) in row.iter_mut().skip(1).zip(&b) {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = *above;
            left = substituted.min(diagonal + 1).min(left + 1);
            *above = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

/// The keys of `#[llm(…)]` on a field.
pub(crate) const LLM_FIELD: &[Key] = &[key("secret", "secret")];

/// The entry of `table` for `name`.
pub(crate) fn find<'a>(table: &'a [Key], name: &str) -> Option<&'a Key> {
    table.iter().find(|key| key.name == name)
}

/// The one of `names` that was probably meant by `found`.
pub(crate) fn nearest<'a>(
    names: impl IntoIterator<Item = &'a str>,
    found: &str,
) -> Option<&'a str> {
    names
        .into_iter()
        .map(|name| (distance(name, found), name))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, name)| *distance <= name.chars().count().div_ceil(3))
        .map(|(_, name)| name)
}
