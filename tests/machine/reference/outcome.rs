//! What comes of one call.

use super::{Asked, Reference};
use crate::lines::{Line, Text};
use crate::script::Arguments;
use crate::settings::Handler;
use crate::tools::{Known, find};
use toolwright::{InvocationFailureKind, ToolErrorKind};

#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Reads {
        line: Line,
        ran: bool,
    },
    Ends {
        kind: InvocationFailureKind,
        ran: bool,
    },
    /// It never ends.
    Hangs,
}

/// What the model reads where the run of a call was interrupted.
pub(crate) const INTERRUPTED: &str = "the call was begun and then interrupted; whether it took effect is unknown: find out before you call it again";

impl Reference {
    /// Whether nothing is changed by a call.
    pub(crate) fn is_free(&self, asked: &Asked) -> bool {
        let open = self.open.as_ref().expect("a turn");
        let tool = self
            .offered
            .iter()
            .find(|tool| tool.name == asked.call.name);
        open.cut_off.is_some()
            || asked.over.is_some()
            || asked.is_denied
            || tool.is_none_or(|tool| tool.effects.read_only())
    }

    /// The places of the calls that may be run now, or, with `false`, of those that wait for a decision.
    pub(crate) fn batch(&self) -> (bool, Vec<usize>) {
        let open = self.open.as_ref().expect("a turn");
        let waiting: Vec<(usize, &Asked)> = open
            .calls
            .iter()
            .enumerate()
            .filter(|(_, asked)| asked.result.is_none())
            .collect();
        let mut batch = Vec::new();
        let mut is_first = true;
        for (place, asked) in &waiting {
            if self.is_free(asked) {
                if !asked.is_held {
                    batch.push(*place);
                }
            } else {
                // A barrier: before it comes everything else.
                if is_first && !asked.is_held {
                    batch.push(*place);
                }
                break;
            }
            is_first = false;
        }
        if !batch.is_empty() {
            return (true, batch);
        }
        let held = waiting.iter().filter(|(_, asked)| asked.is_held);
        (false, held.map(|(place, _)| *place).collect())
    }

    /// What comes of a call, if it is run now; `runs` is how often its tool was run before.
    pub(crate) fn outcome(&self, asked: &Asked, runs: usize) -> Outcome {
        let open = self.open.as_ref().expect("a turn");
        let name = &*asked.call.name;
        let visible = |kind, text: Text| self.failed_with(asked, kind, Some(text), "", false);
        if let Some(is_refused) = open.cut_off {
            let text = match is_refused {
                true => "the call was not run: the turn was refused",
                false => {
                    "the call was not run: the turn was cut off by the token limit; write shorter arguments or fewer calls"
                }
            };
            return visible(ToolErrorKind::Truncated, Text::whole(text));
        }
        let not_offered = Text::beginning("this tool is not offered, and was not run");
        if open.left_out == Some(name) {
            return visible(ToolErrorKind::NotOffered, not_offered);
        }
        if let Some(text) = &asked.over {
            return visible(ToolErrorKind::Limit, Text::whole(text.clone()));
        }
        if asked.is_denied {
            return visible(ToolErrorKind::Denied, Text::whole("I would rather not"));
        }
        let tool = self.offered.iter().find(|tool| tool.name == name);
        let known = self.exists.iter().find(|tool| tool.name == name);
        let exists = known.is_some();
        let may_harm = [tool, known]
            .into_iter()
            .flatten()
            .any(|tool| !tool.effects.idempotent());
        if asked.is_interrupted && may_harm {
            return visible(ToolErrorKind::Interrupted, Text::whole(INTERRUPTED));
        }
        if tool.is_none() && exists {
            return visible(ToolErrorKind::NotOffered, not_offered);
        }
        let (does, n) = match &asked.arguments {
            Arguments::Fit(does, n) => (*does, *n),
            _ => ("", 0),
        };
        if self.settings.hook {
            match does {
                "denied" => return visible(ToolErrorKind::Denied, Text::whole("not today")),
                "answered" => return reads(asked, false, Text::whole("the hook knows"), false),
                "refused" => {
                    let kind = ToolErrorKind::Execution;
                    return self.failed_with(asked, kind, None, "the hook is odd", false);
                }
                _ => {}
            }
        }
        if !exists {
            let text = Text::beginning("there is no tool of that name");
            return visible(ToolErrorKind::UnknownTool, text);
        }
        if does.is_empty() {
            return visible(ToolErrorKind::Arguments, Text::beginning(""));
        }
        self.done(asked, find(name), does, n, runs)
    }

    /// What comes of a call whose tool is run.
    fn done(&self, asked: &Asked, tool: Known, does: &str, n: u8, runs: usize) -> Outcome {
        let kind = ToolErrorKind::Execution;
        match does {
            "told" => {
                let text = Text::whole(format!("take another drawer than {n}"));
                self.failed_with(asked, kind, Some(text), "", true)
            }
            "hidden" | "late" => self.failed_with(asked, kind, None, "the till is jammed", true),
            "flaky" if runs == 0 => self.failed_with(asked, kind, None, "the till is jammed", true),
            "panics" => self.failed_with(asked, ToolErrorKind::Panic, None, "", true),
            "hangs" | "sleeps" if !tool.is_sync && (does == "hangs" || n % 2 == 1) => {
                if !self.settings.tool_timeout {
                    return match does {
                        "hangs" => Outcome::Hangs,
                        _ => reads(asked, false, Text::whole(format!("done {n}")), true),
                    };
                }
                let mut text = "the tool gave no answer within 72000s".to_owned();
                if !tool.effects.idempotent() {
                    text.push_str(
                        "; whether it took effect is unknown: find out before you call it again",
                    );
                }
                self.failed_with(
                    asked,
                    ToolErrorKind::Timeout,
                    Some(Text::whole(text)),
                    "",
                    true,
                )
            }
            _ => reads(asked, false, Text::whole(format!("done {n}")), true),
        }
    }

    /// What the handler makes of a failure.
    fn failed_with(
        &self,
        asked: &Asked,
        kind: ToolErrorKind,
        visible: Option<Text>,
        for_developers: &str,
        ran: bool,
    ) -> Outcome {
        let ends = |kind| Outcome::Ends { kind, ran };
        match (self.handler(), visible) {
            (Handler::Panics, _) => ends(InvocationFailureKind::Handler),
            (Handler::Fails, _) | (Handler::Default, None) => {
                ends(InvocationFailureKind::Tool(kind))
            }
            (_, Some(text)) => reads(asked, true, text, ran),
            (Handler::Generic, None) => {
                reads(asked, true, Text::beginning("it failed (reference "), ran)
            }
            (Handler::Sends, None) if for_developers.is_empty() => {
                reads(asked, true, Text::beginning(""), ran)
            }
            (Handler::Sends, None) => reads(asked, true, Text::whole(for_developers), ran),
        }
    }
}

fn reads(asked: &Asked, is_error: bool, text: Text, ran: bool) -> Outcome {
    let line = Line::Reads {
        id: asked.call.id.clone(),
        name: asked.call.name.clone(),
        is_error,
        text,
    };
    Outcome::Reads { line, ran }
}
