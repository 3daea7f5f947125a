//! Bug reports of other projects about causes: B74 and B75.

use std::error::Error;
use std::fmt;
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::{
    fail_invocation, fail_invocation_unless_visible_to_llm, from_fn, send_error_message_to_llm,
    send_generic_message_to_llm_unless_visible_to_llm,
};
use toolwright::testing::block_on;
use toolwright::{ToolCall, ToolSet, llm_text, tool, toolset};

#[derive(Debug)]
struct Layers(u8);

impl fmt::Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "layer {}", self.0)
    }
}

impl Error for Layers {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self.0 {
            2 => Some(&Layers(1)),
            1 => Some(&Layers(0)),
            _ => None,
        }
    }
}

/// Fails with so many layers.
#[tool]
fn layers(n: u8) -> Result<(), Layers> {
    Err(Layers(n))
}

/// Fails in a box.
#[tool]
fn boxed(n: u8) -> Result<(), Box<dyn Error + Send + Sync>> {
    Err(Layers(n).into())
}

/// Fails with context.
#[tool]
fn contexts(n: u8) -> anyhow::Result<()> {
    Err(anyhow::Error::new(Layers(n)).context("context"))
}

#[test]
fn b74_a_handler_always_gets_an_error_and_the_wrapper_around_it() {
    let tools: ToolSet = toolset![layers, boxed, contexts];
    for (name, n, outer, depth) in [
        ("layers", 0, "layer 0", 1),
        ("layers", 1, "layer 1", 2),
        ("layers", 2, "layer 2", 3),
        ("boxed", 2, "layer 2", 3),
        ("contexts", 0, "context", 2),
    ] {
        let dispatcher = Dispatcher::new(&tools, &()).on_error(from_fn(move |error, context| {
            assert_eq!(error.to_string(), outer);
            let chain = std::iter::successors(Some(error), |&error| error.source());
            assert_eq!(chain.count(), depth, "{name}");
            let raw: &(dyn Error + 'static) = context.raw_error();
            assert_eq!(raw.source().unwrap().to_string(), outer);
            Err(context.fail())
        }));
        let call = ToolCall::new("c1", name, format!(r#"{{"n":{n}}}"#));
        assert_eq!(
            block_on(dispatcher.call(call))
                .unwrap_err()
                .source()
                .unwrap()
                .to_string(),
            outer
        );
    }
}

#[derive(Debug)]
struct Mute;

impl fmt::Display for Mute {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl Error for Mute {}

/// Fails without a word.
#[tool]
fn mute() -> Result<(), Mute> {
    Err(Mute)
}

#[test]
fn b75_an_error_without_a_text_stays_the_error() {
    let tools: ToolSet = toolset![mute];
    let call = || ToolCall::new("c1", "mute", "{}");
    let sent = Dispatcher::new(&tools, &()).on_error(send_error_message_to_llm());
    assert_eq!(
        block_on(sent.call(call())).unwrap().text(),
        "the tool failed and gave no reason"
    );
    for handler in [true, false] {
        let dispatcher = Dispatcher::new(&tools, &());
        let dispatcher = if handler {
            dispatcher.on_error(fail_invocation())
        } else {
            dispatcher.on_error(fail_invocation_unless_visible_to_llm())
        };
        let failure = block_on(dispatcher.call(call())).unwrap_err();
        assert!(failure.downcast_ref::<Mute>().is_some());
    }
    let generic = send_generic_message_to_llm_unless_visible_to_llm(llm_text!("GENERIC"));
    let generic = Dispatcher::new(&tools, &()).on_error(generic);
    assert!(
        block_on(generic.call(call()))
            .unwrap()
            .text()
            .starts_with("GENERIC (reference ")
    );
}
