use super::{Log, call, tools};
use std::future::Future;
use tests::logged;
use toolwright::dispatch::{Dispatcher, ResultDecision, ToolDecision};
use toolwright::error_handler::{
    ToolErrorHandlerResult, from_fn, send_error_message_to_llm,
    send_generic_message_to_llm_unless_visible_to_llm,
};
use toolwright::testing::{Canary, CanaryError};
use toolwright::{
    InvocationFailureKind, ToolContext, ToolError, ToolErrorKind, ToolResult, llm_text,
    visible_error,
};

type Hidden = fn() -> ToolError;

fn hidden() -> ToolError {
    ToolError::execution("the policy server is down")
}

fn visible() -> ToolError {
    visible_error!("ask again tomorrow").into()
}

fn before(
    error: Hidden,
) -> impl Fn(ToolContext) -> std::future::Ready<Result<ToolDecision, ToolError>> {
    move |_| std::future::ready(Err(error()))
}

fn after(
    error: Hidden,
) -> impl Fn(ToolContext, ToolResult) -> std::future::Ready<Result<ResultDecision, ToolError>> {
    move |_, _| std::future::ready(Err(error()))
}

const ADD: &str = r#"{"a": 2, "b": 3}"#;

#[test]
fn a_visible_error_of_a_hook_is_read() {
    let tools = tools();
    let hooked = [
        Dispatcher::new(&tools, &()).before_tool(before(visible)),
        Dispatcher::new(&tools, &()).after_tool(after(visible)),
    ];
    for dispatcher in hooked {
        let result = call(&dispatcher, "add", ADD).unwrap();
        assert_eq!(
            (result.text().as_ref(), result.is_error),
            ("ask again tomorrow", true)
        );
    }
}

#[test]
fn a_hidden_error_of_a_hook_ends_the_invocation() {
    let tools = tools();
    let hooked = [
        Dispatcher::new(&tools, &()).before_tool(before(hidden)),
        Dispatcher::new(&tools, &()).after_tool(after(hidden)),
    ];
    for dispatcher in hooked {
        let failure = call(&dispatcher, "add", ADD).unwrap_err();
        assert_eq!(
            failure.kind(),
            InvocationFailureKind::Tool(ToolErrorKind::Execution)
        );
        let error = failure.tool_error().unwrap().error();
        assert_eq!(error.to_string(), "the policy server is down");
        assert_eq!(failure.tool_call().unwrap().name, "add");
    }
}

#[test]
fn an_error_that_is_about_arguments_goes_to_the_handler_for_them() {
    let tools = tools();
    let about = || ToolError::arguments(llm_text!("`a` is too large"), "too large");
    let dispatcher = Dispatcher::new(&tools, &())
        .on_error_of(
            ToolErrorKind::Arguments,
            from_fn(|_, _| Ok(ToolErrorHandlerResult::text(llm_text!("arguments")))),
        )
        .before_tool(before(about));
    assert_eq!(call(&dispatcher, "add", ADD).unwrap().text(), "arguments");
}

#[test]
fn exactly_one_handler_sees_an_error_and_no_hook_is_asked_about_it() {
    let (tools, log) = (tools(), Log::default());
    let handler = {
        let log = log.clone();
        from_fn(
            move |error: &(dyn std::error::Error + 'static),
                  _: &toolwright::ToolErrorContext<'_>| {
                log.add(format!("handler: {error}"));
                Ok(ToolErrorHandlerResult::text(llm_text!("sorry")))
            },
        )
    };
    let asked = |name: &'static str, fails: bool| {
        let log = log.clone();
        move |_: ToolContext, result: ToolResult| {
            log.add(format!("{name}: {}", result.text()));
            std::future::ready(if fails {
                Err(hidden())
            } else {
                Ok(ResultDecision::Keep)
            })
        }
    };
    let dispatcher = Dispatcher::new(&tools, &())
        .on_error(handler)
        .after_tool(asked("first", false))
        .after_tool(asked("second", true))
        .after_tool(asked("third", false));
    let result = call(&dispatcher, "add", ADD).unwrap();
    assert_eq!((result.text().as_ref(), result.is_error), ("sorry", true));
    assert_eq!(
        log.lines(),
        [
            "first: 5",
            "second: 5",
            "handler: the policy server is down"
        ]
    );
}

