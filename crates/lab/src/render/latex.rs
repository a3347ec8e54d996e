//! Sequences as LaTeX tables.

use std::io::{self, Write};

use bouton_ask::{SequenceView, Terms};
use bouton_rules::{Help, Refusal};
use bouton_short::{Expression, Forms};

/// The number of terms in a line.
const COLUMNS: usize = 15;

/// Writes a `tabular` with the indices above the terms, fifteen to a line.
pub(super) fn latex(view: &SequenceView, out: &mut dyn Write) -> io::Result<()> {
    let mut terms: Box<dyn Iterator<Item = String>> = match &view.terms {
        Terms::Numbers(terms) => Box::new(terms.iter().map(u64::to_string)),
        Terms::Letters(letters) => {
            Box::new(letters.chars().map(|letter| format!("\\mathcal{{{letter}}}")))
        }
        Terms::Values(texts) if view.definitions.is_empty() => {
            Box::new(values(texts).map_err(io::Error::other)?.into_iter())
        }
        Terms::Values(_) => {
            return Err(io::Error::other(Refusal::unsupported(
                "some values are too long for a table",
                Help::from("ask for fewer terms, or for ").set("format", "csv"),
            )));
        }
    };
    let mut lines = std::iter::from_fn(|| {
        let line: Vec<String> = terms.by_ref().take(COLUMNS).collect();
        (!line.is_empty()).then_some(line)
    })
    .peekable();
    let width = lines.peek().map_or(1, Vec::len);
    writeln!(out, "\\begin{{tabular}}{{r|*{{{width}}}{{c}}}}")?;
    for (block, terms) in lines.enumerate() {
        let mut line = |name: &str, cells: Vec<String>| {
            let blanks = vec![String::new(); width - cells.len()];
            let cells = cells.into_iter().map(|cell| format!("${cell}$")).chain(blanks);
            writeln!(out, "${name}$ & {} \\\\", cells.collect::<Vec<_>>().join(" & "))
        };
        let first = block * COLUMNS;
        line("n", (first..first + terms.len()).map(|n| n.to_string()).collect())?;
        line("a(n)", terms)?;
        writeln!(out, "\\hline")?;
    }
    writeln!(out, "\\end{{tabular}}")
}

/// Values in LaTeX notation.
fn values(texts: &[String]) -> Result<Vec<String>, Refusal> {
    let mut forms = Forms::default();
    let mut latex = |text: &String| {
        let form = Expression::parse(text)?.evaluate(&mut forms)?;
        forms.latex(form)
    };
    texts.iter().map(&mut latex).collect()
}
