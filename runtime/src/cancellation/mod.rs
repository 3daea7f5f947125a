//! A word from outside that nobody waits for the answer any more.

mod node;

use node::Node;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

/// Says to everything that holds a clone of it that it may stop. It is said once and for good.
///
/// A tool gets the one of its call from [`ToolContext::cancellation`](crate::ToolContext::cancellation).
///
/// ```
/// use toolwright::CancellationToken;
///
/// let whole = CancellationToken::new();
/// let part = whole.child();
/// part.cancel();
/// assert!(part.is_cancelled() && !whole.is_cancelled());
///
/// let other = whole.child();
/// whole.cancel();
/// assert!(other.is_cancelled());
/// # toolwright::testing::block_on(async {
/// other.cancelled().await;
/// # });
/// ```
#[derive(Clone)]
pub struct CancellationToken(Arc<Node>);

impl CancellationToken {
    /// Creates a token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(Node::new(None)))
    }

    /// Creates a token that is cancelled with this one, and may be cancelled by itself.
    #[must_use]
    pub fn child(&self) -> Self {
        Self(Node::child(&self.0))
    }

    /// Cancels the token and its children. A second time does nothing.
    ///
    /// When it returns, all of them are cancelled, and whoever waits for one of them is woken, unless another thread is
    /// about to do so. A token that is cancelled has no child that is not.
    pub fn cancel(&self) {
        node::cancel(&self.0);
    }

    /// Returns whether the token is cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }

    /// Returns a future that ends when the token is cancelled. It may be spawned, and leaves nothing behind if it is
    /// dropped before.
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + Sync + Unpin + use<> {
        self.waiting()
    }

    fn waiting(&self) -> Cancelled {
        Cancelled {
            node: Arc::clone(&self.0),
            key: None,
        }
    }
}

impl Default for CancellationToken {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for CancellationToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CancellationToken")
            .field("cancelled", &self.is_cancelled())
            .finish()
    }
}

/// Waits for a token to be cancelled.
struct Cancelled {
    node: Arc<Node>,
    /// Under which the waker is kept.
    key: Option<u64>,
}

impl Future for Cancelled {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let this = &mut *self;
        this.node.wait(&mut this.key, context.waker())
    }
}

impl Drop for Cancelled {
    fn drop(&mut self) {
        if let Some(key) = self.key {
            self.node.forget_waker(key);
        }
    }
}

/// What `future` gives, or `None` if `token` is cancelled before. The token is looked at before each poll of the future,
/// and the future is dropped when this returns.
pub(crate) async fn until<F: Future>(token: &CancellationToken, future: F) -> Option<F::Output> {
    let mut cancelled = token.waiting();
    let mut future = pin!(future);
    poll_fn(|context| {
        if token.is_cancelled() {
            return Poll::Ready(None);
        }
        if let Poll::Ready(output) = future.as_mut().poll(context) {
            return Poll::Ready(Some(output));
        }
        // Last, so that what is ready at once leaves no waker.
        Pin::new(&mut cancelled).poll(context).map(|()| None)
    })
    .await
}
