//! One POST, with everything secret kept out of what is told about it.

use super::failure::{Secrets, excerpt, retry_after, server_message};
use crate::model::{ModelError, ModelErrorKind};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Response, Url, redirect};
use rustls::crypto::{CryptoProvider, ring};
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// More than any answer; a server that sends more is broken or hostile.
const MAX_BODY: usize = 32 << 20;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// Where requests go, and with which headers.
#[derive(Clone)]
pub(super) struct Endpoint {
    client: Client,
    url: Url,
    headers: HeaderMap,
    secrets: Arc<Secrets>,
}

/// What a server sent with a status that promises an answer.
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) text: String,
}

impl Endpoint {
    pub(super) fn new(
        base_url: &str,
        api_key: &str,
        extra_headers: &[(String, String)],
        timeout: Duration,
        secrets: &mut Secrets,
    ) -> Result<Self, ModelError> {
        let url = url(base_url, secrets)?;
        let headers = headers(api_key, extra_headers, secrets)?;
        let client = Client::builder()
            .tls_backend_preconfigured(tls(&url)?)
            .redirect(redirect::Policy::none())
            .user_agent(concat!("toolwright/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(CONNECT_TIMEOUT.min(timeout))
            .timeout(timeout)
            .build()
            .map_err(|error| {
                ModelError::new(ModelErrorKind::Request, "no HTTP client can be set up")
                    .with_source(error.without_url())
            })?;
        Ok(Self {
            client,
            url,
            headers,
            secrets: Arc::default(),
        })
    }

    pub(super) fn with_secrets(mut self, secrets: Secrets) -> Self {
        self.secrets = Arc::new(secrets);
        self
    }

    pub(super) fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Returns scheme, host and port: the part of the address that holds no secret.
    pub(super) fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }

    /// Sends a body and reads the answer whole.
    pub(super) async fn post(&self, body: Vec<u8>) -> Result<Reply, ModelError> {
        if tokio::runtime::Handle::try_current().is_err() {
            // The client below would panic.
            let text = "the client needs a Tokio runtime; call it from within one";
            return Err(ModelError::new(ModelErrorKind::Request, text));
        }
        let sent = self
            .client
            .post(self.url.clone())
            .headers(self.headers.clone())
            .body(body)
            .send()
            .await;
        let response = sent.map_err(|error| self.unreachable(error))?;
        let status = response.status();
        let retry_after = retry_after(response.headers());
        let body = self.read(response).await;
        if status.is_success() {
            return Ok(Reply {
                status: status.as_u16(),
                text: body?,
            });
        }
        // An error status says enough, even where its body breaks off.
        let text = body.unwrap_or_default();
        let message = if status.is_redirection() {
            "it points elsewhere, which is not followed".to_owned()
        } else {
            server_message(&text, &self.secrets).unwrap_or_else(|| "it does not say why".to_owned())
        };
        let mut error = ModelError::new(
            ModelErrorKind::Status,
            format!("the model's server refused the request: {message}"),
        )
        .with_status(status.as_u16());
        if let Some(delay) = retry_after {
            error = error.with_retry_after(delay);
        }
        Err(error)
    }

    async fn read(&self, mut response: Response) -> Result<String, ModelError> {
        let status = response.status().as_u16();
        let mut bytes = Vec::new();
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) if bytes.len() + chunk.len() <= MAX_BODY => {
                    bytes.extend_from_slice(&chunk);
                }
                Ok(Some(_)) => {
                    let text = format!("the model's server sent more than {MAX_BODY} bytes");
                    return Err(ModelError::new(ModelErrorKind::Response, text).with_status(status));
                }
                Ok(None) => break,
                Err(error) if error.is_timeout() => return Err(self.unreachable(error)),
                Err(error) => {
                    let start = excerpt(&String::from_utf8_lossy(&bytes), &self.secrets);
                    let text = format!("the answer of the model's server broke off after {start}");
                    return Err(ModelError::new(ModelErrorKind::Response, text)
                        .with_status(status)
                        .with_source(error.without_url()));
                }
            }
        }
        // Lossy only where it has to be; the usual answer is not copied.
        Ok(String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    fn unreachable(&self, error: reqwest::Error) -> ModelError {
        let origin = self.origin();
        let text = if error.is_timeout() {
            format!("the model's server at {origin} did not answer in time")
        } else if error.is_connect() {
            format!("no connection to the model's server at {origin}")
        } else {
            format!("the connection to the model's server at {origin} broke")
        };
        ModelError::new(ModelErrorKind::Connection, text).with_source(error.without_url())
    }
}

