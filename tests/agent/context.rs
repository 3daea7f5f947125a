//! What the host gives to its tools: the state, its fields, and the values of one invocation.

use toolwright::testing::{ScriptedModel, block_on, dispatch};
use toolwright::{Agent, ToolContext, ToolSet, ToolState, tool, toolset};

#[derive(Debug)]
struct Db(&'static str);
struct Mail {
    sender: String,
}

#[derive(ToolState)]
struct App {
    db: Db,
    mail: Mail,
    #[state(skip)]
    _other: Db,
}

/// Reads a field of the state.
#[tool]
fn from_field(#[context] db: &Db) -> &'static str {
    db.0
}

/// Reads two fields and a parameter.
#[tool]
async fn send(#[context] mail: &Mail, text: &str, #[context] db: &Db) -> String {
    format!("{} sends {text} from {}", mail.sender, db.0)
}

/// Reads the whole state.
#[tool]
fn whole(#[context] app: &App) -> &'static str {
    app.db.0
}

struct Tenant(&'static str);

/// Reads a value of the invocation.
#[tool]
fn tenant(#[context] context: &ToolContext) -> String {
    let tenant = context.get::<Tenant>().map_or("nobody", |tenant| tenant.0);
    format!(
        "{tenant}/{}/{}",
        context.conversation_id().unwrap_or("-"),
        context.call().id
    )
}

fn app() -> App {
    App {
        db: Db("main"),
        mail: Mail {
            sender: "desk".to_owned(),
        },
        _other: Db("other"),
    }
}

#[test]
fn fields_the_whole_state_and_stateless_tools_in_one_set() {
    let stateless: ToolSet = toolset![tenant];
    let tools: ToolSet<App> = toolset![from_field, send, whole, ..stateless];
    let state = app();
    let text = |name, arguments| {
        block_on(dispatch(&tools, &state, name, arguments))
            .unwrap()
            .text()
            .into_owned()
    };
    assert_eq!(text("from_field", "{}"), "main");
    assert_eq!(
        text("send", r#"{"text": "a\"b"}"#),
        "desk sends a\"b from main"
    );
    assert_eq!(text("whole", "{}"), "main");
    assert_eq!(text("tenant", "{}"), "nobody/-/call_1");
    let send = tools.definitions()[1].input_schema();
    assert_eq!(
        send["properties"]
            .as_object()
            .unwrap()
            .keys()
            .collect::<Vec<_>>(),
        ["text"]
    );
}

#[test]
fn an_agent_carries_state_and_context() {
    let model = ScriptedModel::new()
        .calls([("c1", "tenant", ""), ("c2", "from_field", "")])
        .text("done");
    let agent = Agent::builder(model.clone())
        .tools(toolset![tenant])
        .state(app())
        .tools(toolset![from_field])
        .build();
    let agent = agent.unwrap();
    block_on(
        agent
            .request("go")
            .conversation("user-7")
            .context(Tenant("acme"))
            .invoke(),
    )
    .unwrap();
    let requests = model.requests();
    let texts: Vec<_> = requests[1]
        .tool_results()
        .iter()
        .map(|result| result.text().into_owned())
        .collect();
    assert_eq!(texts, ["acme/user-7/c1", "main"]);
}

#[test]
fn names_that_meet_at_run_time_are_a_build_error() {
    let tools = toolset![tenant, ..toolset![tenant]];
    let error = Agent::builder(ScriptedModel::new())
        .tools(tools)
        .build()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "two tools are called `tenant`; rename one with `#[tool(name = \"…\")]`"
    );
}
