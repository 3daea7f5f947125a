//! What a server that nobody here wrote got to read: its journal holds every request, as it came.

use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use tests::real_model::RealModel;
use tests::run;
use toolwright::error_handler::send_generic_message_to_llm_unless_visible_to_llm;
use toolwright::model::openai::OpenAi;
use toolwright::testing::Canary;
use toolwright::{Agent, LlmVisibleError, ToolState, VisibleToLlm, llm_text, tool, toolset};

#[derive(ToolState)]
struct App {
    canary: Canary,
}

/// Fails in front of the developers only.
#[tool]
fn hidden(#[context] canary: &Canary) -> Result<(), Box<dyn Error + Send + Sync>> {
    Err(canary.error().into())
}

/// Fails with advice.
#[tool]
fn visible(#[context] canary: &Canary) -> Result<(), LlmVisibleError> {
    Err(canary.error()).visible_to_llm(llm_text!("ask for the number on the receipt"))
}

/// Panics.
#[tool]
async fn panics(#[context] canary: &Canary) {
    canary.panic()
}

/// Fails in layers.
#[tool]
fn chain(#[context] canary: &Canary) -> anyhow::Result<()> {
    let error = anyhow::Error::new(canary.error()).context(canary.text().to_owned());
    Err(error.context("the desk is closed"))
}

/// Gets a page of the server.
fn get(server: std::net::SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(server).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8(answer).unwrap()
}

#[test]
fn no_journal_holds_what_is_for_developers() {
    let Some(server) = RealModel::start_aimock() else {
        return;
    };
    let canary = Canary::new();
    let model = OpenAi::builder()
        .base_url(server.base_url())
        .model("mock")
        .build()
        .unwrap();
    let agent = Agent::builder(model)
        .state(App {
            canary: canary.clone(),
        })
        .tools(toolset![hidden, visible, panics, chain])
        .on_error(send_generic_message_to_llm_unless_visible_to_llm(
            llm_text!("that did not work"),
        ))
        .build()
        .unwrap();
    // The panic is part of the test: keep its report out of the output.
    std::panic::set_hook(Box::new(|_| {}));
    let answer = run(agent.invoke("Pay order 7."));
    drop(std::panic::take_hook());
    let answer = answer.unwrap();
    assert_eq!(answer.text, "That did not work.");
    assert_eq!(answer.tool_executions.len(), 6);
    let journal = get(server.address(), "/__aimock/journal");
    assert!(journal.contains("Pay order 7."), "{journal}");
    assert!(
        journal.contains("ask for the number on the receipt"),
        "{journal}"
    );
    assert_eq!(
        journal.matches("that did not work (reference ").count(),
        3,
        "{journal}"
    );
    assert!(
        journal.contains("there is no tool of that name"),
        "{journal}"
    );
    canary.assert_absent_from_text(&journal);
    println!(
        "aimock: {} bytes of journal, {} results",
        journal.len(),
        answer.tool_executions.len()
    );
}
