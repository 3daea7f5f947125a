use schemars::JsonSchema;
use serde::Serialize;
use toolwright::message::Image;
use toolwright::tool;
use toolwright::tool::Structured;

#[derive(Serialize)]
struct NoSchema;

#[derive(JsonSchema)]
struct NoValue;

/// Promises a schema that there is not.
#[tool]
fn no_schema() -> Structured<NoSchema> {
    Structured(NoSchema)
}

/// Promises a value that there is not.
#[tool]
fn no_value() -> Result<Structured<NoValue>, std::io::Error> {
    Ok(Structured(NoValue))
}

/// Hides an image in something else.
#[tool]
fn hidden_image(image: String) -> (String, Image) {
    unimplemented!("{image}")
}

fn main() {}
