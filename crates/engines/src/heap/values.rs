//! The engine for impartial heaps under normal play.

use bouton_rules::{
    FiniteGame, Game, HeapRules, Limits, MAX_NUMBER, Position, Refusal, Spec, TupleRules,
};
use bouton_values::{Nimber, Outcome, Player, to_index};

use super::period::{self, Reach, search};
use super::value_table::{Heaps, ValueTable, reach};
use crate::ask::{Ask, Entries, Quantity, TableShape};
use crate::engine::{Declined, Engine, Run, finite, normal, run, tuple};
use crate::finding::{Chart, Finding, Periodicity, Sequence, Solution, Table, Terms, outcome_if};
use crate::slice::{Alike, Slice};
use crate::words::explain_heaps;
use crate::written::Bytecode;

/// Impartial heap games under normal play, by nim-values of single heaps.
pub(crate) struct HeapValues;

impl Engine for HeapValues {
    fn name(&self) -> &'static str {
        "heap-values"
    }

    fn theorem(&self) -> &'static str {
        "Sprague and Grundy: the nim-value of a position is the nim-sum of its heaps' nim-values; the \
         nim-value of a heap is the least number that is not the nim-value of an option"
    }

    fn knows_values(&self) -> bool {
        true
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        self.prepare_within(game, ask, &Limits::default(), false)
    }

    fn prepare_within<'a>(
        &self,
        game: &'a Game,
        ask: &'a Ask,
        limits: &Limits,
        named: bool,
    ) -> Result<Run<'a>, Declined> {
        let Spec::Heap(rules) = normal(game)? else {
            return Declined::because("the position is not a sum of heaps");
        };
        if !game.finite().is_some_and(FiniteGame::has_nim_values) {
            return Declined::because("Left and Right have different options");
        }
        let rules = Heaps::of(game, rules);
        let is_faster = |other: Bytecode| other.prepare_within(game, ask, limits, false).is_ok();
        match ask {
            Ask::Solve(_) => {
                let heaps = tuple(ask)?;
                run(Finding::Solution, move |limits| solve(rules, heaps, limits))
            }
            // Without a period, outcomes are all that there is to say, and they take less time than nim-values.
            Ask::Sequence { of: Quantity::Outcome, row: None, .. }
                if !named && rules.text.is_some() && is_faster(Bytecode::USUAL) =>
            {
                Declined::because("outcomes of a lone heap are found without nim-values")
            }
            Ask::Sequence { of, to, row: None } => {
                run(Finding::Sequence, move |limits| sequence(rules, *of, *to, limits))
            }
            Ask::Chart { .. } => {
                let slice = Slice::of(finite(game)?, ask)?;
                run(Finding::Chart, move |limits| chart(rules, slice, limits))
            }
            Ask::Table(shape @ TableShape { entries: Entries::Of(of), .. }) => {
                let game = finite(game)?;
                run(Finding::Table, move |limits| table(game, rules, *of, shape, limits))
            }
            _ => Declined::because(
                "this engine solves positions and gives sequences over one heap, charts and tables",
            ),
        }
    }
}

fn solve(with_text: Heaps<'_>, heaps: &[u64], limits: &Limits) -> Result<Solution, Refusal> {
    let rules = with_text.rules;
    let options = rules.option_bound(heaps);
    limits.check_memory("the list of all moves", options.saturating_mul(64))?;
    limits.check_steps("the list of all moves", options)?;
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let table = ValueTable::up_to(with_text, largest, limits)?;
    let total = value_of(&table, heaps);
    let mut winning = Vec::new();
    if total != Nimber::ZERO {
        for (index, heap) in heaps.iter().enumerate() {
            // To leave the sum 0, this heap must become worth its value plus the total.
            let target = table.value(*heap) + total;
            for parts in rules.options_of_heap(*heap, Player::Left) {
                if value_of(&table, &parts) == target {
                    winning.push(replace(rules, heaps, index, &parts));
                }
            }
        }
    }
    let listed = table.period.filter(|(_, period)| *period <= period::MOST_CLASSES);
    let reasons = explain_heaps(heaps, listed, |heap| table.value(heap));
    Ok(Solution::impartial(Some(total), distinct(winning), reasons))
}

fn value_of(table: &ValueTable, heaps: &[u64]) -> Nimber {
    heaps.iter().map(|heap| table.value(*heap)).sum()
}