fn url(base_url: &str, secrets: &mut Secrets) -> Result<Url, ModelError> {
    let refuse = |text| ModelError::new(ModelErrorKind::Request, text);
    // The parser's own error is not kept: it says little, and the text it speaks of may hold a key.
    let mut url = Url::parse(base_url).map_err(|_| refuse("the base URL is not a URL"))?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err(refuse("the base URL is neither http nor https"));
    }
    let path = url.path().trim_end_matches('/');
    if !path.ends_with("/chat/completions") {
        let path = format!("{path}/chat/completions");
        url.set_path(&path);
    }
    url.set_fragment(None);
    let query = url.query().unwrap_or_default();
    let values = query
        .split('&')
        .map(|pair| pair.split_once('=').map_or(pair, |(_, value)| value));
    let user_info = format!(
        "{}:{}",
        decoded(&url, url.username()),
        decoded(&url, url.password().unwrap_or_default())
    );
    if user_info.len() > 1 {
        // As the header says it.
        secrets.add(&base64(user_info.as_bytes()));
    }
    for secret in values.chain([url.username(), url.password().unwrap_or_default()]) {
        secrets.add(secret);
        secrets.add(&decoded(&url, secret));
    }
    Ok(url)
}

/// Returns a part of an address without its percent signs, as a server would echo it.
fn decoded(url: &Url, part: &str) -> String {
    let mut url = url.clone();
    url.set_query(Some(&part.replace('+', "%2B")));
    let mut pairs = url.query_pairs();
    let (name, value) = pairs.next().unwrap_or_default();
    if value.is_empty() {
        name.into_owned()
    } else {
        format!("{name}={value}")
    }
}

/// Standard base64, with its padding.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let index = (bits >> (18 - 6 * i)) & 0x3F;
            let letter = ALPHABET.get(index as usize).copied().unwrap_or(b'=');
            text.push(if i > chunk.len() {
                '='
            } else {
                char::from(letter)
            });
        }
    }
    text
}

fn headers(
    api_key: &str,
    extra: &[(String, String)],
    secrets: &mut Secrets,
) -> Result<HeaderMap, ModelError> {
    let refuse = |text: &str| ModelError::new(ModelErrorKind::Request, text);
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if !api_key.is_empty() {
        secrets.add(api_key);
        let value = sensitive(&format!("Bearer {api_key}"));
        let value = value.ok_or_else(|| refuse("the key has characters that no header takes"))?;
        headers.insert(AUTHORIZATION, value);
    }
    for (name, value) in extra {
        secrets.add_header(value);
        let name = HeaderName::from_bytes(name.as_bytes());
        let name =
            name.map_err(|_| refuse("an extra header has a name that HTTP does not take"))?;
        let value = sensitive(value);
        let value =
            value.ok_or_else(|| refuse("an extra header has a value that HTTP does not take"))?;
        headers.insert(name, value);
    }
    Ok(headers)
}

fn sensitive(text: &str) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_str(text).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// Sets TLS up with the process's cryptography if it has chosen one, else with ring, without choosing for it.
fn tls(url: &Url) -> Result<ClientConfig, ModelError> {
    // Reading all certificates of the platform takes a while, and once is enough.
    static TLS: OnceLock<ClientConfig> = OnceLock::new();
    if let Some(config) = TLS.get() {
        return Ok(config.clone());
    }
    let provider = CryptoProvider::get_default()
        .cloned()
        .unwrap_or_else(|| Arc::new(ring::default_provider()));
    let refuse =
        |error| ModelError::new(ModelErrorKind::Request, "TLS cannot be set up").with_source(error);
    let start = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(refuse)?;
    match start.clone().with_platform_verifier() {
        Ok(config) => Ok(TLS.get_or_init(|| config.with_no_client_auth()).clone()),
        // A container without certificates can still ask a server on its own network.
        Err(_) if url.scheme() == "http" => Ok(start
            .with_root_certificates(RootCertStore::empty())
            .with_no_client_auth()),
        Err(error) => Err(refuse(error)),
    }
}
