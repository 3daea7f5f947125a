//! The rows, and what is expected of each cell.

/// The neutral sentence, where LangChain4j sends a type name.
const NEUTRAL: &str = "the tool failed and gave no reason";

/// What is expected of one cell.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cell {
    /// The invocation ends with this chain of errors.
    Fail(&'static [&'static str]),
    /// The model reads this text.
    Send(&'static str),
    /// The model reads `GENERIC` with a reference, and a WARN holds the same reference and the chain.
    Generic(&'static str),
}

use Cell::{Fail, Generic, Send};

pub(crate) struct Row {
    pub(crate) id: &'static str,
    pub(crate) custom: bool,
    /// The cells a to d.
    pub(crate) cells: [Cell; 4],
    /// How often the text turned out blank.
    pub(crate) blank: usize,
    /// Whether the design decides otherwise than LangChain4j.
    #[expect(dead_code, reason = "for the reader")]
    ours: bool,
}

const fn row(id: &'static str, custom: bool, cells: [Cell; 4]) -> Row {
    Row {
        id,
        custom,
        cells,
        blank: 0,
        ours: false,
    }
}

impl Row {
    const fn blank(self) -> Self {
        Self { blank: 1, ..self }
    }

    const fn ours(self) -> Self {
        Self { ours: true, ..self }
    }
}

const ANNOTATED: bool = false;
const CUSTOM: bool = true;

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = &[
    row("E1", ANNOTATED, [Fail(&["secret"]), Send("secret"), Fail(&["secret"]), Generic("secret")]),
    row("E3", ANNOTATED, [Fail(&[""]), Send(NEUTRAL), Fail(&[""]), Generic("")]).ours(),
    row("E4", CUSTOM, [Fail(&[""]), Send(NEUTRAL), Fail(&[""]), Generic("")]).ours(),
    row("E5", ANNOTATED, [Fail(&["  "]), Send(NEUTRAL), Fail(&["  "]), Generic("  ")]).ours(),
    row("E8", CUSTOM, [Fail(&["io"]), Send("io"), Fail(&["io"]), Generic("io")]),
    row("E9", ANNOTATED, [Fail(&[PANIC]), Send(PANIC), Fail(&[PANIC]), Generic("the tool panicked: ae")]).ours(),
    row("E10", CUSTOM, [Fail(&[PANIC]), Send(PANIC), Fail(&[PANIC]), Generic("the tool panicked: ae")]).ours(),
    row("E11", ANNOTATED, [Fail(&["x", "io"]), Send("x"), Fail(&["x", "io"]), Generic("x: io")]),
    row("E12", CUSTOM, [Fail(&["x", "io"]), Send("x"), Fail(&["x", "io"]), Generic("x: io")]).ours(),
    row("E13", ANNOTATED, [Fail(&["vm"]), Send("hello"), Send("hello"), Send("hello")]),
    row("E14", CUSTOM, [Fail(&["vm"]), Send("hello"), Send("hello"), Send("hello")]),
    row("E15", ANNOTATED, [Fail(&["vm"]), Send("vm"), Fail(&["vm"]), Generic("vm")]).blank(),
    row("E16", CUSTOM, [Fail(&["vm"]), Send("vm"), Fail(&["vm"]), Generic("vm")]).blank(),
    row("E17", ANNOTATED, [Fail(&["vm"]), Send("vm"), Fail(&["vm"]), Generic("vm")]).ours(),
    row("E18", CUSTOM, [Fail(&["vm"]), Send("vm"), Fail(&["vm"]), Generic("vm")]).ours(),
    row("E19", ANNOTATED, [Fail(&[""]), Send(NEUTRAL), Fail(&[""]), Generic("")]).blank().ours(),
    row("E20", CUSTOM, [Fail(&[""]), Send(NEUTRAL), Fail(&[""]), Generic("")]).blank().ours(),
    row("E21", ANNOTATED, [Fail(&["vm", "io"]), Send("hello"), Send("hello"), Send("hello")]),
    row("E22", CUSTOM, [Fail(&["vm", "io"]), Send("hello"), Send("hello"), Send("hello")]),
    row("E23", ANNOTATED, [Fail(&["vm", "io"]), Send("vm"), Fail(&["vm", "io"]), Generic("vm: io")]).blank(),
    row("E24", CUSTOM, [Fail(&["vm", "io"]), Send("vm"), Fail(&["vm", "io"]), Generic("vm: io")]).blank().ours(),
    row("E25", ANNOTATED, [Fail(&["vm"]), Send("hello"), Send("hello"), Send("hello")]),
    row("E29", ANNOTATED, [Fail(&["x", "vm"]), Send("x"), Fail(&["x", "vm"]), Generic("x: vm")]),
    row("E30", CUSTOM, [Fail(&["x", "vm"]), Send("x"), Fail(&["x", "vm"]), Generic("x: vm")]).ours(),
    row("E31", ANNOTATED, [Fail(&["x", "y", "vm"]), Send("x"), Fail(&["x", "y", "vm"]), Generic("x: y: vm")]),
    row("E32", CUSTOM, [Fail(&["x", "y", "vm"]), Send("x"), Fail(&["x", "y", "vm"]), Generic("x: y: vm")]).ours(),
    row("E33", ANNOTATED, [Fail(&["m1", "m2"]), Send("one"), Send("one"), Send("one")]),
    row("E34", CUSTOM, [Fail(&["m1", "m2"]), Send("one"), Send("one"), Send("one")]).ours(),
    row("E36", CUSTOM, [Fail(&["m1", "m2"]), Send("one"), Send("one"), Send("one")]),
    row("E37", ANNOTATED, [Fail(&["m1", "m2"]), Send("m1"), Fail(&["m1", "m2"]), Generic("m1: m2")]).blank(),
    row("E38", CUSTOM, [Fail(&["m1", "m2"]), Send("m1"), Fail(&["m1", "m2"]), Generic("m1: m2")]).blank().ours(),
    row("E39", ANNOTATED, [Fail(&["m"]), Send("m"), Send("m"), Send("m")]),
    row("E41", ANNOTATED, [Fail(&["m", "io"]), Send("m"), Send("m"), Send("m")]),
    row("E42", CUSTOM, [Fail(&["m", "io"]), Send("m"), Send("m"), Send("m")]),
    row("E46", CUSTOM, [Fail(&[PANIC]), Send(PANIC), Fail(&[PANIC]), Generic("the tool panicked: llm() failed")]).ours(),
];

pub(crate) const PANIC: &str = "the tool panicked";
