use super::{Log, add, closed};
use std::error::Error;
use std::future::Future;
use toolwright::agent::{BeforeModel, EditedRequestError, ModelContext, ModelDecision};
use toolwright::model::Usage;
use toolwright::testing::{ScriptedModel, block_on};
use toolwright::tool::ToolDefinitions;
use toolwright::{
    Agent, ChatRequest, ChatResponse, InvocationFailure, InvocationFailureKind, Message, ToolCall,
    ToolResult, toolset,
};

pub(super) const ADD: &str = r#"{"a": 2, "b": 3}"#;

pub(super) type Decided = Result<ModelDecision, Box<dyn Error + Send + Sync>>;

/// A hook that decides with `decide`, which a closure alone cannot be told to be.
pub(super) struct Decide<F>(F);

impl<F: Fn(&ModelContext<'_>) -> Decided + Send + Sync> BeforeModel for Decide<F> {
    async fn before_model(&self, context: &ModelContext<'_>) -> Decided {
        (self.0)(context)
    }
}

pub(super) fn before<F: Fn(&ModelContext<'_>) -> Decided + Send + Sync>(decide: F) -> Decide<F> {
    Decide(decide)
}

/// The failure of an agent whose one hook before the model decides so.
fn failure(
    decide: impl Fn(&ModelContext<'_>) -> Decided + Send + Sync + 'static,
) -> (InvocationFailure, ScriptedModel) {
    let model = ScriptedModel::new().text("never");
    let agent = Agent::builder(model.clone())
        .tools(toolset![add])
        .before_model(before(decide))
        .build()
        .unwrap();
    (block_on(agent.invoke("Add.")).unwrap_err(), model)
}

#[test]
fn the_hook_sees_each_request_with_its_round() {
    struct Tenant(u32);

    let log = Log::default();
    let model = ScriptedModel::new().calls([("c1", "add", ADD)]).text("5");
    let agent = Agent::builder(model)
        .tools(toolset![add])
        .before_model({
            let log = log.clone();
            before(move |context| {
                let request = context.request();
                log.add(format!(
                    "round {}: {} messages, tools {:?}, tenant {}, {}",
                    context.round(),
                    request.messages().len(),
                    request.offered_tools(),
                    context.extensions().get::<Tenant>().unwrap().0,
                    context.conversation_id().unwrap(),
                ));
                Ok(ModelDecision::Ask)
            })
        })
        .build()
        .unwrap();
    block_on(
        agent
            .request("Add.")
            .context(Tenant(7))
            .conversation("user-7")
            .invoke(),
    )
    .unwrap();
    assert_eq!(
        log.lines(),
        [
            "round 0: 1 messages, tools [\"add\"], tenant 7, user-7",
            "round 1: 3 messages, tools [\"add\"], tenant 7, user-7",
        ]
    );
}

#[test]
fn another_request_is_asked_this_once_and_the_conversation_stays() {
    let model = ScriptedModel::new().calls([("c1", "add", ADD)]).text("5");
    let agent = Agent::builder(model.clone())
        .tools(toolset![add])
        .before_model(before(|context| {
            let messages = [Message::system("Be brief.")].into_iter();
            let messages = messages.chain(context.request().messages().iter().cloned());
            let request = ChatRequest::new(messages);
            Ok(ModelDecision::AskWith(
                request.with_tools(context.request().tools().clone()),
            ))
        }))
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("Add.")).unwrap();
    let requests = model.requests();
    assert_eq!(requests.len(), 2);
    for (request, messages) in requests.iter().zip([2, 4]) {
        assert_eq!(request.messages()[0], Message::system("Be brief."));
        assert_eq!(request.messages().len(), messages);
        assert_eq!(request.offered_tools(), ["add"]);
    }
    assert_eq!(answer.messages.len(), 4);
    assert_eq!(answer.messages[0], Message::user("Add."));
}

#[test]
fn a_tool_that_the_request_leaves_out_does_not_run_in_its_turn() {
    let model = ScriptedModel::new()
        .calls([("c1", "add", ADD), ("c2", "closed", "{}")])
        .calls([("c3", "add", ADD)])
        .text("5");
    let agent = Agent::builder(model.clone())
        .tools(toolset![add, closed])
        .before_model(before(|context| {
            if context.round() > 0 {
                return Ok(ModelDecision::Ask);
            }
            let tools = context.request().tools().iter();
            let tools = ToolDefinitions::new(tools.filter(|tool| tool.name() != "add").cloned());
            let request = ChatRequest::new(context.request().messages().to_vec());
            Ok(ModelDecision::AskWith(request.with_tools(tools)))
        }))
        .build()
        .unwrap();
    block_on(agent.invoke("Add.")).unwrap();
    let requests = model.requests();
    assert_eq!(requests[0].offered_tools(), ["closed"]);
    assert_eq!(requests[1].offered_tools(), ["add", "closed"]);
    let results = requests[2].tool_results();
    assert_eq!(
        results[0].text(),
        "this tool is not offered, and was not run. The tools are: `closed`"
    );
    assert_eq!(results[1].text(), "the desk is closed");
    assert_eq!(results[2].text(), "5");
}

