//! Every checker can say no: each is given a wrong statement and refutes it.

use bouton_lab::rules::Ending;
use bouton_lab::values::Outcome::{self, L, N, P, R};

use super::closed_form::{CLOSED_FORM, ClosedForm, Kind, MINUS_ONE, ONE, prove};
use super::definitions::{IMPARTIAL, Impartial, READING};
use super::neighbours::{EXCHANGED, LEMMA_6, Law, THEOREM_5, induction, neighbours};
use super::normal::{Implication, often_coprime, theorem_13};
use super::pairs::proposition_12;
use super::periods::{allowed_words, proposition_7};
use super::printed::{Class, Pattern, Share, pattern, shares};
use super::quintuple::NAMING;
use super::rules::{PROPOSITION_2, Proposition2};
use super::runs::{RUNS_OF_N, RUNS_OF_P, RunLaw};
use super::sets::Set;
use super::strip::Strip;
use super::symmetric::{Kept, PROPOSITION_8};
use super::values::{NOWAKOWSKI, normalised, periodic_values};
use super::{census, definitions, differences, examples, rules, runs, symmetric};
use crate::finding::{Finding, Statement, Verdict};
use crate::testing::{limits, proved, quick, refuted, upheld};

#[track_caller]
fn says<'a>(finding: &'a Finding, text: &str) -> &'a Statement {
    let found = finding.statements.iter().find(|statement| statement.text.contains(text));
    found.unwrap_or_else(|| panic!("no statement has `{text}`: {:?}", finding.statements))
}

#[test]
fn c1_constant_endings() {
    proved(definitions::definition_1(&READING, &quick()));
    let exchanged = [Ending::Misere, Ending::Normal];
    refuted(definitions::definition_1(&exchanged, &quick()), "constantly Lose, S = {2}");
}

#[test]
fn c2_equal_options_are_not_enough() {
    proved(definitions::definition_2(IMPARTIAL, &quick()));
    let wrong: [Impartial; 2] = [|game| game.same_options(), |game| game.same_endings()];
    for wrong in wrong {
        refuted(definitions::definition_2(wrong, &quick()), "of an impartial game is");
    }
}

#[test]
fn c3_letters() {
    proved(definitions::definition_3(NAMING, &quick()));
    for wrong in [[R, L, N, P], [L, R, P, N]] {
        refuted(definitions::definition_3(wrong, &quick()), "by strategies");
    }
}

#[test]
fn c4_rules_that_leave_something_out() {
    proved(rules::proposition_2(&PROPOSITION_2, &quick()));
    fn without_l_and_r(options: &[Outcome]) -> Option<Outcome> {
        (PROPOSITION_2.other)(options).filter(|_| !(options.contains(&L) && options.contains(&R)))
    }
    fn exchanged(options: &[Outcome]) -> Option<Outcome> {
        (PROPOSITION_2.other)(options).map(|letter| match letter {
            L => R,
            R => L,
            other => other,
        })
    }
    for other in [without_l_and_r as fn(&[Outcome]) -> Option<Outcome>, exchanged] {
        let wrong = Proposition2 { other, ..PROPOSITION_2 };
        refuted(rules::proposition_2(&wrong, &quick()), "with options L");
    }
    let wrong = Proposition2 { terminal: |left, _| if left { L } else { R }, ..PROPOSITION_2 };
    refuted(rules::proposition_2(&wrong, &quick()), "is N, not L");
}

#[test]
fn c5_odd_for_left() {
    proved(rules::definition_5(0, &quick()));
    refuted(rules::definition_5(1, &quick()), "S = {2}, 0 tokens");
}

/// The pattern with one letter changed.
fn changed(id: &str, from: (Outcome, Class), to: (Outcome, Class)) -> Pattern {
    let mut pattern = pattern(id).unwrap();
    let place = pattern.rules.iter().position(|rule| *rule == from).expect("it is printed");
    pattern.rules[place] = to;
    pattern
}

#[test]
fn c6_a_changed_class() {
    proved(examples::outcomes_as_printed(&pattern("C6").unwrap(), &quick()));
    let from = (P, Class { first: 6, step: 5 });
    for (to, heap) in [
        ((P, Class { first: 11, step: 5 }), "heap 6"),
        ((P, Class { first: 1, step: 5 }), "heap 1"),
        ((R, Class { first: 6, step: 5 }), "heap 6"),
        ((P, Class { first: 9, step: 4 }), "heap 6"),
    ] {
        refuted(examples::outcomes_as_printed(&changed("C6", from, to), &quick()), heap);
    }
}

#[test]
fn c7_a_changed_word_and_the_only_set() {
    let finding = proved(examples::proposition_4(&pattern("C7").unwrap(), &quick()));
    assert!(says(&finding, "the only one").known.proof.is_some());
    let wrong = changed("C7", (N, Class { first: 7, step: 0 }), (L, Class { first: 7, step: 0 }));
    refuted(examples::proposition_4(&wrong, &quick()), "heap 7");
    // The pattern of another set: {2,4,5} has it, and the search finds just that.
    let strip = Strip::parse("2,4,5", &limits()).unwrap();
    let tail = Class { first: strip.preperiod, step: 1 };
    let single = (0..strip.preperiod).map(|heap| (strip.at(heap), Class { first: heap, step: 0 }));
    let rules = single.chain([(L, tail)]).collect();
    let other = Pattern { game: "2,4,5".to_owned(), rules };
    says(&upheld(examples::proposition_4(&other, &quick())), "{2,4,5}");
}

