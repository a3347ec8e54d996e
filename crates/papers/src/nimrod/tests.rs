//! Every checker refutes a wrong statement, and upholds the right one.

use bouton_lab::Bits;
use bouton_lab::duels::{Model, StrategyName};

use super::cars::{CLOSING, OWN, equivalent};
use super::games::{
    MODEL, beats, copes, model_beats_proposition, model_beats_random, resembles, tests_the_core,
};
use super::local::{INTERMEDIATE_STEPS, PROPOSITION_1, Rule, at, rules_hold, small_configuration};
use super::row::{chaotic, in_oeis, looks_chaotic, no_move, printed_row};
use super::sectors::{
    BOUNDARY, algebra, core_boundary, core_share, edges, read_sectors, read_steps, sector_theorem,
};
use super::{ROW_1, SECTORS, STEPS};
use crate::finding::Verdict;
use crate::testing::{limits, proved, quick, refuted, sampled, upheld};

#[test]
fn a_player_at_the_least_speed_cannot_brake() {
    let finding =
        refuted(equivalent(OWN, 1, &quick()), "at the distance 1 with the speeds 1 (mover) and 1");
    assert_eq!(finding.statements.len(), 2);
    let may_stand = OWN.replace(">= 1", ">= 0");
    refuted(equivalent(&may_stand, 0, &quick()), "at the distance 0");
    proved(equivalent(CLOSING, 1, &quick()));
}

#[test]
fn small_piles_have_no_move() {
    let finding = proved(no_move(1, &quick()));
    assert_eq!(finding.statements.len(), 1);
    refuted(no_move(0, &quick()), "(1,2) has the move to (0,1)");
}

#[test]
fn the_printed_row_departs_at_17() {
    let finding =
        refuted(printed_row(ROW_1, &quick()), "the pile 16 is lost and missing; printed is 17");
    assert!(
        finding.statements[0]
            .text
            .contains("3, 5, 8, 11, 13, 16, 19, 21, 24, 26, 29, 31, 34, 37, 39, 42")
    );
    assert!(finding.note.contains("one too large"));
    upheld(printed_row("3, 5, 8, 11, 13, 16, 19, 21", &quick()));
    refuted(printed_row("3, 5, 9", &quick()), "the pile 8 is lost");
    assert!(printed_row("3, x", &quick()).is_err());
    assert_eq!(in_oeis().verdict, Verdict::NotCheckable);
}

#[test]
fn proposition_1_follows_from_the_equations() {
    proved(rules_hold(&PROPOSITION_1, &quick()));
    let finding = proved(rules_hold(&INTERMEDIATE_STEPS, &quick()));
    assert!(finding.note.contains("all at a ≤ 1"));
    let converse: Rule<'_> = (&[(at(0, 1), true)], (at(1, 1), false));
    refuted(rules_hold(&[converse], &quick()), "at a = 1");
    let wrong_step: Rule<'_> = (&[(at(0, 1), true), (at(1, 1), true)], (at(-1, 2), true));
    refuted(rules_hold(&[wrong_step], &quick()), "at a = 1");
    // True of every pile that was computed, yet not deduced from the cells around it alone.
    let late: Rule<'_> = (&[(at(0, 1), false)], (at(2, 5), true));
    assert!(rules_hold(&[late], &quick()).unwrap().known.proof.is_none());
}

#[test]
fn two_cells_fix_thirty() {
    let finding = proved(small_configuration(2, 30, &quick()));
    assert!(finding.statements[0].text.contains("at most 13"));
    refuted(small_configuration(1, 30, &quick()), "fixes 13 cells");
    refuted(small_configuration(2, 60, &quick()), "fixes 43 cells");
}

#[test]
fn the_sectors_are_proved() {
    let sectors = |text: &str| read_sectors(text).unwrap();
    proved(sector_theorem(&sectors(SECTORS), &quick()));
    for (right, wrong, what) in [
        ("p < 2kr-3k", "p < 2kr-3k+1", "lies in A_"),
        ("(2k-1)r+k-2", "(2k-1)r+k-3", "lies in B_"),
        ("p < 2kr+k\n", "p < 2kr+k+1\n", "lies in C_"),
        ("2kr+k-1 < p", "2kr+k-2 < p", "lies in D_"),
        ("A; 1; r-1", "A; 1; r", "lies in A_"),
    ] {
        assert!(SECTORS.contains(right));
        refuted(sector_theorem(&sectors(&SECTORS.replace(right, wrong)), &quick()), what);
    }
    // Smaller sectors are right as far as one sees, but they no longer catch every move from D_k.
    let smaller = SECTORS.replace("p < 2kr-k\n", "p < 2kr-k-2\n");
    let finding = upheld(sector_theorem(&sectors(&smaller), &quick()));
    assert!(finding.known.proof.is_none(), "{:?}", finding.known);
}

