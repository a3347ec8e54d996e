//! JSON views. They are the contract with scripts; the inner types are free to change.

use bouton_engines::{Ask, Finding, Periodicity, Saltus, Sequence, Solution, Table, Terms};
use bouton_rules::Position;
use bouton_values::{Nimber, Outcome, Player};
use serde_json::{Map, Value, json};

use super::{count_losing, losing_indices};
use crate::answer::Answer;
use crate::question::Question;
use crate::show::is_impartial;

/// The answer as one JSON document.
#[must_use]
pub fn answer(question: &Question, answer: &Answer) -> Value {
    let mut view = Map::new();
    view.insert("game".to_owned(), json!(question.game.text()));
    if question.game.title() != question.game.text() {
        view.insert("title".to_owned(), json!(question.game.title()));
    }
    match (&question.ask, &answer.finding) {
        (Ask::Solve(start), Finding::Solution(found)) => {
            solution(&mut view, question, start, found)
        }
        (Ask::Sequence { to, row, .. } | Ask::Values { to, row }, Finding::Sequence(found)) => {
            view.insert("to".to_owned(), json!(to));
            sequence(&mut view, question, *row, found);
        }
        (Ask::Table(shape), Finding::Table(found)) => {
            view.insert("fixed".to_owned(), json!(shape.fixed));
            view.insert("rows".to_owned(), table(found));
        }
        (Ask::Chart(window) | Ask::Slice { window, .. }, Finding::Chart(found)) => {
            if let Ask::Slice { beside, .. } = &question.ask {
                view.insert("beside".to_owned(), json!(beside));
            }
            view.insert("x".to_owned(), json!([window.x.start, window.x.end]));
            view.insert("y".to_owned(), json!([window.y.start, window.y.end]));
            view.insert("rows".to_owned(), json!(found.letters()));
        }
        (Ask::Count { heaps, below }, Finding::Count(count)) => {
            view.insert("heaps".to_owned(), json!(heaps));
            view.insert("below".to_owned(), json!(below));
            view.insert("count".to_owned(), json!(count));
        }
        (ask, finding) => unreachable!("{ask:?} was answered by {finding:?}"),
    }
    view.insert("standing".to_owned(), json!(answer.standing.to_string()));
    view.insert("engine".to_owned(), json!(answer.engine));
    view.insert("theorem".to_owned(), json!(answer.theorem));
    Value::Object(view)
}

fn solution(
    view: &mut Map<String, Value>,
    question: &Question,
    start: &Position,
    found: &Solution,
) {
    view.insert("position".to_owned(), position(start));
    view.insert("outcome".to_owned(), json!(found.outcome.letter().to_string()));
    for first in Player::BOTH {
        let winner = found.outcome.winner_letter(first).to_string();
        view.insert(who_begins(first).to_owned(), json!(winner));
    }
    view.insert("value".to_owned(), json!(found.value.as_ref().map(ToString::to_string)));
    view.insert("winning_moves".to_owned(), positions(&found.winning_for_somebody()));
    if !is_impartial(&question.game) {
        view.insert("left_winning_moves".to_owned(), positions(&found.left));
        view.insert("right_winning_moves".to_owned(), positions(&found.right));
    }
    view.insert("reasons".to_owned(), json!(found.reasons));
}

/// The key under which it is told who wins if this player begins: L, R, or D for a draw.
#[must_use]
pub fn who_begins(first: Player) -> &'static str {
    match first {
        Player::Left => "left_first",
        Player::Right => "right_first",
    }
}

/// A tuple is a list of numbers, a sum a list of such lists; rationals and boards are strings.
#[must_use]
pub fn position(position: &Position) -> Value {
    match position {
        Position::Tuple(numbers) => json!(numbers),
        Position::Parts(parts) => positions(parts),
        Position::Real(numbers) => {
            json!(numbers.iter().map(ToString::to_string).collect::<Vec<_>>())
        }
        Position::Board(board) => json!(board.to_string()),
        Position::Game(text) => json!(text),
    }
}

fn positions(list: &[Position]) -> Value {
    Value::Array(list.iter().map(position).collect())
}

fn sequence(
    view: &mut Map<String, Value>,
    question: &Question,
    row: Option<u64>,
    found: &Sequence,
) {
    let terms = match &found.terms {
        Terms::Outcomes(outcomes) => Some(json!(letters(outcomes))),
        Terms::NimValues(values) => Some(json!(values)),
        Terms::Values(texts) => Some(json!(texts.games)),
        // The losing indices say it all.
        Terms::Losing(_) => None,
    };
    if let Some(terms) = terms {
        view.insert("terms".to_owned(), terms);
    }
    if let Terms::Outcomes(outcomes) = &found.terms
        && !is_impartial(&question.game)
        && outcomes.iter().any(|outcome| outcome.has_draw())
    {
        for first in Player::BOTH {
            let winners: String =
                outcomes.iter().map(|outcome| outcome.winner_letter(first)).collect();
            view.insert(who_begins(first).to_owned(), json!(winners));
        }
    }
    if let Terms::Values(texts) = &found.terms
        && !texts.definitions.is_empty()
    {
        let definitions = texts.definitions.iter().map(|(name, text)| (name.clone(), json!(text)));
        view.insert("definitions".to_owned(), Value::Object(definitions.collect()));
    }
    if let Some(row) = row {
        view.insert("row".to_owned(), json!(row));
        view.insert("losing".to_owned(), json!(losing_indices(found)));
    }
    view.insert("period".to_owned(), found.period.as_ref().map_or(Value::Null, period));
    view.insert("reasons".to_owned(), json!(found.reasons));
    if let Some(refusal) = &found.stopped {
        view.insert("stopped".to_owned(), json!(refusal.to_string()));
    }
}

fn letters(outcomes: &[Outcome]) -> String {
    outcomes.iter().map(|outcome| outcome.letter()).collect()
}

fn period(found: &Periodicity) -> Value {
    let saltus = match &found.saltus {
        Saltus::Number(number) => json!(number),
        Saltus::Game(game) => json!(game),
    };
    json!({
        "preperiod": found.preperiod,
        "period": found.period,
        "saltus": saltus,
        "standing": found.standing.to_string(),
    })
}

fn table(found: &Table) -> Value {
    match found {
        Table::Numbers(rows) => json!(rows),
        Table::Outcomes(rows) => {
            let letter = |cell: &Option<Outcome>| cell.map(|outcome| outcome.letter().to_string());
            let row = |cells: &Vec<Option<Outcome>>| cells.iter().map(letter).collect::<Vec<_>>();
            json!(rows.iter().map(row).collect::<Vec<_>>())
        }
    }
}

/// Writes nim-values by name: `0`, `*`, `*2`.
pub fn name_values(view: &mut Value) {
    let Some(terms) = view.get_mut("terms").and_then(Value::as_array_mut) else { return };
    for term in terms {
        if let Some(value) = term.as_u64() {
            *term = json!(Nimber(value).to_string());
        }
    }
}

/// How many of the indices 1 to `to` are losing, and their share.
#[must_use]
pub fn count_of_losing(question: &Question, answer: &Answer) -> Option<Value> {
    let (Ask::Sequence { to, row, .. } | Ask::Values { to, row }, Finding::Sequence(found)) =
        (&question.ask, &answer.finding)
    else {
        return None;
    };
    let count = count_losing(found);
    let density = if *to == 0 { 0.0 } else { count as f64 / *to as f64 };
    Some(json!({
        "game": question.game.text(),
        "row": row,
        "to": to,
        "count": count,
        "density": density,
        "standing": answer.standing.to_string(),
        "engine": answer.engine,
    }))
}
