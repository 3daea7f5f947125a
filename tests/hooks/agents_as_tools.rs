use super::Log;
use std::sync::OnceLock;
use toolwright::agent::ProviderContext;
use toolwright::testing::{ScriptedModel, block_on, dispatch};
use toolwright::tool::{Effects, ToolSetError};
use toolwright::{
    Agent, BuildError, ChatModel, ChatRequest, ChatResponse, Message, ModelError, ToolCall,
    ToolContext, ToolSet, ToolState, tool, toolset,
};

fn text_agent(text: &str) -> (Agent, ScriptedModel) {
    let model = ScriptedModel::new().text(text).text(text);
    (Agent::builder(model.clone()).build().unwrap(), model)
}

fn set(agent: &Agent, name: &str) -> ToolSet {
    ToolSet::builder()
        .tool(agent.as_tool(name, "Asks the expert."))
        .build()
}

#[test]
fn the_definition_has_one_text() {
    let (agent, _) = text_agent("x");
    let tools = set(&agent, "expert");
    let definition = &tools.definitions()[0];
    assert_eq!(
        (definition.name(), definition.description()),
        ("expert", "Asks the expert.")
    );
    assert_eq!(
        *definition.input_schema(),
        serde_json::json!({
            "type": "object",
            "properties": {"request": {
                "type": "string",
                "description": "What is asked, in full: nothing else of this conversation is known there",
            }},
            "required": ["request"],
            "additionalProperties": false,
        })
    );
    assert_eq!(definition.effects(), Effects::UNKNOWN);
    let tool = agent
        .as_tool("expert", "Asks.")
        .with_effects(Effects::READ_ONLY);
    let tools: ToolSet = ToolSet::builder().tool(tool).build();
    assert!(tools.definitions()[0].effects().read_only());
}

#[test]
fn the_inner_agent_is_asked_and_its_text_is_read() {
    let (agent, model) = text_agent("42");
    let result = block_on(dispatch(
        &set(&agent, "expert"),
        &(),
        "expert",
        r#"{"request": "6 * 7?"}"#,
    ));
    assert_eq!(result.unwrap().text(), "42");
    let requests = model.requests();
    assert_eq!(requests.len(), 1);
    assert_eq!(requests[0].messages(), [Message::user("6 * 7?")]);
}