#[test]
fn an_answer_stands_for_the_models() {
    let model = ScriptedModel::new();
    let agent = Agent::builder(model.clone())
        .tools(toolset![add])
        .before_model(before(|context| {
            Ok(ModelDecision::Answer(if context.round() == 0 {
                ChatResponse::calls(vec![ToolCall::new("c1", "add", ADD)])
            } else {
                ChatResponse::text("from the cache").with_usage(Usage::new(1, 2))
            }))
        }))
        .build()
        .unwrap();
    let answer = block_on(agent.invoke("Add.")).unwrap();
    assert_eq!((answer.text.as_str(), answer.rounds), ("from the cache", 1));
    assert_eq!(answer.usage, Usage::new(1, 2));
    assert_eq!(answer.tool_executions[0].value::<i64>().unwrap(), 5);
    assert!(model.requests().is_empty());
}

#[test]
fn each_hook_sees_what_those_before_it_made_until_one_answers() {
    let log = Log::default();
    let model = ScriptedModel::new();
    let add_word = |word: &'static str| {
        before(move |context: &ModelContext<'_>| {
            let messages = context.request().messages().iter().cloned();
            let messages = messages.chain([Message::user(word)]);
            Ok(ModelDecision::AskWith(ChatRequest::new(messages)))
        })
    };
    let agent = Agent::builder(model)
        .before_model(add_word("one"))
        .before_model(add_word("two"))
        .before_model({
            let log = log.clone();
            before(move |context| {
                for message in context.request().messages() {
                    let Message::User { content, .. } = message else {
                        panic!("another role")
                    };
                    log.add(content.to_text());
                }
                Ok(ModelDecision::Answer(ChatResponse::text("enough")))
            })
        })
        .before_model(before(|_| panic!("asked after an answer")))
        .build()
        .unwrap();
    assert_eq!(block_on(agent.invoke("Hello")).unwrap().text, "enough");
    assert_eq!(log.lines(), ["Hello", "one", "two"]);
}

#[test]
fn requests_that_no_agent_would_make_are_refused() {
    type Edit = fn(&ChatRequest) -> ChatRequest;
    let call = || ToolCall::new("c9", "add", ADD);
    let edits: [(Edit, EditedRequestError); 1] =
        [(|_| ChatRequest::default(), EditedRequestError::Empty)];
    for (edit, expected) in edits {
        let (failure, model) =
            failure(move |context| Ok(ModelDecision::AskWith(edit(context.request()))));
        assert_eq!(failure.kind(), InvocationFailureKind::Hook);
        assert_eq!(
            failure.downcast_ref::<EditedRequestError>(),
            Some(&expected)
        );
        assert!(model.requests().is_empty());
    }
    let unanswered = [
        vec![
            Message::user("x"),
            Message::Assistant(ChatResponse::calls(vec![call()]).message),
        ],
        vec![
            Message::user("x"),
            Message::Tool(ToolResult::new("c9", "add", "5")),
        ],
    ];
    for messages in unanswered {
        let (failure, model) =
            failure(move |_| Ok(ModelDecision::AskWith(ChatRequest::new(messages.clone()))));
        assert_eq!(failure.kind(), InvocationFailureKind::Hook);
        let error = failure.downcast_ref::<EditedRequestError>().unwrap();
        assert_eq!(*error, EditedRequestError::Unanswered);
        assert!(model.requests().is_empty());
    }
    let (failure, model) = failure(|context| {
        let tools = toolset![add, closed];
        let _: &toolwright::ToolSet = &tools;
        let request = ChatRequest::new(context.request().messages().to_vec());
        Ok(ModelDecision::AskWith(
            request.with_tools(tools.definitions().clone()),
        ))
    });
    let error = failure.downcast_ref::<EditedRequestError>().unwrap();
    assert_eq!(
        error.to_string(),
        "a hook made a request that offers `closed`, which is not on offer"
    );
    assert!(model.requests().is_empty());
}

/// Closures are hooks, and so is what is shared.
#[test]
fn closures_and_shared_hooks() {
    fn is_send<F: Future + Send>(future: F) -> F {
        future
    }

    let hook = std::sync::Arc::new(before(|_| Ok(ModelDecision::Ask)));
    let agent = Agent::builder(ScriptedModel::new().text("Hello."))
        .before_model(hook)
        .before_model(|context: &ModelContext<'_>| {
            let is_first = context.round() == 0;
            async move {
                assert!(is_first);
                Ok(ModelDecision::Ask)
            }
        })
        .build()
        .unwrap();
    assert_eq!(
        block_on(is_send(agent.invoke("Hello"))).unwrap().text,
        "Hello."
    );
}
