//! The places of the loop that are for developers: hooks, providers, deadlines, cancellations, models that fail, what is
//! cut or edited. The canary of each is in no request, in no memory, in no file, in no state and in no journal.

mod desk;
mod kept;
mod traps;

use super::Dice;
use desk::{Desk, Journal, Tenant, tools};
use kept::{Folder, Memory};
use std::future::ready;
use std::sync::{Arc, Mutex};
use toolwright::agent::Invocation;
use toolwright::error_handler::{
    ToolErrorHandlerResult, from_fn, send_generic_message_to_llm_unless_visible_to_llm,
};
use toolwright::memory::{ChatMemory, InMemory, SqliteMemory};
use toolwright::model::{ModelError, ModelErrorKind};
use toolwright::testing::{Canary, ScriptedModel, block_on};
use toolwright::{Agent, CancellationToken, llm_text};

pub(crate) const PLACES: [&str; 18] = [
    "tool times out",
    "run times out",
    "cancelled",
    "before_tool fails",
    "before_tool panics",
    "before_tool edits",
    "denied",
    "after_tool fails",
    "after_tool panics",
    "after_tool replaces",
    "before_model fails",
    "before_model panics",
    "after_model fails",
    "provider fails",
    "provider panics",
    "model fails",
    "cut",
    "redacted",
];

pub(crate) struct Case {
    place: &'static str,
    canary: Canary,
    depth: usize,
    seed: u64,
    handler: usize,
    /// In which round it goes wrong.
    round: u32,
    in_file: bool,
    resumes: bool,
    /// Sends the secret on purpose: what the test has to find.
    leaks: bool,
}

impl Case {
    pub(crate) fn new(seed: u64) -> Self {
        let dice = &mut Dice::new(seed);
        Self {
            place: dice.one_of(&PLACES),
            canary: Canary::with_seed(dice.next()),
            depth: dice.below(4),
            seed: dice.next(),
            handler: dice.below(3),
            round: u32::try_from(dice.below(2)).unwrap(),
            in_file: dice.below(8) == 0,
            resumes: dice.below(2) == 0,
            leaks: false,
        }
    }

    /// A case that leaks on purpose.
    pub(crate) fn leaking(seed: u64) -> Self {
        Self {
            place: "after_tool replaces",
            leaks: true,
            ..Self::new(seed)
        }
    }

    pub(crate) fn place(&self) -> &'static str {
        self.place
    }

    fn script(&self) -> ScriptedModel {
        let name = match self.place {
            "tool times out" | "run times out" | "cancelled" => "endless",
            _ => "report",
        };
        let measured = r#"{"text": "short"}"#;
        let mut model = ScriptedModel::new()
            .calls([("a", "measure", measured), ("b", "report", "{}")])
            .calls([
                ("c", "report", "{}"),
                ("d", name, "{}"),
                ("e", "measure", measured),
            ]);
        if self.place == "model fails" {
            let error = ModelError::new(ModelErrorKind::Connection, self.canary.text());
            model = model.fails(error.with_source(self.error()()));
        }
        // Those that fail are resumed.
        model
            .calls([("f", "measure", measured)])
            .text("done")
            .text("done")
    }

    fn agent(
        &self,
        model: &ScriptedModel,
        memory: Arc<Memory>,
        steps: &Journal,
        token: CancellationToken,
    ) -> Agent<Desk> {
        let desk = Desk {
            canary: self.canary.clone(),
            token,
            place: self.place,
        };
        let builder = Agent::builder(model.clone())
            .state(desk)
            .tools(tools())
            .memory(memory)
            .steps(steps.clone());
        let builder = match self.handler {
            0 => builder,
            1 => builder.on_error(send_generic_message_to_llm_unless_visible_to_llm(
                llm_text!("it failed"),
            )),
            _ => builder.on_error(from_fn(|_error, _context| {
                Ok(ToolErrorHandlerResult::text(llm_text!("my own words")))
            })),
        };
        let builder = if self.leaks {
            builder
        } else {
            self.plant(builder)
        };
        builder.build().unwrap()
    }

    pub(crate) fn run(&self) {
        let memory = if self.in_file {
            let folder = Folder::new();
            let file = SqliteMemory::open(folder.0.join("canary.db")).unwrap();
            Memory::InFile(file, folder)
        } else {
            Memory::InProcess(InMemory::new())
        };
        let (memory, steps) = (Arc::new(memory), Journal::default());
        let model = self.script();
        let states = Arc::new(Mutex::new(Vec::new()));
        let token = CancellationToken::new();
        let agent = self.agent(&model, Arc::clone(&memory), &steps, token.clone());
        let ((), logs) = tests::logged(|| self.drive(&agent, token, &states));

        for record in logs {
            if record.level == tracing::Level::INFO {
                self.canary.assert_absent_from_text(&record.text);
            }
        }
        self.canary.assert_absent_from(&model.requests());
        let texts = states.lock().unwrap();
        let steps = steps.0.lock().unwrap();
        assert!(!texts.is_empty());
        for text in texts.iter().chain(steps.iter()) {
            self.canary.assert_absent_from_text(text);
        }
        let conversation = block_on(memory.load("c")).unwrap();
        let remembered = serde_json::to_string(conversation.messages()).unwrap();
        self.canary.assert_absent_from_text(&remembered);
        if let Memory::InFile(_, folder) = &*memory {
            // The log of the database is still there.
            let bytes = folder.bytes();
            assert!(bytes.len() > 4_096);
            self.canary.assert_absent_from_bytes(&bytes);
        }
    }

    /// Runs to the end, once more where it failed, and keeps all that is serialised on the way.
    fn drive(
        &self,
        agent: &Agent<Desk>,
        token: CancellationToken,
        states: &Arc<Mutex<Vec<String>>>,
    ) {
        let keep = |invocation: &Invocation| {
            let text = serde_json::to_string(invocation).unwrap();
            states.lock().unwrap().push(text);
        };
        let checkpoint = |invocation: &Invocation| {
            keep(invocation);
            ready(Ok(()))
        };
        let request = agent.request("go").conversation("c").checkpoint(checkpoint);
        let request = request.context(Tenant(self.canary.text().to_owned()));
        let request = request.cancellation(token);
        let failure = match block_on(request.invoke()) {
            Ok(answer) => {
                let text = serde_json::to_string(&answer.messages).unwrap();
                states.lock().unwrap().push(text);
                return;
            }
            Err(failure) => failure,
        };
        let text = serde_json::to_string(failure.transcript()).unwrap();
        states.lock().unwrap().push(text);
        let Some(invocation) = failure.into_invocation() else {
            return;
        };
        keep(&invocation);
        if self.resumes {
            let request = agent.resume(invocation).conversation("c");
            if let Err(failure) = block_on(request.checkpoint(checkpoint).invoke()) {
                failure.invocation().into_iter().for_each(keep);
            }
        }
    }
}
