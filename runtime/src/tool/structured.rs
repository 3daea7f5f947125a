//! Structured content.

use super::schema::output_schema;
use super::{IntoToolOutput, OutputError, ToolOutput};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// What a tool returns as structured content: a JSON value for programs, with the schema of it in the tool's
/// definition. The text that the model reads is the same JSON.
///
/// Any `Serialize` type can be returned by itself, and then reads as JSON, too; this wrapper adds the promise of a
/// schema.
///
/// ```
/// use schemars::JsonSchema;
/// use serde::Serialize;
/// use toolwright::testing::{block_on, dispatch};
/// use toolwright::tool::Structured;
/// use toolwright::{tool, toolset};
///
/// #[derive(Serialize, JsonSchema)]
/// struct Weather {
///     celsius: i8,
/// }
///
/// /// Tells the weather.
/// #[tool]
/// fn weather(city: &str) -> Structured<Weather> {
///     Structured(Weather { celsius: if city == "Oslo" { -3 } else { 21 } })
/// }
///
/// let tools = toolset![weather];
/// let schema = tools.definitions()[0].output_schema().unwrap();
/// assert_eq!(schema["properties"]["celsius"]["minimum"], -128);
/// let result = block_on(dispatch(&tools, &(), "weather", r#"{"city": "Oslo"}"#))?;
/// assert_eq!(result.structured(), Some(r#"{"celsius":-3}"#));
/// assert_eq!(result.text(), r#"{"celsius":-3}"#);
/// # Ok::<(), toolwright::InvocationFailure>(())
/// ```
///
/// `T` should be written as a JSON object: what takes structured content may take nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[doc(alias = "Json")]
#[expect(clippy::exhaustive_structs, reason = "a wrapper, and nothing else")]
pub struct Structured<T>(pub T);

impl<T: Serialize + JsonSchema> IntoToolOutput for Structured<T> {
    fn into_tool_output(self) -> Result<ToolOutput, OutputError> {
        ToolOutput::structured(&self.0)
    }

    fn output_schema() -> Option<Value> {
        Some(output_schema::<T>())
    }
}
