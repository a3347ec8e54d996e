//! Sequences as LaTeX tables.

use bouton_engines::{Sequence, Terms};
use bouton_rules::{Help, Refusal};
use bouton_short::{Expression, Forms, Texts};

/// The number of terms in a line.
const COLUMNS: usize = 15;

/// A `tabular` with the indices above the terms, fifteen to a line.
pub fn latex(sequence: &Sequence) -> Result<String, Refusal> {
    let terms: Vec<String> = match (&sequence.terms, super::outcomes(sequence)) {
        (Terms::NimValues(terms), _) => terms.iter().map(u64::to_string).collect(),
        (Terms::Values(terms), _) => values(terms)?,
        (_, outcomes) => {
            let outcomes = outcomes.unwrap_or_default();
            outcomes.iter().map(|outcome| format!("\\mathcal{{{outcome}}}")).collect()
        }
    };
    let width = terms.len().clamp(1, COLUMNS);
    let mut text = format!("\\begin{{tabular}}{{r|*{{{width}}}{{c}}}}\n");
    for (block, chunk) in terms.chunks(COLUMNS).enumerate() {
        let line = |name: &str, cells: Vec<String>| {
            let blanks = vec![String::new(); width - cells.len()];
            let cells = cells.into_iter().map(|cell| format!("${cell}$")).chain(blanks);
            format!("${name}$ & {} \\\\\n", cells.collect::<Vec<_>>().join(" & "))
        };
        let first = block * COLUMNS;
        text += &line("n", (first..first + chunk.len()).map(|n| n.to_string()).collect());
        text += &line("a(n)", chunk.to_vec());
        text += "\\hline\n";
    }
    Ok(text + "\\end{tabular}\n")
}

/// Values in LaTeX notation.
fn values(texts: &Texts) -> Result<Vec<String>, Refusal> {
    if !texts.definitions.is_empty() {
        return Err(Refusal::unsupported(
            "some values are too long for a table",
            Help::from("ask for fewer terms, or for ").set("format", "csv"),
        ));
    }
    let mut forms = Forms::default();
    let mut latex = |text: &String| {
        let form = Expression::parse(text)?.evaluate(&mut forms)?;
        forms.latex(form)
    };
    texts.games.iter().map(&mut latex).collect()
}
