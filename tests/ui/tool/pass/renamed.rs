// The crate under another name.
use toolwright as kit;

mod inner {
    pub use toolwright as again;
}

/// Pings.
#[kit::tool(crate = kit)]
fn ping(#[arg(default = "x")] word: &str) -> String {
    word.to_owned()
}

/// Pongs.
#[inner::again::tool(crate = crate::inner::again, on_error = kit::error_handler::fail_invocation())]
async fn pong() -> &'static str {
    "pong"
}

fn main() {
    let _: kit::ToolSet = kit::toolset![ping, pong];
}
