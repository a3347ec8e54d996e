//! A Winning Strategy for the Game of Antonim.
//!
//! The rules are read in two ways (`heaps::Reading`): Z, in which empty heaps may repeat, which
//! is what the paper plays; and W, its sentence "x_i = x_j iff i = j" taken literally, which is
//! Welter's game. Verdicts are those under Z; where W makes a difference, the findings say so.

mod closed;
mod completion;
mod four;
mod heaps;
mod recursion;
mod rows;
mod shift;
mod states;
mod tables;
#[cfg(test)]
mod tests;

use bouton_values::Outcome;

use crate::claim::{Claim, Paper};

/// The paper.
pub const PAPER: Paper = Paper {
    letter: 'A',
    title: "A Winning Strategy for the Game of Antonim",
    source: "Z. Silbernick, R. Campbell; arXiv:1506.01042 (2021)",
    about: "Antonim is Nim in which no two heaps may be alike. Rules used (Z): heaps that are not \
            empty are pairwise different, empty heaps may repeat, a move lowers one heap, no move \
            loses. Read literally, the paper's formal sentence forbids two empty heaps too (W), \
            which is Welter's game; claims that depend on it are checked under both.",
    claims: CLAIMS,
};

const CLAIMS: &[Claim] = &[
    Claim {
        id: "A1",
        title: "Number line",
        statement: "Antonim can be played with a coin per heap on a number line: a heap of x \
                    tokens is a coin on square x, moves go left, and a square holds one coin, \
                    except square 0.",
        restored: false,
        check: |effort, limits| states::number_line(&states::NUMBER_LINE, effort, limits),
    },
    Claim {
        id: "A2",
        title: "Game-states",
        statement: "A game-state is a tuple (x₁,…,xₙ) of non-negative integers in which x_i = x_j \
                    iff i = j.",
        restored: false,
        check: |effort, limits| states::states(&states::PAIRWISE_DIFFERENT, effort, limits),
    },
    Claim {
        id: "A3",
        title: "Lemmas 1 and 2, Remark 1",
        statement: "Every move from a P-position leads to an N-position, from every N-position \
                    some move leads to a P-position, and whoever hands over P-positions wins.",
        restored: false,
        check: |effort, limits| states::lemmas(&states::LEMMAS, Outcome::P, effort, limits),
    },
    Claim {
        id: "A4",
        title: "Theorem 1",
        statement: "For all legal (x₁,…,xₙ₋₁) there is a z that makes (x₁,…,xₙ₋₁,z) a P-position. \
                    (Is z unique? How large does it get?)",
        restored: false,
        check: |effort, limits| completion::theorem_1(&completion::SUM_AND_COUNT, effort, limits),
    },
    Claim {
        id: "A5",
        title: "Proof of Theorem 1",
        statement: "There are at most x₁ · x₂ · … · xₙ₋₁ moves that can be made from the first n-1 \
                    heaps.",
        restored: false,
        check: |effort, limits| completion::move_count(&completion::PRODUCT, effort, limits),
    },
    Claim {
        id: "A6",
        title: "Table 1",
        statement: "The 15×13 completions for three heaps.",
        restored: false,
        check: |_, limits| tables::compare(&heaps::table_1()?, limits),
    },
    Claim {
        id: "A7",
        title: "Theorem 2",
        statement: "(x,y,z) is a P-position of Antonim iff (x+1,y+1,z+1) is one of Nim: (x+1) ⊕ \
                    (y+1) ⊕ (z+1) = 0.",
        restored: false,
        check: |effort, limits| shift::theorem_2(&shift::PRINTED, effort, limits),
    },
    Claim {
        id: "A8",
        title: "Remark to Theorem 2",
        statement: "The rule of Theorem 2 does not hold for more than three heaps.",
        restored: false,
        check: |effort, limits| shift::fails_from(&shift::PRINTED, 4, effort, limits),
    },
    Claim {
        id: "A9",
        title: "Example to Theorem 2",
        statement: "(1,2,5,6) is a P-position in Nim, but (0,1,4,5) is an N-position in Antonim, \
                    because one can move to the P-position (0,1,3,5).",
        restored: false,
        check: |_, limits| shift::example(&shift::EXAMPLE, limits),
    },
    Claim {
        id: "A10",
        title: "Pattern in Table 1",
        statement: "An entry is the least positive integer that coincides with no earlier entry in \
                    the same row or column, nor with the row or column heading.",
        restored: false,
        check: |effort, limits| tables::pattern(&tables::LEAST_POSITIVE, effort, limits),
    },
    Claim {
        id: "A11",
        title: "Table 2",
        statement: "Layers 0 and 1 of the table for four heaps, 6×6 each.",
        restored: false,
        check: |_, limits| tables::compare(&heaps::table_2()?, limits),
    },
    Claim {
        id: "A12",
        title: "Lemma 3 and Theorem 3",
        statement: "Let all x_i be positive, and let A hold the completions of the tuples in which \
                    one x_j was lowered by y_j ≤ x_j (zero allowed). Then the completion z of \
                    (x₁,…,xₙ₋₁) is the least non-negative integer outside A and the headings \
                    x₁,…,xₙ₋₁. (Which conditions does it need?)",
        restored: false,
        check: |effort, limits| recursion::theorem_3(&recursion::PRINTED, effort, limits),
    },
    Claim {
        id: "A13",
        title: "Conclusion",
        statement: "All P-positions of Antonim are now known. (What does the recursion cost, and \
                    is there a closed form for four heaps?)",
        restored: false,
        check: closed::all_known,
    },
];
