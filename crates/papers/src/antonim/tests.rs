//! Every checker refutes a wrong statement, and upholds the right one.

use bouton_lab::values::Outcome;

use super::completion::{Bound, PRODUCT, SUM, SUM_AND_COUNT, move_count, theorem_1};
use super::heaps::table;
use super::recursion::{PRINTED, Recursion, SOUND, theorem_3};
use super::shift::{self, CORRECTED, ShiftRule, example, fails_from, theorem_2};
use super::states::{
    ALL_SHARING, LEMMAS, NO_SHARING, NUMBER_LINE, PAIRWISE_DIFFERENT, POSITIVE_DIFFERENT,
    StateRule, lemmas, number_line, states,
};
use super::tables::{LEAST_FREE, LEAST_POSITIVE, Pattern, compare, pattern};
use crate::finding::Exhibit;
use crate::judge::Named;
use crate::testing::{quick, refuted, upheld};

#[test]
fn the_number_line_needs_square_0_and_no_other() {
    upheld(number_line(&NUMBER_LINE, &quick()));
    refuted(number_line(&NO_SHARING, &quick()), "from (0,1) to (0,0)");
    refuted(number_line(&ALL_SHARING, &quick()), "from (1,2) to (1,1)");
}

#[test]
fn states_must_be_closed_under_moves() {
    let finding = refuted(states(&PAIRWISE_DIFFERENT, &quick()), "(0,1) moves to it");
    assert!(finding.statements[0].correction);
    upheld(states(&POSITIVE_DIFFERENT, &quick()));
    let two: StateRule = Named {
        words: "at most two numbers are 0",
        rule: |tuple| tuple.iter().filter(|heap| **heap == 0).count() <= 2,
    };
    refuted(states(&two, &quick()), "(0,0,0) has to be a position");
}

#[test]
fn the_lemmas_hold_and_their_converses_fail() {
    upheld(lemmas(&LEMMAS, Outcome::P, &quick()));
    let all_to_p = (Outcome::N, Outcome::P, true);
    refuted(lemmas(&[all_to_p], Outcome::P, &quick()), "(2) (Z)");
    let some_to_n = (Outcome::P, Outcome::N, false);
    refuted(lemmas(&[some_to_n], Outcome::P, &quick()), "(0) (Z): it is P, and there is no move");
    refuted(lemmas(&LEMMAS, Outcome::N, &quick()), "no N can be handed over again");
}

#[test]
fn completions_exist_within_the_bound() {
    let finding = upheld(theorem_1(&SUM_AND_COUNT, &quick()));
    assert!(finding.known.proof.is_some());
    let Exhibit::Table { rows, .. } = &finding.exhibits[0] else { panic!("a table comes first") };
    let (below, cells) = rows.last().unwrap();
    assert_eq!(
        (below.as_str(), cells[0].text.as_str(), cells[1].text.as_str()),
        ("256", "592087", "427")
    );
    let sum: Bound = Named { words: "the sum", rule: |tuple| tuple.iter().sum() };
    refuted(theorem_1(&sum, &quick()), "(1) is completed by 2");
}

#[test]
fn the_product_is_no_bound_and_the_sum_is() {
    let finding = refuted(move_count(&PRODUCT, &quick()), "(0,1) has 1 move,");
    assert_eq!(finding.statements.len(), 3);
    upheld(move_count(&SUM, &quick()));
    let less: Bound =
        Named { words: "the sum less one", rule: |tuple| (SUM.rule)(tuple).saturating_sub(1) };
    refuted(move_count(&less, &quick()), "(1) has 1 move,");
}

#[test]
fn a_wrong_cell_is_found_wherever_it_is() {
    upheld(compare(&table(1).unwrap(), &quick()));
    upheld(compare(&table(2).unwrap(), &quick()));
    for (row, column, wrong) in [(0, 0, None), (14, 12, Some(3)), (7, 7, Some(1)), (3, 5, Some(2))]
    {
        let mut tables = table(1).unwrap();
        tables[0].rows[row].1[column] = wrong;
        let finding =
            refuted(compare(&tables, &quick()), &format!("({row},{column}) is completed by"));
        let Exhibit::Table { rows, .. } = &finding.exhibits[0] else {
            panic!("a table comes first")
        };
        let marked = rows.iter().flat_map(|(_, cells)| cells).filter(|cell| cell.printed.is_some());
        assert_eq!(marked.count(), 1);
        assert!(rows[row].1[column].printed.is_some());
    }
    let mut tables = table(2).unwrap();
    tables[1].rows[4].1[5] = Some(8);
    refuted(compare(&tables, &quick()), "(1,4,5) is completed by 7, printed is 8");
}

#[test]
fn the_rule_for_three_heaps_has_one_exception() {
    let finding = refuted(theorem_2(&shift::PRINTED, &quick()), "(0,0,0) is P, but 1 ⊕ 1 ⊕ 1 = 1");
    assert!(finding.statements[1].text.contains("holds as printed"));
    upheld(theorem_2(&CORRECTED, &quick()));
    let zero = ShiftRule { shift: 0, also_p: &[] };
    refuted(theorem_2(&zero, &quick()), "(0,1,2) is P");
    let two = ShiftRule { shift: 2, also_p: &[&[0, 0, 0]] };
    refuted(theorem_2(&two, &quick()), "is");
}

#[test]
fn the_rule_holds_for_three_heaps_and_no_others() {
    upheld(fails_from(&shift::PRINTED, 4, &quick()));
    refuted(fails_from(&CORRECTED, 3, &quick()), "with 3 heaps the rule holds");
}

#[test]
fn every_fact_of_the_example_is_checked() {
    let [nim, position, reply] = [[1, 2, 5, 6], [0, 1, 4, 5], [0, 1, 3, 5]];
    upheld(example([nim, position, reply], &quick()));
    refuted(example([[1, 2, 5, 7], position, reply], &quick()), "is N in Nim");
    refuted(example([[1, 2, 4, 7], position, reply], &quick()), "raised by one");
    refuted(example([nim, position, [0, 1, 2, 5]], &quick()), "(0,1,2,5) is N");
    refuted(example([nim, position, [0, 1, 2, 4]], &quick()), "cannot move");
}

#[test]
fn the_pattern_needs_zero() {
    let finding = refuted(pattern(&LEAST_POSITIVE, &quick()), "the cell (0,0) is 0");
    assert_eq!(finding.statements.len(), 2);
    upheld(pattern(&LEAST_FREE, &quick()));
    let headings = Pattern { least: 0, zero_heading_counts: true };
    refuted(pattern(&headings, &quick()), "the cell (0,0) is 0, the pattern gives 1");
    let positive = Pattern { least: 1, zero_heading_counts: false };
    refuted(pattern(&positive, &quick()), "the cell (0,0)");
}

#[test]
fn the_recursion_needs_its_conditions() {
    let finding = refuted(theorem_3(&PRINTED, &quick()), "(1) is completed by 2, not by 3");
    assert!(finding.statements[0].correction);
    upheld(theorem_3(&SOUND, &quick()));
    upheld(theorem_3(&Recursion { least_lowering: 1, ..PRINTED }, &quick()));
    let zeros = Recursion { least_lowering: 1, zeros_allowed: true, ..PRINTED };
    refuted(theorem_3(&zeros, &quick()), "(0) is completed by 0, not by 1");
    refuted(
        theorem_3(&Recursion { least_lowering: 2, ..SOUND }, &quick()),
        "(1) is completed by 2, not by 0",
    );
}
