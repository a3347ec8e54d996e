use std::fmt::Write;

use bouton_engines::{Sequence, Terms};
use bouton_rules::Refusal;

use super::losing_indices;

/// A b-file of the OEIS: an index and a term on each line. A row of outcomes becomes the list of its
/// losing indices, from 1 on.
pub fn bfile(sequence: &Sequence, is_row: bool) -> Result<String, Refusal> {
    let lines = |offset: u64, terms: &[u64]| {
        let mut text = String::new();
        for (index, term) in (offset..).zip(terms) {
            writeln!(text, "{index} {term}").expect("a string takes all");
        }
        text
    };
    match &sequence.terms {
        Terms::NimValues(values) => Ok(lines(0, values)),
        Terms::Losing(_) => Ok(lines(1, &losing_indices(sequence))),
        Terms::Outcomes(_) if is_row => Ok(lines(1, &losing_indices(sequence))),
        Terms::Values(_) => {
            Err(Refusal::bad("a b-file holds integers, not games", "ask for --format csv or latex"))
        }
        Terms::Outcomes(_) => Err(Refusal::bad(
            "a b-file holds integers, not outcomes",
            "ask for nim-values (--of nim-value), or for CSV (--format csv)",
        )),
    }
}
