//! The model: what it does next is a function of what it is asked, so that it does the same wherever the run goes on.

use crate::{Dice, is_whole};
use std::thread;
use std::time::Duration;
use toolwright::model::{ChatModel, ChatRequest, ChatResponse, ModelError, ModelErrorKind};
use toolwright::{Message, ToolCall};

/// What a run does, found by its question.
pub(crate) struct Script {
    /// At most so many rounds.
    pub(crate) rounds: u64,
    /// Whether it is down now and then.
    pub(crate) fails: bool,
    /// How long it thinks.
    pub(crate) delay: Duration,
}

/// The answer to a question: nothing that a kill may change.
pub(crate) fn answer(question: &str) -> String {
    format!("all done for {question}")
}

impl Script {
    fn next(&self, question: &str, round: u64) -> Result<ChatResponse, ModelError> {
        let rounds = 1 + self.rounds / 2 + Dice::of(question).below(1 + self.rounds / 2);
        if round >= rounds {
            if self.fails && Dice::of(&format!("{question} fails")).below(5) == 0 {
                return Err(ModelError::new(ModelErrorKind::Connection, "down"));
            }
            return Ok(ChatResponse::text(answer(question)));
        }
        let mut dice = Dice::of(&format!("{question} in round {round}"));
        let calls = (0..=dice.below(4)).map(|i| {
            let name = match dice.below(5) {
                0 | 1 => "look",
                2 => "decline",
                _ => "pay",
            };
            ToolCall::new(format!("{question}.{round}.{i}"), name, "{}")
        });
        Ok(ChatResponse::calls(calls.collect()))
    }
}

impl ChatModel for Script {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
        let messages = request.messages();
        assert!(is_whole(messages), "a request with a hole in it");
        let at = messages
            .iter()
            .rposition(|message| matches!(message, Message::User { .. }))
            .expect("a question");
        let Message::User { content, .. } = &messages[at] else {
            unreachable!()
        };
        let turns = messages[at..].iter();
        let turns = turns.filter(|message| matches!(message, Message::Assistant(_)));
        let round = u64::try_from(turns.count()).unwrap();
        thread::sleep(self.delay);
        self.next(&content.to_text(), round)
    }
}
