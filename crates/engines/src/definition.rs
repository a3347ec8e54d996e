//! The oracle as an engine: the last of the ladder, for what no faster engine accepts.

use bouton_oracle::{Oracle, Verdict};
use bouton_rules::{Coordinates, FiniteGame, Game, Help, Limits, Position, Refusal, Ruleset};
use bouton_values::{Nimber, Outcome, Player};

use crate::ask::{Ask, Entries, Quantity, TableShape, term};
use crate::engine::{Declined, Engine, Run, check_quantity, finite, run};
use crate::finding::{Chart, Finding, Sequence, Solution, Table, Terms, Value};
use crate::slice::Slice;
use crate::words::some_of;

/// Any finite game, by the definition.
pub(crate) struct Definition;

impl Engine for Definition {
    fn name(&self) -> &'static str {
        "oracle"
    }

    fn theorem(&self) -> &'static str {
        "the definition: every position that can be reached is worked out"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let game = finite(game)?;
        check_quantity(game, ask)?;
        match ask {
            Ask::Solve(position) => {
                run(Finding::Solution, move |limits| solve(game, position, limits))
            }
            Ask::Sequence { of, to, row } => {
                if let Err(refusal) = game.spec.tuple(term(0, *row)) {
                    return match row {
                        None if game.spec.tuple(vec![0, 1]).is_ok() => Declined::unless(
                            format!("a single number is not a position here ({})", refusal.help()),
                            Help::from("fix the second number with ").setting("row"),
                        ),
                        _ => Err(refusal.into()),
                    };
                }
                run(Finding::Sequence, move |limits| sequence(game, *of, *to, *row, limits))
            }
            Ask::Table(_) if game.spec.tuple_rules().is_none() => {
                Declined::because("positions of boards and sums are not pairs of numbers")
            }
            Ask::Values { row, .. } if game.spec.tuple(term(0, *row)).is_err() => {
                Declined::because("the game has no row of single heaps; solve one position")
            }
            Ask::Values { .. } => Declined::because(
                "canonical forms are defined where play ends and is normal, or where both players \
                 have the same options and the ending names who wins",
            ),
            Ask::Table(shape) => match shape.entries {
                Entries::Completion => Declined::because(
                    "completions are defined for Nim, Antonim and Welter's game only",
                ),
                Entries::Of(of) => {
                    run(Finding::Table, move |limits| table(game, of, shape, limits))
                }
            },
            Ask::Chart { .. } => {
                let slice = Slice::of(game, ask)?;
                run(Finding::Chart, move |limits| chart(game, slice, limits))
            }
            Ask::Count { heaps, below } => {
                let coordinates = game.spec.tuple_rules().map(|rules| rules.coordinates());
                match coordinates {
                    Some(Coordinates::Heaps { least, most })
                        if (least.max(1)..=most.min(MOST_HEAPS)).contains(heaps) => {}
                    _ => {
                        return Declined::because(format!(
                            "the game has no positions of {heaps} heaps"
                        ));
                    }
                }
                run(Finding::Count, move |limits| count(game, *heaps, *below, limits))
            }
        }
    }
}

/// Positions with more heaps than this are not counted.
const MOST_HEAPS: usize = 64;

fn solve(game: &FiniteGame, position: &Position, limits: &Limits) -> Result<Solution, Refusal> {
    let mut oracle = Oracle::new(game, limits.clone());
    let verdict = oracle.verdict(position)?;
    let value = match game.has_nim_values() {
        true => oracle.nim_value(position)?,
        false => None,
    };
    let all = format!("all {} positions that can be reached were worked out", oracle.positions());
    Ok(solution(game, position, verdict, value, all))
}

/// The solution of a position whose verdict is known. The reasons are `how` it came about, and who wins, moving first,
/// and by which moves: a sentence, or one for each player where that makes a difference.
pub(crate) fn solution(
    game: &FiniteGame,
    position: &Position,
    verdict: Verdict<Position>,
    value: Option<Nimber>,
    how: String,
) -> Solution {
    let who_wins = |mover: Player| who_wins(game, position, &verdict, mover);
    let mut reasons = vec![how];
    match game.profile().is_impartial() {
        true => {
            reasons.push(who_wins(Player::Left).replace("Left, moving first,", "the mover"));
        }
        false => reasons.extend(Player::BOTH.map(who_wins)),
    }
    let Verdict { outcome, left, right } = verdict;
    Solution { outcome, value: value.map(Value::Nimber), left, right, unlisted: None, reasons }
}

