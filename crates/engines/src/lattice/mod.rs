//! Walks towards the origin, by dense tables: Wythoff's queen, rook, king, in any dimension; and
//! Euclid's game, which needs no table.
//!
//! # What is accepted, and why that is sound
//! Every move of a lattice game lowers some coordinates and raises none, so the positions of a box can
//! be worked out row by row, each after its options. What a ray (any number of steps along a vector
//! v) can reach from x is what it can reach from x - v, and x - v itself. So for each ray and each of
//! its lines one thing is carried along:
//! * [`outcomes`]: a flag, whether a P-position was met on the line. The time is that of the cells times
//!   the moves, however far the rays go.
//! * [`values`]: the set of nim-values met on the line, as a bitset. The nim-value of a position is the
//!   first zero of the union of the sets of its lines. Where all moves are single steps, there are no lines ([`steps`]).
//!
//! [`euclid`] states why Euclid's game follows the Euclidean algorithm.
//!
//! Normal and misère play differ in the positions without a move only.

mod board;
mod euclid;
mod outcomes;
mod solve;
mod steps;
mod values;
mod views;

#[cfg(test)]
mod tests;

use bouton_rules::{Coordinates, Game, Limits, MAX_NUMBER, Refusal, Spec, TupleRules};

use crate::ask::Ask;
use crate::engine::{Declined, Engine, Run, finite, is_misere, pair, run, tuple};
use crate::finding::Finding;
use crate::view::View;
use board::Walk;
use euclid::Euclid;

/// Lattice games and Euclid's game, under normal and misère play.
pub(crate) struct LatticeTable;

impl Engine for LatticeTable {
    fn name(&self) -> &'static str {
        "lattice-table"
    }

    fn theorem(&self) -> &'static str {
        "the definition, row by row: what a ray can reach is carried along each of its lines"
    }

    fn knows_values(&self) -> bool {
        true
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let game = finite(game)?;
        let is_misere = is_misere(game)?;
        if is_misere && ask.wants_nim_values() {
            return Declined::because("nim-values are defined under normal play only");
        }
        match &game.spec {
            Spec::Lattice(rules) => {
                let walk = Walk { rules, is_misere };
                if let Ask::Solve(_) = ask {
                    let position = tuple(ask)?;
                    return run(Finding::Solution, move |limits| {
                        solve::solve(&walk, position, limits)
                    });
                }
                view(ask, dimension(rules)?, walk)
            }
            Spec::Euclid(rules) => {
                let euclid = Euclid { is_misere };
                if let Ask::Solve(_) = ask {
                    let [a, b] = pair(ask, "a pair")?;
                    return run(Finding::Solution, move |_| Ok(euclid.solve(a, b)));
                }
                view(ask, dimension(rules)?, euclid)
            }
            _ => Declined::because("the moves are not vectors in a lattice"),
        }
    }
}

/// A game on points of a lattice that can show a part of a plane.
trait Plane {
    /// For each row of the view which of its positions are P, one byte each.
    fn losing(&self, view: &View, limits: &Limits, row: impl FnMut(&[u8])) -> Result<(), Refusal>;

    /// For each row of the view the nim-values.
    fn values(&self, view: &View, limits: &Limits, row: impl FnMut(&[u64])) -> Result<(), Refusal>;
}

fn dimension(rules: &dyn TupleRules) -> Result<usize, Declined> {
    match rules.coordinates() {
        Coordinates::Named(names) => Ok(names.len()),
        Coordinates::Heaps { .. } => Declined::because("the coordinates have no names"),
    }
}

/// Tables, charts and sequences.
fn view<'a>(ask: &'a Ask, dimension: usize, plane: impl Plane + 'a) -> Result<Run<'a>, Declined> {
    let view = View::of(ask, dimension)?;
    if view.largest() > MAX_NUMBER {
        return Declined::because(format!("numbers go to {MAX_NUMBER}"));
    }
    match ask {
        Ask::Table(_) if ask.wants_nim_values() => {
            run(Finding::Table, move |limits| view.table_of_values(&plane, limits))
        }
        Ask::Table(_) => run(Finding::Table, move |limits| view.table_of_outcomes(&plane, limits)),
        Ask::Sequence { of, .. } => {
            run(Finding::Sequence, move |limits| view.sequence(&plane, *of, limits))
        }
        _ => run(Finding::Chart, move |limits| view.chart(&plane, limits)),
    }
}
