//! Every checker refutes a wrong statement, and upholds the right one.

use bouton_lab::values::{Outcome, Player};

use super::play::{last_turn, strategy};
use super::rules::{BOTH, LABELS, LAST_STONE, labels, last_stone, set_example};
use super::sums::{ANY_HEAP, BREAKS_ZERO, Choice, DIGITS, LEADING_DIGIT, digits, lemma_1, lemma_2};
use crate::judge::Named;
use crate::testing::{quick, refuted, upheld};

#[test]
fn the_last_stone_decides() {
    upheld(last_stone(LAST_STONE, &quick()));
    refuted(last_stone([false, true], &quick()), "nim: (0,0,1) is N");
    refuted(last_stone([true, true], &quick()), "nim/misere: (0,0,1) is P");
}

#[test]
fn labels_depend_on_the_ending() {
    let finding = refuted(labels(LABELS, &BOTH, &quick()), "nim/misere: (0,0,0) is N, not P");
    assert_eq!(finding.statements.len(), 2);
    upheld(labels(LABELS, &["nim"], &quick()));
    refuted(labels([Outcome::P; 2], &["nim"], &quick()), "nim: (0,0,1) is N, not P");
    refuted(labels([Outcome::N; 2], &["nim/misere"], &quick()), "nim/misere: (0,0,1) is P");
}

#[test]
fn the_example_is_a_subtraction_set() {
    let finding = upheld(set_example(&[1, 3, 4], &[0, 2], (2, 1), &quick()));
    assert!(
        finding.statements[0]
            .text
            .contains("period 7 from 0 on, and P are exactly the heaps ≡ 0, 2 (mod 7)")
    );
    refuted(set_example(&[1, 3, 4], &[0, 3], (2, 1), &quick()), "3 is N");
    refuted(set_example(&[1, 2, 4], &[0, 2], (2, 1), &quick()), "2 is N");
    refuted(set_example(&[1, 3, 4], &[0, 2], (4, 1), &quick()), "4 has the options");
}

#[test]
fn digits_add_without_carry() {
    upheld(digits(DIGITS, &quick()));
    refuted(digits([[0, 1], [1, 1]], &quick()), "1 ⊕ 1 = 0, by digits 1");
    refuted(digits([[0, 0], [0, 1]], &quick()), "0 ⊕ 1 = 1, by digits 0");
    refuted(digits([[0, 1], [0, 0]], &quick()), "1 ⊕ 0 = 1, by digits 0");
}

#[test]
fn moves_break_the_sum_but_do_not_mend_it() {
    upheld(lemma_1(BREAKS_ZERO, &quick()));
    refuted(lemma_1([false, true], &quick()), "(2) has the sum 2 and moves to (1)");
    refuted(lemma_1([true, true], &quick()), "(1,1) has the sum 0");
}

#[test]
fn the_heap_must_have_the_leading_digit() {
    refuted(lemma_2(&ANY_HEAP, &quick()), "(1,2) with S = 3: the heap 1 cannot become S ⊕ 1 = 2");
    upheld(lemma_2(&LEADING_DIGIT, &quick()));
    let none: Choice = Named { words: "a heap larger than the sum", rule: |heap, sum| heap > sum };
    refuted(lemma_2(&none, &quick()), "no heap is meant");
    let lowest: Choice = Named {
        words: "a heap with a one in the lowest place of S",
        rule: |heap, sum| heap >> sum.trailing_zeros() & 1 == 1,
    };
    refuted(lemma_2(&lowest, &quick()), "cannot become");
}

#[test]
fn strategies_are_judged_by_the_ending() {
    upheld(strategy("nim", 0, &quick()));
    let finding = refuted(strategy("nim/misere", 1, &quick()), "(2,3) has the sum 1");
    assert!(finding.counterexample.unwrap().steps[1].contains("(2,2) is P"));
    refuted(strategy("nim", 1, &quick()), "(1) has the sum 1");
    refuted(strategy("nim/misere", 0, &quick()), "(1,1) has the sum 0");
}

#[test]
fn play_ends_on_the_opponents_turn() {
    refuted(last_turn(Player::Left, &quick()), "from (1) play ends on the opponent's turn");
    upheld(last_turn(Player::Right, &quick()));
}
