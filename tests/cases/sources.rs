//! Where tools come from: L103, L104, L108, L110, L113.

use crate::{App, Log, agent};
use std::error::Error;
use toolwright::agent::{BuildError, Invocation, ProviderContext, ToolProvider};
use toolwright::memory::{InMemory, Window};
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::tool::{ToolDefinition, ToolOutput, ToolSetError};
use toolwright::{
    Agent, ChatRequest, ChatResponse, Message, Tool, ToolCall, ToolContext, ToolError, ToolSet,
    tool, tools, toolset,
};

/// A tool by hand.
struct ByHand(&'static str);

impl Tool for ByHand {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(self.0, "Has a name.", serde_json::json!({"type": "object"}))
    }

    async fn call(&self, _: &str, (): &(), _: &ToolContext) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text(self.0))
    }
}

mod other {
    use toolwright::tool;

    /// Has the name of another.
    #[tool]
    pub(super) fn shared() {}
}

/// Has the name of another.
#[tool]
fn shared() {}

struct Desk(&'static str);

#[tools]
impl Desk {
    /// Has the name of another.
    #[tool]
    fn shared(&self) -> &'static str {
        self.0
    }

    /// Has a name of its own.
    #[tool(name = "renamed")]
    fn other(&self) -> &'static str {
        self.0
    }
}

fn is_duplicate(set: ToolSet) -> bool {
    let built = Agent::builder(ScriptedModel::new()).tools(set).build();
    matches!(built, Err(BuildError::Tools(ToolSetError::DuplicateName { name, .. })) if name == "shared")
}

/// Two functions of one name in one `toolset!` do not compile; what is found out later is an error when the agent is built.
#[test]
fn l103_l104_a_name_stands_once_whatever_gives_it() {
    let by_hand = |name| ToolSet::builder().tool(ByHand(name)).build();
    assert!(is_duplicate(toolset![shared, ..Desk("desk")]));
    assert!(is_duplicate(toolset![
        ..Desk("desk"),
        ..toolset![other::shared]
    ]));
    assert!(is_duplicate(
        ToolSet::builder()
            .tool(ByHand("shared"))
            .tool(ByHand("shared"))
            .build()
    ));
    assert!(is_duplicate(
        ToolSet::builder()
            .tools(toolset![shared])
            .tools(by_hand("shared"))
            .build()
    ));
    assert!(!is_duplicate(toolset![shared]));
    // Names are exact.
    assert!(!is_duplicate(
        ToolSet::builder()
            .tools(toolset![shared])
            .tools(by_hand("Shared"))
            .build()
    ));
    let twice = Agent::builder(ScriptedModel::new())
        .tools(toolset![shared])
        .tools(toolset![shared]);
    assert!(matches!(twice.build(), Err(BuildError::Tools(_))));
}

/// There is no inheritance: a set is spliced into another, and a tool has the name it is given.
#[test]
fn l113_sets_splice_and_tools_are_renamed_where_they_are_written() {
    let tools: ToolSet = toolset![
        ..toolset![..Desk("desk")],
        ..toolset![..toolset![crate_now]]
    ];
    let names: Vec<_> = tools
        .definitions()
        .iter()
        .map(ToolDefinition::name)
        .collect();
    assert_eq!(names, ["shared", "renamed", "crate_now"]);
}

/// Tells the time.
#[tool]
fn crate_now() -> &'static str {
    "noon"
}

/// Gives a tool in the rounds that it is told, and notes which questions it saw.
struct Now {
    log: Log,
    rounds: &'static [u32],
}

impl ToolProvider<App> for Now {
    async fn tools(
        &self,
        context: &ProviderContext<'_>,
    ) -> Result<ToolSet<App>, Box<dyn Error + Send + Sync>> {
        let questions = context.messages().iter();
        let questions = questions.filter(|m| **m == Message::user("What time is it?"));
        self.log.add(format!(
            "asked in {}, {}",
            context.round(),
            questions.count()
        ));
        if !self.rounds.contains(&context.round()) {
            return Ok(ToolSet::default());
        }
        Ok(toolset![crate_now])
    }
}

/// L108: a provider is asked before each request, and what it gives replaces what it gave. L110: the question is always in
/// what it sees, however little of the conversation the model reads.
#[test]
fn l108_l110_providers_see_the_question_and_tools_come_and_go() {
    let (log, done) = (Log::default(), Log::default());
    let model = ScriptedModel::new()
        .text("Hello.")
        .calls([("a", "crate_now", "{}"), ("b", "ok", "{}")])
        .calls([("c", "crate_now", "{}")])
        .calls([("d", "crate_now", "{}")])
        .text("noon");
    let agent = agent(&model, &done)
        .tool_provider(Now {
            log: log.clone(),
            rounds: &[0, 2],
        })
        .window(Window::messages(1))
        .memory(InMemory::new())
        .build()
        .unwrap();
    block_on(agent.request("Hi.").conversation("7").invoke()).unwrap();
    let question = agent.request("What time is it?").conversation("7");
    let answer = block_on(question.invoke()).unwrap();
    assert_eq!(
        log.lines(),
        [
            "asked in 0, 0",
            "asked in 0, 1",
            "asked in 1, 1",
            "asked in 2, 1",
            "asked in 3, 1"
        ]
    );
    let offered: Vec<bool> = model
        .requests()
        .iter()
        .map(|request| request.offered_tools().contains(&"crate_now"))
        .collect();
    assert_eq!(offered, [true, true, false, true, false]);
    let read: Vec<_> = answer
        .tool_executions
        .iter()
        .map(|e| e.result.is_error)
        .collect();
    // `c` answers a request that did not offer it.
    assert_eq!(read, [false, false, true, false]);
}

/// An agent without tools is one, too: every name is unknown to it (L112 does not compile).
#[test]
fn l112_an_agent_without_tools_answers() {
    let model = ScriptedModel::new()
        .calls([("a", "ok", "{}")])
        .text("Sorry.");
    let agent = Agent::builder(model.clone()).build().unwrap();
    let answer = block_on(agent.invoke("go")).unwrap();
    assert_eq!(answer.text, "Sorry.");
    assert_eq!(
        answer.tool_executions[0].result.text(),
        "there is no tool of that name."
    );
}

/// A turn that another run left is answered with the tools that there are now: a provider is asked once for it, and once
/// more before the model is.
#[test]
fn l108_a_provider_is_asked_once_for_a_turn_that_another_run_left() {
    let log = Log::default();
    let model = ScriptedModel::new().text("noon");
    let agent = agent(&model, &Log::default())
        .tool_provider(Now {
            log: log.clone(),
            rounds: &[1],
        })
        .build()
        .unwrap();
    let offered: ToolSet = toolset![crate_now];
    let request = ChatRequest::new([Message::user("What time is it?")])
        .with_tools(offered.definitions().clone());
    let mut invocation = Invocation::new(request);
    let call = ToolCall::new("a", "crate_now", "{}");
    invocation
        .on_response(ChatResponse::calls(vec![call]))
        .unwrap();
    let answer = block_on(agent.resume(invocation).invoke()).unwrap();
    assert_eq!(answer.tool_executions[0].result.text(), "noon");
    assert_eq!(log.lines(), ["asked in 1, 1", "asked in 1, 1"]);
}