#[test]
fn an_error_after_a_failed_call_takes_its_place() {
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &()).after_tool(after(visible));
    let result = call(&dispatcher, "closed", "{}").unwrap();
    assert_eq!(result.text(), "ask again tomorrow");
    assert_eq!(result.untruncated().to_text(), "ask again tomorrow");
}

#[test]
fn cancelling_from_a_hook_asks_no_handler() {
    let tools = tools();
    let dispatcher = Dispatcher::new(&tools, &())
        .on_error(send_error_message_to_llm())
        .before_tool(before(ToolError::cancelled));
    let failure = call(&dispatcher, "add", ADD).unwrap_err();
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Cancelled)
    );
}

/// Panics when it is made, when it is polled, or when it is dropped.
fn panicking<T: Send + 'static>(
    when: &'static str,
    value: T,
    canary: Canary,
) -> impl Future<Output = T> + Send {
    struct Bomb(bool, Canary);

    impl Drop for Bomb {
        fn drop(&mut self) {
            if self.0 {
                self.1.panic();
            }
        }
    }

    if when == "made" {
        canary.panic();
    }
    let bomb = Bomb(when == "dropped", canary.clone());
    async move {
        std::future::ready(()).await;
        if when == "polled" {
            canary.panic();
        }
        let _bomb = &bomb;
        value
    }
}

#[test]
fn a_panic_of_a_hook_is_an_error_whose_payload_stays() {
    let canary = Canary::new();
    let tools = tools();
    for when in ["made", "polled", "dropped"] {
        let hooked = [
            Dispatcher::new(&tools, &()).before_tool({
                let canary = canary.clone();
                move |_: ToolContext| panicking(when, Ok(ToolDecision::Run), canary.clone())
            }),
            Dispatcher::new(&tools, &()).after_tool({
                let canary = canary.clone();
                move |_: ToolContext, _: ToolResult| {
                    panicking(when, Ok(ResultDecision::Keep), canary.clone())
                }
            }),
        ];
        for dispatcher in hooked {
            let (failure, records) = logged(|| call(&dispatcher, "add", ADD).unwrap_err());
            assert_eq!(
                failure.kind(),
                InvocationFailureKind::Tool(ToolErrorKind::Panic)
            );
            let error = failure
                .downcast_ref::<toolwright::tool::PanicError>()
                .unwrap();
            assert_eq!(error.to_string(), "a hook around the tool panicked");
            assert_eq!(error.payload(), Some(canary.text()));
            assert!(records.iter().any(|record| canary.is_in(&record.text)));
            let dispatcher = dispatcher.on_error(send_error_message_to_llm());
            let result = call(&dispatcher, "add", ADD).unwrap();
            assert_eq!(result.text(), "a hook around the tool panicked");
        }
    }
}

#[test]
fn what_an_error_of_a_hook_holds_reaches_no_model() {
    let canary = Canary::new();
    let tools = tools();
    let error = |canary: &Canary| -> ToolError { ToolError::execution(canary.error()) };
    let generic =
        || send_generic_message_to_llm_unless_visible_to_llm(llm_text!("the desk is closed"));
    let hooked = [
        Dispatcher::new(&tools, &()).before_tool({
            let canary = canary.clone();
            move |_: ToolContext| std::future::ready(Err(error(&canary)))
        }),
        Dispatcher::new(&tools, &()).after_tool({
            let canary = canary.clone();
            move |_: ToolContext, _: ToolResult| std::future::ready(Err(error(&canary)))
        }),
    ];
    for dispatcher in hooked {
        let failure = call(&dispatcher, "add", ADD).unwrap_err();
        assert!(failure.downcast_ref::<CanaryError>().is_some());
        let dispatcher = dispatcher.on_error(generic());
        let result = call(&dispatcher, "add", ADD).unwrap();
        assert!(result.text().starts_with("the desk is closed"));
        canary.assert_absent_from_text(&serde_json::to_string(&result).unwrap());
        canary.assert_absent_from_text(&result.untruncated().to_text());
    }
}
