use bouton_rules::{Game, HeapMoves, HeapRules, Limits, Position, Refusal, Spec, TakeAndBreakCode};
use bouton_values::{Nimber, Outcome, Player};

use super::period::{self, Reach};
use crate::ask::{Ask, Quantity};
use crate::engine::{Declined, Engine, Run, normal, tuple};
use crate::finding::{Finding, Periodicity, Sequence, Solution, Terms};
use crate::words::{binary_columns, losing_classes};

/// Impartial heap games under normal play, by nim-values of single heaps.
pub(crate) struct HeapValues;

impl Engine for HeapValues {
    fn name(&self) -> &'static str {
        "heap-values"
    }

    fn theorem(&self) -> &'static str {
        "Sprague and Grundy: a position is worth the nim-sum of its heaps, a heap the least \
         nim-value that no option has"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let Spec::Heap(rules) = normal(game)? else {
            return Declined::because("the position is not a sum of heaps");
        };
        if !game.finite().is_some_and(bouton_rules::FiniteGame::has_nim_values) {
            return Declined::because("Left and Right have different options");
        }
        match ask {
            Ask::Solve(_) => {
                let heaps = tuple(ask)?;
                Ok(Box::new(move |limits| solve(rules, heaps, limits).map(Finding::Solution)))
            }
            Ask::Sequence { of, to, row: None } => {
                Ok(Box::new(move |limits| sequence(rules, *of, *to, limits).map(Finding::Sequence)))
            }
            _ => Declined::because("it solves positions and gives sequences over one heap"),
        }
    }
}

/// Nim-values of single heaps: all of them, if a period was proved.
pub(crate) struct ValueTable {
    values: Vec<u32>,
    period: Option<(u64, u64)>,
}

/// How far the table looks for a period before it counts on being computed to the end.
const HORIZON_WITHOUT_SPLITS: u64 = 1 << 16;
const HORIZON_WITH_SPLITS: u64 = 1 << 11;

impl ValueTable {
    /// A table that knows every heap up to `largest`.
    pub(crate) fn up_to(
        rules: &HeapRules,
        largest: u64,
        limits: &Limits,
    ) -> Result<ValueTable, Refusal> {
        let reach = reach(rules);
        let horizon = match reach {
            None => 0,
            Some(Reach { parts: 1, taken }) => HORIZON_WITHOUT_SPLITS.max(taken.saturating_mul(4)),
            Some(Reach { taken, .. }) => HORIZON_WITH_SPLITS.max(taken.saturating_mul(4)),
        };
        let mut table = ValueTable { values: Vec::new(), period: None };
        if let Some(reach) = reach
            && cost(rules, horizon) <= u128::from(limits.steps)
        {
            // Doubling, so that a short period is found without going to the horizon.
            let mut to = 64;
            while table.period.is_none() && to <= horizon {
                extend(rules, &mut table.values, to, limits)?;
                table.period = period::find(&table.values, reach);
                to *= 2;
            }
        }
        let needed = match table.period {
            Some((preperiod, period)) => (preperiod + period).min(largest),
            None => largest,
        };
        extend(rules, &mut table.values, needed, limits)?;
        if let (None, Some(reach)) = (table.period, reach) {
            table.period = period::find(&table.values, reach);
        }
        Ok(table)
    }

    /// The nim-value of a heap that the table knows.
    pub(crate) fn value(&self, heap: u64) -> Nimber {
        let index = match self.period {
            Some((preperiod, period)) if heap >= preperiod + period => {
                preperiod + (heap - preperiod) % period
            }
            _ => heap,
        };
        Nimber(u64::from(self.values[index as usize]))
    }

    fn value_of_parts(&self, parts: &[u64]) -> Nimber {
        parts.iter().map(|part| self.value(*part)).sum()
    }
}

fn reach(rules: &HeapRules) -> Option<Reach> {
    rules.bounds().map(|(parts, taken)| Reach { parts: u64::from(parts), taken })
}

/// Steps to compute the nim-values of all heaps up to `largest`.
fn cost(rules: &HeapRules, largest: u64) -> u128 {
    rules.option_bound_of_heap(largest).saturating_mul(u128::from(largest) + 1) / 2
}

fn extend(
    rules: &HeapRules,
    values: &mut Vec<u32>,
    largest: u64,
    limits: &Limits,
) -> Result<(), Refusal> {
    if values.len() as u64 > largest {
        return Ok(());
    }
    limits.check_memory("the table of nim-values", u128::from(largest) * 4)?;
    limits.check_steps("the table of nim-values", cost(rules, largest))?;
    let mut mex = Mex::default();
    for heap in values.len() as u64..=largest {
        if heap.is_multiple_of(1024) {
            limits.progress(heap, largest)?;
        }
        mark_options(rules, heap, values, &mut mex);
        values.push(mex.take());
    }
    Ok(())
}

/// Marks the nim-values of all options of a heap.
fn mark_options(rules: &HeapRules, heap: u64, values: &[u32], mex: &mut Mex) {
    match &rules.moves {
        HeapMoves::Any => values.iter().for_each(|value| mex.mark(*value)),
        HeapMoves::Subtract { left, .. } => {
            left.up_to(heap).for_each(|taken| mex.mark(values[(heap - taken) as usize]));
        }
        HeapMoves::Code(code) => mark_code(code, heap, values, mex),
        HeapMoves::Rule(rule) => {
            for parts in rule.options(heap) {
                mex.mark(parts.iter().fold(0, |sum, part| sum ^ values[*part as usize]));
            }
        }
    }
}