fn who_wins(
    game: &FiniteGame,
    position: &Position,
    verdict: &Verdict<Position>,
    mover: Player,
) -> String {
    let winning = if mover == Player::Left { &verdict.left } else { &verdict.right };
    let options = game.options(position, mover).len();
    match (verdict.outcome.winner(mover), options) {
        (Some(winner), 0) => {
            let fate = if winner == mover { "wins" } else { "loses" };
            format!("{mover}, moving first, is stuck and {fate}")
        }
        (Some(winner), _) if winner == mover => {
            format!("{mover}, moving first, wins by leaving {}", some_of(winning))
        }
        (Some(_), 1) => format!("{mover}, moving first, loses: the only move loses"),
        (Some(_), _) => format!("{mover}, moving first, loses: each of the {options} moves loses"),
        (None, _) => {
            format!(
                "{mover}, moving first, draws: neither player can force a win, and play may go on for ever"
            )
        }
    }
}

fn sequence(
    game: &FiniteGame,
    of: Quantity,
    to: u64,
    row: Option<u64>,
    limits: &Limits,
) -> Result<Sequence, Refusal> {
    limits.check_memory("the sequence", u128::from(to) * 8)?;
    let mut oracle = Oracle::new(game, limits.clone());
    let mut outcomes = Vec::new();
    let mut values = Vec::new();
    for n in 0..=to {
        let position = game.spec.tuple(term(n, row))?;
        match of {
            Quantity::Outcome => outcomes.push(oracle.outcome(&position)?),
            Quantity::NimValue => values.push(nim_value(&mut oracle, &position)?),
        }
    }
    let terms = match of {
        Quantity::Outcome => Terms::Outcomes(outcomes),
        Quantity::NimValue => Terms::NimValues(values),
    };
    let reasons =
        vec!["each term was worked out by the definition; no period is claimed".to_owned()];
    Ok(Sequence::without_period(terms, reasons))
}

fn nim_value(oracle: &mut Oracle<'_, FiniteGame>, position: &Position) -> Result<u64, Refusal> {
    oracle.nim_value(position)?.map(|value| value.0).ok_or_else(|| {
        Refusal::unsupported(
            "play may go on for ever, so there are no nim-values",
            "ask for outcomes",
        )
    })
}

fn table(
    game: &FiniteGame,
    of: Quantity,
    shape: &TableShape,
    limits: &Limits,
) -> Result<Table, Refusal> {
    shape.check_room(limits)?;
    let mut oracle = Oracle::new(game, limits.clone());
    let position =
        |row: u64, column: u64| game.spec.tuple([&shape.fixed[..], &[row, column]].concat()).ok();
    match of {
        Quantity::Outcome => shape
            .fill(limits, |row, column| {
                position(row, column).map(|position| oracle.outcome(&position)).transpose()
            })
            .map(Table::Outcomes),
        Quantity::NimValue => shape
            .fill(limits, |row, column| {
                position(row, column).map(|position| nim_value(&mut oracle, &position)).transpose()
            })
            .map(Table::Numbers),
    }
}

fn chart(game: &FiniteGame, slice: Slice<'_>, limits: &Limits) -> Result<Chart, Refusal> {
    let mut oracle = Oracle::new(game, limits.clone());
    slice.chart_of_cells(limits, |x, y| {
        let position = game.spec.tuple([&[x, y], slice.beside].concat()).ok();
        position.map(|position| oracle.outcome(&position)).transpose()
    })
}

/// Goes through all ascending tuples.
fn count(game: &FiniteGame, heaps: usize, below: u64, limits: &Limits) -> Result<u128, Refusal> {
    if heaps == 0 || below == 0 {
        return Ok(0);
    }
    let tuples = u128::from(below).checked_pow(heaps as u32).unwrap_or(u128::MAX);
    limits.check_steps("the count", tuples.saturating_mul(100))?;
    let mut oracle = Oracle::new(game, limits.clone());
    let mut tuple = vec![0; heaps];
    let mut found = 0;
    loop {
        if let Ok(position) = game.spec.tuple(tuple.clone()) {
            found += u128::from(oracle.outcome(&position)? == Outcome::P);
        }
        // The next ascending tuple: raise the last number that can rise, and level what follows it.
        let Some(place) = (0..heaps).rev().find(|place| tuple[*place] + 1 < below) else {
            return Ok(found);
        };
        let raised = tuple[place] + 1;
        tuple[place..].fill(raised);
    }
}
