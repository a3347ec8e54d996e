//! Real-valued Nim by its game structure.
//!
//! The losing positions are given by a definition, [`RealNim::is_losing`], and they are a kernel
//! (the proofs are at [`RealNim`]): no losing position has a losing option, and every other
//! position has one. What is left to do is to find the losing options: one for φ, by inverting φ
//! exactly (`inverse`), and one for each pile in the leftmost odd column for expansions
//! (`columns`).
//!
//! # References
//! J. Swenberg, *Nim and Other Games* (2021), section 3.

mod columns;
mod graph;
mod inverse;
#[cfg(test)]
mod tests;

use std::fmt;

use bouton_rules::real::RealNim;
use bouton_rules::{Game, Kind, Limits, Position, Refusal};
use dashu_ratio::RBig;

use crate::ask::Ask;
use crate::engine::{Declined, Engine, Run, position, run};
use crate::finding::{Finding, Solution};
use columns::Scale;

/// Real-valued Nim, with φ, on dyadic or on rational piles.
pub(crate) struct RealStructure;

impl Engine for RealStructure {
    fn name(&self) -> &'static str {
        "game-structure"
    }

    fn theorem(&self) -> &'static str {
        "the losing positions are a kernel: no losing position has a losing option, and every \
         other position has one"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let Kind::Real(rules) = game.kind() else {
            return Declined::because("the game is not real-valued");
        };
        let Position::Real(piles) = position(ask)? else {
            return Declined::because("the position is not made of rationals");
        };
        rules.check(piles).map_err(Declined::from)?;
        run(Finding::Solution, move |limits| solve(rules, piles, limits))
    }
}

fn solve(rules: &RealNim, piles: &[RBig], limits: &Limits) -> Result<Solution, Refusal> {
    match rules {
        RealNim::Phi(phi) => graph::solve(phi, &piles[0], &piles[1], limits),
        RealNim::Dyadic => columns::solve(piles, Scale::Binary),
        RealNim::Rational => columns::solve(piles, Scale::QuestionMark),
    }
}

/// A number or a function as text, its middle left out where it is too long for a sentence.
fn short(item: &impl fmt::Display) -> String {
    const LONGEST: usize = 40;
    let text = item.to_string();
    match text.len() {
        0..=LONGEST => text,
        length => format!("{}…{} ({length} characters)", &text[..16], &text[length - 8..]),
    }
}
