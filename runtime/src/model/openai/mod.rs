#![doc = include_str!("../../../docs/openai.md")]

mod body;
mod config;
mod convert;
mod failure;
mod http;
mod images;
mod limits;
mod messages;
mod text;
mod tools;
mod wire;

pub use config::{OpenAiBuilder, ToolChoice};
pub use tools::NotStrict;

use super::{ChatModel, ChatRequest, ChatResponse, ModelError};
use crate::tool::ToolDefinition;
use body::Body;
use http::Endpoint;
use std::fmt;

/// A model behind OpenAI's chat completions. Cheap to clone: the clones share their connections.
///
/// Neither its `Debug` nor any error shows the key, the values of extra headers, or what the base URL holds beside
/// scheme, host and port.
#[derive(Clone)]
pub struct OpenAi {
    endpoint: Endpoint,
    body: Body,
}

impl OpenAi {
    /// Starts a client.
    ///
    /// ```
    /// use std::time::Duration;
    /// use toolwright::model::openai::OpenAi;
    ///
    /// let model = OpenAi::builder()
    ///     .api_key("sk-…")
    ///     .model("gpt-5-mini")
    ///     .max_output_tokens(2_000)
    ///     .timeout(Duration::from_secs(60));
    /// # let model = model.api_key("sk-123").build()?;
    /// # Ok::<(), toolwright::ModelError>(())
    /// ```
    pub fn builder() -> OpenAiBuilder {
        OpenAiBuilder::default()
    }

    /// Creates a client from `OPENAI_API_KEY`, `OPENAI_BASE_URL` and `OPENAI_MODEL`.
    ///
    /// Use [`OpenAiBuilder::from_env`] to set more than that.
    ///
    /// ```no_run
    /// use toolwright::model::openai::OpenAi;
    ///
    /// let model = OpenAi::from_env()?;
    /// # Ok::<(), toolwright::ModelError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What is missing or cannot be used.
    pub fn from_env() -> Result<Self, ModelError> {
        OpenAiBuilder::from_env().build()
    }

    /// Returns the tools whose schemas strict mode cannot express, and what of them: they are offered with
    /// `strict: false` whatever [`OpenAiBuilder::strict`] says. The log tells of them at DEBUG, too.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use toolwright::model::openai::OpenAi;
    /// use toolwright::{ToolSet, tool, toolset};
    ///
    /// /// Sets prices.
    /// #[tool]
    /// fn set_prices(prices: BTreeMap<String, f64>) -> usize { prices.len() }
    ///
    /// let tools: ToolSet = toolset![set_prices];
    /// let found = OpenAi::not_strict(tools.definitions());
    /// assert_eq!(found[0].tool, "set_prices");
    /// assert_eq!(found[0].losses[0].path, "/properties/prices");
    /// assert_eq!(found[0].losses[0].keyword, "additionalProperties");
    /// ```
    #[must_use]
    pub fn not_strict(tools: &[ToolDefinition]) -> Vec<NotStrict> {
        tools::not_strict(tools)
    }
}

impl ChatModel for OpenAi {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
        let reply = self.endpoint.post(self.body.write(request)?).await?;
        convert::response(&reply, request, self.endpoint.secrets())
    }
}

impl fmt::Debug for OpenAi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenAi")
            .field("server", &self.endpoint.origin())
            .field("model", &self.body.model())
            .finish_non_exhaustive()
    }
}
