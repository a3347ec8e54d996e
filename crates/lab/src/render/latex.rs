//! Sequences as LaTeX tables.

use bouton_ask::{SequenceView, Terms};
use bouton_rules::{Help, Refusal};
use bouton_short::{Expression, Forms};

/// The number of terms in a line.
const COLUMNS: usize = 15;

/// A `tabular` with the indices above the terms, fifteen to a line.
pub(super) fn latex(view: &SequenceView) -> Result<String, Refusal> {
    let terms: Vec<String> = match &view.terms {
        Terms::Numbers(terms) => terms.iter().map(u64::to_string).collect(),
        Terms::Letters(letters) => {
            letters.chars().map(|letter| format!("\\mathcal{{{letter}}}")).collect()
        }
        Terms::Values(texts) if view.definitions.is_empty() => values(texts)?,
        Terms::Values(_) => {
            return Err(Refusal::unsupported(
                "some values are too long for a table",
                Help::from("ask for fewer terms, or for ").set("format", "csv"),
            ));
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
fn values(texts: &[String]) -> Result<Vec<String>, Refusal> {
    let mut forms = Forms::default();
    let mut latex = |text: &String| {
        let form = Expression::parse(text)?.evaluate(&mut forms)?;
        forms.latex(form)
    };
    texts.iter().map(&mut latex).collect()
}
