//! The claims of *On Ending Partizan Subtraction Nim* (arXiv:2605.29918).
//!
//! Both players subtract from the same set S; the ending says who wins where nobody can move. Under the EO rule a stuck
//! position is Left's if an even number of tokens is left, Right's if an odd number is.
//!
//! # The files
//! * `quintuple`, `definitions`, `rules`: Definition 1 to Definition 5 (C1 to C5).
//! * `strip`, `sets`: the outcomes of all heaps with their period, for finite S and for progressions.
//! * `printed`, `examples`: the sets that the paper works out (C6, C7, C15, C16, C21, C25).
//! * `neighbours`, `runs`: the main theorem, proved for every S by a finite check (C8, C10 to C14).
//! * `census`: how many S end in L (C9); `deciding`, `chance`, `elements`: what decides it.
//! * `periods`, `pairs`, `symmetric`: section 3 (C17 to C20, C22 to C24).
//! * `normal`: the same set under normal play (C26, C27).
//! * `values`, `closed_form`, `differences`: the values after Nowakowski's normalisation (C28 to C31).

mod census;
mod chance;
mod closed_form;
mod deciding;
mod definitions;
mod differences;
mod elements;
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

use bouton_lab::values::Outcome::{L, N, P, R};

use crate::claim::Checker;

/// What was transcribed from the paper.
pub(crate) const DATA: &[&str] = &[printed::OUTCOMES, printed::CENSUS];

/// Which function checks which claim.
pub(crate) const CHECKERS: &[(&str, Checker)] = &[
    ("C1", |frame| definitions::definition_1(&definitions::READING, frame)),
    ("C2", |frame| definitions::definition_2(definitions::IMPARTIAL, frame)),
    ("C3", |frame| definitions::definition_3(quintuple::NAMING, frame)),
    ("C4", |frame| rules::proposition_2(&rules::PROPOSITION_2, frame)),
    ("C5", |frame| rules::definition_5(0, frame)),
    ("C6", |frame| examples::outcomes_as_printed(&printed::pattern("C6")?, frame)),
    ("C7", |frame| examples::proposition_4(&printed::pattern("C7")?, frame)),
    ("C8", |frame| runs::right_is_never_ahead(R, L, frame)),
    ("C9", |frame| census::census(&printed::shares()?, frame.pick([26, 30], [31, 32]), frame)),
    ("C10", |frame| neighbours::neighbours(neighbours::LEMMA_6, frame)),
    ("C11", |frame| neighbours::neighbours(neighbours::THEOREM_5, frame)),
    ("C12", |frame| runs::runs_are_short(&runs::RUNS_OF_P, frame)),
    ("C13", |frame| runs::theorem_5_5(&runs::RUNS_OF_N, frame)),
    ("C14", |frame| runs::only_left_lasts(R, L, frame)),
    ("C15", |frame| examples::remark_1(sets::Set::parse("2,3")?, neighbours::EXCHANGED, frame)),
    ("C16", |frame| examples::remark_2(&printed::pattern("C16")?, frame)),
    ("C17", |frame| symmetric::definitions_6_7(|s| s.min() + s.max(), frame)),
    ("C18", |frame| periods::proposition_7(periods::allowed_words, frame)),
    ("C19", |frame| symmetric::proposition_8(symmetric::PROPOSITION_8, frame)),
    ("C20", |frame| symmetric::proposition_9(|_| 1, frame)),
    ("C21", |frame| examples::labels_exchanged(&printed::pattern("C21")?, "2,3@NL", 5, frame)),
    ("C22", |frame| symmetric::proposition_10(2, frame)),
    ("C23", |frame| symmetric::theorem_11(|k| k, frame)),
    ("C24", |frame| pairs::proposition_12(&[R, N], R, frame)),
    ("C25", examples::example_1),
    ("C26", |frame| normal::often_coprime(50.0, frame)),
    ("C27", |frame| normal::theorem_13(&[[R, P]], &[[P, P], [N, N]], frame)),
    ("C28", |frame| values::normalised(values::NOWAKOWSKI, frame)),
    ("C29", |frame| values::periodic_values(sets::Set::parse("2,3")?, 5, &frame.limits)),
    ("C30", |frame| differences::not_periodic("2,3,6", 9, 1, &closed_form::CLOSED_FORM, frame)),
    ("C31", values::question),
];
