//! Positions of Nim, on heaps of any size, checked by the theorem of the nim-sum.
//!
//! *Bouton's theorem* (1901): a position of Nim is P iff the nim-sum of its heaps is 0. For a move
//! from nim-sum 0 changes a heap and with it the sum; and if the sum s is not 0, a heap h with a one
//! in its top column can be lowered to h ⊕ s, which makes the sum 0.
//!
//! *Under misère play* the same positions are P while a heap has two tokens or more; if none has,
//! those with an odd number of ones. For then play is forced; and from exactly one large heap, whose
//! sum is not 0, one can leave an odd number of ones, while from sum 0 with large heaps (at least
//! two) every move leaves one and a sum that is not 0.

use bouton_definition::{Definition, Ending, Game, HeapMoves, HeapRules, Tuples};
use bouton_values::{Limits, Nimber, Outcome};

use crate::family;
use crate::position::Claim;
use crate::rejection::Rejection;

const ARGUMENT: &str = "Bouton's theorem";

pub(crate) fn check(claim: &Claim<'_, Game>, limits: &Limits) -> Result<Vec<String>, Rejection> {
    let is_loss = losing_test(claim.game, limits)?;
    let heaps = heaps(&claim.position)?;
    claim.check_outcome(if is_loss(heaps) { Outcome::P } else { Outcome::N })?;
    if let Some(option) = &claim.winning_move {
        let after = self::heaps(option)?;
        claim.check_move(option, is_nim_move(heaps, after), is_loss(after))?;
    }
    Ok(vec![format!("the nim-sum of the heaps is {}", nim_sum(heaps).0)])
}

/// Which positions are P, if the game is Nim under normal or misère play.
fn losing_test(game: &Game, limits: &Limits) -> Result<fn(&[u64]) -> bool, Rejection> {
    let nim = HeapRules::new(HeapMoves::Any);
    let is_text = game.lone().is_some_and(|one| one.program().is_some());
    let other = || Rejection::does_not_apply(ARGUMENT, "the game is not Nim");
    let rules = match family::heap_rules(game, is_text.then_some(&nim), ARGUMENT, limits) {
        Err(Rejection::NotTheForm { .. }) => return Err(other()),
        rules => rules?,
    };
    if !matches!(rules.moves, HeapMoves::Any) {
        return Err(other());
    }
    match game.end() {
        Ending::Normal => Ok(|heaps| nim_sum(heaps) == Nimber::ZERO),
        Ending::Misere => Ok(is_misere_loss),
        Ending::Partizan(_) | Ending::Written(_) => {
            Err(Rejection::does_not_apply(ARGUMENT, "what is left on the table decides"))
        }
    }
}

fn heaps(position: &Tuples) -> Result<&[u64], Rejection> {
    match &position.0[..] {
        [heaps] => Ok(heaps),
        _ => Err(Rejection::does_not_apply(ARGUMENT, "the game is a sum")),
    }
}

fn nim_sum(heaps: &[u64]) -> Nimber {
    heaps.iter().copied().map(Nimber).sum()
}

fn is_misere_loss(heaps: &[u64]) -> bool {
    match heaps.iter().any(|heap| *heap > 1) {
        true => nim_sum(heaps) == Nimber::ZERO,
        false => nim_sum(heaps) == Nimber(1),
    }
}

/// One heap is lowered, or goes away, which is as good as lowering it to 0; the others stay where they are.
fn is_nim_move(before: &[u64], after: &[u64]) -> bool {
    if after.len() < before.len() {
        let without = |gone: usize| [&before[..gone], &before[gone + 1..]].concat();
        return (0..before.len()).any(|gone| before[gone] > 0 && without(gone) == after);
    }
    let changed: Vec<(&u64, &u64)> = before.iter().zip(after).filter(|(a, b)| a != b).collect();
    before.len() == after.len() && matches!(changed[..], [(from, to)] if to < from)
}
