//! Results, in the order of their calls: which are counted, and what follows.

use super::Reference;
use crate::lines::Line;

/// A result that was counted.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    name: String,
    arguments: String,
    /// The name is a tool's of this invocation, offered or withdrawn.
    is_known: bool,
    is_error: bool,
    round: u32,
}

impl Reference {
    /// The result of a call comes; results are looked at in the order of the calls.
    pub(crate) fn on_result(&mut self, place: usize, line: Line) {
        let open = self.open.as_mut().expect("a turn");
        assert!(open.calls[place].result.is_none());
        open.calls[place].result = Some(line);
        while let Some(next) = self.next_result() {
            self.messages.push(next);
        }
        let open = self.open.as_ref().expect("a turn");
        if open.answered < open.calls.len() {
            return;
        }
        let open = self.open.take().expect("a turn");
        for name in open.used_up {
            self.withdraw(&name);
        }
        if self.spent.is_some() {
            self.nothing_more();
        }
    }

    fn withdraw(&mut self, name: &str) {
        self.withdrawn.push(name.to_owned());
        self.offered.retain(|tool| tool.name != name);
    }

    /// The next result with what the model is told besides.
    fn next_result(&mut self) -> Option<Line> {
        let open = self.open.as_mut()?;
        let asked = open.calls.get(open.answered)?;
        let mut line = asked.result.clone()?;
        let (asked, is_cut_off) = (asked.clone(), open.cut_off.is_some());
        open.answered += 1;
        let Line::Reads { is_error, text, .. } = &mut line else {
            panic!("a result is read");
        };
        if !is_cut_off && asked.over.is_none() {
            let note = self.count(&asked.call.name, &asked.call.arguments, *is_error);
            text.notes.extend(note);
        }
        text.notes.extend(asked.notes);
        Some(line)
    }

    /// Counts a result, and returns what the model is told of its failures.
    fn count(&mut self, name: &str, arguments: &str, is_error: bool) -> Option<String> {
        let before = self.row(name);
        let is_known = self.is_offered(name) || self.is_withdrawn(name);
        self.counted.push(Counted {
            name: name.to_owned(),
            arguments: arguments.to_owned(),
            is_known,
            is_error,
            round: self.rounds,
        });
        if !is_error || self.is_withdrawn(name) {
            return None;
        }
        let max = self.settings.max_failures? as usize;
        let row = self.row(name);
        let is_over = |row: &[Counted]| {
            let Some((first, last)) = row.first().zip(row.last()) else {
                return false;
            };
            let is_same =
                |other: &&Counted| other.name == last.name && other.arguments == last.arguments;
            let same = row.iter().rev().take_while(is_same).count();
            (row.len() >= max || same >= 3) && (first.round < last.round || max == 1)
        };
        if !is_over(&row) {
            return None;
        }
        let n = row.len();
        if is_known {
            self.withdraw(name);
            let how = if n == 1 {
                String::new()
            } else {
                format!(" {n} times in a row")
            };
            return Some(format!(
                "Do not call `{name}` again: it failed{how} and is withdrawn for this question."
            ));
        }
        if is_over(&before) {
            return None;
        }
        Some(match n {
            1 => "Call only tools that are listed.".to_owned(),
            n => format!(
                "Call only tools that are listed: {n} calls in a row named one that does not exist."
            ),
        })
    }

    /// The failures in a row that a failure of this name belongs to: those of the tool since it last gave something, or,
    /// where no tool has the name, those of all such names since any call gave something.
    fn row(&self, name: &str) -> Vec<Counted> {
        let is_known = self.is_offered(name) || self.is_withdrawn(name);
        let mut row = Vec::new();
        for counted in &self.counted {
            let is_own = match is_known {
                true => counted.is_known && counted.name == name,
                false => !counted.is_known,
            };
            if counted.is_error && is_own {
                row.push(counted.clone());
            } else if !counted.is_error && (!is_known || counted.name == name) {
                row.clear();
            }
        }
        row
    }
}
