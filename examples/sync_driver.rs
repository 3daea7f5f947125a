//! A driver of your own, without any runtime: every step reads the invocation from a text and writes it back.
//!
//! `cargo run -p examples --example sync_driver`
//!
//! The text is all that one step knows of those before it. It can lie in a file, a table or a queue, and every step can be
//! taken by another process.

use examples::{DeveloperLog, print_side_by_side};
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::{AtomicU32, Ordering};
use toolwright::agent::Step;
use toolwright::dispatch::Dispatcher;
use toolwright::testing::block_on;
use toolwright::{
    ChatRequest, ChatResponse, Invocation, LlmVisible, Message, ToolCall, ToolSet, ToolState, tool,
    toolset,
};

/// What the tools of this desk may ask for.
#[derive(Debug, ToolState)]
struct Desk {
    orders: BTreeMap<u32, &'static str>,
    refunds: AtomicU32,
}

impl Desk {
    fn new() -> Self {
        Self {
            orders: BTreeMap::from([(4711, "lost"), (4712, "delivered")]),
            refunds: AtomicU32::new(0),
        }
    }
}

#[derive(Debug, thiserror::Error, LlmVisible)]
#[error("no row {id} in orders_2026")]
#[llm("there is no order {id}; order numbers have four digits")]
struct NoSuchOrder {
    id: u32,
}

/// Tells where an order is.
#[tool(read_only)]
fn order_status(
    /// The number of the order.
    id: u32,
    #[context] desk: &Desk,
) -> Result<&'static str, NoSuchOrder> {
    desk.orders.get(&id).copied().ok_or(NoSuchOrder { id })
}

/// Lists the numbers of all open orders.
#[tool(read_only)]
fn list_orders(#[context] desk: &Desk) -> Vec<u32> {
    desk.orders.keys().copied().collect()
}

/// Pays the price of an order back.
#[tool]
fn refund(id: u32, #[context] desk: &Desk) -> String {
    desk.refunds.fetch_add(1, Ordering::Relaxed);
    format!("{id} is refunded")
}

