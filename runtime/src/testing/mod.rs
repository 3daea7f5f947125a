//! Testing tools and agents without a model.
//!
//! [`dispatch`] runs the tools of any set, also of one that [`AgentBuilder::build`](crate::agent::AgentBuilder::build) would
//! refuse, for its names or for a schema that cannot be enforced. So a test of tools asks
//! [`ToolSet::check`](crate::ToolSet::check) as well:
//!
//! ```
//! use toolwright::{ToolSet, tool, toolset};
//!
//! /// Adds two numbers.
//! #[tool]
//! fn add(a: i64, b: i64) -> i64 { a + b }
//!
//! let tools: ToolSet = toolset![add];
//! tools.check().unwrap();
//! ```

mod canary;
mod recorded;
mod scripted;

pub use canary::{Canary, CanaryError};
pub use scripted::ScriptedModel;

use crate::dispatch::Dispatcher;
use crate::failure::InvocationFailure;
use crate::message::{ToolCall, ToolResult};
use crate::tool::ToolSet;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

/// Makes one call under the default handler and returns what the model would read.
///
/// The set is not [checked](ToolSet::check), as building an agent does.
///
/// ```
/// use toolwright::testing::{block_on, dispatch};
/// use toolwright::{tool, toolset};
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 { a + b }
///
/// let result = block_on(dispatch(&toolset![add], &(), "add", r#"{"a": 2, "b": 3}"#)).unwrap();
/// assert_eq!(result.text(), "5");
/// ```
///
/// # Errors
///
/// The failure that would end an invocation: a tool error that is not visible.
pub async fn dispatch<S: Sync>(
    tools: &ToolSet<S>,
    state: &S,
    name: &str,
    arguments: &str,
) -> Result<ToolResult, InvocationFailure> {
    Dispatcher::new(tools, state)
        .call(ToolCall::new("call_1", name, arguments))
        .await
}

/// Runs a future to its end on this thread, for tests and examples that need no runtime. Tools that use one, such as
/// `tokio::time`, need a test on it: `#[tokio::test]`.
pub fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

#[cfg(all(test, not(feature = "tokio")))]
mod tests {
    use super::ScriptedModel;
    use crate::agent::{Agent, BuildError};
    use crate::timer::ThreadTimer;
    use std::time::Duration;

    #[test]
    fn a_deadline_wants_a_timer() {
        let second = Duration::from_secs(1);
        let whole = || Agent::builder(ScriptedModel::new()).timeout(second);
        let call = || Agent::builder(ScriptedModel::new()).tool_timeout(second);
        assert!(matches!(whole().build(), Err(BuildError::NoTimer)));
        assert!(matches!(call().build(), Err(BuildError::NoTimer)));
        assert!(whole().timer(ThreadTimer).build().is_ok());
        assert!(Agent::builder(ScriptedModel::new()).build().is_ok());
    }
}
