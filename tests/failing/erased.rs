//! Visible errors in erased ones, at any depth: as layers of the chain, and as values behind `.context(…)`.

use crate::{call, read};
use std::error::Error;
use std::fmt;
use toolwright::{
    LlmVisible, LlmVisibleError, Retry, ToolSet, VisibleToLlm, llm_text, tool, toolset,
    visible_error,
};

#[derive(Debug, thiserror::Error, LlmVisible)]
#[error("order {0} not in shard 7")]
#[llm("there is no order {0}", terminal)]
struct NoOrder(u32);

/// Of no size, as many an error.
#[derive(Debug, thiserror::Error, LlmVisible)]
#[error("S3CRET stock")]
#[llm("out of stock")]
struct Empty;

#[derive(Debug, thiserror::Error)]
#[error("S3CRET wrapper")]
struct Wrapper(#[source] Box<dyn Error + Send + Sync>);

/// Stays hidden.
#[derive(Debug, thiserror::Error, LlmVisible)]
#[error("S3CRET")]
#[llm(hidden)]
struct Kept;

/// The chain that a name stands for, made by `anyhow` or by `eyre`.
macro_rules! chains {
    ($name:ident, $erased:ty, $wrap:ident) => {
        fn $name(which: &str) -> $erased {
            let plain = || <$erased>::msg("S3CRET root");
            let layers = |mut error: $erased, n: u32| {
                for i in 0..n {
                    error = error.$wrap(format!("S3CRET layer {i}"));
                }
                error
            };
            match which {
                "at the root" => <$erased>::new(visible_error!("visible")),
                "1 above" => layers(<$erased>::new(visible_error!("visible")), 1),
                "10 above" => layers(<$erased>::new(visible_error!("visible")), 10),
                "context" => plain().$wrap(visible_error!("visible")),
                "context, 2 above" => layers(plain().$wrap(visible_error!("visible")), 2),
                "context, 10 above, 10 below" => {
                    layers(layers(plain(), 10).$wrap(visible_error!("visible")), 10)
                }
                "named context" => layers(plain().$wrap(NoOrder(7)), 2),
                "named of no size" => layers(plain().$wrap(Empty), 2),
                "outer context wins" => {
                    layers(<$erased>::new(visible_error!("inner")), 2).$wrap(NoOrder(7))
                }
                "outer of two contexts" => layers(plain().$wrap(NoOrder(7)), 1)
                    .$wrap(visible_error!("visible"))
                    .$wrap("S3CRET"),
                "outer of one kind" => plain()
                    .$wrap(visible_error!("inner"))
                    .$wrap(visible_error!("visible")),
                "layer above context" => {
                    let inner = plain().$wrap(NoOrder(8));
                    let boxed: Box<dyn Error + Send + Sync> = inner.into();
                    let text = llm_text!("visible");
                    <$erased>::new(LlmVisibleError::new(text).with_source(boxed)).$wrap("S3CRET")
                }
                "nested" => <$erased>::from(layers(plain().$wrap(visible_error!("visible")), 1)),
                "typed in between" => {
                    let inner: Result<(), _> = Err(visible_error!("visible"));
                    <$erased>::new(Wrapper(inner.unwrap_err().into())).$wrap("S3CRET")
                }
                "kept context" => <$erased>::new(visible_error!("below"))
                    .$wrap(Kept)
                    .$wrap("S3CRET"),
                "kept ready" => {
                    let kept: Result<(), _> = Err("x".parse::<u8>().unwrap_err());
                    let kept = kept.visible_to_llm_with(|_| None).unwrap_err();
                    <$erased>::new(visible_error!("below")).$wrap(kept)
                }
                "not named" => plain().$wrap(Unnamed),
                _ => layers(plain(), 3),
            }
        }
    };
}

/// Visible, but no tool names it.
#[derive(Debug, thiserror::Error, LlmVisible)]
#[error("S3CRET")]
#[llm("never read")]
struct Unnamed;

chains!(by_anyhow, anyhow::Error, context);
chains!(by_eyre, eyre::Report, wrap_err);

/// Fails.
#[tool(visible(Empty, NoOrder, Kept))]
fn with_anyhow(which: &str) -> anyhow::Result<()> {
    Err(by_anyhow(which))
}

/// Fails.
#[tool(visible(NoOrder, Kept, Empty))]
async fn with_eyre(which: String) -> eyre::Result<()> {
    Err(by_eyre(&which))
}

fn arguments(which: &str) -> String {
    serde_json::json!({ "which": which }).to_string()
}

const TERMINAL: &str = "there is no order 7\nDo not make the same call again.";

#[test]
fn the_first_visible_one_counts_at_any_depth() {
    let sets: [ToolSet; 2] = [toolset![with_anyhow], toolset![with_eyre]];
    for tools in &sets {
        for (which, text) in [
            ("at the root", "visible"),
            ("1 above", "visible"),
            ("10 above", "visible"),
            ("context", "visible"),
            ("context, 2 above", "visible"),
            ("context, 10 above, 10 below", "visible"),
            ("named context", TERMINAL),
            ("named of no size", "out of stock"),
            ("outer context wins", TERMINAL),
            ("outer of two contexts", "visible"),
            ("outer of one kind", "visible"),
            ("layer above context", "visible"),
            ("nested", "visible"),
            ("typed in between", "visible"),
        ] {
            assert_eq!(read(tools, &arguments(which)), text, "{tools:?} {which}");
        }
    }
}

#[test]
fn what_keeps_hidden_or_is_not_named_hides_all_below() {
    let sets: [ToolSet; 2] = [toolset![with_anyhow], toolset![with_eyre]];
    for tools in &sets {
        for which in ["kept context", "kept ready", "not named", "nothing visible"] {
            let failure = call(tools, &arguments(which)).unwrap_err();
            let error = failure.tool_error().unwrap();
            assert!(error.message_for_llm().is_none(), "{tools:?} {which}");
            assert_eq!(error.retry(), None);
        }
    }
}

/// A value and the error it is put on stand in one place of memory: `anyhow`'s own `Context` on a `Result`.
#[tool(visible(Empty, NoOrder))]
fn in_one_place(which: &str) -> anyhow::Result<()> {
    use anyhow::Context as _;
    let error: Result<(), NoOrder> = Err(NoOrder(7));
    match which {
        "context" => error.context(visible_error!("visible")),
        "of no size" => error.context(Empty),
        "both of no size" => Err(Empty).context(visible_error!("visible")),
        _ => error.context("S3CRET"),
    }
}

#[test]
fn a_value_on_a_typed_error_comes_before_it() {
    let tools = toolset![in_one_place];
    for (which, text) in [
        ("context", "visible"),
        ("of no size", "out of stock"),
        ("both of no size", "visible"),
        ("words", TERMINAL),
    ] {
        assert_eq!(read(&tools, &arguments(which)), text, "{which}");
    }
}

/// A type of its own around a visible error, which hides it.
#[derive(Debug)]
struct Typed(anyhow::Error);

impl fmt::Display for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("S3CRET")
    }
}

