//! The claims of *A Winning Strategy for the Game of Antonim*.
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

use bouton_lab::values::Outcome;

use crate::claim::Checker;

/// What was transcribed from the paper.
pub(crate) const DATA: &[&str] = &[
    include_str!("../../data/antonim-table-1.txt"),
    include_str!("../../data/antonim-table-2.txt"),
];

/// Which function checks which claim.
pub(crate) const CHECKERS: &[(&str, Checker)] = &[
    ("A1", |frame| states::number_line(&states::NUMBER_LINE, frame)),
    ("A2", |frame| states::states(&states::PAIRWISE_DIFFERENT, frame)),
    ("A3", |frame| states::lemmas(&states::LEMMAS, Outcome::P, frame)),
    ("A4", |frame| completion::theorem_1(&completion::SUM_AND_COUNT, frame)),
    ("A5", |frame| completion::move_count(&completion::PRODUCT, frame)),
    ("A6", |frame| tables::compare(&heaps::table(1)?, frame)),
    ("A7", |frame| shift::theorem_2(&shift::PRINTED, frame)),
    ("A8", |frame| shift::fails_from(&shift::PRINTED, 4, frame)),
    ("A9", |frame| shift::example([[1, 2, 5, 6], [0, 1, 4, 5], [0, 1, 3, 5]], frame)),
    ("A10", |frame| tables::pattern(&tables::LEAST_POSITIVE, frame)),
    ("A11", |frame| tables::compare(&heaps::table(2)?, frame)),
    ("A12", |frame| recursion::theorem_3(&recursion::PRINTED, frame)),
    ("A13", closed::all_known),
];
