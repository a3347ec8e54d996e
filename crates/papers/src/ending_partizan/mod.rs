//! On Ending Partizan Subtraction Nim (arXiv:2605.29918).
//!
//! Both players subtract from the same set S; who wins where nobody can move is told by the ending.
//! Under the EO rule a stuck position is Left's if an even number of tokens is left, Right's if an
//! odd number is.
//!
//! # The files
//! * `quintuple`, `definitions`, `rules`: Definition 1 to Definition 5 (C1 to C5).
//! * `strip`, `sets`, `endless`: the outcomes of all heaps with their period, for finite S and for
//!   progressions.
//! * `printed`, `examples`: the sets that the paper works out (C6, C7, C15, C16, C21, C25).
//! * `neighbours`, `runs`: the main theorem, proved for every S by a finite check (C8, C10 to C14).
//! * `census`: how many S end in L (C9); `deciding`, `chance`, `elements`: what decides it.
//! * `periods`, `pairs`, `symmetric`: section 3 (C17 to C20, C22 to C24).
//! * `normal`: the same set under normal play (C26, C27).
//! * `values`, `closed_form`, `differences`: the values after Nowakowski's normalisation (C28 to
//!   C31).

mod census;
mod chance;
mod closed_form;
mod deciding;
mod definitions;
mod differences;
mod elements;
mod endless;
mod examples;
mod neighbours;
mod normal;
mod pairs;
mod periods;
mod printed;
mod quintuple;
mod rules;
mod runs;
mod sets;
mod strip;
mod symmetric;
#[cfg(test)]
mod tests;
mod values;

use crate::claim::{Claim, Paper};
use crate::finding::{Known, Statement};

/// The paper.
pub const PAPER: Paper = Paper {
    letter: 'C',
    title: "On Ending Partizan Subtraction Nim",
    source: "H. Inoue et al., arXiv:2605.29918",
    about: "Two players take s tokens, s in S, from one heap; the number that is left when nobody \
            can move decides who wins: Left if it is even, Right if it is odd (the EO rule). S is \
            a non-empty set of integers ≥ 2, finite unless said; o(n) in {L,R,N,P} is the outcome \
            of n tokens, m = min S, M = max S. Most formulas were lost in the text and worked back \
            from the prose.",
    claims: CLAIMS,
};

