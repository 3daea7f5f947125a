//! Takes secrets out of texts that were not written for the model.

mod address;
mod authorization;
mod exact;
mod key;
mod mark;
mod pair;
mod path;
mod scan;
mod sql;
mod text;
mod url;

use exact::Exact;

pub(crate) use exact::forms;
use mark::{Span, applied};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

type Find = dyn Fn(&str) -> Option<Range<usize>> + Send + Sync;

/// So often a text is looked at again after something was taken out of it; what is left then may look different.
const ROUNDS: usize = 4;

/// Takes secrets out of a text: keys, tokens, passwords, connection strings, paths, SQL, and what you name.
///
/// It is the second line, never the first: it knows what secrets usually look like, and no more. What the model may
/// read is decided by [`LlmVisible`](crate::LlmVisible), and a text that an author wrote for the model is not touched
/// unless somebody asks for it. The handler
/// [`send_error_message_to_llm`](crate::error_handler::send_error_message_to_llm) redacts what it sends, and
/// [`AgentBuilder::redactor`](crate::agent::AgentBuilder::redactor) redacts every result of every tool.
///
/// Each finding gives way to a mark that says what stood there, so that the model knows that something is missing:
///
/// ```
/// use toolwright::Redactor;
///
/// let redactor = Redactor::new();
/// assert_eq!(
///     redactor.redact("cannot log in: password=hunter2, see /home/ada/.pgpass"),
///     "cannot log in: password=[redacted: password], see [redacted: path]",
/// );
/// let text = "unknown city 'Bombay'; did you mean 'Mumbai'?";
/// assert_eq!(redactor.redact(text), text);
/// ```
///
/// # What is found
///
/// | mark | what |
/// | --- | --- |
/// | `api key` | keys of the common vendors, by their prefix: `sk-…`, `AKIA…`, `ghp_…`, `xoxb-…`, `AIza…`, `glpat-…`, `hf_…` and others |
/// | `private key` | PEM blocks, also without their end |
/// | `token` | JSON web tokens; what stands behind `Bearer`, `token=`, `"access_token":` and the like |
/// | `credentials` | what stands behind `Authorization:`, and `Basic …` |
/// | `connection string` | URLs with a password: `postgres://user:password@host/db` |
/// | `password`, `secret`, `api key` | the values of pairs: `password=…`, `"client_secret": "…"`, `api_key: …`, `--password …`, `<password>…`; what `curl -u` and `mysql -p` take |
/// | `cookie` | the values of `Cookie:` and `Set-Cookie:` |
/// | `path` | absolute paths of files, of Unix and Windows, and what lies in a home folder |
/// | `sql` | SQL statements, to their end |
/// | `address` | IPv4 addresses with a port or where something connects to, and IPv6 addresses with a port |
///
/// The last three are where a program runs, and no secrets that open something: [`Redactor::credentials`] leaves them
/// alone. E-mail addresses, names and numbers are what tools work with: name what is secret among them with
/// [`word`](Self::word) or [`pattern`](Self::pattern).
///
/// The time that it takes is linear in the length of the text, whoever wrote it.
#[derive(Clone)]
#[must_use]
pub struct Redactor(Arc<Rules>);

#[derive(Clone)]
struct Rules {
    credentials: bool,
    surroundings: bool,
    exact: Exact,
    patterns: Vec<(Arc<str>, Arc<Find>)>,
}

impl Redactor {
    fn with(credentials: bool, surroundings: bool) -> Self {
        Self(Arc::new(Rules {
            credentials,
            surroundings,
            exact: Exact::default(),
            patterns: Vec::new(),
        }))
    }

    /// Creates a redactor with everything that is built in: for errors, of your own program or of a remote one.
    pub fn new() -> Self {
        Self::with(true, true)
    }

    /// Creates a redactor for what opens something: keys, tokens, passwords, connection strings. It leaves paths, SQL
    /// and addresses alone: for the outputs of tools, your own or remote, that may hold such on purpose.
    ///
    /// ```
    /// use toolwright::Redactor;
    ///
    /// let output = r#"{"file": "/srv/app/.env", "line": "API_KEY=9f86d081"}"#;
    /// assert_eq!(
    ///     Redactor::credentials().redact(output),
    ///     r#"{"file": "/srv/app/.env", "line": "API_KEY=[redacted: api key]"}"#,
    /// );
    /// ```
    pub fn credentials() -> Self {
        Self::with(true, false)
    }

    /// Creates a redactor that finds nothing, to be given what it shall find.
    pub fn none() -> Self {
        Self::with(false, false)
    }

