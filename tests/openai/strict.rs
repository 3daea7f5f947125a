//! `strict: true`, tool by tool.

use crate::bodies::{assert_valid, sent};
use crate::strict_rules::broken;
use crate::{client, completion, hello};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tests::http::{Reply, Server};
use tests::logged;
use tests::run;
use toolwright::model::openai::OpenAi;
use toolwright::model::schema::LossKind;
use toolwright::tool::ToolDefinitions;
use toolwright::{Agent, ToolSet, tool, toolset};

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Range {
    from: u8,
    #[serde(default)]
    to: Option<u8>,
    #[serde(default = "step")]
    step: u8,
}

fn step() -> u8 {
    2
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Order {
    ByName,
    ByPrice { descending: bool },
}

/// Finds things.
#[tool]
fn find(
    text: &str,
    #[arg(default = 10)] limit: u32,
    range: Option<Range>,
    order: Option<Order>,
    #[arg(default = vec!["new".to_owned()])] tags: Vec<String>,
) -> String {
    format!("{text} {limit} {range:?} {order:?} {tags:?}")
}

/// Sets prices.
#[tool]
fn set_prices(prices: BTreeMap<String, f64>, #[arg(default = true)] really: bool) -> String {
    format!("{prices:?} {really}")
}

/// Takes nothing.
#[tool]
fn nothing() {}

fn tools() -> ToolSet {
    toolset![find, set_prices, nothing]
}

fn functions(body: &Value) -> Vec<&Value> {
    let tools = body["tools"].as_array().unwrap().iter();
    tools.map(|tool| &tool["function"]).collect()
}

#[test]
fn each_tool_is_strict_if_it_can_be() {
    let request = hello().with_tools(tools().definitions().clone());
    let body = sent(&request, |builder| builder.strict(true));
    let functions = functions(&body);
    let strict: Vec<_> = functions
        .iter()
        .map(|function| &function["strict"])
        .collect();
    assert_eq!(strict, [true, false, true]);
    assert_eq!(functions[0]["name"], "find");
    for function in [functions[0], functions[2]] {
        assert_eq!(broken(&function["parameters"]), Vec::<String>::new());
    }
    let parameters = &functions[0]["parameters"];
    let required = json!(["limit", "order", "range", "tags", "text"]);
    assert_eq!(parameters["required"], required);
    assert_eq!(
        parameters["properties"]["limit"]["type"],
        json!(["integer", "null"])
    );
    assert_eq!(parameters["properties"]["text"], json!({"type": "string"}));
    // The other one is offered as it would be without.
    assert_eq!(
        functions[1]["parameters"],
        *tools().definitions()[1].input_schema()
    );
}

/// The list is written once a set, whoever asks first; another form is written for itself.
#[test]
fn two_clients_share_one_set() {
    let request = hello().with_tools(tools().definitions().clone());
    let strict = |strict| sent(&request, |builder| builder.strict(strict));
    for (is_strict, expected) in [(true, true), (false, false), (true, true)] {
        let body = strict(is_strict);
        assert_eq!(functions(&body)[0]["strict"], expected);
        assert_eq!(functions(&body)[1]["strict"], false);
    }
}

#[test]
fn which_are_not_strict_and_why() {
    let found = OpenAi::not_strict(tools().definitions());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].tool, "set_prices");
    let losses: Vec<_> = found[0]
        .losses
        .iter()
        .map(|loss| (loss.path.as_str(), loss.keyword.as_str(), loss.kind))
        .collect();
    let expected = (
        "/properties/prices",
        "additionalProperties",
        LossKind::Unusable,
    );
    assert_eq!(losses, [expected]);

    let definitions = ToolDefinitions::new(tools().definitions().iter().cloned());
    let request = hello().with_tools(definitions);
    let ((), records) = logged(|| {
        sent(&request, |builder| builder.strict(true));
        sent(&request, |builder| builder.strict(true));
    });
    let records = records.iter().map(|record| &record.text);
    let told: Vec<_> = records.filter(|text| text.contains("strict")).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("set_prices"), "{told:?}");
    assert!(told[0].contains("/properties/prices: `additionalProperties` cannot be said"));
}

/// What strict mode makes a model send: every argument, `null` for the ones it leaves out.
#[test]
fn nulls_stand_for_what_is_left_out() {
    let call = |id: &str, name: &str, arguments: &Value| {
        let function = json!({"name": name, "arguments": arguments.to_string()});
        json!({"id": id, "type": "function", "function": function})
    };
    let nulls = json!({"text": "x", "limit": null, "range": null, "order": null, "tags": null});
    let given = json!({
        "text": "x", "limit": 3, "range": {"from": 1, "to": null, "step": null},
        "order": {"kind": "by_price", "descending": true}, "tags": [],
    });
    let prices = json!({"prices": {"a": 1.5}, "really": null});
    let turn = json!({"tool_calls": [
        call("c1", "find", &nulls), call("c2", "find", &given), call("c3", "set_prices", &prices),
        call("c4", "nothing", &json!({})),
    ]});
    let server = Server::start([
        Reply::ok(completion(&turn.to_string(), r#""tool_calls""#)),
        Reply::ok(completion(r#"{"content":"done"}"#, r#""stop""#)),
    ]);
    let model = client(&server).strict(true).build().unwrap();
    let agent = Agent::builder(model).tools(tools()).build().unwrap();
    let answer = run(agent.invoke("Find.")).unwrap();
    let texts: Vec<_> = answer
        .tool_executions
        .iter()
        .map(|execution| execution.result.text().into_owned())
        .collect();
    let expected = [
        r#"x 10 None None ["new"]"#,
        "x 3 Some(Range { from: 1, to: None, step: 2 }) Some(ByPrice { descending: true }) []",
        r#"{"a": 1.5} true"#,
        "done",
    ];
    assert_eq!(texts, expected);
    let bodies = server.received();
    assert_eq!(bodies.len(), 2);
    for body in bodies {
        let body = body.json();
        assert_valid(&body);
        // What the model was made to send fits what it was told.
        let parameters = &functions(&body)[0]["parameters"];
        let validator = jsonschema::validator_for(parameters).unwrap();
        assert!(validator.is_valid(&nulls) && validator.is_valid(&given));
    }
}