#[test]
fn one_printed_end_is_off() {
    let (steps, sectors) = (read_steps(STEPS).unwrap(), read_sectors(SECTORS).unwrap());
    let finding =
        refuted(algebra(&steps, 'D', &sectors, &quick()), "the right end of the line for p + r");
    assert!(finding.statements[0].correction);
    let repaired = STEPS.replace("(2k+1)r+1-k-1", "(2k+1)r-k-1").replace("2kr-k; B", "2kr-k-1; B");
    proved(algebra(&read_steps(&repaired).unwrap(), 'D', &sectors, &quick()));
    for of in ['A', 'B', 'C'] {
        proved(algebra(&steps, of, &sectors, &quick()));
    }
    let harmful = repaired.replace("2kr-3k-2", "2kr-3k+1");
    let finding = refuted(
        algebra(&read_steps(&harmful).unwrap(), 'D', &sectors, &quick()),
        "the right end of the line for p is",
    );
    assert!(finding.statements.is_empty());
}

#[test]
fn edges_are_exact_but_for_single_piles() {
    let finding = refuted(edges(2, &quick()), "(10,4) lies right after D_1");
    assert!(finding.statements[1].text.contains("k = 1, 2, 3, 4, 5, 17, 18, 19, 20, 21, 28"));
    proved(edges(3, &quick()));
}

#[test]
fn the_core_begins_on_a_parabola() {
    proved(core_boundary(BOUNDARY, &quick()));
    refuted(core_boundary("2rr+r-2", &quick()), "at r = 2");
    refuted(core_boundary("2rr-6", &quick()), "at r = 2");
}

#[test]
fn half_of_the_strip_is_decided() {
    sampled(core_share(|t| 2.0 * (1.0 - t), &quick()));
    refuted(core_share(|t| 1.0 - t, &quick()), "for p/r² from 0.50 to 0.55");
}

#[test]
fn stripes_resemble_the_plot_outside_the_core() {
    upheld(resembles(&Model::SECTORS, &quick()));
    refuted(resembles(&Model { b: 1.0, ..Model::SECTORS }, &quick()), "a constant guess");
}

const SMALL: [u64; 2] = [200, 1_000];

#[test]
fn shares_are_compared_with_intervals() {
    let finding = upheld(model_beats_random(&SMALL, 0.8, &quick()));
    assert!(finding.statements[1].text.contains("sector-random against random"));
    let random = StrategyName::Random;
    refuted(beats([MODEL, random], &SMALL, 0.999, &quick()), "not more than 100 %");
    refuted(beats([random, MODEL], &SMALL, 0.8, &quick()), "random wins");
    // Without an exact chance a share within the interval settles nothing.
    let even = beats([random; 2], &[3_000], 0.5, &quick()).unwrap();
    assert_eq!(even.verdict, Verdict::Open);
}

#[test]
fn proposition_is_beaten() {
    let beaten = |more_than: f64| model_beats_proposition(&[1_000], more_than, &quick());
    // With the fitted parameters it is true, with those that draw the plot false.
    let finding = beaten(0.6).unwrap();
    assert_eq!(finding.verdict, Verdict::Open);
    assert!(finding.known.sentence().contains("depends on the parameters"));
    assert_eq!(finding.statements.len(), 2);
    upheld(beaten(0.4));
    refuted(beaten(0.99), "model wins");
}

#[test]
fn proposition_makes_sense_reversed() {
    let finding = refuted(
        tests_the_core(false, &quick()),
        "which a sector decides, Proposition plays at random",
    );
    assert!(finding.statements[0].correction);
    proved(tests_the_core(true, &quick()));
}

#[test]
fn the_cosine_is_worth_little() {
    // The parameters are not printed: those that are not better refute nothing.
    let open = |models: &[Model], last: u32, what: &str| {
        let finding = copes(models, last, &quick()).unwrap();
        assert_eq!((finding.verdict, &finding.counterexample), (Verdict::Open, &None));
        let reason = finding.known.sentence();
        assert!(reason.contains("by over 1 in a hundred") && reason.contains(what), "{reason}");
        finding
    };
    let finding = open(&[Model::FITTED], 2, "not better for piles from 10^2 to 10^3");
    assert!(finding.statements[0].text.contains("for piles from 10^1 to 10^2"));
    // On the piles that it was fitted to the claim is true.
    upheld(copes(&[Model::FITTED], 1, &quick()));
    let unfitted = Model { b: -1.0, ..Model::FITTED };
    open(&[unfitted], 1, "not better for piles from 10^1 to 10^2");
    open(&[Model::FITTED, unfitted], 1, "with a, b, c, d = 0.98");
}

#[test]
fn row_1_has_no_period() {
    let finding = upheld(looks_chaotic(&quick()));
    // Counted by another program.
    assert!(finding.statements[0].text.starts_with("3870334 of the piles 1 to 10000000 are lost"));
    let periodic: Bits = (0..10_000).map(|pile| matches!(pile % 13, 2 | 5 | 7 | 10)).collect();
    refuted(chaotic(&periodic, &limits()), "period 13");
}
