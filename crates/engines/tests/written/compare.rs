//! The comparison with the oracle.

use bouton_engines::{
    Ask, Bytecode, Engine, Entries, Finding, Quantity, Style, Table, TableShape, Terms,
};
use bouton_oracle::Oracle;
use bouton_rules::{FiniteGame, Game, Limits};
use bouton_values::Outcome;

pub(crate) const STYLES: [Style; 2] = [Style::Lines, Style::Columns];

/// The entry of each position of a box, in the order of [`tuples`]; `None` where it is not legal.
type Cells<T> = Vec<Option<T>>;

pub(crate) fn tuples(most: &[u64]) -> Vec<Vec<u64>> {
    most.iter().fold(vec![Vec::new()], |tuples, most| {
        let longer = |tuple: &Vec<u64>| {
            (0..=*most).map(|number| [&tuple[..], &[number]].concat()).collect::<Vec<_>>()
        };
        tuples.iter().flat_map(longer).collect()
    })
}

pub(crate) fn run(style: Style, game: &Game, ask: &Ask) -> Option<Finding> {
    let run = Bytecode { style }.prepare(game, ask).ok()?;
    Some(run(&Limits::default()).unwrap_or_else(|refusal| panic!("{}: {refusal}", game.text())))
}

/// The tables that make up a box, one for each choice of the numbers before the last two.
fn tables(entries: Quantity, most: &[u64]) -> Vec<Ask> {
    let (fixed, plane) = most.split_at(most.len() - 2);
    let table = |fixed: Vec<u64>| {
        Ask::Table(TableShape {
            entries: Entries::Of(entries),
            fixed,
            rows: plane[0] + 1,
            columns: plane[1] + 1,
        })
    };
    tuples(fixed).into_iter().map(table).collect()
}

/// All outcomes of a box, or `None` if the engine declines.
fn outcomes(style: Style, game: &Game, most: &[u64]) -> Option<Cells<Outcome>> {
    let cells = match most {
        [to] => {
            let ask = Ask::Sequence { of: Quantity::Outcome, to: *to, row: None };
            match run(style, game, &ask)? {
                Finding::Sequence(sequence) => match sequence.terms {
                    Terms::Outcomes(terms) => terms.into_iter().map(Some).collect(),
                    Terms::Losing(bits) => (0..bits.len())
                        .map(|n| Some(if bits.get(n) { Outcome::P } else { Outcome::N }))
                        .collect(),
                    other => panic!("{other:?}"),
                },
                other => panic!("{other:?}"),
            }
        }
        _ => {
            let mut cells = Vec::new();
            for ask in tables(Quantity::Outcome, most) {
                match run(style, game, &ask)? {
                    Finding::Table(Table::Outcomes(rows)) => cells.extend(rows.concat()),
                    other => panic!("{other:?}"),
                }
            }
            cells
        }
    };
    Some(cells)
}

fn nim_values(style: Style, game: &Game, most: &[u64]) -> Option<Cells<u64>> {
    let mut cells = Vec::new();
    if let [to] = most {
        let ask = Ask::Sequence { of: Quantity::NimValue, to: *to, row: None };
        let Finding::Sequence(sequence) = run(style, game, &ask)? else { panic!("no sequence") };
        let Terms::NimValues(values) = sequence.terms else { panic!("no nim-values") };
        return Some(values.into_iter().map(Some).collect());
    }
    for ask in tables(Quantity::NimValue, most) {
        match run(style, game, &ask)? {
            Finding::Table(Table::Numbers(rows)) => cells.extend(rows.concat()),
            other => panic!("{other:?}"),
        }
    }
    Some(cells)
}

/// Compares every position of a box in both styles: outcomes, and nim-values where there are some. Says whether
/// the engine took part.
pub(crate) fn compare(game: &Game, most: &[u64]) -> bool {
    let finite = game.finite().unwrap();
    let mut oracle = Oracle::new(finite, Limits::default());
    let legal = |tuple: Vec<u64>| finite.spec.tuple(tuple).ok();
    let mut wanted: Option<Cells<Outcome>> = None;
    for style in STYLES {
        let Some(found) = outcomes(style, game, most) else { continue };
        let wanted = wanted.get_or_insert_with(|| {
            let outcome = |tuple| legal(tuple).map(|position| oracle.outcome(&position).unwrap());
            tuples(most).into_iter().map(outcome).collect()
        });
        assert_same(game, style, most, &found, wanted);
    }
    if finite.has_nim_values() && wanted.is_some() {
        let value = |tuple| {
            let value = oracle.nim_value(&legal(tuple)?).unwrap();
            value.map(|value| value.0)
        };
        let wanted: Cells<u64> = tuples(most).into_iter().map(value).collect();
        for style in STYLES {
            let Some(found) = nim_values(style, game, most) else { continue };
            assert_same(game, style, most, &found, &wanted);
        }
    }
    wanted.is_some()
}

fn assert_same<T: PartialEq + std::fmt::Debug>(
    game: &Game,
    style: Style,
    most: &[u64],
    found: &[T],
    wanted: &[T],
) {
    assert_eq!(found.len(), wanted.len());
    for ((tuple, found), wanted) in tuples(most).iter().zip(found).zip(wanted) {
        assert_eq!(found, wanted, "{style:?} {tuple:?} of {}", game.text());
    }
}

pub(crate) fn read(text: &str) -> Game {
    Game::as_written(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

/// Solutions with all their moves, against the oracle.
pub(crate) fn compare_solutions(game: &Game, most: &[u64]) {
    let finite: &FiniteGame = game.finite().unwrap();
    let mut oracle = Oracle::new(finite, Limits::default());
    for position in tuples(most).into_iter().filter_map(|tuple| finite.spec.tuple(tuple).ok()) {
        let verdict = oracle.verdict(&position).unwrap();
        for style in STYLES {
            let at = format!("{style:?} {position} of {}", game.text());
            let ask = Ask::Solve(position.clone());
            let Some(Finding::Solution(solution)) = run(style, game, &ask) else {
                panic!("{at}: no solution")
            };
            assert_eq!(solution.outcome, verdict.outcome, "{at}");
            for (mut found, mut wanted) in [
                (solution.left.clone(), verdict.left.clone()),
                (solution.right.clone(), verdict.right.clone()),
            ] {
                found.sort();
                wanted.sort();
                assert_eq!(found, wanted, "{at}");
            }
            assert!(!solution.reasons.is_empty());
            if finite.has_nim_values() {
                assert_eq!(solution.nim_value(), oracle.nim_value(&position).unwrap(), "{at}");
            } else {
                assert_eq!(solution.value, None, "{at}");
            }
        }
    }
}
