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
    Arrows, Everything, LoopFree, Neighbours, Reading, UniqueFor, cogame, complete, definition,
    endless, exactly_one, from_losing, loop_free,
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

/// Which function checks which claim.
pub(crate) const CHECKERS: &[(&str, Checker)] = &[
    ("D1", |frame| {
        let otherwise = exactly_one(UniqueFor::All, &frame.quick())?;
        let what = "where runs may be endless there may be no structure, or several (D3)";
        Ok(beside(exactly_one(UniqueFor::Acyclic, frame)?, what, otherwise))
    }),
    ("D2", |frame| definition(Reading::Printed, frame)),
    ("D3", |frame| endless(Relation::new(2, [(0, 1), (1, 0)]), 0b10, frame)),
    ("D4", |frame| {
        let otherwise = cogame(Arrows::Same, frame)?;
        Ok(beside(
            cogame(Arrows::Reversed, frame)?,
            "a game need not be a cogame, nor, with the arrows reversed, a cogame a game",
            otherwise,
        ))
    }),
    ("D5", |frame| {
        let otherwise = from_losing(Neighbours::WinningComesFromLosing, frame)?;
        let what = "the converse, that every winning state comes from a losing one, may fail";
        Ok(beside(from_losing(Neighbours::LosingReachesWinning, frame)?, what, otherwise))
    }),
    ("D6", |frame| nim_is_cogame(Piles::Any, frame)),
    ("D7", |frame| phi_is_structure(&BIJECTIONS, frame)),
    ("D8", |frame| more_piles(&BREAKS, frame)),
    ("D9", |frame| {
        structures_are_cogames(&[BIJECTIONS[0], BIJECTIONS[1], BIJECTIONS[2], HALF_LINE], frame)
    }),
    ("D10", |frame| {
        let otherwise = complete(Everything::WithoutLoops, &frame.quick())?;
        Ok(beside(
            complete(Everything::WithLoops, frame)?,
            "the loops are needed; without them",
            otherwise,
        ))
    }),
    ("D11", |frame| loop_free(LoopFree::Necessary, frame)),
    ("D12", |frame| group(PRINTED, frame)),
    ("D13", |frame| bouton(BOUTON, frame)),
    ("D14", |frame| worked_game(WORKED_GAME, frame)),
];
