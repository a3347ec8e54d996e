//! Converts the engines' results to the views that all fronts show.

use bouton_ask as ask;
use bouton_ask::ProblemKind;
use bouton_engines::{Periodicity, Saltus, Sequence, Solution, Standing, Table, Terms};
use bouton_rules::{Game, Limits, Position, Refusal};
use bouton_values::{Nimber, Outcome, Player};

use crate::answer::{Answer, Credit};
use crate::question::Question;
use crate::questions::place;
use crate::render::{count_losing, losing_indices, outcomes};
use crate::show::is_impartial;

/// The title of a game, if it differs from the text by which the game is named.
pub(crate) fn title(game: &Game) -> Option<String> {
    (game.title() != game.text()).then(|| game.title().to_owned())
}

/// The part of a view that says which engine answered and whether the result is proved.
pub(crate) fn known(answer: &Answer) -> ask::Known {
    credited(Credit { engine: answer.engine, theorem: answer.theorem }, answer.standing)
}

fn credited(credit: Credit, standing: Standing) -> ask::Known {
    ask::Known {
        standing: standing.to_string(),
        engine: credit.engine.to_owned(),
        theorem: credit.theorem.to_owned(),
    }
}

pub(crate) fn solution(
    question: &Question,
    answer: &Answer,
    start: &Position,
    found: &Solution,
) -> ask::SolveView {
    let moves = |moves: &[Position]| moves.iter().map(place).collect::<Vec<_>>();
    let winner = |first| found.outcome.winner_letter(first).to_string();
    let is_partizan = !is_impartial(&question.game);
    ask::SolveView {
        game: question.game.text().to_owned(),
        title: title(&question.game),
        position: place(start),
        outcome: found.outcome.letter().to_string(),
        left_first: winner(Player::Left),
        right_first: winner(Player::Right),
        sentence: found.outcome.sentence().to_owned(),
        value: found.value.as_ref().map(ToString::to_string),
        winning_moves: moves(&found.winning_for_either()),
        winning_moves_count: None,
        left_winning_moves: is_partizan.then(|| moves(&found.left)),
        left_winning_moves_count: None,
        right_winning_moves: is_partizan.then(|| moves(&found.right)),
        right_winning_moves_count: None,
        moves_left_out: found.unlisted.as_ref().map(ToString::to_string),
        reasons: found.reasons.clone(),
        known: known(answer),
        value_known: answer.value_by.map(|credit| credited(credit, Standing::Proved)),
    }
}

pub(crate) fn sequence(
    question: &Question,
    answer: &Answer,
    (of, to, row): (ask::Of, u64, Option<u64>),
    found: &Sequence,
) -> Result<ask::SequenceView, Refusal> {
    check_room(question, of, found)?;
    let letters = outcomes(found);
    // One letter per term says whether there is a draw, but not which player draws if the other one begins.
    let pairs = letters.as_ref().filter(|letters| {
        !is_impartial(&question.game) && letters.iter().any(|outcome| outcome.has_draw())
    });
    let winners = |first| {
        let winner = |outcome: &Outcome| outcome.winner_letter(first);
        pairs.map(|letters| letters.iter().map(winner).collect())
    };
    let definitions = match &found.terms {
        Terms::Values(texts) => texts.definitions.iter().cloned().collect(),
        _ => Default::default(),
    };
    Ok(ask::SequenceView {
        game: question.game.text().to_owned(),
        title: title(&question.game),
        to,
        of,
        asked_to: None,
        left_first: winners(Player::Left),
        right_first: winners(Player::Right),
        terms: match (&found.terms, letters) {
            (Terms::NimValues(values), _) if of == ask::Of::Value => {
                let name = |value: &u64| Nimber(*value).to_string();
                ask::Terms::Values(values.iter().map(name).collect())
            }
            (Terms::NimValues(values), _) => ask::Terms::Numbers(values.clone()),
            (Terms::Values(texts), _) => ask::Terms::Values(texts.games.clone()),
            (_, Some(letters)) if of == ask::Of::Losing => {
                let lost = (0..).zip(&letters).filter(|(_, outcome)| **outcome == Outcome::P);
                ask::Terms::Numbers(lost.map(|(heap, _)| heap).collect())
            }
            (_, letters) => {
                let letters = letters.unwrap_or_default();
                ask::Terms::Letters(letters.iter().map(|outcome| outcome.letter()).collect())
            }
        },
        definitions,
        row,
        losing: row.map(|_| losing_indices(found)),
        period: found.period.as_ref().map(period),
        reasons: found.reasons.clone(),
        stopped: found.stopped.as_ref().map(ToString::to_string),
        known: known(answer),
    })
}

