//! What the parts of a checked program mention: whether the order of heaps, or an empty heap, makes a difference.

use bouton_lang::structure::WholePositionTerm;
use bouton_lang::{Becomes, Condition, Move, Node, Program, Select};
use bouton_values::Player;

/// Does any part of the rules hold a term of this kind about the whole position?
fn has(program: &Program, kind: fn(WholePositionTerm) -> bool) -> bool {
    let wanted = |node: Node<'_>| WholePositionTerm::of(node).filter(|term| kind(*term));
    program.legal.iter().any(|one| one.find(wanted).is_some())
        || program.moves.iter().any(|one| one.find(wanted).is_some())
        || program.end.find(wanted).is_some()
}

/// Does something depend on the order of the heaps?
pub(crate) fn sees_order(program: &Program) -> bool {
    has(program, WholePositionTerm::sees_order)
        || program.moves.iter().any(|one| matches!(one.becomes, Becomes::Rows(..)))
}

/// Is it proved that a position plays alike with and without its empty heaps? So it is if no move is possible on
/// a heap of 0, and if nothing in the rules can tell whether there is one. What must hold of every heap must not look
/// at the others then: at an empty heap it would say something about them.
pub(crate) fn zeros_are_nothing(program: &Program) -> bool {
    let is_about_others = |condition: &Condition| {
        condition.mentions(&|slot| slot == 0) && condition.find(WholePositionTerm::of).is_some()
    };
    !has(program, WholePositionTerm::sees_zeros)
        && !program.legal.iter().any(is_about_others)
        && !may_act_on_zero(program)
}

/// Can a heap of 0 be chosen by some move? A move that looks at no other heap treats it as if it were alone, so the
/// steps are followed there; whether what comes out is legal is left aside. Other moves may, for all we know.
fn may_act_on_zero(program: &Program) -> bool {
    const MOST_TRIED: u128 = 1_000;
    let alone = |one: &Move| Move {
        select: Select::One,
        steps: [&one.steps[..], &one.each].concat(),
        each: Vec::new(),
        ..one.clone()
    };
    let looks = program.moves.iter().any(|one| one.find(WholePositionTerm::of).is_some());
    let moves = program.moves.iter().map(alone).collect();
    let alone = Program { legal: Vec::new(), moves, ..program.clone() };
    looks
        || alone.option_bound(&[0]) > MOST_TRIED
        || Player::BOTH.into_iter().any(|mover| !alone.options(&[0], mover).is_empty())
}
