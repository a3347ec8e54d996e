//! Rows of chocolate: Chomp.
//!
//! *Conditions.* Positions are rows, legal if and only if none is longer than the one before and the first is not
//! empty; a move shortens a row to any length and cuts the rows after it to the same. *They suffice*: this is the
//! definition of Chomp, in which the poisoned square is never eaten.

use std::sync::Arc;

use bouton_lang::linear::Work;
use bouton_lang::{Aggregate, Becomes, Condition, Expr, Move, Program, Relation, Select};
use bouton_values::Player;

use super::pieces::{every_number_is_legal, is_anything, pieces_of};
use super::{Found, Miss, check};
use crate::games::chomp::Chomp;
use crate::spec::Spec;

pub(super) fn recognise(program: &Arc<Program>, work: &mut Work) -> Result<Found, Miss> {
    let (bars, others): (Vec<&Condition>, Vec<&Condition>) =
        program.legal.iter().partition(|one| **one == Condition::Falling || keeps_first(one));
    let are_bars = bars.contains(&&Condition::Falling) && bars.iter().any(|one| keeps_first(one));
    check(are_bars, "the legal positions are not bars with a first square")?;
    every_number_is_legal(program, others)?;
    for player in Player::BOTH {
        check(program.moves_of(player).next().is_some(), "a player has no move")?;
        for one in program.moves_of(player) {
            check_bite(program, one, work)?;
        }
    }
    let because = vec![
        "no row is longer than the one before, and the first square stays".to_owned(),
        "a move cuts a row and all rows after it to one length".to_owned(),
    ];
    Ok(Found::new(Spec::Other(Arc::new(Chomp)), because))
}

/// `first h >= 1`, in any of its spellings.
fn keeps_first(condition: &Condition) -> bool {
    let first = Expr::Of(Aggregate::First);
    condition.against_constant().is_some_and(|(relation, number, bound)| {
        let is_positive = match relation {
            Relation::AtLeast => bound == 1,
            Relation::Greater | Relation::Unequal => bound == 0,
            _ => false,
        };
        is_positive && *number == first
    })
}

fn check_bite(program: &Program, one: &Move, work: &mut Work) -> Result<(), Miss> {
    let Becomes::Rows(new, later) = &one.becomes else {
        return Err("the rows after the chosen one stay as they are".to_owned());
    };
    let cut = match later {
        Expr::Least(all) => all.len() == 2 && all.contains(&Expr::Later) && all.contains(new),
        _ => false,
    };
    let are_cut = cut && one.select == Select::One;
    check(are_cut, "the rows after the chosen one are not cut to its length")?;
    // As a heap alone, the chosen row may become anything smaller.
    let alone = Move { becomes: Becomes::Heaps(vec![new.clone()]), ..one.clone() };
    let takes_anything = is_anything(&pieces_of(program, &alone, work)?);
    check(takes_anything, "a row may not be cut to just any length")
}