/// Refuses the view of a sequence if it does not fit into memory.
fn check_room(question: &Question, of: ask::Of, found: &Sequence) -> Result<(), Refusal> {
    let terms = found.terms.len() as u128;
    let losing = match of == ask::Of::Losing
        || question.ask.sequence().is_some_and(|(_, row)| row.is_some())
    {
        true => u128::from(count_losing(found)),
        false => 0,
    };
    let bytes = match &found.terms {
        // A letter for each term, twice.
        Terms::Outcomes(_) | Terms::Losing(_) => 2 * terms,
        Terms::NimValues(_) if of == ask::Of::Value => 48 * terms,
        Terms::NimValues(_) => 8 * terms,
        Terms::Values(texts) => texts.games.iter().map(|text| 24 + text.len() as u128).sum(),
    };
    question.limits.check_memory("the list of terms", bytes + 8 * losing)
}

fn period(found: &Periodicity) -> ask::Period {
    ask::Period {
        preperiod: found.preperiod,
        period: found.period,
        saltus: match &found.saltus {
            Saltus::Number(number) => ask::Saltus::Number(*number),
            Saltus::Game(game) => ask::Saltus::Game(game.clone()),
        },
        standing: found.standing.to_string(),
    }
}

/// The view of how many of the indices 1 to `to` are losing, and their share.
#[must_use]
pub fn losing(question: &Question, answer: &Answer) -> Option<ask::LosingView> {
    let found = answer.sequence()?;
    let (to, row) = question.ask.sequence()?;
    let count = count_losing(found);
    let density = if to == 0 { 0.0 } else { count as f64 / to as f64 };
    let game = question.game.text().to_owned();
    Some(ask::LosingView { game, row, to, count, density, known: known(answer) })
}

/// The rows of a table; the watch is asked before each.
pub(crate) fn rows(found: &Table, limits: &Limits) -> Result<ask::Rows, Refusal> {
    fn each<T, C>(
        rows: &[Vec<T>],
        limits: &Limits,
        cell: impl Fn(&T) -> C + Copy,
    ) -> Result<Vec<Vec<C>>, Refusal> {
        let row = |row: &Vec<T>| {
            limits.progress(0, 0)?;
            Ok(row.iter().map(cell).collect())
        };
        rows.iter().map(row).collect()
    }
    Ok(match found {
        Table::Numbers(rows) => ask::Rows::Numbers(each(rows, limits, |cell| *cell)?),
        Table::Outcomes(rows) => {
            ask::Rows::Letters(each(rows, limits, |cell| cell.map(Outcome::letter))?)
        }
    })
}

/// The machine-readable kind of a refusal.
#[must_use]
pub fn problem_kind(refusal: &Refusal) -> ProblemKind {
    match refusal {
        Refusal::BadInput { .. } => ProblemKind::BadInput,
        Refusal::Unsupported { .. } => ProblemKind::Unsupported,
        Refusal::Limit { .. } => ProblemKind::Limit,
        Refusal::Bug { .. } => ProblemKind::Bug,
        Refusal::Interrupted => ProblemKind::Interrupted,
    }
}
