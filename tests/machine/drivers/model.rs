//! The model that says what the script says.

use crate::clock::yields;
use crate::script::Script;
use std::sync::{Arc, Mutex};
use toolwright::Message;
use toolwright::model::{ChatModel, ChatRequest, ChatResponse, ModelError};

#[derive(Clone)]
pub(crate) struct Speaker(Arc<Inner>);

struct Inner {
    script: Script,
    asked: Mutex<Vec<(ChatRequest, Option<Message>)>>,
}

impl Speaker {
    pub(crate) fn new(script: &Script) -> Self {
        Self(Arc::new(Inner {
            script: script.clone(),
            asked: Mutex::default(),
        }))
    }

    /// What it was asked, and what it said.
    pub(crate) fn asked(&self) -> Vec<(ChatRequest, Option<Message>)> {
        self.0.asked.lock().unwrap().clone()
    }

    /// Answers at once.
    pub(crate) fn say(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
        let mut asked = self.0.asked.lock().unwrap();
        let response = self.0.script.turn(asked.len()).response();
        let said = response.as_ref().ok();
        let said = said.map(|said| Message::Assistant(said.message.clone()));
        asked.push((request.clone(), said));
        response
    }
}

impl ChatModel for Speaker {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
        let response = self.say(request);
        yields(1).await;
        response
    }
}
