//! Every checker refutes a wrong statement, and upholds the right one.

use dashu_ratio::RBig;

use super::WORKED_GAME;
use super::cogames::{any_number, fixed_number};
use super::real::{
    BIJECTIONS, BREAKS, Curve, HALF_LINE, more_piles, phi_is_structure, structures_are_cogames,
};
use super::relation::Relation;
use super::structures::{
    self, CONVERSE, LOSING_REACHES_WINNING, MEANT, NECESSARY, SUFFICIENT, cogame, complete,
    definition, endless, exactly_one, from_losing, loop_free,
};
use super::sums::{PRINTED, bouton, group, worked_game};
use crate::finding::Verdict;
use crate::testing::{quick, refuted, upheld};

#[test]
fn runs_that_end_have_one_structure() {
    upheld(exactly_one(Relation::is_acyclic, &quick()));
    refuted(exactly_one(|_| true, &quick()), "0→0 on 1 state: 0 structures");
}

#[test]
fn the_printed_definition_allows_nothing() {
    let finding = refuted(definition(structures::PRINTED, &quick()), "W = {1} is not allowed");
    assert!(finding.statements[0].correction);
    upheld(definition(MEANT, &quick()));
}

#[test]
fn two_states_that_move_to_each_other() {
    let both_ways = Relation::new(2, [(0, 1), (1, 0)]);
    let finding = upheld(endless(both_ways, 0b10, &quick()));
    assert!(finding.statements[0].text.contains("2 structures"));
    refuted(endless(both_ways, 0b11, &quick()), "does not satisfy");
    let triangle = Relation::new(3, [(0, 1), (1, 2), (2, 0)]);
    refuted(endless(triangle, 0b101, &quick()), "does not satisfy");
    let ends = Relation::new(2, [(1, 0)]);
    refuted(endless(ends, 0b10, &quick()), "play ends at 0");
}

#[test]
fn cogames_are_games_of_the_reversed_relation() {
    upheld(cogame(Relation::reversed, &quick()));
    refuted(cogame(|relation| relation, &quick()), "on 2 states");
}

#[test]
fn losing_states_move_to_winning_ones() {
    upheld(from_losing(LOSING_REACHES_WINNING, &quick()));
    refuted(from_losing(CONVERSE, &quick()), "on 2 states");
}

#[test]
fn nim_is_a_cogame_if_piles_may_be_added() {
    let finding = upheld(any_number(&quick()));
    assert!(finding.statements[0].text.contains("iff n is even"));
    upheld(fixed_number(2, &quick()));
    upheld(fixed_number(4, &quick()));
    refuted(fixed_number(1, &quick()), "(1) wins and comes from no losing state");
    refuted(fixed_number(3, &quick()), "(1,1,1)");
}

/// x/(x+1): increasing, but never 1.
const BOUNDED: Curve = Curve {
    text: "x/(x+1)",
    phi: |a| Some(a / (RBig::ONE + a)),
    back: |b| (*b < RBig::ONE).then(|| b / (RBig::ONE - b)),
    heights: |x| x.clone(),
    is_bijection: false,
};

/// |x - 1|: not increasing.
const FOLDED: Curve = Curve {
    text: "|x-1|",
    phi: |a| Some(if *a < RBig::ONE { RBig::ONE - a } else { a - RBig::ONE }),
    back: |b| Some(b + RBig::ONE),
    heights: |x| x.clone(),
    is_bijection: false,
};

#[test]
fn bijections_make_structures() {
    upheld(phi_is_structure(&BIJECTIONS, &quick()));
    refuted(
        phi_is_structure(&[BOUNDED], &quick()),
        "(0,1) is not in L, and no state of L lies above it",
    );
    refuted(
        phi_is_structure(&[FOLDED], &quick()),
        "(0,0) is not in L, and no state of L lies below it",
    );
}

#[test]
fn not_every_structure_is_a_cogame() {
    upheld(structures_are_cogames(&BIJECTIONS, &quick()));
    let finding = refuted(
        structures_are_cogames(&[HALF_LINE], &quick()),
        "(1,0) is not in L, and no state of L lies above it",
    );
    assert!(finding.statements[0].correction);
}

#[test]
fn plain_exclusive_or_breaks_on_the_reals() {
    let finding = more_piles(&BREAKS, &quick()).unwrap();
    assert_eq!(finding.verdict, Verdict::Open);
    assert_eq!(finding.statements.len(), 4);
    refuted(more_piles(&[(1, 2), (1, 4), (1, 1)], &quick()), "(1/2,1/4,1)");
}

#[test]
fn complete_relations_have_no_structure() {
    let finding = upheld(complete(|_, _| true, &quick()));
    // Counted by another program.
    assert!(finding.statements[0].text.contains("282 of 512 on 3, 39190 of 65536 on 4"));
    refuted(complete(|a, b| a != b, &quick()), "on 1 state has 1");
}

#[test]
fn a_state_without_a_loop_is_necessary_only() {
    let finding = upheld(loop_free(NECESSARY, &quick()));
    assert_eq!(finding.statements.len(), 2);
    refuted(loop_free(SUFFICIENT, &quick()), "on 2 states");
}

#[test]
fn digits_without_carry_make_a_group() {
    upheld(group(PRINTED, &quick()));
    refuted(group(|a, b| a + b - a * b, &quick()), "a law fails");
    refuted(group(|a, b| a * b, &quick()), "a law fails");
}

#[test]
fn the_sum_decides_nim() {
    upheld(bouton(0, false, &quick()));
    refuted(bouton(1, false, &quick()), "(0) loses, its ⊕-sum is 0");
    refuted(bouton(0, true, &quick()), "cannot be lowered");
}

#[test]
fn the_worked_game_is_replayed() {
    upheld(worked_game(WORKED_GAME, &quick()));
    refuted(
        worked_game(&WORKED_GAME.replace("2,4,6", "1,4,6"), &quick()),
        "at (1,4,6) B to move wins",
    );
    refuted(
        worked_game(&WORKED_GAME.replace("2,1\n", "2,3\n"), &quick()),
        "(2,2) cannot be moved to (2,3)",
    );
    refuted(worked_game(&WORKED_GAME.replace("1,1\n1,0", "1,0"), &quick()), "B");
    assert!(worked_game("3,x", &quick()).is_err());
}
