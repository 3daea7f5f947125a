// All forms of an impl under `#[tools]`, in a body and from a macro too.
use std::future::Future;
use std::sync::Arc;
use toolwright as kit;
use toolwright::{IntoToolOutput, ToolSet, tool, tools, toolset};

struct Shop<T>(T);

#[tools]
#[allow(clippy::needless_pass_by_value)]
impl Shop<u8> {
    #![allow(clippy::unused_self)]
    const N: usize = { 2 };
    const A: [u8; Self::N] = [1, 2];

    /// Opens.
    #[tool]
    fn open(self: Arc<Self>) -> u8 {
        self.0 + Self::A[0]
    }

    fn no_tool<const N: usize>(&self) -> [u8; 2]
    where
        [(); 2]: Sized,
    {
        [self.0; 2]
    }

    /// Closes.
    #[tool]
    pub(crate) async fn close<'a, 'b>(self: &'a Self, word: &'b str) -> &'b str
    where
        'a: 'b,
    {
        word
    }

    /// Gives the type itself.
    #[tool]
    fn itself(&self, other: Option<u8>) -> Self {
        Self(other.unwrap_or(self.0))
    }
}

impl IntoToolOutput for Shop<u8> {
    fn into_tool_output(self) -> Result<toolwright::ToolOutput, toolwright::tool::OutputError> {
        Ok(toolwright::ToolOutput::text(self.0.to_string()))
    }
}

// Another type of the same family.
#[tools]
impl Shop<u16> {
    /// Opens wide.
    #[tool]
    fn open_wide(&self) -> u16 {
        self.0
    }
}

trait Store: Send + Sync + 'static {
    fn count(&self) -> impl Future<Output = usize> + Send;
}

struct Api<S>(S);

#[kit::tools(crate = kit)]
impl<S> Api<S>
where
    S: Store,
{
    /// Counts.
    #[kit::tool]
    async fn count(&self) -> usize {
        self.0.count().await
    }

    /// Is of the crate, and no matter for the object.
    #[tool(read_only)]
    fn version() -> &'static str {
        "1"
    }
}

struct Three;

impl Store for Three {
    async fn count(&self) -> usize {
        3
    }
}

macro_rules! door {
    ($name:ident, $ty:ty, $arg:ty, $doc:literal, $body:block, $more:item) => {
        struct $name;

        #[tools]
        impl $ty {
            #[doc = $doc]
            #[tool]
            fn open(&self, #[allow(unused_variables)] wide: $arg) -> $arg $body
        }

        $more
    };
}

door!(Door, Door, Option<u8>, "Opens.", { Some(1) }, impl Door {});

fn main() {
    let three: ToolSet = toolset![..Api(Three)];
    let tools: ToolSet<u32> = toolset![..Shop(1_u8), ..Shop(2_u16), ..three, ..*Box::new(Api(Three)).into_set(), ..Door];
    assert!(tools.check().is_err());
    assert_eq!(Shop(1_u8).no_tool::<2>(), [1, 1]);

    struct Inside;

    #[tools]
    impl Inside {
        /// Is in a body.
        #[tool]
        fn inside(&self) {}
    }
    let _: ToolSet = toolset![..Arc::new(Inside)];
}

trait IntoSet {
    fn into_set(self) -> Box<ToolSet>;
}

impl IntoSet for Box<Api<Three>> {
    fn into_set(self) -> Box<ToolSet> {
        Box::new(toolset![..*self])
    }
}