    /// Adds a value that must not be seen, such as a key that was read at start. It is also found in base64, in hex,
    /// percent-encoded and escaped as in JSON.
    ///
    /// A value of fewer than four bytes is passed over: it would stand in every other text by chance.
    ///
    /// ```
    /// use toolwright::Redactor;
    ///
    /// let redactor = Redactor::new().secret("correct horse");
    /// assert_eq!(redactor.redact("tried correct%20horse"), "tried [redacted: secret]");
    /// assert_eq!(redactor.redact("sent YWRhOmNvcnJlY3QgaG9yc2U="), "sent YWRhOm[redacted: secret]U=");
    /// ```
    pub fn secret(mut self, value: impl AsRef<str>) -> Self {
        self.rules().exact.secret(value.as_ref());
        self
    }

    /// Adds a word or a name, found whole and in any case.
    ///
    /// ```
    /// use toolwright::Redactor;
    ///
    /// let redactor = Redactor::none().word("Falcon");
    /// assert_eq!(redactor.redact("FALCON is late, the falconer is not"), "[redacted: word] is late, the falconer is not");
    /// ```
    pub fn word(mut self, word: impl AsRef<str>) -> Self {
        self.rules().exact.word(word.as_ref());
        self
    }

    /// Adds a pattern: `find` returns where the first match in a text is, and is asked again about what follows it.
    /// `name` stands in the mark. If it panics, everything that it was asked about is taken out.
    ///
    /// ```
    /// use toolwright::Redactor;
    ///
    /// let redactor = Redactor::new().pattern("order number", |text| {
    ///     let start = text.find("ORD-")?;
    ///     let digits = text[start + 4..].bytes().take_while(u8::is_ascii_digit).count();
    ///     Some(start..start + 4 + digits)
    /// });
    /// assert_eq!(redactor.redact("ORD-1, ORD-22"), "[redacted: order number], [redacted: order number]");
    /// ```
    pub fn pattern(
        mut self,
        name: impl Into<String>,
        find: impl Fn(&str) -> Option<Range<usize>> + Send + Sync + 'static,
    ) -> Self {
        let name = name.into();
        self.rules().patterns.push((name.into(), Arc::new(find)));
        self
    }

    fn rules(&mut self) -> &mut Rules {
        Arc::make_mut(&mut self.0)
    }

    /// Returns the text with a mark in place of each finding; a text without any comes back as it is.
    #[must_use]
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut text = Cow::Borrowed(text);
        for _ in 0..ROUNDS {
            let Some(next) = self.0.round(&text) else {
                break;
            };
            text = Cow::Owned(next);
        }
        text
    }
}

impl Rules {
    /// Looks once for everything. `None` if nothing was found.
    fn round(&self, text: &str) -> Option<String> {
        let names: Vec<&str> = self.patterns.iter().map(|(name, _)| &**name).collect();
        let mut found: Option<String> = None;
        let mut apply = |find: &dyn Fn(&str, &mut Vec<Span<'_>>)| {
            let text = found.as_deref().unwrap_or(text);
            if let Some(next) = applied(text, &names, find) {
                found = Some(next);
            }
        };
        // Secrets first: a rule could take a part of one and leave the rest. Words last: one could be a part of a key.
        if self.exact.has(false) {
            apply(&|part, spans| self.exact.find(false, part, spans));
        }
        if self.credentials {
            apply(&|part, spans| scan::scan(part, self.surroundings, spans));
        }
        if self.exact.has(true) {
            apply(&|part, spans| self.exact.find(true, part, spans));
        }
        for (name, find) in &self.patterns {
            let text = found.as_deref().unwrap_or(text);
            let next = applied(text, &names, |part, spans| by(&**find, name, part, spans));
            found = next.or(found);
        }
        found
    }
}

/// Asks a pattern of the user's until it finds nothing more, or nothing that is in the text.
fn by<'n>(find: &Find, name: &'n str, text: &str, spans: &mut Vec<Span<'n>>) {
    let mut from = 0;
    while let Some(rest) = text.get(from..).filter(|rest| !rest.is_empty()) {
        let found = catch_unwind(AssertUnwindSafe(|| find(rest))).unwrap_or_else(|payload| {
            // What it did not get to look at may be what it is for. The payload may panic when it goes, so it stays.
            std::mem::forget(payload);
            Some(0..rest.len())
        });
        let Some(found) = found.filter(|found| !found.is_empty()) else {
            break;
        };
        if rest.get(found.clone()).is_none() {
            break;
        }
        spans.push(Span::new(from + found.start, from + found.end, name));
        from += found.end;
    }
}

impl Default for Redactor {
    fn default() -> Self {
        Self::new()
    }
}

/// Shows how much it looks for, never what.
impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor")
            .field("credentials", &self.0.credentials)
            .field("surroundings", &self.0.surroundings)
            .field("patterns", &self.0.patterns.len())
            .finish_non_exhaustive()
    }
}
