//! A driver of your own, without any runtime: every step reads the invocation from a text and writes it back.
//!
//! `cargo run -p examples --example sync_driver`
//!
//! The text is all that one step knows of those before it. It can lie in a file, a table or a queue, and every step can be
//! taken by another process.

use examples::{DeveloperLog, print_side_by_side};
use std::collections::BTreeMap;
use std::error::Error;
use toolwright::agent::Step;
use toolwright::dispatch::Dispatcher;
use toolwright::model::FinishReason;
use toolwright::testing::block_on;
use toolwright::{
    ChatRequest, ChatResponse, Invocation, InvocationFailure, Message, ToolCall, ToolError,
    ToolResult, ToolSet, toolset,
};

#[path = "quickstart.rs"]
#[allow(dead_code, reason = "its own `main`")]
mod quickstart;

use quickstart::{Desk, list_orders, order_status};

/// The model: a function from the conversation to the next turn, as a client that waits for its server is one.
fn ask(request: &ChatRequest) -> ChatResponse {
    match request.tool_results().len() {
        0 => ChatResponse::calls(vec![
            ToolCall::new("c1", "order_status", r#"{"id": 471}"#),
            ToolCall::new("c2", "list_orders", "{}"),
        ]),
        2 => ChatResponse::calls(vec![ToolCall::new("c3", "order_status", r#"{"id": 4711}"#)]),
        _ => ChatResponse::text("Order 4711 is on its way."),
    }
}

/// What a step leaves.
enum Next {
    /// The invocation, for the next step.
    Stored(String),
    /// The whole conversation.
    Finished(Vec<Message>),
}

/// Takes one step. After an error the text is as good as before: it can be taken again.
fn advance(stored: &str, dispatcher: &Dispatcher<'_, Desk>) -> Result<Next, Box<dyn Error>> {
    let mut invocation: Invocation = serde_json::from_str(stored)?;
    match invocation.step() {
        Step::CallModel(request) => {
            let response = ask(request);
            invocation.on_response(response)?;
        }
        Step::RunTools(call) => {
            let result = run(&invocation, call, dispatcher)?;
            invocation.on_result(result)?;
        }
        Step::Finished => return Ok(Next::Finished(invocation.into_transcript())),
        Step::Failed(kind) => return Err(format!("the invocation failed: {kind:?}").into()),
        _ => return Err("a step that this driver does not know".into()),
    }
    Ok(Next::Stored(serde_json::to_string(&invocation)?))
}

/// Runs one call, or answers it where it may not be run.
fn run(
    invocation: &Invocation,
    call: &ToolCall,
    dispatcher: &Dispatcher<'_, Desk>,
) -> Result<ToolResult, InvocationFailure> {
    if let Some(reason) = invocation.cut_off() {
        let error = ToolError::truncated(*reason == FinishReason::Refused);
        return dispatcher.refuse(call.clone(), error);
    }
    if invocation.is_withdrawn(&call.name) {
        let error = ToolError::not_offered(&call.name, []);
        return dispatcher.refuse(call.clone(), error);
    }
    // Sync tools are done when they are asked for the first time; an async one is waited for on this thread.
    block_on(dispatcher.call(call.clone()))
}

/// Starts an invocation, as a text.
fn start(tools: &ToolSet<Desk>, question: &str) -> Result<String, Box<dyn Error>> {
    let request =
        ChatRequest::new([Message::user(question)]).with_tools(tools.definitions().clone());
    let invocation = Invocation::new(request)
        .with_max_rounds(8)
        .with_max_consecutive_failures(3_u32.try_into()?);
    Ok(serde_json::to_string(&invocation)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let desk = Desk {
        orders: BTreeMap::from([(4711, "on its way"), (4712, "delivered")]),
    };
    let tools = toolset![order_status, list_orders];
    let log = DeveloperLog::default();
    let dispatcher = Dispatcher::new(&tools, &desk).on_error(log.handler());

    let mut stored = start(&tools, "Where is my order 471?")?;
    loop {
        println!("{} bytes are stored", stored.len());
        match advance(&stored, &dispatcher)? {
            Next::Stored(text) => stored = text,
            Next::Finished(messages) => {
                print_side_by_side(&messages, &log);
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Desk, Next, advance, list_orders, main, order_status, start};
    use std::collections::BTreeMap;
    use toolwright::dispatch::Dispatcher;
    use toolwright::{Invocation, Message, ToolSet, tool, toolset};

    fn desk() -> Desk {
        Desk {
            orders: BTreeMap::from([(4711, "on its way")]),
        }
    }

    /// Steps from a text to the end, and what is stored on the way; every step with a desk of its own, as in a process of
    /// its own.
    fn steps(mut stored: String, tools: &ToolSet<Desk>) -> (Vec<String>, Vec<Message>) {
        let mut texts = Vec::new();
        loop {
            let desk = desk();
            let next = advance(&stored, &Dispatcher::new(tools, &desk)).unwrap();
            texts.push(std::mem::take(&mut stored));
            match next {
                Next::Stored(text) => stored = text,
                Next::Finished(messages) => return (texts, messages),
            }
        }
    }

    #[test]
    fn runs() {
        main().unwrap();
    }

    #[test]
    fn from_every_text_it_goes_on_to_the_same_end() {
        let tools = toolset![order_status, list_orders];
        let (texts, messages) = steps(start(&tools, "Where is it?").unwrap(), &tools);
        // Three turns of the model, three calls, and the answer.
        assert_eq!(texts.len(), 7);
        let results: Vec<_> = messages
            .iter()
            .filter_map(|message| match message {
                Message::Tool(result) => Some((result.call_id.as_str(), result.text())),
                _ => None,
            })
            .collect();
        assert_eq!(results[0].0, "c1");
        assert!(results[0].1.contains("did you mean 4711?"));
        assert_eq!(results[1], ("c2", "[4711]".into()));
        assert_eq!(results[2], ("c3", "on its way".into()));
        for text in &texts {
            let (rest, end) = steps(text.clone(), &tools);
            assert!(texts.ends_with(&rest));
            assert_eq!(end, messages);
        }
    }

    /// Fails in front of the developers only.
    #[tool(name = "list_orders")]
    fn broken() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        Err("the database is away".into())
    }

    #[test]
    fn after_a_failure_the_last_text_goes_on() {
        let broken = toolset![order_status, broken];
        let mut stored = start(&broken, "Where is it?").unwrap();
        let desk = desk();
        let dispatcher = Dispatcher::new(&broken, &desk);
        let failure = loop {
            match advance(&stored, &dispatcher) {
                Ok(Next::Stored(text)) => stored = text,
                Ok(Next::Finished(_)) => panic!("the failure was passed over"),
                Err(failure) => break failure,
            }
        };
        assert!(failure.is::<toolwright::InvocationFailure>());
        assert!(!stored.contains("database"));
        let waiting: Invocation = serde_json::from_str(&stored).unwrap();
        let waiting: Vec<_> = waiting.pending_calls().map(|call| &*call.id).collect();
        assert_eq!(waiting, ["c2"]);
        // The database is back.
        let (_, messages) = steps(stored, &toolset![order_status, list_orders]);
        let Some(Message::Assistant(turn)) = messages.last() else {
            panic!("no answer");
        };
        assert_eq!(turn.content.to_text(), "Order 4711 is on its way.");
    }
}
