//! Charts of Chomp with two rows.
//!
//! *Theorem* (Gale 1974). Rows of a ≥ b squares, a ≥ 1, are P under normal play iff a = b + 1.
//!
//! *Proof.* A bite in the first row leaves (c, min(b, c)) for some c with 1 ≤ c < a, one in the second leaves (a, c) for
//! some c < b. From (b + 1, b) the first leads to rows of equal length, since c ≤ b, and the second to (b + 1, c) with
//! c < b: nowhere does the first row have one square more. Otherwise, if a > b + 1, a bite in the first row leaves
//! (b + 1, b); and if a = b, one in the second leaves (a, a - 1).

use bouton_rules::{Ending, Game, Limits, Refusal, Spec};
use bouton_values::Outcome;

use crate::ask::Ask;
use crate::engine::{Declined, Engine, Run, finite, run};
use crate::finding::{Chart, Finding};
use crate::slice::Slice;

/// Two rows of chocolate, as a chart.
pub(crate) struct ChompPairs;

impl Engine for ChompPairs {
    fn name(&self) -> &'static str {
        "chomp-two-rows"
    }

    fn theorem(&self) -> &'static str {
        "Gale: two rows of chocolate are lost for the mover iff the first has one square more"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let game = finite(game)?;
        match &game.spec {
            Spec::Other(rules) if rules.eats_corners() => {}
            _ => return Declined::because("the moves are not those of Chomp"),
        }
        if game.ending != Ending::Normal {
            return Declined::because("play is not normal");
        }
        let slice = Slice::of(game, ask)?;
        if slice.beside.iter().any(|row| *row > 0) {
            return Declined::because("there are more than two rows");
        }
        run(Finding::Chart, move |limits| chart(slice, limits))
    }
}

fn chart(slice: Slice<'_>, limits: &Limits) -> Result<Chart, Refusal> {
    limits.check_steps("the chart", slice.size())?;
    slice.chart_of_cells(limits, |x, y| Ok(outcome(x, y)))
}

/// The first row is the longer one, and the poisoned square is there.
fn outcome(first: u64, second: u64) -> Option<Outcome> {
    match first {
        0 => None,
        _ if first < second => None,
        _ if first == second + 1 => Some(Outcome::P),
        _ => Some(Outcome::N),
    }
}
