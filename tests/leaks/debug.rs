//! The `Debug` of what is public shows no key, no argument, no text.

use std::fmt::Debug;
use toolwright::agent::Step;
use toolwright::dispatch::Dispatcher;
use toolwright::error_handler::{
    ToolErrorHandlerResult, from_fn, send_error_message_to_llm,
    send_generic_message_to_llm_unless_visible_to_llm,
};
use toolwright::message::{AssistantMessage, Content, ContentPart};
use toolwright::model::openai::{OpenAi, ToolChoice};
use toolwright::model::{FinishReason, Usage};
use toolwright::testing::{Canary, ScriptedModel, block_on};
use toolwright::tool::{PanicError, ToolDefinition, ToolDefinitions, ToolOutput};
use toolwright::{
    Agent, ChatRequest, ChatResponse, Extensions, Invocation, LlmText, LlmVisibleError, Message,
    Redactor, ToolCall, ToolContext, ToolResult, ToolSet, ToolState, tool, toolset,
};

#[derive(ToolState)]
struct App {
    canary: Canary,
    key: String,
}

/// Fails in front of the developers only.
#[tool]
fn pay(
    id: String,
    #[context] context: &ToolContext,
    #[context] app: &App,
) -> Result<(), LlmVisibleError> {
    checked("context", &app.canary, context);
    let _ = (id, &app.key);
    Err(LlmVisibleError::new(
        LlmText::new(app.canary.text().to_owned()).unwrap(),
    ))
}

/// Panics.
#[tool]
fn fall(#[context] canary: &Canary) {
    canary.panic()
}

fn checked(name: &str, canary: &Canary, value: &dyn Debug) {
    for shown in [format!("{value:?}"), format!("{value:#?}")] {
        assert!(!canary.is_in(&shown), "{name}: {shown}");
    }
}

#[test]
fn of_texts_and_messages() {
    let canary = Canary::new();
    let text = canary.text().to_owned();
    let check = |name: &str, value: &dyn Debug| checked(name, &canary, value);
    let llm = LlmText::new(text.clone()).unwrap();
    let content = Content::parts(vec![ContentPart::text(&text), ContentPart::text(&text)]);
    let call = ToolCall::new("c1", "pay", &text);
    let result = ToolResult::error("c1", "pay", text.as_str());
    let mut turn = AssistantMessage::text(&text);
    turn.tool_calls.push(call.clone());
    let messages = [
        Message::system(text.as_str()),
        Message::user(content.clone()),
        Message::Assistant(turn.clone()),
        Message::Tool(result.clone()),
    ];
    let definition = ToolDefinition::new("pay", &text, serde_json::json!({"description": text}));
    let definitions = ToolDefinitions::new([definition.clone()]);
    let request = ChatRequest::new(messages.clone()).with_tools(definitions.clone());
    let response = ChatResponse::new(turn.clone(), FinishReason::Stop).with_usage(Usage::new(1, 2));
    let mut extensions = Extensions::default();
    extensions.insert(text.clone());

    check("LlmText", &llm);
    check("LlmVisibleError", &LlmVisibleError::new(llm.clone()));
    check(
        "ToolErrorHandlerResult",
        &ToolErrorHandlerResult::text(llm.clone()),
    );
    check(
        "generic handler",
        &send_generic_message_to_llm_unless_visible_to_llm(llm),
    );
    check("Content", &content);
    check("ContentPart", &ContentPart::text(&text));
    check("ToolCall", &call);
    check("ToolResult", &result);
    check("AssistantMessage", &turn);
    check("messages", &messages);
    check("ToolDefinition", &definition);
    check("ToolDefinitions", &definitions);
    check("ChatRequest", &request);
    check("ChatResponse", &response);
    check("Invocation", &Invocation::new(request.clone()));
    check("Step", &Step::CallModel(&request));
    let mut running = Invocation::new(request.clone());
    let calls = ChatResponse::calls(vec![call.clone()]);
    running.on_response(calls).unwrap();
    check("running", &running);
    check("Step", &running.step());
    let mut failed = running.clone();
    let waiting = failed.pending_calls().next().unwrap();
    let result = ToolResult::error(&waiting.id, &waiting.name, text.as_str());
    failed.on_result(result).unwrap();
    check("failed", &failed);
    check("ToolOutput", &ToolOutput::text(&text));
    check("Extensions", &extensions);
    let redactor = Redactor::new().secret(&text).word(&text);
    check(
        "send handler",
        &send_error_message_to_llm().redactor(redactor.clone()),
    );
    check("Redactor", &redactor);
    check(
        "ScriptedModel",
        &ScriptedModel::new()
            .text(&text)
            .calls([("c1", "pay", text.as_str())]),
    );
}

#[test]
fn of_clients_and_their_keys() {
    let canary = Canary::new();
    let text = canary.text().replace('"', "");
    let builder = OpenAi::builder()
        .api_key(&text)
        .base_url(format!("http://u:{text}@127.0.0.1:1/{text}"))
        .extra_header("x-key", &text)
        .model("m");
    checked("OpenAiBuilder", &canary, &builder);
    match builder.build() {
        Ok(model) => checked("OpenAi", &canary, &model),
        Err(error) => checked("ModelError", &canary, &error),
    }
    let model = OpenAi::builder()
        .api_key(&text)
        .extra_header("x-key", &text)
        .model("m");
    checked("OpenAi", &canary, &model.build().unwrap());
    checked("ToolChoice", &canary, &ToolChoice::Auto);
}

#[test]
fn of_agents_and_what_they_carry() {
    let canary = Canary::new();
    let check = |name: &str, value: &dyn Debug| checked(name, &canary, value);
    let arguments = serde_json::json!({"id": canary.text()}).to_string();
    let model = ScriptedModel::new()
        .calls([("c1", "pay", arguments.as_str())])
        .text(canary.text())
        .calls([("c2", "fall", "{}")]);
    let app = || App {
        canary: canary.clone(),
        key: canary.text().to_owned(),
    };
    let tools: ToolSet<App> = toolset![pay, fall];
    check("ToolSet", &tools);
    let (seen, state) = (canary.clone(), app());
    let dispatcher = Dispatcher::new(&tools, &state).on_error(from_fn(move |error, context| {
        checked("ToolErrorContext", &seen, context);
        if error.is::<PanicError>() {
            checked("PanicError", &seen, &error);
        }
        Err(context.fail())
    }));
    check("Dispatcher", &dispatcher);
    for (name, arguments) in [("pay", arguments.as_str()), ("fall", "{}")] {
        let failure =
            crate::quietly(|| block_on(dispatcher.call(ToolCall::new("c1", name, arguments))))
                .unwrap_err();
        check("InvocationFailure", &failure);
        check("ToolError", failure.tool_error().unwrap());
    }
    let builder = Agent::builder(model)
        .state(app())
        .system_message(canary.text())
        .redactor(Redactor::new().secret(canary.text()))
        .tools(tools.clone());
    check("AgentBuilder", &builder);
    let agent = builder.build().unwrap();
    check("Agent", &agent);
    let request = agent
        .request(canary.text())
        .context(canary.text().to_owned())
        .conversation("user-7");
    check("AgentRequest", &request);
    let answer = block_on(request.invoke()).unwrap();
    check("Answer", &answer);
    check("ToolExecution", &answer.tool_executions);
    let failure = crate::quietly(|| block_on(agent.invoke(canary.text()))).unwrap_err();
    check("InvocationFailure", &failure);
}
