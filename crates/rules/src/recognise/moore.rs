//! Several heaps lowered at once: Moore's Nim.
//!
//! *Conditions.* Positions are heaps, all of them legal; each move chooses at least one and at most k heaps, k being a
//! constant, and makes each of them any smaller heap, without a choice that they share. *They suffice*: with the largest
//! k of all moves this is the definition of [`MooreRules`], as whoever may lower k heaps may lower fewer.

use std::sync::Arc;

use bouton_lang::linear::Work;
use bouton_lang::structure::WholePositionTerm;
use bouton_lang::syntax::HowMany;
use bouton_lang::{Expr, Move, Program, Select};
use bouton_values::Player;

use super::pieces::{check_legality, is_anything, pieces_of};
use super::{Found, Miss, check, of_both};
use crate::families::MooreRules;
use crate::spec::Spec;

pub(super) fn recognise(program: &Arc<Program>, work: &mut Work) -> Result<Found, Miss> {
    check_legality(program)?;
    let most = of_both(program, |player| most_heaps(program, player, work))?;
    let because = vec![format!("a move makes at least one and at most {most} heaps smaller")];
    Ok(Found::new(Spec::Moore(MooreRules { most }), because))
}

/// The most heaps that a player's moves lower.
fn most_heaps(program: &Program, player: Player, work: &mut Work) -> Result<usize, Miss> {
    let mut most = 0;
    for one in program.moves_of(player) {
        most = most.max(heaps_of(one)?);
        let takes_anything = is_anything(&pieces_of(program, one, work)?);
        check(takes_anything, "a chosen heap may not become any smaller one")?;
    }
    check(most > 0, "no move is ever possible").map(|()| most)
}

fn heaps_of(one: &Move) -> Result<usize, Miss> {
    const MOST: i128 = 64;
    check(one.find(WholePositionTerm::of).is_none(), "a move looks at all heaps")?;
    match &one.select {
        Select::One => Ok(1),
        Select::Several(HowMany::Exactly, count) if *count != Expr::Constant(1) => {
            Err("a move changes a fixed number of heaps".to_owned())
        }
        Select::Several(_, Expr::Constant(most @ 1..=MOST)) if one.steps.is_empty() => {
            Ok(*most as usize)
        }
        Select::Several(_, Expr::Constant(1..=MOST)) => {
            Err("the chosen heaps share a choice".to_owned())
        }
        Select::Several(_, Expr::Constant(count)) => {
            Err(format!("a move may change {count} heaps, and not 1 to {MOST}"))
        }
        _ => Err("how many heaps may be chosen is not a constant".to_owned()),
    }
}
