//! Nim and other games: a game as a set of winning states of any relation.

mod cogames;
mod expansion;
mod real;
mod relation;
mod structures;
mod sums;
#[cfg(test)]
mod tests;

use crate::claim::{Claim, Effort, Paper};
use crate::finding::{Finding, Known, Statement};
use cogames::{Piles, nim_is_cogame};
use real::{BIJECTIONS, BREAKS, HALF_LINE, more_piles, phi_is_structure, structures_are_cogames};
use relation::Relation;
use structures::{
    Arrows, Endless, Everything, LoopFree, Neighbours, Reading, UniqueFor, cogame, complete,
    definition, endless, exactly_one, from_losing, loop_free,
};
use sums::{BOUTON, PRINTED, bouton, group, worked_game};

/// The paper.
pub const PAPER: Paper = Paper {
    letter: 'D',
    title: "Nim and other games",
    source: "Jacob Swenberg, September 8, 2021",
    about: "A game is a relation → on a set of states with a set W of winning states: a state wins \
         iff it moves to one that does not. \
            Definition 1 is printed with a slip (b ∉ S for b ∉ W); apart from D2 it is read as \
            meant. The losing states are then a kernel \
            of the digraph. A cogame is the same with the arrows reversed.",
    claims: CLAIMS,
};

/// With what fails if the claim is read otherwise.
fn beside(finding: Finding, what: &str, otherwise: Finding) -> Finding {
    match otherwise.counterexample {
        Some(example) => finding
            .statement(Statement::beyond(format!("{what}: {}", example.what), Known::ByExample)),
        None => finding,
    }
}

/// The printed worked game.
const WORKED_GAME: &str = include_str!("../../data/relations-game.txt");

const CLAIMS: &[Claim] = &[
    Claim {
        id: "D1",
        title: "Lemma (section 2)",
        statement: "Nim ends, and every state is either winning or losing in a well-defined way: a \
             relation without endless runs has exactly one game structure.",
        restored: false,
        check: |effort, limits| {
            let otherwise = exactly_one(UniqueFor::All, Effort::Quick, limits)?;
            let what = "where runs may be endless there may be no structure, or several (D3)";
            Ok(beside(exactly_one(UniqueFor::Acyclic, effort, limits)?, what, otherwise))
        },
    },
    Claim {
        id: "D2",
        title: "Definition 1",
        statement: "A game is a triple (S, →, W) such that a ∈ W if and only if there exists b ∈ S \
             such that b ∉ S and a → b.",
        restored: false,
        check: |effort, limits| definition(Reading::Printed, effort, limits),
    },
    Claim {
        id: "D3",
        title: "Example",
        statement: "S = {0,1} with 0 → 1, 1 → 0 and 1 ∈ W is a game, although play never ends. \
             (How many structures has it?)",
        restored: false,
        check: |_, limits| {
            endless(
                &Endless { relation: Relation::new(2, [(0, 1), (1, 0)]), winning: 0b10 },
                limits,
            )
        },
    },
    Claim {
        id: "D4",
        title: "Definition 2",
        statement: "A cogame is a triple (S, →, M) such that a ∈ M if and only if there exists b ∉ \
             M with b → a; the only difference is that \
                    the order of the relation has been reversed.",
        restored: false,
        check: |_, limits| {
            let otherwise = cogame(Arrows::Same, limits)?;
            Ok(beside(
                cogame(Arrows::Reversed, limits)?,
                "a game need not be a cogame, nor, with the arrows reversed, a cogame a game",
                otherwise,
            ))
        },
    },
    Claim {
        id: "D5",
        title: "Remark",
        statement: "If b ∈ L and b → a, then a ∈ W.",
        restored: false,
        check: |_, _| {
            let otherwise = from_losing(Neighbours::WinningComesFromLosing)?;
            let what = "the converse, that every winning state comes from a losing one, may fail";
            Ok(beside(from_losing(Neighbours::LosingReachesWinning)?, what, otherwise))
        },
    },
    Claim {
        id: "D6",
        title: "Proposition",
        statement: "Nim is a cogame with M = W. (For a variable number of piles? For a fixed \
             number n?)",
        restored: false,
        check: |effort, limits| nim_is_cogame(Piles::Any, effort, limits),
    },
    Claim {
        id: "D7",
        title: "Real-valued Nim",
        statement: "On pairs of non-negative reals, each order-preserving bijection φ with φ(0) = \
             0 defines a game structure by \
                    W = {(a,b) : b ≠ φ(a)}; this also happens to be a cogame.",
        restored: false,
        check: |effort, limits| phi_is_structure(&BIJECTIONS, effort, limits),
    },
    Claim {
        id: "D8",
        title: "Question",
        statement: "Can you generalize this to n > 2?",
        restored: false,
        check: |effort, limits| more_piles(&BREAKS, effort, limits),
    },
    Claim {
        id: "D9",
        title: "Question",
        statement: "Is every game structure on this set a cogame?",
        restored: false,
        check: |effort, _| {
            structures_are_cogames(
                &[BIJECTIONS[0], BIJECTIONS[1], BIJECTIONS[2], HALF_LINE],
                effort,
            )
        },
    },
    Claim {
        id: "D10",
        title: "Example",
        statement: "Some relations don't admit any game structure: for example a → b for all a, b \
             ∈ S.",
        restored: false,
        check: |effort, limits| {
            let otherwise = complete(Everything::WithoutLoops, Effort::Quick, limits)?;
            Ok(beside(
                complete(Everything::WithLoops, effort, limits)?,
                "the loops are needed; without them",
                otherwise,
            ))
        },
    },
    Claim {
        id: "D11",
        title: "Remark",
        statement: "It is a necessary condition that there exists a ∈ S with not a → a. (Is it \
             sufficient?)",
        restored: false,
        check: |_, _| loop_free(LoopFree::Necessary),
    },
    Claim {
        id: "D12",
        title: "Lemma (section 4)",
        statement: "The operation a ⊕ b = Σ (a_j - b_j)² 2^j makes the non-negative integers into \
             an abelian group in which every element is its own inverse.",
        restored: false,
        check: |effort, _| group(PRINTED, effort),
    },
    Claim {
        id: "D13",
        title: "Theorem",
        statement: "In Nim a state (a_1, …, a_n) is winning if and only if a_0 = a_1 ⊕ … ⊕ a_n ≠ \
             0; then some a_k with the leading digit of a_0 is decreased to a_k ⊕ a_0.",
        restored: false,
        check: |effort, limits| bouton(BOUTON, effort, limits),
    },
    Claim {
        id: "D14",
        title: "Example 1",
        statement: "The game (3,4,7), (3,4,6), (2,4,6), (2,4,0), (2,2), (2,1), (1,1), (1,0), end: \
             B moves first, A replies by the theorem and takes the last stone.",
        restored: false,
        check: |_, limits| worked_game(WORKED_GAME, limits),
    },
];