#[test]
fn c8_the_other_way_round() {
    proved(runs::right_is_never_ahead(R, L, &quick()));
    refuted(runs::right_is_never_ahead(L, R, &quick()), "heaps 0..0");
    refuted(runs::right_is_never_ahead(N, L, &quick()), "more N than L");
}

#[test]
fn c9_shares() {
    let tops = [23, 15];
    let eighty_one = shares().unwrap().remove(1);
    let finding = upheld(census::census(&[eighty_one], tops, &quick()));
    let fits = says(&finding, "more than 81 %");
    assert!(fits.text.contains("min 2 with max 23 (1710761 of 2097152"), "{fits:?}");
    assert!(fits.text.contains("min 3 with max 15"), "{fits:?}");
    let nowhere = Share { text: "99 %".into(), from: 99.0, to: 100.0, source: String::new() };
    let open = census::census(&[nowhere], [12, 12], &quick()).unwrap();
    assert_eq!(open.verdict, Verdict::Open);
}

#[test]
fn c10_c11_laws_of_neighbours() {
    for laws in [LEMMA_6, THEOREM_5] {
        proved(neighbours(laws, &quick()));
        assert_eq!(induction(laws), Some(22));
    }
    refuted(neighbours(EXCHANGED, &quick()), "S = {");
    assert!(induction(EXCHANGED).is_none());
    const WRONG: [Law; 4] = [(L, &[L, N, R]), (P, &[L]), (N, &[L]), (R, &[N])];
    for law in WRONG {
        refuted(neighbours(&[law], &quick()), "S = {");
        assert!(induction(&[law]).is_none());
    }
    // True, but not inductive on its own: then nothing is claimed beyond the bound.
    let alone = upheld(neighbours(&THEOREM_5[..1], &quick()));
    assert!(alone.known.proof.is_none(), "{alone:?}");
}

#[test]
fn c12_c13_shorter_runs() {
    proved(runs::runs_are_short(&RUNS_OF_P, &quick()));
    proved(runs::theorem_5_5(&RUNS_OF_N, &quick()));
    let wrong: [RunLaw; 4] = [
        RunLaw { longest: |s| s.min() - 2, ..RUNS_OF_P },
        RunLaw { longest: |s| s.max() - 2, ..RUNS_OF_N },
        RunLaw { longest: |s| s.min() - 1, ..RUNS_OF_N },
        RunLaw { beside: N, ..RUNS_OF_P },
    ];
    for law in wrong {
        refuted(runs::runs_are_short(&law, &quick()), "in a row");
    }
}

#[test]
fn c14_other_letters_do_not_last() {
    proved(runs::only_left_lasts(R, L, &quick()));
    refuted(runs::only_left_lasts(R, N, &quick()), "then L");
    refuted(runs::only_left_lasts(P, L, &quick()), "S = {4,5}");
}

#[test]
fn c15_the_remark_needs_its_set() {
    let set = |text| Set::parse(text).unwrap();
    let finding = proved(examples::remark_1(set("2,3"), EXCHANGED, &quick()));
    assert!(says(&finding, "even elements only").known.proof.is_some());
    refuted(examples::remark_1(set("2,4"), EXCHANGED, &quick()), "hold for S = {2,4}");
    refuted(examples::remark_1(set("2,3"), LEMMA_6, &quick()), "hold for S = {2,3}");
}

#[test]
fn c16_from_2_on() {
    proved(examples::remark_2(&pattern("C16").unwrap(), &quick()));
    let to = (N, Class { first: 2, step: 1 });
    let from = (N, Class { first: 3, step: 1 });
    refuted(examples::remark_2(&changed("C16", from, to), &quick()), "heap 2");
    let finite = Pattern { game: "3+".to_owned(), ..pattern("C16").unwrap() };
    refuted(examples::remark_2(&finite, &quick()), "heap 3");
}

#[test]
fn c17_another_k() {
    proved(symmetric::definitions_6_7(|s| s.min() + s.max(), &quick()));
    refuted(symmetric::definitions_6_7(|s| 2 * s.max(), &quick()), "-symmetric");
}

#[test]
fn c18_a_bound_too_low() {
    proved(proposition_7(allowed_words, &quick()));
    refuted(proposition_7(|max| u128::from(max * max / 2), &quick()), "together exceed");
}

#[test]
fn c19_what_is_not_kept() {
    proved(symmetric::proposition_8(PROPOSITION_8, &quick()));
    const WRONG: [Kept; 5] = [&[L], &[N], &[L, R, N], &[R, N], &[L, N]];
    for law in WRONG {
        refuted(symmetric::proposition_8(&[law], &quick()), "(k = ");
    }
}

