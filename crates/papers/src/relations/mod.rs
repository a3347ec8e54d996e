//! The claims of *Nim and other games*: a game as a set of winning states of any relation.

mod cogames;
mod expansion;
mod real;
mod relation;
mod structures;
mod sums;
#[cfg(test)]
mod tests;

use crate::claim::Checker;
use crate::frame::Result;
use real::{BIJECTIONS, HALF_LINE};
use relation::Relation;

/// With what fails if the claim is read otherwise.
fn beside(finding: Result, key: &str, otherwise: Result) -> Result {
    Ok(finding?.say_of(key, otherwise?.counterexample.map(|example| example.what)))
}

/// The printed worked game.
const WORKED_GAME: &str = include_str!("../../data/relations-game.txt");

/// What was transcribed from the paper.
pub(crate) const DATA: &[&str] = &[WORKED_GAME];

/// Which function checks which claim.
pub(crate) const CHECKERS: &[(&str, Checker)] = &[
    ("D1", |frame| {
        let otherwise = structures::exactly_one(|_| true, &frame.quick());
        beside(structures::exactly_one(Relation::is_acyclic, frame), "D1.endless", otherwise)
    }),
    ("D2", |frame| structures::definition(structures::PRINTED, frame)),
    ("D3", |frame| structures::endless(Relation::new(2, [(0, 1), (1, 0)]), 0b10, frame)),
    ("D4", |frame| {
        let otherwise = structures::cogame(|relation| relation, frame);
        beside(structures::cogame(Relation::reversed, frame), "D4.other", otherwise)
    }),
    ("D5", |frame| {
        let finding = structures::from_losing(structures::LOSING_REACHES_WINNING, frame);
        beside(finding, "D5.converse", structures::from_losing(structures::CONVERSE, frame))
    }),
    ("D6", cogames::any_number),
    ("D7", |frame| real::phi_is_structure(&BIJECTIONS, frame)),
    ("D8", |frame| real::more_piles(&real::BREAKS, frame)),
    ("D9", |frame| {
        let curves = [BIJECTIONS[0], BIJECTIONS[1], BIJECTIONS[2], HALF_LINE];
        real::structures_are_cogames(&curves, frame)
    }),
    ("D10", |frame| {
        let otherwise = structures::complete(|a, b| a != b, &frame.quick());
        beside(structures::complete(|_, _| true, frame), "D10.loops", otherwise)
    }),
    ("D11", |frame| structures::loop_free(structures::NECESSARY, frame)),
    ("D12", |frame| sums::group(sums::PRINTED, frame)),
    ("D13", |frame| sums::bouton(0, false, frame)),
    ("D14", |frame| sums::worked_game(WORKED_GAME, frame)),
];