/// The model: a function from the conversation to the next turn, as a client that waits for its server is one.
fn ask(request: &ChatRequest) -> ChatResponse {
    match request.tool_results().len() {
        0 => ChatResponse::calls(vec![
            ToolCall::new("c1", "order_status", r#"{"id": 471}"#),
            ToolCall::new("c2", "list_orders", "{}"),
        ]),
        2 => ChatResponse::calls(vec![ToolCall::new("c3", "refund", r#"{"id": 4711}"#)]),
        _ => ChatResponse::text("You get the price of order 4711 back."),
    }
}

/// Takes one step from the last text, and adds what is to be kept. Returns the conversation at its end.
///
/// After an error, too, the last text goes on.
fn advance(
    texts: &mut Vec<String>,
    dispatcher: &Dispatcher<'_, Desk>,
) -> Result<Option<Vec<Message>>, Box<dyn Error>> {
    let mut invocation: Invocation = serde_json::from_str(texts.last().ok_or("no text")?)?;
    match invocation.step() {
        Step::CallModel(request) => {
            let response = ask(request);
            invocation.on_response(response)?;
        }
        // Several calls only read, so their order does not matter; one with effects comes alone.
        Step::RunTools(calls) => {
            let calls: Vec<ToolCall> = calls.iter().cloned().collect();
            for call in &calls {
                invocation.on_start(&call.id)?;
            }
            // Kept before anything runs: if this process ends now, no other runs a call with effects a second time.
            texts.push(serde_json::to_string(&invocation)?);
            for call in &calls {
                match block_on(invocation.run(call, dispatcher)) {
                    Ok(result) => invocation.on_result(result)?,
                    Err(failure) => {
                        invocation.on_failure(&failure);
                        texts.push(serde_json::to_string(&invocation)?);
                        return Err(failure.into());
                    }
                }
            }
        }
        Step::Finished | Step::Failed(_) => return Ok(Some(invocation.into_answer()?.messages)),
        _ => return Err("a step that this driver does not know".into()),
    }
    texts.push(serde_json::to_string(&invocation)?);
    Ok(None)
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
    let desk = Desk::new();
    let tools = toolset![order_status, list_orders, refund];
    let log = DeveloperLog::default();
    let dispatcher = Dispatcher::new(&tools, &desk).on_error(log.handler());

    let mut texts = vec![start(&tools, "My order 471 did not come.")?];
    let messages = loop {
        if let Some(messages) = advance(&mut texts, &dispatcher)? {
            break messages;
        }
    };
    let sizes: Vec<_> = texts.iter().map(String::len).collect();
    println!("The texts that were kept, in bytes: {sizes:?}");
    print_side_by_side(&messages, &log);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Desk, advance, list_orders, main, order_status, refund, start};
    use std::sync::atomic::Ordering;
    use toolwright::dispatch::Dispatcher;
    use toolwright::{
        Invocation, InvocationFailure, InvocationFailureKind, Message, ToolErrorKind, ToolSet,
        tool, toolset,
    };

    /// Goes on from a text, with a desk of its own. Returns the texts, the results, and how often a price was refunded.
    fn go_on(text: &str, tools: &ToolSet<Desk>) -> (Vec<String>, Vec<String>, u32) {
        let desk = Desk::new();
        let dispatcher = Dispatcher::new(tools, &desk);
        let mut texts = vec![text.to_owned()];
        let messages = loop {
            if let Some(messages) = advance(&mut texts, &dispatcher).unwrap() {
                break messages;
            }
        };
        let results = messages.iter().filter_map(|message| match message {
            Message::Tool(result) => Some(format!("{} {}", result.call_id, result.text())),
            _ => None,
        });
        let results = results.collect();
        (texts, results, desk.refunds.load(Ordering::Relaxed))
    }

    #[test]
    fn runs() {
        main().unwrap();
    }

    #[test]
    fn every_text_goes_on_to_the_same_end_and_refunds_once() {
        let tools = toolset![order_status, list_orders, refund];
        let (texts, results, refunds) = go_on(&start(&tools, "Where is it?").unwrap(), &tools);
        let expected = [
            "c1 there is no order 471; order numbers have four digits",
            "c2 [4711,4712]",
            "c3 4711 is refunded",
        ];
        assert_eq!(
            (results.as_slice(), refunds),
            (&expected.map(String::from)[..], 1)
        );
        // The start, three turns of the model, and two texts for each of two rounds of calls.
        assert_eq!(texts.len(), 8);
        for (i, text) in texts.iter().enumerate() {
            let (rest, results, refunds) = go_on(text, &tools);
            // The process ended when the refund had begun: nobody knows what came of it, and nobody does it again.
            if i == 5 {
                assert_eq!(refunds, 0);
                assert_eq!(results[..2], expected[..2]);
                assert!(results[2].contains("whether it took effect is unknown"));
                continue;
            }
            assert_eq!(results, expected);
            assert_eq!(refunds, u32::from(i < 5));
            assert_eq!(rest.last(), texts.last());
        }
    }

    /// Fails in front of the developers only.
    #[tool(name = "list_orders", read_only)]
    fn broken() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        Err("the database is away".into())
    }

    #[test]
    fn after_a_failure_the_last_text_goes_on() {
        let tools = toolset![order_status, broken, refund];
        let desk = Desk::new();
        let dispatcher = Dispatcher::new(&tools, &desk);
        let mut texts = vec![start(&tools, "Where is it?").unwrap()];
        let failure = loop {
            match advance(&mut texts, &dispatcher) {
                Ok(None) => {}
                Ok(Some(_)) => panic!("the failure was passed over"),
                Err(failure) => break failure,
            }
        };
        assert!(failure.is::<InvocationFailure>());
        // What had its result keeps it; of the failure only its kind and the id of its call are there.
        let last = texts.last().unwrap();
        assert!(!last.contains("database"), "{last}");
        let stored: Invocation = serde_json::from_str(last).unwrap();
        let kind = InvocationFailureKind::Tool(ToolErrorKind::Execution);
        assert_eq!(stored.last_failure(), Some((kind, Some("c2"))));
        let waiting: Vec<_> = stored.pending_calls().map(|call| &*call.id).collect();
        assert_eq!(waiting, ["c2"]);
        // The database is back.
        let (_, results, _) = go_on(last, &toolset![order_status, list_orders, refund]);
        assert_eq!(results[1..], ["c2 [4711,4712]", "c3 4711 is refunded"]);
    }
}
