//! Nimrod: a pile and a rate, its sectors and its core.

mod cars;
mod fit;
mod games;
mod local;
mod polynomial;
mod row;
mod sectors;
#[cfg(test)]
mod tests;

use bouton_lab::duels::{Model, Outcomes, State, StrategyName};

use crate::claim::Checker;
use crate::finding::{Exhibit, Picture};
pub use fit::{FitSettings, fit_model, fit_text};

use cars::{Cars, Changes, equivalent};
use games::{
    Beats, MODEL, PILES, copes, model_beats_proposition, model_beats_random, resembles,
    tests_the_core,
};
use local::{intermediate_steps, proposition_1, rules_hold, small_configuration};
use row::{in_oeis, looks_chaotic, no_move, printed_row};
use sectors::{
    BOUNDARY, algebra, core_boundary, core_share, edges, read_sectors, read_steps, sector_theorem,
};

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
    let (mut lines, mut waiting, mut seen) = (Vec::new(), Vec::new(), vec![state]);
    if outcomes.is_lost(state) {
        waiting.push(state);
    } else {
        let reply = state.options().find(|option| outcomes.is_lost(*option));
        lines.extend(reply.map(|reply| {
            format!("{} is won by moving to {}, which is lost", name(state), name(reply))
        }));
        waiting.extend(reply);
    }
    while let Some(lost) = waiting.pop() {
        if lines.len() == MOST {
            lines.push("…".to_owned());
            break;
        }
        let answers: Vec<(State, State)> = lost
            .options()
            .filter_map(|option| {
                Some((option, option.options().find(|reply| outcomes.is_lost(*reply))?))
            })
            .collect();
        let texts: Vec<String> = answers
            .iter()
            .map(|(option, reply)| format!("{} is answered by {}", name(*option), name(*reply)))
            .collect();
        lines.push(match texts.len() {
            0 => format!("{} is lost: there is no move", name(lost)),
            _ => format!("{} is lost: {}", name(lost), texts.join(", ")),
        });
        for (_, reply) in answers {
            if !seen.contains(&reply) {
                seen.push(reply);
                waiting.push(reply);
            }
        }
        waiting.sort();
    }
    lines
}

/// Which function checks which claim.
pub(crate) const CHECKERS: &[(&str, Checker)] = &[
    ("E1", |frame| equivalent(Cars { changes: Changes::Own, least: 1 }, frame)),
    ("E2", |frame| no_move(1, frame)),
    ("E3", |frame| printed_row(ROW_1, frame)),
    ("E4", |_| Ok(in_oeis())),
    ("E5", |frame| rules_hold(&proposition_1(), frame)),
    ("E6", |frame| rules_hold(&intermediate_steps(), frame)),
    ("E7", |frame| small_configuration(2, 30, frame)),
    ("E8", |frame| sector_theorem(&read_sectors(SECTORS)?, frame)),
    ("E9", |frame| algebra(&read_steps(STEPS)?, 'D', &read_sectors(SECTORS)?, frame)),
    ("E10", |frame| edges(2, frame)),
    ("E11", |frame| core_boundary(BOUNDARY, frame)),
    ("E12", |frame| core_share(|t| 2.0 * (1.0 - t), frame)),
    ("E13", |frame| resembles(&Model::SECTORS, frame)),
    ("E14", |frame| {
        let claim =
            Beats { first: MODEL, second: StrategyName::Random, piles: &PILES, more_than: 0.8 };
        model_beats_random(&claim, frame)
    }),
    ("E15", |frame| {
        let second = StrategyName::Proposition(Model::FITTED);
        let claim = Beats { first: MODEL, second, piles: &PILES, more_than: 0.6 };
        model_beats_proposition(&claim, frame)
    }),
    ("E16", |frame| tests_the_core(false, frame)),
    ("E17", |frame| copes(&[Model::FITTED, Model::SECTORS], frame.pick(3, 5), frame)),
    ("E18", looks_chaotic),
];
