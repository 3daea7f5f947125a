//! A secret that shows where it has been.

use crate::model::ChatRequest;
use crate::redact::forms;
use std::error::Error;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

/// Plants a secret in every part of an error that is not for the model, and finds it again where it should not be, in
/// whatever dress: as it is, in another case, reversed, escaped as JSON, percent-encoded, in base64, in hex.
///
/// ```
/// use toolwright::error_handler::send_generic_message_to_llm_unless_visible_to_llm;
/// use toolwright::testing::{Canary, CanaryError, ScriptedModel, block_on};
/// use toolwright::{Agent, ToolState, llm_text, tool, toolset};
///
/// #[derive(ToolState)]
/// struct App {
///     canary: Canary,
/// }
///
/// /// Pays an order.
/// #[tool]
/// fn pay(#[context] canary: &Canary) -> Result<(), CanaryError> {
///     Err(canary.error())
/// }
///
/// let canary = Canary::new();
/// let model = ScriptedModel::new().calls([("c1", "pay", "{}")]).text("The desk is closed.");
/// let agent = Agent::builder(model.clone())
///     .state(App { canary: canary.clone() })
///     .tools(toolset![pay])
///     .on_error(send_generic_message_to_llm_unless_visible_to_llm(llm_text!("the desk is closed")))
///     .build()
///     .unwrap();
/// let answer = block_on(agent.invoke("Pay order 7.")).unwrap();
/// canary.assert_absent_from(&model.requests());
/// canary.assert_absent_from_text(&serde_json::to_string(&answer.messages).unwrap());
/// ```
#[derive(Clone)]
pub struct Canary {
    text: String,
    /// In small letters.
    forms: Vec<String>,
}

impl Canary {
    /// Creates a canary whose text stands nowhere else.
    #[must_use]
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let seed = RandomState::new().hash_one(NEXT.fetch_add(1, Ordering::Relaxed));
        Self::with_seed(seed)
    }

    /// Creates the canary of a seed: the same text each time, for a test that is to be repeated.
    ///
    /// ```
    /// use toolwright::testing::Canary;
    ///
    /// assert_eq!(Canary::with_seed(7).text(), Canary::with_seed(7).text());
    /// ```
    #[must_use]
    pub fn with_seed(seed: u64) -> Self {
        // Letters that no hex and no other text holds, and one sign that JSON, URLs and HTML each write differently.
        let letters: String = format!("{:016x}", mixed(seed))
            .bytes()
            .map(|digit| {
                char::from(if digit.is_ascii_digit() {
                    digit - b'0' + b'G'
                } else {
                    digit - b'a' + b'Q'
                })
            })
            .collect();
        let text = format!("canary\"{letters}");
        let reversed = |text: &str| text.chars().rev().collect::<String>();
        let mut all = forms(&text);
        // Without its sign, and in halves: what cuts it or takes the sign out still leaves a leak.
        all.extend(forms(&letters));
        let (first, second) = letters.split_at(letters.len() / 2);
        for half in [first, second] {
            all.extend(forms(half));
            all.push(reversed(half));
        }
        let forms = all.into_iter().map(|form| form.to_ascii_lowercase());
        Self {
            text,
            forms: forms.collect(),
        }
    }

    /// Returns the secret.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns an error that holds the secret in its `Display`, in its `Debug` and in all of its sources, three levels
    /// deep.
    #[must_use]
    pub fn error(&self) -> CanaryError {
        self.error_of_depth(3)
    }

    /// Returns such an error with so many sources.
    #[must_use]
    pub fn error_of_depth(&self, sources: usize) -> CanaryError {
        let mut error = CanaryError {
            text: self.text.clone(),
            source: None,
        };
        for _ in 0..sources {
            error = CanaryError {
                text: self.text.clone(),
                source: Some(Box::new(error)),
            };
        }
        error
    }

    /// Panics with the secret.
    ///
    /// # Panics
    ///
    /// Always.
    #[expect(clippy::panic, reason = "what it is for")]
    #[track_caller]
    pub fn panic(&self) -> ! {
        panic!("{}", self.text)
    }

    /// Checks that no request holds the secret: no message, no call, no definition of a tool.
    ///
    /// # Panics
    ///
    /// If one does.
    #[track_caller]
    pub fn assert_absent_from(&self, requests: &[ChatRequest]) {
        for (i, request) in requests.iter().enumerate() {
            match serde_json::to_vec(request) {
                Ok(bytes) => self.check(&bytes, format_args!("request {i}")),
                Err(error) => self.check(b"", format_args!("request {i}: {error}")),
            }
        }
    }

    /// Checks that a text does not hold the secret: a memory, a span, a record of a log, as text.
    ///
    /// # Panics
    ///
    /// If it does.
    #[track_caller]
    pub fn assert_absent_from_text(&self, text: &str) {
        self.check(text.as_bytes(), format_args!("the text"));
    }

    /// Checks that bytes do not hold the secret: the body of a request, as it was sent.
    ///
    /// # Panics
    ///
    /// If they do.
    #[track_caller]
    pub fn assert_absent_from_bytes(&self, bytes: &[u8]) {
        self.check(bytes, format_args!("the bytes"));
    }

    /// Returns whether the secret is there, or a half of it, in any of its dresses.
    ///
    /// ```
    /// use toolwright::testing::Canary;
    ///
    /// let canary = Canary::new();
    /// assert!(canary.is_in(canary.error().to_string().to_uppercase()));
    /// assert!(!canary.is_in("the tool failed"));
    /// ```
    #[must_use]
    pub fn is_in(&self, bytes: impl AsRef<[u8]>) -> bool {
        self.found(bytes.as_ref()).is_some()
    }

    fn found(&self, bytes: &[u8]) -> Option<usize> {
        let small = bytes.to_ascii_lowercase();
        let small = String::from_utf8_lossy(&small);
        self.forms.iter().find_map(|form| small.find(form))
    }

    #[track_caller]
    fn check(&self, bytes: &[u8], place: fmt::Arguments<'_>) {
        const AROUND: usize = 80;
        if let Some(at) = self.found(bytes) {
            // It was found in this text: what is no UTF-8 takes more bytes there.
            let text = String::from_utf8_lossy(bytes);
            let from = at.saturating_sub(AROUND);
            let to = (at + AROUND).min(text.len());
            let near = text.as_bytes().get(from..to).unwrap_or_default();
            let near = String::from_utf8_lossy(near);
            let is_absent = false;
            assert!(
                is_absent,
                "the canary is in {place}, at byte {at}: …{near}…"
            );
        }
    }
}

/// Another number for each seed, also where the seeds are alike.
const fn mixed(seed: u64) -> u64 {
    let mut z = (seed ^ (seed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Default for Canary {
    fn default() -> Self {
        Self::new()
    }
}

/// Leaves the secret out: what shows a canary by accident is not what it looks for.
impl fmt::Debug for Canary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Canary").finish_non_exhaustive()
    }
}

/// An error that holds the secret of a [`Canary`] wherever an error can hold a text. It is for developers only.
pub struct CanaryError {
    text: String,
    source: Option<Box<CanaryError>>,
}

impl fmt::Display for CanaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for CanaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CanaryError({:?}, {:?})", self.text, self.source)
    }
}

impl Error for CanaryError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}