impl Error for Typed {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.0)
    }
}

/// Fails with a type of its own.
#[tool]
fn typed() -> Result<(), Typed> {
    Err(Typed(by_anyhow("context")))
}

/// Fails with what lost its type.
#[tool]
fn boxed() -> Result<(), Box<dyn Error + Send + Sync>> {
    Err(by_anyhow("context").into())
}

/// Fails with what kept its layers.
#[tool]
fn boxed_layer() -> Result<(), Box<dyn Error + Send + Sync>> {
    Err(by_anyhow("10 above").into())
}

#[test]
fn a_typed_error_hides_and_a_box_has_only_the_layers() {
    assert!(call(&toolset![typed], "{}").is_err());
    // The type that knows what is behind `.context(…)` is gone.
    assert!(call(&toolset![boxed], "{}").is_err());
    assert_eq!(read(&toolset![boxed_layer], "{}"), "visible");
}

/// Through pointers.
#[tool]
fn pointers(which: u8) -> Result<(), Box<dyn Pointed>> {
    Err(match which {
        0 => Box::new(std::sync::Arc::new(NoOrder(7))),
        _ => Box::new(NoOrder(7)),
    })
}

trait Pointed: LlmVisible + fmt::Debug + Send + Sync {}

impl<T: LlmVisible + fmt::Debug + Send + Sync> Pointed for T {}

#[test]
fn pointers_say_what_they_point_to() {
    let error = NoOrder(7);
    let expected = (
        Some("there is no order 7".to_owned()),
        Some(Retry::Terminal),
    );
    let said = |error: &dyn LlmVisible| (error.message_for_llm().map(String::from), error.retry());
    assert_eq!(said(&&error), expected);
    assert_eq!(said(&Box::new(NoOrder(7))), expected);
    assert_eq!(said(&std::sync::Arc::new(NoOrder(7))), expected);
    let unsized_: Box<dyn LlmVisible> = Box::new(NoOrder(7));
    assert_eq!(said(&unsized_), expected);
    for which in ["0", "1"] {
        assert_eq!(
            read(&toolset![pointers], &format!(r#"{{"which":{which}}}"#)),
            TERMINAL
        );
    }
}
