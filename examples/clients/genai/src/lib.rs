//! toolwright on a client that it does not know: `genai`.
//!
//! There are two ways. [`GenAi`] is a [`ChatModel`], so an `Agent` takes it; [`driver::drive`] is a loop of its own that
//! asks the client itself. Both convert with [`convert`].

pub mod convert;
#[path = "../../desk.rs"]
pub mod desk;
pub mod driver;

use genai::adapter::AdapterKind;
use genai::resolver::{AuthData, Endpoint};
use genai::{Client, ModelIden, ServiceTarget};
use toolwright::{ChatModel, ChatRequest, ChatResponse, ModelError, Redactor};

/// The client, what it asks, and what must not be seen in an error.
pub struct GenAi {
    client: Client,
    target: ServiceTarget,
    redactor: Redactor,
}

impl GenAi {
    /// Creates a client for an endpoint that speaks OpenAI's chat completions, such as `https://api.openai.com/v1`.
    ///
    /// For another provider of the client's, the target is all that changes.
    ///
    /// # Errors
    ///
    /// The client cannot be built.
    pub fn new(base_url: &str, model: &str, key: &str) -> Result<Self, ModelError> {
        // Whoever installed a provider of cryptography before has chosen; ours is not needed then.
        drop(rustls::crypto::ring::default_provider().install_default());
        // The client joins it with a path, which would replace a last part without a slash.
        let base_url = format!("{}/", base_url.trim_end_matches('/'));
        let redactor = Redactor::credentials().secret(key);
        let client = Client::new().map_err(|error| convert::error(&error, &redactor))?;
        Ok(Self {
            client,
            target: ServiceTarget {
                endpoint: Endpoint::from_owned(base_url),
                auth: AuthData::from_single(key),
                model: ModelIden::new(AdapterKind::OpenAI, model),
            },
            redactor,
        })
    }
}

impl ChatModel for GenAi {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
        let request = convert::request(request)?;
        let answer = self
            .client
            .exec_chat(self.target.clone(), request, None)
            .await;
        let answer = answer.map_err(|error| convert::error(&error, &self.redactor))?;
        Ok(convert::response(answer))
    }
}