const CLAIMS: &[Claim] = &[
    Claim {
        id: "C1",
        title: "Definition 1",
        statement: "A game is (X, f_L, f_R, e_L, e_R): option maps and, where a player is stuck, \
                    Win or Lose for that player; no infinite run. Both endings constantly Lose is \
                    normal play, both Win is misère.",
        restored: true,
        check: |effort, limits| definitions::definition_1(&definitions::READING, effort, limits),
    },
    Claim {
        id: "C2",
        title: "Definition 2 and Theorem 1",
        statement: "A game is impartial iff f_L = f_R and e_L = e_R; then every outcome is N or P.",
        restored: false,
        check: |effort, limits| definitions::definition_2(definitions::IMPARTIAL, effort, limits),
    },
    Claim {
        id: "C3",
        title: "Definitions 3 and 4",
        statement: "Outcomes by winning strategies; ending partizan iff f_L = f_R.",
        restored: false,
        check: |effort, limits| definitions::definition_3(&quintuple::NAMING, effort, limits),
    },
    Claim {
        id: "C4",
        title: "Proposition 2",
        statement: "Terminal labels from the endings (Left wins, Right loses when stuck: L; the \
                    reverse: R; both win: N; both lose: P). Otherwise N iff some option is P or \
                    both L and R occur among the options; P iff all options are N; L iff some \
                    option is L and all are L or N; R likewise.",
        restored: true,
        check: |effort, limits| rules::proposition_2(&rules::PROPOSITION_2, effort, limits),
    },
    Claim {
        id: "C5",
        title: "Definition 5",
        statement: "EO-Subtraction Nim: both players take s in S from n tokens; a stuck position \
                    is won by Left if n is even, by Right if n is odd.",
        restored: false,
        check: |effort, limits| rules::definition_5(rules::EVEN_ODD, effort, limits),
    },
    Claim {
        id: "C6",
        title: "Proposition 3",
        statement: "S = {2,3}: L at n ≡ 0, 2 mod 5, R only at 1, N at 3, 4 mod 5, P at 1 mod 5 \
                    from 6.",
        restored: true,
        check: |_, limits| examples::proposition_3(limits),
    },
    Claim {
        id: "C7",
        title: "Proposition 4",
        statement: "S = {2,3,6}: LRLNNLLN, then L for all n ≥ 8. Is it the only S that fits the \
                    proof's text?",
        restored: true,
        check: |_, limits| examples::proposition_4(&printed::pattern("C7")?, limits),
    },
    Claim {
        id: "C8",
        title: "Introduction",
        statement: "There is no S for which Right has an advantage.",
        restored: false,
        check: |effort, limits| runs::right_is_behind(runs::RIGHT_BEHIND, effort, limits),
    },
    Claim {
        id: "C9",
        title: "Section 2.2, the census",
        statement: "Almost 98 % of the sampled S end in L for all large n; samples are all S with \
                    minimum exactly 2, and all with minimum exactly 3, up to some maximum. An \
                    earlier report says more than 81 %.",
        restored: false,
        check: census::printed_census,
    },
    Claim {
        id: "C10",
        title: "Lemma 6",
        statement: "If Right wins moving first (second) at n, then Left wins moving first (second) \
                    at n ± 1.",
        restored: true,
        check: |effort, limits| neighbours::neighbours(neighbours::LEMMA_6, effort, limits),
    },
    Claim {
        id: "C11",
        title: "Theorem 5 (1)-(3)",
        statement: "R at n ⇒ L at n ± 1; P at n ⇒ L or P at n ± 1; N at n ⇒ L or N at n ± 1.",
        restored: false,
        check: |effort, limits| neighbours::neighbours(neighbours::THEOREM_5, effort, limits),
    },
    Claim {
        id: "C12",
        title: "Theorem 5 (4)",
        statement: "Runs of P have length at most m - 1, and L on both sides.",
        restored: true,
        check: |effort, limits| runs::runs_are_short(&runs::RUNS_OF_P, effort, limits),
    },
    Claim {
        id: "C13",
        title: "Theorem 5 (5)",
        statement: "A run of N has L on its left, on its right too if it ends; for finite S its \
                    length is at most M - 1.",
        restored: true,
        check: |effort, limits| runs::theorem_5_5(&runs::RUNS_OF_N, effort, limits),
    },
    Claim {
        id: "C14",
        title: "After Remark 2",
        statement: "R is isolated; only L can last for ever.",
        restored: false,
        check: |effort, limits| runs::only_left_lasts(runs::LASTING, effort, limits),
    },
    Claim {
        id: "C15",
        title: "Remark 1",
        statement: "With Left and Right exchanged, Lemma 6 fails for S = {2,3}.",
        restored: true,
        check: |effort, limits| {
            examples::remark_1(sets::Set::parse("2,3")?, neighbours::EXCHANGED, effort, limits)
        },
    },
    Claim {
        id: "C16",
        title: "Remark 2",
        statement: "S = {2, 3, 4, …}: every n ≥ 3 is N.",
        restored: true,
        check: |_, limits| examples::remark_2(&printed::pattern("C16")?, limits),
    },
    Claim {
        id: "C17",
        title: "Definitions 6 and 7",
        statement: "S is k-symmetric if s in S implies k - s in S. A sequence is periodic if o(n + \
                    p) = o(n) for all n ≥ n₀, purely periodic if n₀ = 0.",
        restored: false,
        check: |effort, limits| symmetric::definitions_6_7(|s| s.min() + s.max(), effort, limits),
    },
    Claim {
        id: "C18",
        title: "Proposition 7",
        statement: "If S is finite, o is eventually periodic. How long do period and preperiod \
                    get?",
        restored: false,
        check: |effort, limits| periods::proposition_7(periods::allowed_words, effort, limits),
    },
    Claim {
        id: "C19",
        title: "Proposition 8",
        statement: "S k-symmetric, any terminal labels: o(n) in {L,P} ⇒ o(n+k) in {L,P}; the same \
                    for {R,P}; o(n) = P ⇒ o(n+k) = P; o(n+k) = N ⇒ o(n) = N.",
        restored: true,
        check: |effort, limits| symmetric::proposition_8(symmetric::PROPOSITION_8, effort, limits),
    },
    Claim {
        id: "C20",
        title: "Proposition 9",
        statement: "S k-symmetric, with a P terminal, or both L and R terminals, or only N \
                    terminals: not of period 1. Is “not of period k” true?",
        restored: true,
        check: |effort, limits| symmetric::proposition_9(&symmetric::PROPOSITION_9, effort, limits),
    },
    Claim {
        id: "C21",
        title: "After Proposition 9",
        statement: "S = {2,3}: with 0 = L, 1 = N all heaps from 2 on are L; with 0 = N, 1 = L the \
                    outcomes are purely periodic with period 5. Which word is repeated?",
        restored: true,
        check: |_, limits| {
            examples::labels_exchanged(&printed::pattern("C21")?, examples::NL, limits)
        },
    },
    Claim {
        id: "C22",
        title: "Proposition 10",
        statement: "EO with k-symmetric S: the period is at least 2.",
        restored: true,
        check: |effort, limits| symmetric::proposition_10(2, effort, limits),
    },
    Claim {
        id: "C23",
        title: "Theorem 11",
        statement: "If S is k-symmetric, k is a period of the outcomes, with any terminal labels.",
        restored: false,
        check: |effort, limits| symmetric::theorem_11(|k| k, effort, limits),
    },
    Claim {
        id: "C24",
        title: "Proposition 12",
        statement: "EO of minimal period 2: the pair is (L,R) or (L,N); for finite S only (L,R), \
                    exactly when all of S is even. Which infinite S has (L,N)?",
        restored: true,
        check: |effort, limits| pairs::proposition_12(&pairs::PROPOSITION_12, effort, limits),
    },
    Claim {
        id: "C25",
        title: "Example 1",
        statement: "The outcomes of a set S that is lost.",
        restored: false,
        check: examples::example_1,
    },
    Claim {
        id: "C26",
        title: "Section 4.1",
        statement: "The periods of EO and of normal play on the same S are often coprime.",
        restored: false,
        check: |effort, limits| normal::often_coprime(50.0, effort, limits),
    },
    Claim {
        id: "C27",
        title: "Theorem 13",
        statement: "If every R of EO is a P of normal play, then every P of EO is a P of normal \
                    play and every N of EO an N of normal play (Carret).",
        restored: true,
        check: |effort, limits| normal::theorem_13(&normal::THEOREM_13, effort, limits),
    },
    Claim {
        id: "C28",
        title: "Section 4.2",
        statement: "A stuck position won by Left becomes the game 1, by Right the game -1 \
                    (Nowakowski); then every n has a canonical form in normal play.",
        restored: true,
        check: |effort, limits| values::normalised(values::NOWAKOWSKI, effort, limits),
    },
    Claim {
        id: "C29",
        title: "Section 4.2",
        statement: "For S = {2,3} the values are periodic with period 5.",
        restored: true,
        check: |_, limits| values::periodic_values(sets::Set::parse("2,3")?, 5, limits),
    },
    Claim {
        id: "C30",
        title: "Section 4.2",
        statement: "For S = {2,3,6} the values are not periodic, not even additively: G(n+9) - \
                    G(n) = 0 only for n in certain classes mod 9 with one exception, and elsewhere \
                    the second difference is never 0. Which classes, which exception, which closed \
                    form?",
        restored: true,
        check: |effort, limits| {
            let (said, closed) = (&differences::DIFFERENCES, &closed_form::CLOSED_FORM);
            differences::not_periodic(said, closed, effort, limits)
        },
    },
    Claim {
        id: "C31",
        title: "Section 4.2, question",
        statement: "Are the values periodic for every finite S?",
        restored: false,
        check: values::question,
    },
];

/// A statement of ours that was looked at: what holds for all if it does, and what to say if not.
fn settled(
    holds: bool,
    yes: impl Into<String>,
    no: impl Into<String>,
    why: impl Into<String>,
) -> Statement {
    match holds {
        true => Statement::beyond(yes, Known::for_all(why)),
        false => Statement::beyond(no, Known::ByExample),
    }
}
