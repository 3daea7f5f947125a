//! An order desk on `async-openai`: first with an agent, then with a driver of its own.
//!
//! `cargo run -- --base-url URL --model NAME`
//!
//! The key, if one is needed, comes from `OPENAI_API_KEY`.

use async_openai_client::AsyncOpenAi;
use async_openai_client::desk::{Desk, tools};
use async_openai_client::driver::drive;
use std::error::Error;
use std::sync::Arc;
use toolwright::{Agent, Message};

const QUESTION: &str = "Where is my order 471?";

#[tokio::main(flavor = "current_thread")]
async fn main() {
    if let Err(error) = run().await {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

async fn run() -> Result<(), Box<dyn Error + Send + Sync>> {
    let client = Arc::new(client()?);

    println!("with an agent");
    let agent = Agent::builder(Arc::clone(&client))
        .state(Desk::new())
        .tools(tools())
        .max_rounds(8)
        .build()?;
    print(&agent.invoke(QUESTION).await?.messages);

    println!("with a driver of its own");
    print(&drive(&client, &tools(), &Desk::new(), QUESTION).await?);
    Ok(())
}

/// Makes the client of `--base-url` and `--model`.
fn client() -> Result<AsyncOpenAi, String> {
    let (mut base_url, mut model) = (None, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(option) = arguments.next() {
        match option.as_str() {
            "--base-url" => base_url = arguments.next(),
            "--model" => model = arguments.next(),
            _ => {
                return Err(format!(
                    "{option} is not an option; there are --base-url, --model"
                ));
            }
        }
    }
    let base_url = base_url.ok_or("--base-url needs a value")?;
    let model = model.ok_or("--model needs a value")?;
    let key = std::env::var("OPENAI_API_KEY").unwrap_or_default();
    Ok(AsyncOpenAi::new(&base_url, &model, &key))
}

fn print(messages: &[Message]) {
    for message in messages {
        match message {
            Message::User { content, .. } => println!("  user: {}", content.to_text()),
            Message::Assistant(turn) => {
                for call in &turn.tool_calls {
                    println!("  -> {} {}", call.name, call.arguments);
                }
                if !turn.content.is_empty() {
                    println!("  model: {}", turn.content.to_text());
                }
            }
            Message::Tool(result) if result.is_error => println!("  <- error: {}", result.text()),
            Message::Tool(result) => println!("  <- {}", result.text()),
            _ => {}
        }
    }
}
