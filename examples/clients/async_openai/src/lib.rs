//! toolwright on a client that it does not know: `async-openai`.
//!
//! There are two ways. [`AsyncOpenAi`] is a [`ChatModel`], so an `Agent` takes it; [`driver::drive`] is a loop of its own
//! that asks the client itself. Both convert with [`convert`].

pub mod convert;
#[path = "../../desk.rs"]
pub mod desk;
pub mod driver;

use async_openai::Client;
use async_openai::config::OpenAIConfig;
use toolwright::{ChatModel, ChatRequest, ChatResponse, ModelError, Redactor};

/// The client, the model's name, and what must not be seen in an error.
pub struct AsyncOpenAi {
    client: Client<OpenAIConfig>,
    model: String,
    redactor: Redactor,
}

impl AsyncOpenAi {
    /// Creates a client for an endpoint such as `https://api.openai.com/v1`.
    #[must_use]
    pub fn new(base_url: &str, model: &str, key: &str) -> Self {
        // Whoever installed a provider of cryptography before has chosen; ours is not needed then.
        drop(rustls::crypto::ring::default_provider().install_default());
        let config = OpenAIConfig::new()
            .with_api_base(base_url.trim_end_matches('/'))
            .with_api_key(key);
        Self {
            client: Client::with_config(config),
            model: model.to_owned(),
            redactor: Redactor::credentials().secret(key),
        }
    }
}

impl ChatModel for AsyncOpenAi {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
        let request = convert::request(&self.model, request)?;
        let answer = self.client.chat().create(request).await;
        convert::response(answer.map_err(|error| convert::error(&error, &self.redactor))?)
    }
}
