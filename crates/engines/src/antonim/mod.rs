//! Antonim and Welter's game, by completions.
//!
//! *Theorem* (Silbernick and Campbell, with the conditions made exact). For every legal tuple t of
//! n - 1 heaps there is exactly one z that makes (t, z) a P-position: the least z that is legal beside t
//! and is not the completion of a tuple that arises from t by lowering one heap.
//!
//! *Proof.* Of (t, z) and (t, z') with z' < z at most one is P, as the first can move to the second.
//! Let z be that least number. No option of (t, z) is P: if a heap of t is lowered to give t', then z
//! is not the completion of t'; if z is lowered to a legal z', then z' is the completion of some such
//! t', so (t, z') can move to the P-position (t', z') and is N. ∎
//!
//! *How large it gets.* Lowering a heap excludes at most x₁ + … + xₙ₋₁ numbers, and the n - 1 heaps
//! themselves exclude n - 1 more, so z ≤ x₁ + … + xₙ₋₁ + n - 1.
//!
//! # Sets
//! Leave out Antonim's empty heaps, and count the squares of Welter's game from 1 ([`Reading`]). Then
//! a position of either game is a set of positive integers. A move lowers one of them to a positive
//! integer that is not in the set; in Antonim a move may also take one out. The sets of n numbers
//! make up *layer* n, and its P-positions are called P-sets. [`layer`] finds those of one layer,
//! [`kernel`] is its inner loop, [`search`] goes from layer to layer.
//!
//! The lowest layers need no search: in both games the P-sets of two numbers are {1,2}, {3,4}, …, and
//! in Antonim those of three numbers are given by the nim-sum ([`crate::closed::AntonimTriples`]).

mod chart;
mod count;
mod kernel;
mod layer;
mod reading;
mod search;
mod shorter;
mod solve;
mod table;
mod tuples;

#[cfg(test)]
mod tests;

use bouton_rules::{Game, MAX_NUMBER, Spec};

use crate::ask::{Ask, Entries};
use crate::engine::{Declined, Engine, Run, finite, normal, run, tuple};
use crate::finding::Finding;
use crate::slice::Slice;
use reading::Reading;

/// What refusals call the computation.
const WHAT: &str = "the search for P-positions";

/// Antonim and Welter's game with any number of heaps: positions, tables of completions, counts.
pub(crate) struct CompletionSearch;

impl Engine for CompletionSearch {
    fn name(&self) -> &'static str {
        "completions"
    }

    fn theorem(&self) -> &'static str {
        "each tuple of heaps is completed to a P-position by one number: the least legal one that \
         completes no tuple with one heap lowered"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let Spec::Distinct(rules) = normal(game)? else {
            return Declined::because("two heaps may be equal");
        };
        let reading = Reading::of(rules);
        match ask {
            Ask::Solve(_) => {
                let heaps = tuple(ask)?;
                run(Finding::Solution, move |limits| solve::solve(reading, heaps, limits))
            }
            Ask::Table(shape) if shape.entries == Entries::Completion => {
                let sides = [shape.rows, shape.columns];
                if shape.fixed.iter().chain(&sides).any(|number| *number > MAX_NUMBER) {
                    return Declined::because(format!("numbers go to {MAX_NUMBER}"));
                }
                run(Finding::Table, move |limits| table::table(reading, shape, limits))
            }
            Ask::Count { below, .. } if *below > MAX_NUMBER => {
                Declined::because(format!("numbers go to {MAX_NUMBER}"))
            }
            Ask::Count { heaps, below } => {
                run(Finding::Count, move |limits| count::count(reading, *heaps, *below, limits))
            }
            Ask::Chart { .. } if reading == Reading::Antonim => {
                let slice = Slice::of(finite(game)?, ask)?;
                if slice.beside.iter().filter(|heap| **heap > 0).count() < 2 {
                    return Declined::because("the nim-sum decides positions of three heaps");
                }
                run(Finding::Chart, move |limits| chart::chart(slice, limits))
            }
            _ => Declined::because(
                "this engine solves positions and gives completions, counts and charts",
            ),
        }
    }
}
