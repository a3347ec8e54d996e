//! Nim and other games: a game as a set of winning states of any relation.

mod cogames;
mod expansion;
mod real;
mod relation;
mod structures;
mod sums;
#[cfg(test)]
mod tests;

use crate::claim::Checker;
use crate::finding::{Finding, Known, Statement};
use cogames::{Piles, nim_is_cogame};
use real::{BIJECTIONS, BREAKS, HALF_LINE, more_piles, phi_is_structure, structures_are_cogames};
use relation::Relation;
use structures::{
    CONVERSE, LOSING_REACHES_WINNING, NECESSARY, PRINTED as PRINTED_READING, cogame, complete,
    definition, endless, exactly_one, from_losing, loop_free,
};
use sums::{BOUTON, PRINTED, bouton, group, worked_game};

/// With what fails if the claim is read otherwise.
fn beside(finding: Finding, what: &str, otherwise: Finding) -> Finding {
    match otherwise.counterexample {
        Some(example) => finding
            .statement(Statement::beyond(format!("{what}: {}", example.what), Known::by_example())),
        None => finding,
    }
}

/// The printed worked game.
const WORKED_GAME: &str = include_str!("../../data/relations-game.txt");

/// What was transcribed from the paper.
pub(crate) const DATA: &[&str] = &[WORKED_GAME];

/// Which function checks which claim.
pub(crate) const CHECKERS: &[(&str, Checker)] = &[
    ("D1", |frame| {
        let otherwise = exactly_one(|_| true, &frame.quick())?;
        let what = "where runs may be endless there may be no structure, or several (D3)";
        Ok(beside(exactly_one(Relation::is_acyclic, frame)?, what, otherwise))
    }),
    ("D2", |frame| definition(PRINTED_READING, frame)),
    ("D3", |frame| endless(Relation::new(2, [(0, 1), (1, 0)]), 0b10, frame)),
    ("D4", |frame| {
        let otherwise = cogame(|relation| relation, frame)?;
        Ok(beside(
            cogame(Relation::reversed, frame)?,
            "a game need not be a cogame, nor, with the arrows reversed, a cogame a game",
            otherwise,
        ))
    }),
    ("D5", |frame| {
        let otherwise = from_losing(CONVERSE, frame)?;
        let what = "the converse, that every winning state comes from a losing one, may fail";
        Ok(beside(from_losing(LOSING_REACHES_WINNING, frame)?, what, otherwise))
    }),
    ("D6", |frame| nim_is_cogame(Piles::Any, frame)),
    ("D7", |frame| phi_is_structure(&BIJECTIONS, frame)),
    ("D8", |frame| more_piles(&BREAKS, frame)),
    ("D9", |frame| {
        structures_are_cogames(&[BIJECTIONS[0], BIJECTIONS[1], BIJECTIONS[2], HALF_LINE], frame)
    }),
    ("D10", |frame| {
        let otherwise = complete(|a, b| a != b, &frame.quick())?;
        Ok(beside(complete(|_, _| true, frame)?, "the loops are needed; without them", otherwise))
    }),
    ("D11", |frame| loop_free(NECESSARY, frame)),
    ("D12", |frame| group(PRINTED, frame)),
    ("D13", |frame| bouton(BOUTON, frame)),
    ("D14", |frame| worked_game(WORKED_GAME, frame)),
];
