//! The claims of *Nim and Anti-Nim*.

mod play;
mod rules;
mod sums;
#[cfg(test)]
mod tests;

use bouton_lab::values::Player;

use crate::claim::Checker;

/// Which function checks which claim.
pub(crate) const CHECKERS: &[(&str, Checker)] = &[
    ("B1", |frame| rules::last_stone(rules::LAST_STONE, frame)),
    ("B2", |frame| rules::labels(rules::LABELS, &rules::BOTH, frame)),
    ("B3", |frame| rules::set_example(&[1, 3, 4], &[0, 2], (2, 1), frame)),
    ("B4", |frame| sums::digits(sums::DIGITS, frame)),
    ("B5", |frame| play::strategy("nim", 0, frame)),
    ("B6", |frame| sums::lemma_1(sums::BREAKS_ZERO, frame)),
    ("B7", |frame| sums::lemma_2(&sums::ANY_HEAP, frame)),
    ("B8", |frame| play::last_turn(Player::Left, frame)),
    ("B9", |frame| play::strategy("nim/misere", 1, frame)),
];
