//! The errors of the table, and the tools that fail with them.

use std::error::Error;
use std::fmt;
use toolwright::tool::{Tool, ToolContext, ToolDefinition, ToolError, ToolOutput};
use toolwright::{LlmText, LlmVisible, LlmVisibleError, tool};

type Source = Option<Box<dyn Error + Send + Sync>>;

/// An error that says nothing to the model.
#[derive(Debug)]
pub(crate) struct N(pub(crate) &'static str, pub(crate) Source);

/// An error that has a text for the model; `None` keeps it hidden.
#[derive(Debug)]
pub(crate) struct V(
    pub(crate) &'static str,
    pub(crate) Option<&'static str>,
    pub(crate) Source,
);

macro_rules! error {
    ($t:ident, $source:tt) => {
        impl fmt::Display for $t {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.0)
            }
        }

        impl Error for $t {
            fn source(&self) -> Option<&(dyn Error + 'static)> {
                self.$source.as_deref().map(|source| source as _)
            }
        }
    };
}

error!(N, 1);
error!(V, 2);

impl LlmVisible for V {
    fn message_for_llm(&self) -> Option<LlmText> {
        assert!(self.1 != Some("panics"), "llm() failed");
        self.1.and_then(LlmText::if_not_blank)
    }
}

pub(crate) fn io() -> Source {
    Some(Box::new(std::io::Error::other("io")))
}

pub(crate) fn cause(error: impl Error + Send + Sync + 'static) -> Source {
    Some(Box::new(error))
}

/// What a row throws.
pub(crate) enum Thrown {
    Hidden(N),
    Visible(V),
    Ready(LlmVisibleError),
    Panic,
}

/// The rows that have a cause are made anew for each call.
pub(crate) fn thrown(id: &str) -> Thrown {
    use Thrown::{Hidden, Panic, Ready, Visible};
    match id {
        "E1" => Hidden(N("secret", None)),
        "E3" | "E4" => Hidden(N("", None)),
        "E5" => Hidden(N("  ", None)),
        "E8" => Hidden(N("io", None)),
        "E9" | "E10" => Panic,
        "E11" | "E12" => Hidden(N("x", io())),
        "E13" | "E14" | "E25" => Visible(V("vm", Some("hello"), None)),
        "E15" | "E16" => Visible(V("vm", Some("  "), None)),
        "E17" | "E18" => Visible(V("vm", None, None)),
        "E19" | "E20" => Visible(V("", Some(""), None)),
        "E21" | "E22" => Visible(V("vm", Some("hello"), io())),
        "E23" | "E24" => Visible(V("vm", Some(" "), io())),
        "E29" | "E30" => Hidden(N("x", cause(V("vm", Some(" "), None)))),
        "E31" | "E32" => Hidden(N("x", cause(N("y", cause(V("vm", Some("hello"), None)))))),
        "E33" | "E34" => Visible(V("m1", Some("one"), cause(V("m2", Some("two"), None)))),
        "E36" => Visible(V("m1", Some("one"), cause(V("m2", Some(" "), None)))),
        "E37" | "E38" => Visible(V("m1", Some(" "), cause(V("m2", Some(" "), None)))),
        "E39" => Ready(LlmVisibleError::new(toolwright::llm_text!("m"))),
        "E41" | "E42" => {
            let error = LlmVisibleError::new(toolwright::llm_text!("m"));
            Ready(error.with_source(std::io::Error::other("io")))
        }
        "E46" => Visible(V("vt", Some("panics"), None)),
        other => panic!("no row {other}"),
    }
}

/// Fails with an error that is not visible.
#[tool]
pub(crate) fn hidden(id: String) -> Result<(), N> {
    match thrown(&id) {
        Thrown::Hidden(error) => Err(error),
        _ => panic!("ae"),
    }
}

/// Fails with a visible error.
#[tool]
pub(crate) async fn visible(id: String) -> Result<(), V> {
    match thrown(&id) {
        Thrown::Visible(error) => Err(error),
        _ => Ok(()),
    }
}

/// Fails with the ready-made visible error.
#[tool]
pub(crate) fn ready(id: String) -> Result<(), LlmVisibleError> {
    match thrown(&id) {
        Thrown::Ready(error) => Err(error),
        _ => Ok(()),
    }
}

/// A hand-written tool; its argument text is the id of the row.
pub(crate) struct Custom;

impl Tool for Custom {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(
            "custom",
            "Fails.",
            serde_json::json!({"type": "object", "properties": {}}),
        )
    }

    async fn call(
        &self,
        arguments: &str,
        (): &(),
        _: &ToolContext,
    ) -> Result<ToolOutput, ToolError> {
        let arguments: serde_json::Value = serde_json::from_str(arguments).unwrap();
        Err(match thrown(arguments["id"].as_str().unwrap()) {
            Thrown::Hidden(error) => ToolError::execution(error),
            Thrown::Visible(error) => ToolError::visible(error),
            Thrown::Ready(error) => error.into(),
            Thrown::Panic => panic!("ae"),
        })
    }
}
