//! The claims of *Nimrod*: a pile and a rate, its sectors and its core.

mod cars;
mod fit;
mod games;
mod local;
mod polynomial;
mod row;
mod sectors;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use bouton_lab::duels::{Model, Outcomes, State};

use crate::claim::Checker;
use crate::finding::{Exhibit, Picture};
use crate::judge::listed_or;
use crate::words::words;
pub use fit::{fit_model, fit_text};
use games::PILES;

const ROW_1: &str = include_str!("../../data/nimrod-row-1.txt");
const SECTORS: &str = include_str!("../../data/nimrod-sectors.txt");
const STEPS: &str = include_str!("../../data/nimrod-steps.txt");

/// What was transcribed from the paper.
pub(crate) const DATA: &[&str] = &[ROW_1, SECTORS, STEPS];

/// The game plot with its sectors.
fn game_plot(caption: &str) -> Exhibit {
    let (caption, game) = (caption.to_owned(), "nimrod".to_owned());
    Exhibit::Picture(Picture { caption, game, x: 0..400, y: 1..60, sectors: true })
}

/// Why a position is lost or won, down to positions without a move, in a few lines.
fn proof_tree(state: State, outcomes: &Outcomes) -> Vec<String> {
    const MOST: usize = 40;
    let name = |state: State| format!("({},{})", state.pile, state.rate);
    let reply = |state: State| state.options().find(|option| outcomes.is_lost(*option));
    let (mut lines, mut waiting) = (Vec::new(), BTreeSet::from([state]));
    if let Some(reply) = reply(state) {
        lines.push(words("E3.won", &[&name(state), &name(reply)]));
        waiting = BTreeSet::from([reply]);
    }
    // The largest first: a reply is smaller, so none comes twice.
    while let Some(lost) = waiting.pop_last() {
        if lines.len() == MOST {
            lines.push("…".to_owned());
            break;
        }
        let answers = lost.options().filter_map(|option| Some((option, reply(option)?)));
        let answers: Vec<(State, State)> = answers.collect();
        let texts = answers
            .iter()
            .map(|(option, reply)| format!("{} is answered by {}", name(*option), name(*reply)));
        let why = listed_or(texts, "there is no move");
        lines.push(format!("{} is lost: {why}", name(lost)));
        waiting.extend(answers.into_iter().map(|(_, reply)| reply));
    }
    lines
}

/// Which function checks which claim.
pub(crate) const CHECKERS: &[(&str, Checker)] = &[
    ("E1", |frame| cars::equivalent(cars::OWN, 1, frame)),
    ("E2", |frame| row::no_move(1, frame)),
    ("E3", |frame| row::printed_row(ROW_1, frame)),
    ("E4", |_| Ok(row::in_oeis())),
    ("E5", |frame| local::rules_hold(&local::PROPOSITION_1, frame)),
    ("E6", |frame| local::rules_hold(&local::INTERMEDIATE_STEPS, frame)),
    ("E7", |frame| local::small_configuration(2, 30, frame)),
    ("E8", |frame| sectors::sector_theorem(&sectors::read_sectors(SECTORS)?, frame)),
    ("E9", |frame| {
        let sectors = sectors::read_sectors(SECTORS)?;
        sectors::algebra(&sectors::read_steps(STEPS)?, 'D', &sectors, frame)
    }),
    ("E10", |frame| sectors::edges(2, frame)),
    ("E11", |frame| sectors::core_boundary(sectors::BOUNDARY, frame)),
    ("E12", |frame| sectors::core_share(|t| 2.0 * (1.0 - t), frame)),
    ("E13", |frame| games::resembles(&Model::SECTORS, frame)),
    ("E14", |frame| games::model_beats_random(&PILES, 0.8, frame)),
    ("E15", |frame| games::model_beats_proposition(&PILES, 0.6, frame)),
    ("E16", |frame| games::tests_the_core(false, frame)),
    ("E17", |frame| games::copes(&[Model::FITTED, Model::SECTORS], frame.pick(3, 5), frame)),
    ("E18", row::looks_chaotic),
];
