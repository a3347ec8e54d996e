//! Heaps of which no two may be alike: Antonim and Welter's game.
//!
//! *Conditions.* Positions are heaps; a position is legal if and only if its heaps differ (all of them, or those that
//! are not empty); and a move changes one heap into any smaller one, if the position stays legal. *They suffice*: this
//! is the definition of [`DistinctRules`].

use std::sync::Arc;

use bouton_lang::linear::Work;
use bouton_lang::structure::WholePositionTerm;
use bouton_lang::{Condition, Move, Program, Select};

use super::pieces::{every_number_is_legal, is_anything, pieces};
use super::{Found, Miss, check, of_both};
use crate::families::DistinctRules;
use crate::spec::Spec;

pub(super) fn recognise(program: &Arc<Program>, work: &mut Work) -> Result<Found, Miss> {
    let (distinct, others): (Vec<&Condition>, Vec<&Condition>) =
        program.legal.iter().partition(|one| matches!(one, Condition::Distinct { .. }));
    check(!distinct.is_empty(), "two heaps may be equal")?;
    every_number_is_legal(program, others)?;
    let alone = |one: &Move| one.select == Select::One && one.find(WholePositionTerm::of).is_none();
    check(program.moves.iter().all(alone), "a move looks at several heaps")?;
    of_both(program, |player| {
        let takes_anything = is_anything(&pieces(program, player, work)?);
        check(takes_anything, "a heap may not become any smaller one")
    })?;
    let zeros_repeat = distinct.iter().all(|one| **one == Condition::Distinct { nonzero: true });
    let which = if zeros_repeat { "no two heaps that are not empty" } else { "no two heaps" };
    let because = vec![
        format!("a position is legal if {which} are alike"),
        "a move makes one heap smaller".to_owned(),
    ];
    Ok(Found::new(Spec::Distinct(DistinctRules { zeros_repeat }), because))
}