#[test]
fn arguments_are_decoded_like_those_of_any_tool() {
    let (agent, model) = text_agent("42");
    let tools = set(&agent, "expert");
    // Coerced: JSON in a text.
    let result = block_on(dispatch(
        &tools,
        &(),
        "expert",
        r#""{\"request\": \"6 * 7?\"}""#,
    ))
    .unwrap();
    assert_eq!((result.text().as_ref(), result.is_error), ("42", false));
    assert_eq!(model.requests().len(), 1);
    for (arguments, part) in [
        ("{}", "`request`"),
        (r#"{"reqest": "6 * 7?"}"#, "`request`"),
        (r#"{"request": ["a"]}"#, "`request`"),
        (r#"{"request": "a", "depth": 2}"#, "`depth`"),
        ("{", "JSON"),
    ] {
        let result = block_on(dispatch(&tools, &(), "expert", arguments)).unwrap();
        assert!(result.is_error);
        assert!(
            result.text().contains(part),
            "{arguments}: {}",
            result.text()
        );
    }
    assert_eq!(model.requests().len(), 1);
}

#[test]
fn an_answer_without_a_word_still_reads_as_something() {
    let (agent, _) = text_agent("");
    let result = block_on(dispatch(
        &set(&agent, "expert"),
        &(),
        "expert",
        r#"{"request": "?"}"#,
    ));
    assert_eq!(result.unwrap().text(), "(no output)");
}

#[test]
fn names_and_descriptions_are_checked_when_a_set_is_built() {
    let (agent, _) = text_agent("x");
    assert!(matches!(
        set(&agent, "not a name").check(),
        Err(ToolSetError::InvalidName { name, .. }) if name == "not a name"
    ));
    for blank in ["", " \n", "\u{200b}"] {
        let tools: ToolSet = ToolSet::builder()
            .tool(agent.as_tool("expert", blank))
            .build();
        let error = tools.check().unwrap_err();
        assert!(matches!(&error, ToolSetError::NoDescription { tool, .. } if tool == "expert"));
        assert_eq!(
            error.to_string(),
            "`expert` has no description; say what it is for, as the model cannot know"
        );
        let built = Agent::builder(ScriptedModel::new()).tools(tools).build();
        assert!(matches!(built, Err(BuildError::Tools(_))));
    }
}

#[derive(ToolState)]
struct App {
    log: Log,
}

struct Tenant(u32);

/// Notes whose call it is.
#[tool]
fn note(#[context] log: &Log, #[context] context: &ToolContext) -> String {
    let tenant = context.get::<Tenant>().map_or(0, |tenant| tenant.0);
    let conversation = context.conversation_id().unwrap_or("none");
    log.add(format!("tenant {tenant}, conversation {conversation}"));
    "noted".to_owned()
}

#[test]
fn two_deep_each_has_its_own_state_and_the_values_of_the_caller() {
    let log = Log::default();
    let inner_model = ScriptedModel::new()
        .calls([("c1", "note", "{}")])
        .text("inner");
    let inner = Agent::builder(inner_model.clone())
        .state(App { log: log.clone() })
        .tools(toolset![note])
        .build()
        .unwrap();
    let middle_model = ScriptedModel::new()
        .calls([("c1", "inner", r#"{"request": "note it"}"#)])
        .text("middle");
    // An agent with a state in one without, in one with another.
    let middle = Agent::builder(middle_model.clone())
        .tools(
            ToolSet::builder()
                .tool(inner.as_tool("inner", "Notes."))
                .build(),
        )
        .build()
        .unwrap();
    let outer_model = ScriptedModel::new()
        .calls([("c1", "middle", r#"{"request": "have it noted"}"#)])
        .text("outer");
    let tools: ToolSet<u8> = ToolSet::builder()
        .tool(middle.as_tool("middle", "Has it noted."))
        .build();
    let outer = Agent::builder(outer_model.clone())
        .state(7_u8)
        .tools(tools)
        .build()
        .unwrap();
    let request = outer
        .request("Note that.")
        .context(Tenant(7))
        .conversation("user-7");
    let answer = block_on(request.invoke()).unwrap();
    assert_eq!(answer.text, "outer");
    assert_eq!(log.lines(), ["tenant 7, conversation none"]);
    assert_eq!(outer_model.requests()[1].tool_results()[0].text(), "middle");
    assert_eq!(middle_model.requests()[1].tool_results()[0].text(), "inner");
    // Nothing of the outer conversation is there.
    assert_eq!(
        inner_model.requests()[0].messages(),
        [Message::user("note it")]
    );
}

/// Asks itself until that is refused.
struct AsksItself;

impl ChatModel for AsksItself {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatResponse, ModelError> {
        Ok(if let Some(result) = request.tool_results().first() {
            ChatResponse::text(format!("+{}", result.text()))
        } else {
            let arguments = r#"{"request": "again"}"#;
            ChatResponse::calls(vec![ToolCall::new("c1", "me", arguments)])
        })
    }
}

#[test]
fn an_agent_that_asks_itself_comes_to_an_end() {
    static SELF: OnceLock<Agent> = OnceLock::new();
    let agent = Agent::builder(AsksItself)
        .tool_provider(|_: &ProviderContext<'_>| {
            let own = SELF.get().unwrap().as_tool("me", "Asks me.");
            async { Ok(ToolSet::builder().tool(own).build()) }
        })
        .build()
        .unwrap();
    let agent = SELF.get_or_init(|| agent);
    let text = block_on(agent.invoke("go")).unwrap().text;
    assert_eq!(
        text,
        "+".repeat(17)
            + "the call was not run: too many agents have asked one another already; answer without it"
    );
}
