use super::{Log, add, broken};
use toolwright::error_handler::send_generic_message_to_llm_unless_visible_to_llm;
use toolwright::testing::{Canary, CanaryError, ScriptedModel, block_on, dispatch};
use toolwright::tool::{Effects, ToolSetError};
use toolwright::{
    Agent, BuildError, InvocationFailure, InvocationFailureKind, Message, ToolContext,
    ToolErrorKind, ToolSet, ToolState, llm_text, tool, toolset,
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

/// Fails with a secret in every part of its error.
#[tool]
fn leak(#[context] canary: &Canary) -> Result<(), CanaryError> {
    Err(canary.error())
}

#[derive(ToolState)]
struct Caged {
    canary: Canary,
}

/// An agent whose model calls a tool that fails.
fn failing(canary: &Canary) -> Agent<Caged> {
    let model = ScriptedModel::new()
        .calls([("c1", "leak", "{}")])
        .text("never")
        .calls([("c1", "leak", "{}")]);
    Agent::builder(model)
        .state(Caged {
            canary: canary.clone(),
        })
        .tools(toolset![leak])
        .build()
        .unwrap()
}

#[test]
fn a_failure_inside_is_hidden_and_the_caller_finds_it() {
    let canary = Canary::new();
    let inner = failing(&canary);
    let model = ScriptedModel::new()
        .calls([("c1", "expert", r#"{"request": "go on"}"#)])
        .text("never");
    let tools: ToolSet = ToolSet::builder()
        .tool(inner.as_tool("expert", "Asks."))
        .build();
    let outer = Agent::builder(model.clone()).tools(tools).build().unwrap();
    let failure = block_on(outer.invoke("Go.")).unwrap_err();
    assert_eq!(
        failure.kind(),
        InvocationFailureKind::Tool(ToolErrorKind::Execution)
    );
    assert_eq!(failure.tool_call().unwrap().name, "expert");
    let within = failure.downcast_ref::<InvocationFailure>().unwrap();
    assert_eq!(within.tool_call().unwrap().name, "leak");
    assert_eq!(within.transcript().len(), 3);
    assert_eq!(within.transcript()[0], Message::user("go on"));
    canary.assert_absent_from(&model.requests());
}

#[test]
fn a_failure_inside_that_is_answered_leaks_nothing() {
    let canary = Canary::new();
    let inner = failing(&canary);
    let model = ScriptedModel::new()
        .calls([("c1", "expert", r#"{"request": "go on"}"#)])
        .text("The expert is out.");
    let tools: ToolSet = ToolSet::builder()
        .tool(inner.as_tool("expert", "Asks."))
        .build();
    let outer = Agent::builder(model.clone())
        .tools(tools)
        .on_error(send_generic_message_to_llm_unless_visible_to_llm(
            llm_text!("nobody is there"),
        ))
        .build()
        .unwrap();
    let answer = block_on(outer.invoke("Go.")).unwrap();
    assert_eq!(answer.text, "The expert is out.");
    let requests = model.requests();
    assert!(
        requests[1].tool_results()[0]
            .text()
            .starts_with("nobody is there")
    );
    canary.assert_absent_from(&requests);
    canary.assert_absent_from_text(&serde_json::to_string(&answer.messages).unwrap());
}

/// What is visible to the inner model was written for that one.
#[test]
fn a_visible_error_that_ends_the_inner_invocation_is_hidden_from_the_outer_model() {
    use super::closed;
    let model = ScriptedModel::new().calls([("c1", "closed", "{}")]);
    let inner = Agent::builder(model)
        .tools(toolset![closed])
        .on_error(toolwright::error_handler::fail_invocation())
        .build()
        .unwrap();
    let tools: ToolSet = ToolSet::builder()
        .tool(inner.as_tool("expert", "Asks."))
        .build();
    let failure = block_on(dispatch(&tools, &(), "expert", r#"{"request": "?"}"#)).unwrap_err();
    assert_eq!(failure.tool_error().unwrap().message_for_llm(), None);
}

#[test]
fn two_deep_the_innermost_failure_is_found() {
    let model = ScriptedModel::new().calls([("c1", "broken", "{}")]);
    let inner = Agent::builder(model)
        .tools(toolset![add, broken])
        .build()
        .unwrap();
    let model = ScriptedModel::new().calls([("c1", "inner", r#"{"request": "?"}"#)]);
    let tools: ToolSet = ToolSet::builder()
        .tool(inner.as_tool("inner", "Asks."))
        .build();
    let middle = Agent::builder(model).tools(tools).build().unwrap();
    let failure = block_on(dispatch(
        &set(&middle, "middle"),
        &(),
        "middle",
        r#"{"request": "?"}"#,
    ));
    let failure = failure.unwrap_err();
    let of_middle = failure.downcast_ref::<InvocationFailure>().unwrap();
    assert_eq!(of_middle.tool_call().unwrap().name, "inner");
    let of_inner = of_middle.downcast_ref::<InvocationFailure>().unwrap();
    assert_eq!(of_inner.tool_call().unwrap().name, "broken");
    let error = of_inner.tool_error().unwrap().error();
    assert_eq!(error.to_string(), "disk 7 is gone");
}
