//! Where it is applied: by the one handler that sends developer text, and to every result where an agent asks for it.

use std::error::Error;
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::send_error_message_to_llm;
use toolwright::message::{ContentPart, Image};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::tool::Structured;
use toolwright::{
    Agent, LlmVisibleError, Redactor, ToolCall, ToolExecutionErrorHandler, llm_text, tool, toolset,
};

type Boxed = Box<dyn Error + Send + Sync>;

/// Fails.
#[tool]
fn hidden() -> Result<(), Boxed> {
    Err("no host postgres://desk:hunter2@db/x for Falcon".into())
}

/// Fails.
#[tool]
fn visible() -> Result<(), LlmVisibleError> {
    Err(LlmVisibleError::new(llm_text!("try password=1234abcd")))
}

/// Gives a long text.
#[tool(max_output = "100B")]
fn long() -> String {
    format!("{} password=hunter2 {}", "a".repeat(40), "b".repeat(400))
}

/// Gives a short text.
#[tool]
fn short() -> &'static str {
    "pwd=a1"
}

/// What the model reads under a handler.
fn reads(name: &str, handler: impl ToolExecutionErrorHandler + 'static) -> String {
    let tools = toolset![hidden, visible];
    let dispatcher = Dispatcher::new(&tools, &()).on_error(handler);
    let result = block_on(dispatcher.call(ToolCall::new("c1", name, "{}")));
    result.unwrap().text().into_owned()
}

#[test]
fn the_handler_that_sends_developer_text_redacts_it() {
    let send = send_error_message_to_llm;
    assert_eq!(
        reads("hidden", send()),
        "no host [redacted: connection string] for Falcon"
    );
    assert_eq!(
        reads("hidden", send().redactor(Redactor::new().word("falcon"))),
        "no host [redacted: connection string] for [redacted: word]"
    );
    assert_eq!(
        reads("hidden", send().unredacted()),
        "no host postgres://desk:hunter2@db/x for Falcon"
    );
    assert_eq!(
        reads("visible", send()),
        "try password=1234abcd",
        "the author wrote it"
    );
}

#[test]
fn an_agent_redacts_every_result_when_asked() {
    let model = ScriptedModel::new()
        .calls([
            ("c1", "long", "{}"),
            ("c2", "short", "{}"),
            ("c3", "visible", "{}"),
        ])
        .text("done");
    let agent = Agent::builder(model.clone())
        .tools(toolset![long, short, visible])
        .redactor(Redactor::credentials())
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("go")).unwrap();
    let requests = model.requests();
    let texts: Vec<_> = requests[1]
        .tool_results()
        .iter()
        .map(|result| result.text().into_owned())
        .collect();
    assert_eq!(
        texts[1..],
        [
            "pwd=[redacted: password]",
            "try password=[redacted: password]"
        ]
    );
    assert!(
        texts[0].len() <= 100 && texts[0].contains("bytes left out"),
        "{}",
        texts[0]
    );
    assert!(
        !texts[0].contains("hunter"),
        "redacted before it is cut: {}",
        texts[0]
    );
    let bytes = serde_json::to_string(&requests).unwrap();
    assert!(!bytes.contains("hunter2") && !bytes.contains("1234abcd"));
    // The program still has all of it.
    let whole: String = answer.tool_executions[0].value().unwrap();
    assert!(whole.contains("password=hunter2"));
    assert_eq!(
        answer.tool_executions[1].value::<String>().unwrap(),
        "pwd=a1"
    );
}

#[test]
fn without_a_redactor_outputs_stay_as_they_are() {
    let tools = toolset![short, long];
    let dispatcher = Dispatcher::new(&tools, &());
    let result = block_on(dispatcher.call(ToolCall::new("c1", "short", "{}"))).unwrap();
    assert_eq!(result.text(), "pwd=a1");
    let result = block_on(dispatcher.call(ToolCall::new("c1", "long", "{}"))).unwrap();
    assert!(result.text().contains("hunter2") || result.text().contains("left out"));
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Login {
    user: &'static str,
    password: &'static str,
}

/// Tells how to log in.
#[tool]
fn login() -> Structured<Login> {
    Structured(Login {
        user: "desk",
        password: "hunter2",
    })
}

/// Shows the desk.
#[tool]
fn view() -> [ContentPart; 2] {
    let image = Image::new("image/png", b"password=hunter2").unwrap();
    [ContentPart::from(image), "password=hunter2".into()]
}

#[test]
fn structured_content_is_redacted_and_images_stay() {
    let tools = toolset![login, view];
    let dispatcher = Dispatcher::new(&tools, &()).redactor(Redactor::new());
    let result = block_on(dispatcher.call(ToolCall::new("c1", "login", "{}"))).unwrap();
    let redacted = r#"{"user":"desk","password":"[redacted: password]"}"#;
    assert_eq!(result.text(), redacted);
    assert_eq!(result.structured(), Some(redacted));
    let whole = r#"{"user":"desk","password":"hunter2"}"#;
    assert_eq!(result.untruncated_structured(), Some(whole));
    assert_eq!(result.untruncated().to_text(), whole);
    let stored = serde_json::to_string(&result).unwrap();
    assert!(!stored.contains("hunter2"), "{stored}");

    let result = block_on(dispatcher.call(ToolCall::new("c1", "view", "{}"))).unwrap();
    assert_eq!(result.text(), "password=[redacted: password]");
    assert_eq!(result.content.images().count(), 1);
}

/// The only known secret. No pattern knows it, nor any half of it.
const PASSPHRASE: &str = "correct horse battery";

/// Tells the passphrase after so many letters, and before as many as are missing.
#[tool(max_output = "100B")]
fn passphrase(before: usize) -> String {
    format!(
        "{}{PASSPHRASE}{}",
        "x".repeat(before),
        "x".repeat(300 - before)
    )
}

/// The same, as structured content.
#[tool(max_output = "100B")]
fn in_a_field(before: usize) -> Structured<String> {
    Structured(passphrase(before))
}

#[test]
fn no_half_of_a_secret_stays_where_a_result_is_cut() {
    let tools = toolset![passphrase, in_a_field];
    let redactor = Redactor::new().secret(PASSPHRASE);
    let dispatcher = Dispatcher::new(&tools, &()).redactor(redactor);
    for name in ["passphrase", "in_a_field"] {
        for before in 0..=300 {
            let arguments = format!(r#"{{"before": {before}}}"#);
            let call = ToolCall::new("c1", name, arguments);
            let result = block_on(dispatcher.call(call)).unwrap();
            let text = result.text();
            assert!(text.contains(" bytes left out …"), "{text}");
            let half = ["corr", "horse", "tery"];
            assert!(!half.iter().any(|half| text.contains(half)), "{text}");
            assert!(result.untruncated().to_text().contains(PASSPHRASE));
        }
    }
}
