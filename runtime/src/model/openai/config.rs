//! How a client is set up.

use super::OpenAi;
use super::body::{Body, Options};
use super::failure::Secrets;
use super::http::Endpoint;
use crate::model::{ModelError, ModelErrorKind};
use serde_json::{Map, Value};
use std::fmt;
use std::time::Duration;

const BASE_URL: &str = "https://api.openai.com/v1";
const TIMEOUT: Duration = Duration::from_mins(5);

/// The fields of a body that this crate writes itself.
const RESERVED: [&str; 6] = [
    "model",
    "messages",
    "tools",
    "stream",
    "tool_choice",
    "parallel_tool_calls",
];

/// Sets up an [`OpenAi`]: at least a model, and a key unless the server is one's own. What is set twice holds as set last.
#[must_use]
pub struct OpenAiBuilder {
    base_url: String,
    api_key: String,
    model: String,
    timeout: Duration,
    headers: Vec<(String, String)>,
    fields: Vec<(String, Value)>,
    options: Options,
    problem: Option<&'static str>,
}

/// Whether the model calls a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolChoice {
    /// The model decides.
    Auto,
    /// No tool is called.
    None,
    /// At least one tool is called. In every round: an agent that asks so only ends at a limit.
    Required,
    /// The named tool is called, in every request that offers it.
    Tool(String),
}

impl OpenAiBuilder {
    /// Starts from `OPENAI_API_KEY`, `OPENAI_BASE_URL` and `OPENAI_MODEL`; what is set afterwards wins.
    ///
    /// ```no_run
    /// use toolwright::model::openai::OpenAiBuilder;
    ///
    /// let model = OpenAiBuilder::from_env().model("gpt-5-mini").build()?;
    /// # Ok::<(), toolwright::ModelError>(())
    /// ```
    pub fn from_env() -> Self {
        let var = |name| std::env::var(name).unwrap_or_default();
        let base_url = var("OPENAI_BASE_URL");
        let builder = Self::default()
            .api_key(var("OPENAI_API_KEY"))
            .model(var("OPENAI_MODEL"));
        if base_url.trim().is_empty() {
            builder
        } else {
            builder.base_url(base_url)
        }
    }

    /// Sets the address that `/chat/completions` is added to; OpenAI's own if none is given.
    pub fn base_url(mut self, base_url: impl Into<String>) -> Self {
        self.base_url = base_url.into();
        self
    }

    /// Sets the key. A local server usually needs none.
    pub fn api_key(mut self, api_key: impl Into<String>) -> Self {
        self.api_key = api_key.into();
        self
    }

    /// Sets the model.
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.model = model.into();
        self
    }

    /// Sets how freely the model picks its words.
    pub fn temperature(mut self, temperature: f64) -> Self {
        if !temperature.is_finite() {
            self.problem = Some("the temperature is not a number");
        }
        self.field("temperature", temperature)
    }

    /// Sets how many tokens the model may write, sent as `max_completion_tokens`. Older servers want
    /// `.extra_field("max_tokens", n)` instead.
    pub fn max_output_tokens(self, tokens: u32) -> Self {
        self.field("max_completion_tokens", tokens)
    }

    /// Sets whether the model calls a tool. Sent only when tools are offered.
    pub fn tool_choice(mut self, tool_choice: ToolChoice) -> Self {
        self.options.tool_choice = Some(tool_choice);
        self
    }

    /// Sets whether one turn may hold several calls. Sent only when tools are offered.
    pub fn parallel_tool_calls(mut self, parallel: bool) -> Self {
        self.options.parallel_tool_calls = Some(parallel);
        self
    }

    /// Sets whether tools are offered with `strict: true`, so that the server lets the model write nothing but arguments
    /// that fit the schema. They are not if nothing is set.
    ///
    /// Strict mode knows no optional arguments: the model writes `null` for each that it leaves out. Functions under
    /// `#[tool]` take that; a hand-written [`Tool`](crate::Tool) has to. A tool whose schema strict mode cannot express
    /// is offered with `strict: false`; [`OpenAi::not_strict`] tells which.
    ///
    /// ```
    /// use toolwright::model::openai::OpenAi;
    ///
    /// let model = OpenAi::builder().model("gpt-5-mini").strict(true);
    /// # model.api_key("sk-123").build()?;
    /// # Ok::<(), toolwright::ModelError>(())
    /// ```
    pub fn strict(mut self, strict: bool) -> Self {
        self.options.strict = strict;
        self
    }

    /// Sets whether the model can be shown images; it can if nothing is set. If not, a sentence stands for each of them.
    pub fn images(mut self, images: bool) -> Self {
        self.options.without_images = !images;
        self
    }

    /// Sets how long an answer may take in all; five minutes if not set.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Adds a header to every request. Its value is kept as secret as the key.
    pub fn extra_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Adds a field to the body of every request, such as `reasoning_effort`.
    ///
    /// ```
    /// use toolwright::model::openai::OpenAi;
    ///
    /// let model = OpenAi::builder()
    ///     .base_url("http://127.0.0.1:8080/v1")
    ///     .model("gpt-oss")
    ///     .extra_field("reasoning_effort", "low")
    ///     .extra_field("seed", 7);
    /// # model.build()?;
    /// # Ok::<(), toolwright::ModelError>(())
    /// ```
    pub fn extra_field(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        let name = name.into();
        if RESERVED.contains(&name.as_str()) {
            self.problem =
                Some("an extra field bears a name that this client writes itself; use its setter");
        }
        self.field(&name, value)
    }

    /// Creates the client.
    ///
    /// # Errors
    ///
    /// What is missing or cannot be used. The text holds neither the key nor the base URL.
    pub fn build(self) -> Result<OpenAi, ModelError> {
        let refuse = |problem: &str| Err(ModelError::new(ModelErrorKind::Request, problem));
        if let Some(problem) = self.problem {
            return refuse(problem);
        }
        let (base_url, api_key) = (self.base_url.trim(), self.api_key.trim());
        if self.model.trim().is_empty() {
            return refuse("no model is named; call `.model(…)` or set OPENAI_MODEL");
        }
        if api_key.is_empty() && base_url == BASE_URL {
            return refuse("no key for OpenAI; call `.api_key(…)` or set OPENAI_API_KEY");
        }
        let mut secrets = Secrets::default();
        let endpoint = Endpoint::new(base_url, api_key, &self.headers, self.timeout, &mut secrets)?;
        let fields: Map<String, Value> = self.fields.into_iter().collect();
        Ok(OpenAi {
            endpoint: endpoint.with_secrets(secrets),
            body: Body::new(&self.model, &fields, self.options)?,
        })
    }

    fn field(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.push((name.to_owned(), value.into()));
        self
    }
}

impl Default for OpenAiBuilder {
    fn default() -> Self {
        Self {
            base_url: BASE_URL.to_owned(),
            api_key: String::new(),
            model: String::new(),
            timeout: TIMEOUT,
            headers: Vec::new(),
            fields: Vec::new(),
            options: Options::default(),
            problem: None,
        }
    }
}

/// Shows the model, never the key or where the requests go.
impl fmt::Debug for OpenAiBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenAiBuilder")
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}
