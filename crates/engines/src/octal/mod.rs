//! Octal games and Grundy's game, by the sparse-space method.
//!
//! # What is accepted, and why that is sound
//! Normal play with a finite octal code d₀.d₁d₂… in which a digit allows a heap to be split, or with
//! Grundy's rule. The heap n has the nim-value G(n), the least that no option of it has, and a
//! split into a and b has G(a) ⊕ G(b) (Sprague and Grundy). Sequences are taken from the first
//! heap on, positions where a heap exceeds 2000; smaller ones are left to the plain table.
//!
//! # The method
//! Colour the heaps with χ(n) = π(G(n) ∧ mask) + twist·n mod 2, where π is the parity of the number
//! of ones. Let the splits of the heap n leave r tokens; with a twist let all of them leave an even
//! or all an odd number. As π is linear, a split into a and b = r - a has
//!
//! > χ(a) + χ(b) = π((G(a) ⊕ G(b)) ∧ mask) + twist·r mod 2,
//!
//! so its value alone determines whether a and b have *mixed* colours or are *alike*; each value is
//! one or the other. Call the heaps of one colour rare. To find G(n):
//!
//! 1. mark the values of all options that are not splits;
//! 2. mark G(a) ⊕ G(r - a) for every rare a. A mixed split has a rare part, so now a mixed value is
//!    marked if and only if an option has it. Let c be the least mixed value without a mark;
//! 3. mark further splits until every alike value below c is marked: then G(n) = c. If the splits
//!    run out first, all options are marked, and G(n) is the least alike value without a mark.
//!
//! *This is exact for every mask and twist:* only values of options are ever marked, each answer
//! rests on nothing but 2 and 3, and nothing is assumed about later heaps. The colouring affects the
//! speed only. Step 2 costs as many marks as there are rare heaps; step 3 stops early when c is the
//! value, because two common heaps, of which there are many, make all alike values soon. Then c has
//! the mixed value that makes n common too: the rare heaps stay rare. Officers has 1584 of them below
//! 2⁴⁷, the last at 20 627.
//!
//! The mask is learnt again from the latest terms whenever their number has grown by a quarter. Where
//! more than one heap in four is rare, or where all this took longer than the definition would have,
//! all splits are marked instead. 0.104, 0.106, 0.205, 0.207 and 0.324 have rare heaps only with the
//! twist, which Flammenkamp found.
//!
//! # Periods
//! `heap::period::find` reports what the theorem of Guy and Smith proves, here for terms whose number
//! grows by halves. It does not apply to Grundy's game.
//!
//! # Main definitions
//! * [`Values`]: the terms, which can be kept and resumed.
//! * [`survey`]: the periods of all codes with a few digits.
//! * `SparseSpace`: the engine.
//!
//! # References
//! R. K. Guy, C. A. B. Smith, *The G-values of various games* (1956). E. R. Berlekamp, J. H. Conway,
//! R. K. Guy, *Winning Ways*, chapter 4, "Sparse space spells speed". A. Flammenkamp, *Sprague-Grundy
//! values of octal games* and *Sparse- and common-positions* (wwwhomes.uni-bielefeld.de/achim).
//! J. P. Grossman, *Searching for periodicity in Officers* (2011).

mod answer;
mod marks;
mod moves;
mod search;
mod space;
mod survey;
mod term;
#[cfg(test)]
mod tests;
mod values;

use bouton_rules::{Game, Spec};

use crate::ask::Ask;
use crate::engine::{Declined, Engine, Run, normal, run, tuple};
use crate::finding::Finding;
use moves::Moves;

pub use survey::{CodePeriod, survey};
pub use values::Values;

/// Up to this heap a table by the definition answers at once.
const PLAIN_ENOUGH: u64 = 2000;

/// Octal games that split heaps, and Grundy's game, under normal play.
pub(crate) struct SparseSpace;

impl Engine for SparseSpace {
    fn name(&self) -> &'static str {
        "sparse-space"
    }

    fn theorem(&self) -> &'static str {
        "Sprague and Grundy; the parity of some bits of a split's value shows whether it has a rare \
         part, and only the splits with a rare part must all be tried"
    }

    fn knows_values(&self) -> bool {
        true
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let Spec::Heap(rules) = normal(game)? else {
            return Declined::because("the position is not a sum of heaps");
        };
        let moves = Moves::of(rules)?;
        if moves.splits() == 0 {
            return Declined::because("no move splits a heap");
        }
        match ask {
            Ask::Solve(_) => {
                let heaps = tuple(ask)?;
                if heaps.iter().all(|heap| *heap <= PLAIN_ENOUGH) {
                    return Declined::because(format!("no heap exceeds {PLAIN_ENOUGH}"));
                }
                run(Finding::Solution, move |limits| answer::solve(&moves, heaps, limits))
            }
            Ask::Sequence { of, to, row: None } => {
                run(Finding::Sequence, move |limits| answer::sequence(moves, *of, *to, limits))
            }
            _ => {
                Declined::because("this engine solves positions and gives sequences over one heap")
            }
        }
    }
}
