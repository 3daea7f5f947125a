//! The order desk of the quickstart on any OpenAI-compatible endpoint.
//!
//! `cargo run -p examples --features openai --example real_model -- --base-url URL --model NAME`
//!
//! `--ask TEXT` asks something else than where order 471 is. The key, if one is needed, comes from `OPENAI_API_KEY`.

use examples::{DeveloperLog, print_side_by_side};
use std::collections::BTreeMap;
use std::error::Error;
use toolwright::model::openai::{OpenAi, OpenAiBuilder};
use toolwright::{Agent, toolset};

#[path = "quickstart.rs"]
#[allow(dead_code, reason = "its own `main`")]
mod quickstart;

use quickstart::{Desk, list_orders, order_status, refund};

struct Options {
    model: OpenAi,
    ask: String,
}

/// Reads `--base-url`, `--model` and `--ask`, each followed by its value.
fn options(arguments: impl IntoIterator<Item = String>) -> Result<Options, Box<dyn Error>> {
    let mut builder = OpenAiBuilder::from_env();
    let mut ask = "Where is my order 471?".to_owned();
    let mut arguments = arguments.into_iter();
    while let Some(option) = arguments.next() {
        if option == "--help" {
            return Err("real_model --base-url URL --model NAME [--ask TEXT]".into());
        }
        let value = arguments
            .next()
            .ok_or_else(|| format!("{option} needs a value"))?;
        match option.as_str() {
            "--base-url" => builder = builder.base_url(value),
            "--model" => builder = builder.model(value),
            "--ask" => ask = value,
            _ => {
                return Err(format!(
                    "{option} is not an option; there are --base-url, --model, --ask"
                )
                .into());
            }
        }
    }
    Ok(Options {
        model: builder.temperature(0.0).build()?,
        ask,
    })
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    if let Err(error) = run().await {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

async fn run() -> Result<(), Box<dyn Error>> {
    let Options { model, ask } = options(std::env::args().skip(1))?;
    let log = DeveloperLog::default();
    let agent = Agent::builder(model)
        .state(Desk {
            orders: BTreeMap::from([(4711, "on its way"), (4712, "delivered")]),
        })
        .tools(toolset![order_status, list_orders, refund])
        .on_error(log.handler())
        .max_rounds(8)
        .build()?;
    match agent.invoke(ask).await {
        Ok(answer) => print_side_by_side(&answer.messages, &log),
        Err(failure) => {
            print_side_by_side(failure.transcript(), &log);
            let mut chain = format!("the caller got: {failure}");
            let mut source = failure.source();
            while let Some(error) = source {
                chain = format!("{chain}: {error}");
                source = error.source();
            }
            return Err(chain.into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::options;

    fn parse(arguments: &[&str]) -> Result<String, String> {
        let parsed = options(arguments.iter().map(|&text| text.to_owned()));
        parsed
            .map(|options| options.ask)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn reads_its_options() {
        let usual = ["--base-url", "http://127.0.0.1:1/v1", "--model", "m"];
        assert_eq!(parse(&usual).unwrap(), "Where is my order 471?");
        let asked: Vec<_> = usual.iter().copied().chain(["--ask", "Hello"]).collect();
        assert_eq!(parse(&asked).unwrap(), "Hello");
        assert_eq!(parse(&["--model"]).unwrap_err(), "--model needs a value");
        assert!(
            parse(&["--modell", "m"])
                .unwrap_err()
                .contains("is not an option")
        );
    }
}