/// The position after a heap became `parts`, as the rules write it.
fn replace(rules: &HeapRules, heaps: &[u64], index: usize, parts: &[u64]) -> Position {
    let changed = [&heaps[..index], parts, &heaps[index + 1..]].concat();
    Position::Tuple(rules.tidy(changed))
}

fn distinct(mut positions: Vec<Position>) -> Vec<Position> {
    let mut seen = std::collections::HashSet::new();
    positions.retain(|position| seen.insert(position.clone()));
    positions
}

/// The chart: a position of a row is P where the heap x has the nim-value of the other heaps together.
fn chart(heaps: Heaps<'_>, slice: Slice<'_>, limits: &Limits) -> Result<Chart, Refusal> {
    let x = slice.window.x.clone();
    limits.check_memory("the chart", 8 * u128::from(x.end.saturating_sub(x.start)))?;
    let table = ValueTable::up_to(heaps, slice.largest(), limits)?;
    let values: Vec<Nimber> = x.map(|heap| table.value(heap)).collect();
    let fixed = value_of(&table, slice.beside);
    // Where a coin that is turned twice vanishes, a legal position names no coin twice.
    let alike = if heaps.rules.tidy(vec![1, 1]).is_empty() { Alike::None } else { Alike::All };
    slice.chart(alike, limits, |y| {
        let wanted = fixed + table.value(y);
        values.iter().map(|value| *value == wanted).collect()
    })
}

/// Two heaps beside the fixed ones; not all of them are legal where coins vanish in pairs.
fn table(
    game: &FiniteGame,
    heaps: Heaps<'_>,
    of: Quantity,
    shape: &TableShape,
    limits: &Limits,
) -> Result<Table, Refusal> {
    shape.check_room(limits)?;
    let sides = [shape.rows, shape.columns].map(|side| side.saturating_sub(1));
    let largest = shape.fixed.iter().chain(&sides).copied().max().unwrap_or(0);
    let table = ValueTable::up_to(heaps, largest.min(MAX_NUMBER), limits)?;
    let cell = |row: u64, column: u64| {
        let position = game.spec.tuple([&shape.fixed[..], &[row, column]].concat()).ok()?;
        position.tuple().map(|heaps| value_of(&table, heaps))
    };
    match of {
        Quantity::Outcome => shape
            .fill(limits, |row, column| Ok(cell(row, column).map(|value| outcome(value.0))))
            .map(Table::Outcomes),
        Quantity::NimValue => shape
            .fill(limits, |row, column| Ok(cell(row, column).map(|value| value.0)))
            .map(Table::Numbers),
    }
}

fn sequence(heaps: Heaps<'_>, of: Quantity, to: u64, limits: &Limits) -> Result<Sequence, Refusal> {
    let terms = u128::from(to) * 8;
    limits.check_memory("the sequence", terms)?;
    let table = ValueTable::searching(heaps, to, search::FOR_A_SEQUENCE, limits)?;
    limits.check_memory("the sequence", terms + 4 * table.len() as u128)?;
    let proved = table.period.map(|(preperiod, period)| match of {
        Quantity::NimValue => (preperiod, period),
        Quantity::Outcome => {
            let outcomes = table.terms(to_index(preperiod + period), outcome);
            period::reduce(&outcomes, preperiod, period)
        }
    });
    let count = to_index(to) + 1;
    let terms = match of {
        Quantity::NimValue => Terms::NimValues(table.terms(count, |value| value)),
        Quantity::Outcome => Terms::Outcomes(table.terms(count, outcome)),
    };
    let period = proved.map(|(preperiod, period)| Periodicity::proved(preperiod, period));
    let reasons = vec![match (&period, reach(heaps.rules)) {
        (Some(_), Some(Reach { parts: 1, taken })) => {
            format!("a window of {taken} terms repeats, and no move reaches further back")
        }
        (Some(_), _) => {
            "the terms repeat for as long as the theorem of Guy and Smith requires".to_owned()
        }
        (None, None) => "moves reach back without bound: no window proves a period".to_owned(),
        (None, Some(_)) => format!("no period was found in {} terms", table.len()),
    }];
    Ok(Sequence { terms, period, reasons, stopped: None })
}

fn outcome(value: u64) -> Outcome {
    outcome_if(Nimber(value) == Nimber::ZERO)
}
