//! Nim and Anti-Nim.

mod play;
mod rules;
mod sums;
#[cfg(test)]
mod tests;

use crate::claim::{Claim, Paper};

/// The paper.
pub const PAPER: Paper = Paper {
    letter: 'B',
    title: "Nim and Anti-Nim",
    source: "a note on the web, without a name or a date",
    about: "Nim under normal play, in which the taker of the last stone wins, and under misère \
            play (Anti-Nim), in which he loses: positions, the nim-sum, and a proof of the \
            strategies.",
    claims: CLAIMS,
};

const CLAIMS: &[Claim] = &[
    Claim {
        id: "B1",
        title: "Rules",
        statement: "Normal play: the player who takes the last stone wins. Misère play: he loses.",
        restored: false,
        check: |effort, limits| rules::last_stone(&rules::LAST_STONE, effort, limits),
    },
    Claim {
        id: "B2",
        title: "Terminal position",
        statement: "The terminal position (0,0,0) is always a P-position, and any position (0,0,n) \
                    is an N-position.",
        restored: false,
        check: |effort, limits| rules::labels(&rules::LABELS, &rules::BOTH, effort, limits),
    },
    Claim {
        id: "B3",
        title: "Example",
        statement: "\"Three heaps S = (1,3,4)\": 0 is P, and 2 is P because its only move goes to \
                    N. (It can only be the one-heap subtraction set {1,3,4}.)",
        restored: false,
        check: |effort, limits| rules::set_example(&rules::SET_EXAMPLE, effort, limits),
    },
    Claim {
        id: "B4",
        title: "Nim-sum",
        statement: "The nim-sum adds binary digits without carry: 1+0 = 1 = 0+1 and 1+1 = 0 = 0+0; \
                    and x ⊕ x = 0.",
        restored: false,
        check: |effort, limits| sums::digits(&sums::DIGITS, effort, limits),
    },
    Claim {
        id: "B5",
        title: "Theorem",
        statement: "The winning strategy in normal play is to finish every move with a nim-sum of \
                    0.",
        restored: false,
        check: |effort, limits| play::strategy(&play::LEAVE_ZERO, effort, limits),
    },
    Claim {
        id: "B6",
        title: "Lemma 1",
        statement: "If the nim-sum is 0 after a player's turn, then the next move must change it.",
        restored: false,
        check: |effort, limits| sums::lemma_1(&sums::LEMMA_1, effort, limits),
    },
    Claim {
        id: "B7",
        title: "Lemma 2",
        statement: "If the nim-sum S is not 0, it can be made 0: set y_m = S ⊕ x_m (printed for \
                    any m).",
        restored: false,
        check: |effort, limits| sums::lemma_2(&sums::ANY_HEAP, effort, limits),
    },
    Claim {
        id: "B8",
        title: "Proof",
        statement: "If you make the nim-sum 0 on each of your moves, eventually on your turn there \
                    will be no stones left.",
        restored: false,
        check: |effort, limits| play::last_turn(play::Turn::Yours, effort, limits),
    },
    Claim {
        id: "B9",
        title: "Anti-Nim",
        statement: "In misère play you want to set the sum to 1 instead of 0.",
        restored: false,
        check: |effort, limits| play::strategy(&play::LEAVE_ONE, effort, limits),
    },
];
