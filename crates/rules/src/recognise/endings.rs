//! Endings: who wins where a player is stuck.
//!
//! * A constant ending is normal or misère play.
//! * An ending that depends on the parity of the tokens alone, Left winning at even numbers, is the EO rule.
//! * On a lone heap from which one subtracts, a player can be stuck only below the least element of the player's set.
//!   So any ending is a word: its letters at these heaps, worked out one by one.
//! * Any other ending looks at the position. It stays as it is written, if the family's representatives of
//!   positions (sorted, without empty heaps) keep what it looks at.

use std::sync::Arc;

use bouton_lang::linear::Linear;
use bouton_lang::structure::WholePositionTerm;
use bouton_lang::syntax::Many;
use bouton_lang::{Aggregate, End, Expr, Program, Shape, Winner};
use bouton_values::{Outcome, Player};

use super::{Miss, check};
use crate::ending::{Ending, TerminalLabels};
use crate::families::{HeapMoves, HeapRules};
use crate::spec::Spec;

/// The ending of rules that were recognised; a miss, if what it looks at is not kept there.
pub(super) fn recognise(program: &Arc<Program>, spec: &Spec) -> Result<Ending, Miss> {
    let ending = Ending::from(program);
    if !matches!(ending, Ending::Written(_)) {
        return Ok(ending);
    }
    if is_even_odd(program, spec) {
        return Ok(Ending::Partizan(TerminalLabels::EvenOdd));
    }
    if let Spec::Heap(heap) = spec
        && heap.most_heaps == 1
        && let Some(labels) = labels(program, heap)
    {
        return Ok(labels);
    }
    let miss = "the ending looks at what the family does not tell apart";
    check(is_kept(program, spec), miss).map(|()| ending)
}

/// Does Left win where the number of tokens is even, and Right where it is odd?
fn is_even_odd(program: &Program, spec: &Spec) -> bool {
    let counts = spec.tuple_rules().is_some_and(|rules| rules.counts_tokens());
    let winner = |parity| winner_by_parity(program, spec, &program.end, parity);
    counts && winner(0) == Some(Winner::Left) && winner(1) == Some(Winner::Right)
}

/// The winner by the parity of the tokens, if that decides.
fn winner_by_parity(program: &Program, spec: &Spec, end: &End, parity: i128) -> Option<Winner> {
    match end {
        End::Always(winner) => Some(*winner),
        End::If(condition, then, otherwise) => {
            let (relation, number, rest) = condition.against_constant()?;
            let Expr::Remainder(number, 2) = number else { return None };
            let next = if relation.holds(parity, rest) { then } else { otherwise };
            counts_tokens(program, spec, number)
                .then(|| winner_by_parity(program, spec, next, parity))?
        }
    }
}

/// Is the expression the number of tokens, as far as its parity goes?
fn counts_tokens(program: &Program, spec: &Spec, number: &Expr) -> bool {
    match &program.shape {
        Shape::Many(Many::Heaps | Many::Rows, _) => *number == Expr::Of(Aggregate::Sum),
        Shape::Many(Many::Coins, _) => false,
        Shape::Named(names) => {
            let first_alone = matches!(spec, Spec::Rate(_) | Spec::Limit(_));
            let Some(form) = Linear::of_slots(number) else { return false };
            let is_token = |slot: usize| slot == 0 || !first_alone;
            form.constant % 2 == 0
                && (0..names.len()).all(|slot| (form.factor(slot) % 2 != 0) == is_token(slot))
        }
    }
}

/// The letters of a lone heap's ending at the heaps where somebody can be stuck.
fn labels(program: &Program, heap: &HeapRules) -> Option<Ending> {
    const MOST: u64 = 10_000;
    /// More parts of conditions than this are not looked at, over all these heaps.
    const MOST_PARTS: u64 = 1_000_000;
    let terminals = match &heap.moves {
        HeapMoves::Any => 1,
        HeapMoves::Subtract { left, right } => left.min().max(right.min()),
        _ => return None,
    };
    if terminals > MOST || terminals * (1 + program.end.nodes() as u64) > MOST_PARTS {
        return None;
    }
    let letter = |tokens: u64| {
        let [left, right] = Player::BOTH.map(|stuck| Some(program.winner(&[tokens], stuck)));
        Outcome::from_winners(left, right)
    };
    let word: Vec<Outcome> = (0..terminals).map(letter).collect();
    Some(Ending::at_stuck_heaps(TerminalLabels::Word(word)))
}

/// Do the family's representatives of positions keep what the ending looks at?
fn is_kept(program: &Program, spec: &Spec) -> bool {
    let has = |kind: fn(WholePositionTerm) -> bool| {
        program.end.find(|node| WholePositionTerm::of(node).filter(|term| kind(*term))).is_some()
    };
    let zeros_vanish = match spec {
        Spec::Heap(heap) => !heap.zeros_count(),
        Spec::Distinct(rules) => rules.zeros_repeat,
        _ => true,
    };
    match spec {
        Spec::Heap(_) | Spec::Distinct(_) | Spec::Moore(_) => {
            !(has(WholePositionTerm::sees_order)
                || zeros_vanish && has(WholePositionTerm::sees_zeros))
        }
        Spec::Lattice(rules) => !rules.is_symmetric(),
        Spec::Rate(_) => true,
        Spec::Limit(_) => !program.end.mentions(&|slot| slot == 1),
        _ => false,
    }
}
