//! A smaller share over a real wire: the bytes that a server gets.

use super::Dice;
use super::case::Case;
use tests::http::{Reply, Server};
use tests::run;
use toolwright::ChatModel;
use toolwright::model::openai::OpenAi;

/// A model behind HTTP, for an agent that is driven without a runtime.
struct Driven(OpenAi);

impl ChatModel for Driven {
    async fn complete(
        &self,
        request: &toolwright::ChatRequest,
    ) -> Result<toolwright::ChatResponse, toolwright::ModelError> {
        run(self.0.complete(request))
    }
}

#[test]
fn no_body_on_the_wire_holds_it() {
    let seed = super::setting("TOOLWRIGHT_CANARY_SEED")
        .unwrap_or_else(|| Dice::new(std::process::id().into()).next());
    let mut bodies = 0;
    for case in (0..60)
        .map(|i| Case::new(seed.wrapping_add(i)))
        .filter(Case::is_strict)
    {
        let server = Server::start(case.bodies().into_iter().map(Reply::ok));
        let model = OpenAi::builder()
            .base_url(server.base_url())
            .model("m")
            .build()
            .unwrap();
        drop(crate::quietly(|| case.drive(Driven(model))));
        for received in server.received() {
            bodies += 1;
            case.canary().assert_absent_from_bytes(&received.body);
            case.canary().assert_absent_from_text(&received.head);
        }
    }
    println!("canary: {bodies} bodies over HTTP, seed {seed}");
    assert!(bodies > 60, "{bodies}");
}
