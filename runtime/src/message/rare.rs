//! What few results have.

use super::Content;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;
use std::time::Duration;

/// What few results have, behind one pointer, so that the others are no larger for it.
#[derive(Clone, Default)]
pub(crate) struct Rare(Option<Arc<Fields>>);

#[derive(Clone, Default)]
struct Fields {
    /// Structured content, as the text of a JSON value.
    structured: Option<Box<str>>,
    /// What is sent of it.
    sent: Sent,
    /// The content before it was cut, kept in this process only.
    whole: Option<Content>,
    /// What the call ran with where a hook changed its arguments, kept in this process only.
    arguments: Option<Box<str>>,
    /// The tool was not run for the call.
    not_run: bool,
    /// The call failed, and nobody knows what the tool did before.
    in_doubt: bool,
    /// How long the call took, where somebody asked for it.
    duration: Option<Duration>,
}

#[derive(Clone, Default)]
enum Sent {
    #[default]
    All,
    /// It is longer than what may be sent, or holds what may not, and stays here.
    Nothing,
    /// What is left of it without secrets, as the text of a JSON value.
    Instead(Box<str>),
}

impl Rare {
    /// Structured content; the text has to be JSON.
    pub(crate) fn structured_json(json: impl Into<Box<str>>) -> Self {
        Self(Some(Arc::new(Fields {
            structured: Some(json.into()),
            ..Fields::default()
        })))
    }

    /// The structured content that may be sent.
    pub(crate) fn structured(&self) -> Option<&str> {
        let fields = self.0.as_ref()?;
        match &fields.sent {
            Sent::All => fields.structured.as_deref(),
            Sent::Nothing => None,
            Sent::Instead(json) => Some(json),
        }
    }

    /// The structured content, whatever may be sent of it.
    pub(crate) fn all_structured(&self) -> Option<&str> {
        self.0.as_ref()?.structured.as_deref()
    }

    /// What is sent of it, alone.
    pub(crate) fn as_sent(&self) -> Self {
        self.structured()
            .map_or_else(Self::default, Self::structured_json)
    }

    /// The content before it was cut.
    pub(super) fn whole(&self) -> Option<&Content> {
        self.0.as_ref()?.whole.as_ref()
    }

    /// Keeps what the content was; of several, the first.
    pub(super) fn keep(&mut self, content: Content) {
        self.fields().whole.get_or_insert(content);
    }

    /// What the call ran with.
    pub(super) fn arguments(&self) -> Option<&str> {
        self.0.as_ref()?.arguments.as_deref()
    }

    pub(super) fn keep_arguments(&mut self, arguments: String) {
        self.fields().arguments = Some(arguments.into());
    }

    pub(super) fn withhold_structured(&mut self) {
        self.fields().sent = Sent::Nothing;
    }

    /// Sends something else; nothing, if it is no JSON.
    pub(super) fn replace_structured(&mut self, json: String) {
        let is_json = serde_json::from_str::<serde::de::IgnoredAny>(&json).is_ok();
        self.fields().sent = if is_json {
            Sent::Instead(json.into())
        } else {
            Sent::Nothing
        };
    }

    pub(super) fn was_run(&self) -> bool {
        self.0.as_ref().is_none_or(|fields| !fields.not_run)
    }

    pub(super) fn set_run(&mut self, was_run: bool) {
        if self.was_run() != was_run {
            self.fields().not_run = !was_run;
        }
    }

    pub(super) fn is_in_doubt(&self) -> bool {
        self.0.as_ref().is_some_and(|fields| fields.in_doubt)
    }

    pub(super) fn set_in_doubt(&mut self) {
        self.fields().in_doubt = true;
    }

    pub(super) fn duration(&self) -> Option<Duration> {
        self.0.as_ref()?.duration
    }

    pub(super) fn set_duration(&mut self, duration: Duration) {
        self.fields().duration = Some(duration);
    }

    fn fields(&mut self) -> &mut Fields {
        Arc::make_mut(self.0.get_or_insert_with(Arc::default))
    }
}

/// What is kept in this process only is no part of a result's identity.
impl PartialEq for Rare {
    fn eq(&self, other: &Self) -> bool {
        self.structured() == other.structured()
    }
}

impl Serialize for Rare {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.structured().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rare {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Some(json) = Option::<Box<str>>::deserialize(deserializer)? else {
            return Ok(Self::default());
        };
        match serde_json::from_str::<serde::de::IgnoredAny>(&json) {
            Ok(_) => Ok(Self::structured_json(json)),
            Err(_) => Err(serde::de::Error::custom(
                "structured content that is no JSON",
            )),
        }
    }
}
