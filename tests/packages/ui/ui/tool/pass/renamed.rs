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

#[derive(kit::ToolState)]
#[state(crate = kit)]
struct App(u8);

macro_rules! tools {
    ($kit:path) => {
        kit::toolset![crate = $kit, ping]
    };
}

fn main() {
    let some: kit::ToolSet = kit::toolset![crate = kit, ping, pong];
    let _: kit::ToolSet<App> = kit::toolset![crate = crate::inner::again, ..some];
    let _: kit::ToolSet = kit::toolset![crate = kit];
    let _: kit::ToolSet = tools!(kit);
    let _ = App(1).0;
}