#[test]
fn c20_not_of_period_k_is_false() {
    let finding = proved(symmetric::proposition_9(|_| 1, &quick()));
    says(&finding, "“Not of period k” would be false");
    refuted(symmetric::proposition_9(|k| k, &quick()), "of period");
    refuted(symmetric::proposition_9(|_| 2, &quick()), "of period");
}

#[test]
fn c21_the_word() {
    let printed = pattern("C21").unwrap();
    let finding = proved(examples::labels_exchanged(&printed, "2,3@NL", 5, &quick()));
    says(&finding, "NLPLN");
    refuted(examples::labels_exchanged(&printed, "2,3@NL", 4, &quick()), "NLPLN");
    refuted(examples::labels_exchanged(&printed, "2,3@LN", 1, &quick()), "then L");
    let wrong = changed("C21", (N, Class { first: 1, step: 0 }), (P, Class { first: 1, step: 0 }));
    refuted(examples::labels_exchanged(&wrong, "2,3@NL", 5, &quick()), "heap 1");
}

#[test]
fn c22_c23_other_periods() {
    proved(symmetric::proposition_10(2, &quick()));
    refuted(symmetric::proposition_10(3, &quick()), "the period is 2");
    proved(symmetric::theorem_11(|k| k, &quick()));
    refuted(symmetric::theorem_11(|k| k - 1, &quick()), "3 is not a period");
    refuted(symmetric::theorem_11(|k| k / 2, &quick()), "is not a period");
}

#[test]
fn c24_other_pairs() {
    let finding = proved(proposition_12(&[R, N], R, &quick()));
    assert!(says(&finding, "(L,N) occurs").known.proof.is_some());
    refuted(proposition_12(&[R, N], N, &quick()), "S = {2}");
    refuted(proposition_12(&[R], R, &quick()), "NL");
}

#[test]
fn c25_nothing_is_claimed() {
    let finding = examples::example_1(&quick()).unwrap();
    assert_eq!(finding.verdict, Verdict::NotCheckable);
}

#[test]
fn c26_a_higher_share() {
    upheld(often_coprime(50.0, &quick()));
    refuted(often_coprime(90.0, &quick()), "are coprime");
}

#[test]
fn c27_the_hypothesis_is_needed() {
    let (hypothesis, conclusions): (&[Implication], &[Implication]) =
        (&[[R, P]], &[[P, P], [N, N]]);
    proved(theorem_13(hypothesis, conclusions, &quick()));
    refuted(theorem_13(&[], conclusions, &quick()), "S = {2,3,5}: 8 is N");
    refuted(theorem_13(hypothesis, &[[L, N]], &quick()), "S = {");
    refuted(theorem_13(hypothesis, &[[P, N]], &quick()), "S = {");
    refuted(theorem_13(&[[P, P]], conclusions, &quick()), "S = {");
}

#[test]
fn c28_other_games_at_the_stuck_heaps() {
    proved(normalised(NOWAKOWSKI, &quick()));
    for wrong in [["-1", "1"], ["0", "-1"], ["1", "*"]] {
        refuted(normalised(wrong, &quick()), "S = {2}");
    }
}

#[test]
fn c29_another_period() {
    let set = |text| Set::parse(text).unwrap();
    proved(periodic_values(set("2,3"), 5, &limits()));
    refuted(periodic_values(set("2,3"), 4, &limits()), "least period of the values is 5");
    refuted(periodic_values(set("2,3,6"), 9, &limits()), "but G(");
}

#[test]
fn c30_other_recipes() {
    let claimed = |set, shift, exceptions| {
        differences::not_periodic(set, shift, exceptions, &CLOSED_FORM, &quick())
    };
    let finding = upheld(claimed("2,3,6", 9, 1));
    for text in ["n ≡ 0, 2, 4, 5 (mod 9), except n = 4", "The closed form", "neither periodic nor"]
    {
        assert!(says(&finding, text).known.proof.is_some());
    }
    refuted(claimed("2,3,6", 5, 1), "exceptions");
    refuted(claimed("2,3,6", 9, 0), "1 exceptions: [4]");
    refuted(claimed("2,3", 5, 1), "are periodic");
}

#[test]
fn c30_the_induction_refuses_wrong_recipes() {
    assert!(prove(&CLOSED_FORM, &limits()).unwrap().is_ok());
    for (r, kind) in [(6, Kind::Even), (4, ONE), (8, Kind::Odd), (1, Kind::Eight)] {
        let mut wrong = CLOSED_FORM;
        wrong.recipes[r] = kind;
        assert!(prove(&wrong, &limits()).unwrap().is_err(), "{r} {kind:?}");
    }
    let wrong = ClosedForm { exceptions: [(1, MINUS_ONE), (1, MINUS_ONE)], ..CLOSED_FORM };
    assert!(prove(&wrong, &limits()).unwrap().is_err());
    let wrong = ClosedForm { set: [2, 3, 5], ..CLOSED_FORM };
    assert!(prove(&wrong, &limits()).unwrap().is_err());
}

#[test]
fn c31_the_answer_is_no() {
    let finding = super::values::question(&quick()).unwrap();
    assert_eq!(finding.verdict, Verdict::False);
    assert!(says(&finding, "The answer to the question is no").correction);
}
