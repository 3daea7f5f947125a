//! A state that somebody changed where it was stored is refused, or still keeps its invariants.

use super::Dice;
use super::made::dispatcher;
use crate::clock::{Interrupt, run};
use crate::invariants::{assert_whole, is_whole};
use crate::script::Script;
use crate::tools::own;
use crate::world::World;
use serde_json::{Value, json};
use toolwright::agent::{Decision, Invocation, Step};
use toolwright::model::ChatRequest;
use toolwright::{Message, ToolResult};

/// Takes states of the script, changes each, and goes on with what is not refused. Returns how many were not.
pub(crate) fn check(script: &Script) -> u64 {
    let mut dice = Dice(script.settings.seed ^ 0xA5A5);
    let mut accepted = 0;
    let mut states = Vec::new();
    let tools = own();
    let request = ChatRequest::new([Message::user("go")]).with_tools(tools.definitions().clone());
    let start = script.settings.set(Invocation::new(request));
    go_on(script, start, &mut dice, Some(&mut states));
    for _ in 0..4 {
        let mut state = states[dice.below(states.len())].clone();
        for _ in 0..=dice.below(3) {
            change(&mut state, &mut dice);
        }
        let text = state.to_string();
        let Ok(invocation) = serde_json::from_str::<Invocation>(&text) else {
            continue;
        };
        accepted += 1;
        go_on(script, invocation, &mut dice, None);
    }
    accepted
}

/// Drives an invocation as far as it goes.
fn go_on(
    script: &Script,
    mut invocation: Invocation,
    dice: &mut Dice,
    mut states: Option<&mut Vec<Value>>,
) {
    let (world, tools) = (World::default(), own());
    let dispatcher = dispatcher(script, &tools, &world);
    let mut next = 0;
    for n in 0.. {
        assert!(n < 500, "it never ends");
        if let Some(states) = &mut states {
            states.push(serde_json::to_value(&invocation).unwrap());
        }
        assert_whole("a transcript", &invocation.clone().into_transcript());
        let calls = match invocation.step() {
            Step::CallModel(request) => {
                assert!(is_whole(request.messages()));
                let turn = script.turn(next).response();
                next += 1;
                if let Ok(response) = turn {
                    invocation.on_response(response).expect("it was asked for");
                }
                let first = invocation
                    .pending_calls()
                    .next()
                    .map(|call| call.id.clone());
                if let Some(id) = first.filter(|_| dice.below(3) == 0) {
                    invocation.hold(&id).expect("it can be held");
                }
                continue;
            }
            Step::RunTools(calls) => calls,
            Step::AwaitApproval(calls) => {
                let id = calls.first().expect("never none").id.clone();
                invocation
                    .on_decision(&id, Decision::Approve)
                    .expect("it waits");
                continue;
            }
            Step::Finished | Step::Failed(_) => return,
            other => panic!("{other:?}"),
        };
        let call = calls.first().expect("never none").clone();
        let _ = invocation.on_start(&call.id);
        let result = run(
            &world.clock,
            invocation.run(&call, &dispatcher),
            &Interrupt::Never,
        );
        let result = match result {
            Some(Ok(result)) => result,
            // What ends the run is taken for an answer, to get further.
            _ => ToolResult::error(&call.id, &call.name, "gone"),
        };
        invocation.on_result(result).expect("it is waited for");
    }
}

/// All values of a document, each as the way to it.
fn ways(value: &Value, way: &mut Vec<Value>, all: &mut Vec<Vec<Value>>) {
    all.push(way.clone());
    let children: Vec<(Value, &Value)> = match value {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(i, item)| (json!(i), item))
            .collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(key, item)| (json!(key), item))
            .collect(),
        _ => Vec::new(),
    };
    for (key, child) in children {
        way.push(key);
        ways(child, way, all);
        way.pop();
    }
}

fn at<'v>(value: &'v mut Value, way: &[Value]) -> &'v mut Value {
    way.iter().fold(value, |value, key| match key {
        Value::String(key) => &mut value[key.as_str()],
        key => &mut value[usize::try_from(key.as_u64().unwrap()).unwrap()],
    })
}

/// Changes one value of a document.
fn change(state: &mut Value, dice: &mut Dice) {
    let mut all = Vec::new();
    ways(state, &mut Vec::new(), &mut all);
    // What a tool takes is not looked at before it is called.
    all.retain(|way| !way.contains(&json!("parameters")) && !way.contains(&json!("input_schema")));
    let way = all[dice.below(all.len())].clone();
    let other = all[dice.below(all.len())].clone();
    let other = at(state, &other).clone();
    let pool = [
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(2),
        json!(-1),
        json!(u32::MAX),
        json!(u64::MAX),
        json!(1.5),
        json!(""),
        json!("a"),
        json!("call_1"),
        json!("pay"),
        json!([]),
        json!({}),
        json!("call_model"),
        json!({"finished": "stop"}),
        json!({"0": "held"}),
        json!({"1": "approved", "7": "held"}),
        other,
    ];
    let value = at(state, &way);
    let is_larger = dice.below(2) == 0;
    match (value, dice.below(5)) {
        (Value::Array(items), 0) if !items.is_empty() => {
            items.remove(dice.below(items.len()));
        }
        (Value::Array(items), 1) if !items.is_empty() => {
            let item = items[dice.below(items.len())].clone();
            items.insert(dice.below(items.len() + 1), item);
        }
        (Value::Array(items), 2) if !items.is_empty() => dice.shuffle(items),
        (Value::Object(fields), 0 | 1) if !fields.is_empty() => {
            let key = fields.keys().nth(dice.below(fields.len())).unwrap().clone();
            fields.remove(&key);
        }
        (Value::Number(n), 0..=2) => {
            let n = n.as_u64().unwrap_or_default();
            let changed = if is_larger {
                n.saturating_add(1)
            } else {
                n.saturating_sub(1)
            };
            *at(state, &way) = json!(changed);
        }
        (value, _) => *value = pool[dice.below(pool.len())].clone(),
    }
}