fn mark_code(code: &TakeAndBreakCode, heap: u64, values: &[u32], mex: &mut Mex) {
    let last = code.last_digit().unwrap_or(heap).min(heap);
    for taken in 0..=last {
        let rest = (heap - taken) as usize;
        let digit = code.digit(taken);
        let allows = |parts: u32| digit >> parts & 1 == 1;
        if rest == 0 {
            if allows(0) {
                mex.mark(0);
            }
            continue;
        }
        if allows(1) {
            mex.mark(values[rest]);
        }
        if allows(2) {
            mark_pairs(&values[..rest.max(1)], rest, 0, mex, 1);
        }
        if allows(3) {
            for a in 1..=rest / 3 {
                mark_pairs(values, rest - a, values[a], mex, a);
            }
        }
    }
}

/// Marks `base` ⊕ G(b) ⊕ G(rest - b) for all b with `from` ≤ b ≤ rest - b.
fn mark_pairs(values: &[u32], rest: usize, base: u32, mex: &mut Mex, from: usize) {
    for b in from..=rest / 2 {
        mex.mark(base ^ values[b] ^ values[rest - b]);
    }
}

/// Collects values and gives the least one that is missing.
#[derive(Default)]
struct Mex {
    /// The round in which a value was last marked.
    marked: Vec<u32>,
    round: u32,
}

impl Mex {
    fn mark(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.marked.len() {
            self.marked.resize((value + 1).next_power_of_two(), 0);
        }
        self.marked[value] = self.round + 1;
    }

    /// The least unmarked value; starts anew.
    fn take(&mut self) -> u32 {
        self.round += 1;
        let least = self.marked.iter().position(|round| *round != self.round);
        least.unwrap_or(self.marked.len()) as u32
    }
}

fn solve(rules: &HeapRules, heaps: &[u64], limits: &Limits) -> Result<Solution, Refusal> {
    let options: u128 = heaps.iter().map(|heap| rules.option_bound_of_heap(*heap)).sum();
    limits.check_memory("the list of all moves", options.saturating_mul(64))?;
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let table = ValueTable::up_to(rules, largest, limits)?;
    let total = table.value_of_parts(heaps);
    let mut winning = Vec::new();
    if total != Nimber::ZERO {
        for (index, heap) in heaps.iter().enumerate() {
            // To leave the sum 0, this heap must become worth its value plus the total.
            let target = table.value(*heap) + total;
            for parts in rules.options_of_heap(*heap, Player::Left) {
                if table.value_of_parts(&parts) == target {
                    winning.push(replace(rules, heaps, index, &parts));
                }
            }
        }
    }
    let reasons = explain(&table, heaps, total);
    Ok(Solution::impartial(Some(total), distinct(winning), reasons))
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

fn explain(table: &ValueTable, heaps: &[u64], total: Nimber) -> Vec<String> {
    let mut reasons = Vec::new();
    if let ([heap], Some((preperiod, period))) = (heaps, table.period) {
        let losing = |n: u64| table.value(n) == Nimber::ZERO;
        reasons.extend(losing_classes(*heap, preperiod, period, losing));
    }
    match heaps {
        [heap] => reasons.push(format!("a heap of {heap} is worth {total}")),
        [] => reasons.push("nothing is left to move".to_owned()),
        _ => {
            let worth: Vec<(String, u64)> =
                heaps.iter().map(|heap| (format!("G({heap})"), table.value(*heap).0)).collect();
            reasons.extend(binary_columns(&worth, "sum"));
            reasons.push(
                match total {
                    Nimber::ZERO => "any move upsets the balance, and the opponent restores it",
                    _ => "a winning move makes every column even",
                }
                .to_owned(),
            );
        }
    }
    reasons
}

fn sequence(
    rules: &HeapRules,
    of: Quantity,
    to: u64,
    limits: &Limits,
) -> Result<Sequence, Refusal> {
    limits.check_memory("the sequence", u128::from(to) * 8)?;
    let table = ValueTable::up_to(rules, to, limits)?;
    let values = (0..=to).map(|heap| table.value(heap).0);
    let proved = table.period.map(|(preperiod, period)| match of {
        Quantity::NimValue => (preperiod, period),
        Quantity::Outcome => {
            let losing: Vec<bool> =
                (0..preperiod + period).map(|n| table.value(n) == Nimber::ZERO).collect();
            period::reduce(&losing, preperiod, period)
        }
    });
    let terms = match of {
        Quantity::NimValue => Terms::NimValues(values.collect()),
        Quantity::Outcome => Terms::Outcomes(
            values.map(|value| if value == 0 { Outcome::P } else { Outcome::N }).collect(),
        ),
    };
    let period = proved.map(|(preperiod, period)| Periodicity { preperiod, period, saltus: 0 });
    let reasons = vec![match (period, reach(rules)) {
        (Some(_), Some(Reach { parts: 1, taken })) => {
            format!("a window of {taken} terms repeats, and no move reaches further back")
        }
        (Some(_), _) => "the terms repeat as far as the theorem of Guy and Smith asks".to_owned(),
        (None, None) => "moves reach back without bound: no window proves a period".to_owned(),
        (None, Some(_)) => format!("no period was found in {} terms", table.values.len()),
    }];
    Ok(Sequence { terms, period, reasons })
}
