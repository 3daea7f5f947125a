//! The inputs, a dozen that stand for the others and some that do not compile.

use super::Macro::{LlmText, LlmVisible, Tool, ToolState, Tools, Toolset, VisibleError};
use super::{Input, Macro};

const fn input(
    name: &'static str,
    of: Macro,
    arguments: &'static str,
    item: &'static str,
) -> Input {
    Input {
        name,
        of,
        arguments,
        item,
    }
}

pub(crate) const INPUTS: &[Input] = &[
    input(
        "tool_three_parameters",
        Tool,
        "",
        r#"
        /// Finds orders.
        #[tool]
        pub fn find(
            /// The customer.
            customer: String,
            /// How many at the most.
            limit: u32,
            open: Option<bool>,
        ) -> Result<Vec<u32>, DeskError> {
            search(customer, limit, open)
        }"#,
    ),
    input(
        "tool_async_with_context",
        Tool,
        "",
        r#"
        /// Pays an order back.
        async fn refund(id: u64, #[context] db: &Db, #[context] context: &ToolContext) -> Result<(), DeskError> {
            db.refund(id, context).await
        }"#,
    ),
    input(
        "tool_borrowed",
        Tool,
        "",
        r#"
        /// Joins.
        fn join<'a>(parts: Vec<Cow<'a, str>>, separator: &str, bytes: &[u8]) -> String { parts.join(separator) }"#,
    ),
    input(
        "tool_defaults",
        Tool,
        r#"name = "list", description = "Lists.", type = List"#,
        r#"
        fn list_all(#[arg(default = 10, example = 3)] limit: u32, #[arg(name = "type", description = "a kind")] r#type: Option<String>) -> Vec<u32> { vec![] }"#,
    ),
    input(
        "tool_validated",
        Tool,
        "",
        r#"
        /// Signs in.
        fn sign_in(#[arg(validate = names::check)] name: &str, #[arg(secret, validate = strong)] password: String, #[arg(hide_message)] at: Option<Date>) -> bool { true }"#,
    ),
    input(
        "tool_handler",
        Tool,
        "on_error = |_error, context| Err(context.fail())",
        r#"
        /// Fails.
        #[cfg(feature = "x")]
        #[must_use]
        fn fails() -> Result<(), E> { Err(E) }"#,
    ),
    input(
        "tool_keys",
        Tool,
        "visible(OrderError, stock::Empty), on_bad_arguments = again(), destructive, idempotent, max_output = \"16KiB\", timeout = \"5s\", unknown_arguments = ignore",
        r#"
        /// Cancels an order.
        async fn cancel(id: u64) -> anyhow::Result<()> { orders::cancel(id).await }"#,
    ),
    input(
        "tool_blocking",
        Tool,
        "blocking, read_only, errors = hidden",
        r#"
        /// Searches the archive.
        fn search(words: &str, #[context] index: &Arc<Index>) -> Result<Vec<String>, Broken> { index.search(words) }"#,
    ),
    input(
        "tool_contradictions",
        Tool,
        "read_only, destructive, blocking, max_output = \"1GiB\", errors = shown, visible(), timeout = \"5\"",
        r#"
        /// Does everything.
        async fn all() {}"#,
    ),
    input(
        "tool_renamed_crate",
        Tool,
        "crate = ::kit::toolwright",
        r#"
        /// Says pong.
        fn ping() -> &'static str { "pong" }"#,
    ),
    input(
        "tool_without_a_description",
        Tool,
        "",
        "fn undocumented(a: u8, (b, c): (u8, u8)) -> u8 { a + b + c }",
    ),
    input(
        "tool_with_unknown_keys",
        Tool,
        "nmae = \"x\", retries = 3, name = \"a\", name = \"b\"",
        r#"
        /// Documented.
        fn keys(#[arg(descripton = "x")] a: u8) -> u8 { a }"#,
    ),
    input(
        "tool_conditional_parameters",
        Tool,
        "",
        r#"
        /// Chooses.
        fn choose(a: u8, #[cfg(feature = "b")] b: u8, #[cfg_attr(x, cfg(y))] #[arg(default = "c")] c: String, #[cfg(feature = "d")] #[context] d: &Db) {}"#,
    ),
    input(
        "tools",
        Tools,
        "",
        r#"
        impl Shop {
            const FIRST: u64 = 1;

            /// Looks up an order.
            #[tool]
            async fn order_status(&self, /** The number. */ id: u64, #[context] db: &Db) -> Result<String, E> { self.get(id) }

            fn get(&self, id: u64) -> Result<String, E> { Err(E) }

            /// Names the shop.
            #[cfg(feature = "x")]
            #[tool(name = "shop_name", read_only)]
            fn name(self: &Arc<Self>, #[context] mail: &Mail) -> &str { &self.name }
        }"#,
    ),
    input(
        "tools_generic",
        Tools,
        "crate = kit",
        r#"
        impl<'a, S: Store, const N: usize> Api<'a, S, N> where S: Clone {
            /// Counts.
            #[cfg_attr(feature = "x", kit::tool(on_error = Self::handler(), blocking), inline)]
            pub fn count(&self, at: S::Key) -> Result<S::Row, S::Error> { self.0.count() }
        }"#,
    ),
    input(
        "tools_with_mistakes",
        Tools,
        "",
        r#"
        impl Shop {
            #[tool]
            fn undocumented(&mut self, (a, b): (u8, u8)) {}

            /// Is right.
            #[tool]
            fn right(&self) {}

            /// Is wrong where it exists.
            #[cfg(feature = "x")]
            #[tool(type = X)]
            fn wrong(&self, #[arg(nam = "x")] n: u8) {}
        }"#,
    ),
    input(
        "tools_of_a_trait",
        Tools,
        "",
        "impl Open for Door { #[tool(description = \"Opens.\")] fn open(&self) {} }",
    ),
    input(
        "toolset_conditional",
        Toolset,
        "",
        r#"a, #[cfg(feature = "x")] b, #[cfg(feature = "x")] ..desk"#,
    ),
    input(
        "llm_visible_enum",
        LlmVisible,
        "",
        r#"
        pub enum DeskError<T: std::fmt::Display, const N: usize = 2> where T: Clone {
            #[llm("there is no order {id}; did you mean {near:>5}? {{}}")]
            NoSuchOrder { id: u32, near: T },
            #[llm("{0}")]
            Left(u32, [(); N]),
            #[llm(hidden)]
            Database(#[source] std::io::Error),
            #[llm(transparent)]
            Inner(Other),
            #[llm(with = text_of)]
            Computed { r#type: String },
        }"#,
    ),
    input(
        "llm_visible_struct",
        LlmVisible,
        "",
        r#"
        #[llm("the field {name} misses {n} values")]
        struct Missing<'a> { name: &'a str, n: usize }"#,
    ),
    input(
        "llm_visible_undecided",
        LlmVisible,
        "",
        r#"
        enum E { A, #[llm(" ")] B, #[llm("{x}")] C, #[llm(hidden, transparent)] D(u8) }"#,
    ),
    input(
        "tool_state",
        ToolState,
        "",
        r#"
        struct App<D: Send> where D: Sync { db: Db<D>, #[state(skip)] other: Mail, mail: Mail }"#,
    ),
    input(
        "toolset",
        Toolset,
        "",
        "order_status, shop::refund, ..desk,",
    ),
    input(
        "llm_text",
        LlmText,
        "",
        r#""order {id} costs {:.2} euro", price"#,
    ),
    input("visible_error", VisibleError, "", r#""nothing was found""#),
];
