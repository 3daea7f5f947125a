//! A loop of your own over the client: no agent, and no `ChatModel`.

use crate::{GenAi, convert};
use futures_util::future::join_all;
use std::error::Error;
use toolwright::agent::Step;
use toolwright::dispatch::Dispatcher;
use toolwright::{ChatRequest, Invocation, Message, ToolSet};

/// Asks the client, runs the calls that come back, and goes on until there is an answer: the last message of what it
/// returns.
///
/// # Errors
///
/// What ended the invocation before its answer.
pub async fn drive<S: Sync>(
    asked: &GenAi,
    tools: &ToolSet<S>,
    state: &S,
    question: &str,
) -> Result<Vec<Message>, Box<dyn Error + Send + Sync>> {
    let request =
        ChatRequest::new([Message::user(question)]).with_tools(tools.definitions().clone());
    let mut invocation = Invocation::new(request).with_max_rounds(8);
    let dispatcher = Dispatcher::new(tools, state);
    loop {
        match invocation.step() {
            Step::CallModel(request) => {
                let request = convert::request(request)?;
                let answer = asked
                    .client
                    .exec_chat(asked.target.clone(), request, None)
                    .await;
                let answer = answer.map_err(|error| convert::error(&error, &asked.redactor))?;
                invocation.on_response(convert::response(answer))?;
            }
            // Several calls only read, and run side by side; one with effects comes alone.
            Step::RunTools(calls) => {
                let running = calls.iter().map(|call| invocation.run(call, &dispatcher));
                for result in join_all(running).await {
                    invocation.on_result(result?)?;
                }
            }
            Step::Finished | Step::Failed(_) => return Ok(invocation.into_answer()?.messages),
            _ => return Err("a step that this driver does not know".into()),
        }
    }
}
