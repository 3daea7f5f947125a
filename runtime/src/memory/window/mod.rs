//! How much of a conversation the model reads.

mod costs;
#[cfg(test)]
mod tests;
mod tokens;

pub(crate) use costs::Costs;
pub use tokens::TokenCounter;

use crate::message::Message;
use crate::message::transcript::{is_paired, mended};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// How much of a conversation the model reads: the newest messages that fit. The oldest are left out.
///
/// A window never takes apart what belongs together. System messages and the question that is being answered stay. A turn
/// with calls and all its results goes as one or stays as one. Of what stands before the question, what is left out ends
/// where a message of the user begins, so that the model reads no answer to a question that is gone. What is newest, the
/// last turn with its results, stays as well, because the model waits for it. **These stay even if they alone are more than
/// the window**: a limit of the provider that may never be passed needs limits on the outputs of tools besides, see
/// [`AgentBuilder::max_output`](crate::agent::AgentBuilder::max_output).
///
/// Messages go in steps of a quarter of the window, so that not every round changes what the model reads first: providers go
/// on from what they have cached of the last request. So what stays is between three quarters of the window and all of it,
/// or less where a whole turn or exchange has to go.
///
/// ```
/// use toolwright::Message;
/// use toolwright::memory::Window;
///
/// let messages = [
///     Message::system("Be brief."),
///     Message::user("I am Ada."),
///     Message::assistant("Hello Ada."),
///     Message::user("Where is order 7?"),
/// ];
/// let view = Window::messages(3).view(&messages);
/// assert_eq!(view, [Message::system("Be brief."), Message::user("Where is order 7?")]);
/// ```
#[derive(Clone)]
pub struct Window {
    limit: usize,
    cost: Cost,
}

#[derive(Clone)]
enum Cost {
    One,
    Tokens(Arc<dyn TokenCounter>),
}

impl Window {
    /// Creates a window of so many messages; system messages and the results of calls count.
    #[must_use]
    pub fn messages(limit: usize) -> Self {
        let cost = Cost::One;
        Self { limit, cost }
    }

    /// Creates a window of so many tokens, roughly: four letters of English are taken for one token, every character of
    /// other scripts for one as well, an image for a thousand. Leave room for what this is wrong by, and for the definitions
    /// of the tools and the answer, which are not counted.
    #[must_use]
    pub fn tokens(limit: usize) -> Self {
        Self::tokens_by(limit, tokens::estimate)
    }

    /// Creates a window of so many tokens as `counter` counts them, once per message.
    ///
    /// ```
    /// use toolwright::Message;
    /// use toolwright::memory::Window;
    ///
    /// let window = Window::tokens_by(8, |message: &Message| match message {
    ///     Message::User { content, .. } => content.to_text().split_whitespace().count(),
    ///     _ => 1,
    /// });
    /// let messages = [Message::user("one two"), Message::assistant("three"), Message::user("four five six seven eight nine")];
    /// assert_eq!(window.view(&messages), messages[2..]);
    /// ```
    #[must_use]
    pub fn tokens_by(limit: usize, counter: impl TokenCounter + 'static) -> Self {
        let cost = Cost::Tokens(Arc::new(counter));
        Self { limit, cost }
    }

    /// Returns what the model reads of a conversation whose last user message is the question.
    ///
    /// It is whole: a call without a result gets a note in its place, and a result without its call is left out.
    #[must_use]
    pub fn view(&self, messages: &[Message]) -> Vec<Message> {
        let whole;
        let messages = if is_paired(messages) {
            messages
        } else {
            whole = mended(messages.to_vec());
            &whole
        };
        let is_user = |message: &Message| matches!(message, Message::User { .. });
        let question = messages.iter().rposition(is_user);
        let question = question.unwrap_or(messages.len());
        let mut view = Vec::new();
        let mut next = 0;
        for evicted in self.evicted(&mut Costs::default(), messages, question) {
            view.extend_from_slice(messages.get(next..evicted.start).unwrap_or_default());
            next = evicted.end;
        }
        view.extend_from_slice(messages.get(next..).unwrap_or_default());
        view
    }

    /// What the model does not read of a conversation that is whole, in order: at most one range before the question and one
    /// behind it, unless system messages stand in between. None is empty.
    ///
    /// `costs` knows the messages that it was called with before; only new ones are counted. It belongs to one window and to
    /// one conversation that only grows.
    pub(crate) fn evicted(
        &self,
        costs: &mut Costs,
        messages: &[Message],
        question: usize,
    ) -> Vec<Range<usize>> {
        costs.extend(messages, |message| match &self.cost {
            Cost::One => 1,
            Cost::Tokens(counter) => counter.count(message),
        });
        let over = costs.total().saturating_sub(self.limit as u128);
        if over == 0 {
            return Vec::new();
        }
        let step = (self.limit as u128 / 4).max(1);
        let target = over.checked_next_multiple_of(step).unwrap_or(over);
        let newest = newest_of(messages);
        let mut cut = costs.cut(target, question).min(newest);
        // With their turn.
        while cut < newest && matches!(messages.get(cut), Some(Message::Tool(_))) {
            cut += 1;
        }
        // With the rest of their exchange.
        if cut > 0
            && let Some(user) = costs.user_from(cut)
            && user <= question.min(newest)
        {
            cut = user;
        }
        costs.ranges(cut, question)
    }
}

/// Where the newest unit begins: the last turn with its results, or another last message, but no system message.
fn newest_of(messages: &[Message]) -> usize {
    let is_system = |message: &Message| matches!(message, Message::System { .. });
    let Some(mut newest) = messages.iter().rposition(|message| !is_system(message)) else {
        return messages.len();
    };
    while newest > 0 && matches!(messages.get(newest), Some(Message::Tool(_))) {
        newest -= 1;
    }
    newest
}

/// Shows how wide it is.
impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match &self.cost {
            Cost::One => "messages",
            Cost::Tokens(_) => "tokens",
        };
        f.debug_struct("Window").field(unit, &self.limit).finish()
    }
}
