//! Sequences and solutions from a table of nim-values, with reasons in words.

use std::ops::ControlFlow;

use bouton_rules::{Limits, Position, Refusal};
use bouton_values::Nimber;

use super::moves::Moves;
use super::search::Table;
use super::space::Policy;
use super::values::Values;
use crate::ask::Quantity;
use crate::finding::{Periodicity, Sequence, Solution, Terms, outcome_if};
use crate::heap::period;
use crate::words::explain_heaps;

/// Nim-values or outcomes of the heaps 0 to `to`.
pub(super) fn sequence(
    moves: Moves,
    of: Quantity,
    to: u64,
    limits: &Limits,
) -> Result<Sequence, Refusal> {
    let bytes = match of {
        Quantity::NimValue => 8,
        Quantity::Outcome => 1,
    };
    let held = (u128::from(to) + 1) * bytes;
    limits.check_memory("the sequence", held)?;
    let table = Table::up_to(Values::with_policy(moves, Policy::default()), to, held, limits)?;
    let proved = table.period.map(|proved| of_quantity(&table, of, proved));
    let period = proved.map(|(preperiod, period)| Periodicity::proved(preperiod, period));
    let values = (0..=to).map(|heap| table.value(heap));
    let terms = match of {
        Quantity::NimValue => Terms::NimValues(values.map(|value| value.0).collect()),
        Quantity::Outcome => {
            Terms::Outcomes(values.map(|value| outcome_if(value == Nimber::ZERO)).collect())
        }
    };
    Ok(Sequence { terms, period, reasons: reasons(&table), stopped: None })
}

/// The least preperiod and period of a quantity, from those of the nim-values.
fn of_quantity(table: &Table, of: Quantity, (preperiod, period): (u64, u64)) -> (u64, u64) {
    match of {
        Quantity::NimValue => (preperiod, period),
        Quantity::Outcome => {
            let losing: Vec<bool> =
                (0..preperiod + period).map(|n| table.value(n) == Nimber::ZERO).collect();
            period::reduce(&losing, preperiod, period)
        }
    }
}

fn reasons(table: &Table) -> Vec<String> {
    let length = table.values.terms().len();
    let mut reasons = vec![match (table.period, table.values.moves().reach) {
        (Some(_), _) => {
            "the terms repeat for as long as the theorem of Guy and Smith requires".to_owned()
        }
        (None, Some(_)) => format!("no period was found in {length} terms"),
        (None, None) => {
            "which splits are legal depends on both parts: no window proves a period".to_owned()
        }
    }];
    if let Some(space) = table.values.space() {
        let rare = space.rare();
        let size = if space.is_twisted() { ", plus their size" } else { "" };
        reasons.push(format!(
            "{rare} of {length} heaps are called rare, by the parity of the ones of their nim-value \
             masked with {:#b}{size}: all splits with a rare heap were examined, others only as \
             far as needed",
            space.mask()
        ));
    }
    reasons
}

/// The value of a sum of heaps and every winning move.
pub(super) fn solve(moves: &Moves, heaps: &[u64], limits: &Limits) -> Result<Solution, Refusal> {
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let values = Values::with_policy(moves.clone(), Policy::default());
    let table = Table::up_to(values, largest, 0, limits)?;
    let total: Nimber = heaps.iter().map(|heap| table.value(*heap)).sum();
    let winning = Winning { moves, heaps, table: &table, total };
    let (positions, unlisted) = winning.positions(limits)?;
    let reasons = explain_heaps(heaps, table.period, |heap| table.value(heap));
    Ok(Solution { unlisted, ..Solution::impartial(Some(total), positions, reasons) })
}

/// Where there are too many options to look at, this many winning ones are listed.
const ENOUGH: usize = 100;

/// Where there are too many options, this many splits are looked at for each number of tokens that a move may take.
/// Values that have not repeated after this many heaps hardly ever do, so looking further would seldom help.
const SPLITS: u64 = 1 << 20;

/// The moves that leave the sum 0.
struct Winning<'a> {
    moves: &'a Moves,
    heaps: &'a [u64],
    table: &'a Table,
    total: Nimber,
}

impl Winning<'_> {
    /// The positions after the winning moves, and why there may be more. They are counted first, as most moves do not win
    /// and a list of all may be too long.
    fn positions(&self, limits: &Limits) -> Result<(Vec<Position>, Option<Refusal>), Refusal> {
        if self.total == Nimber::ZERO {
            return Ok((Vec::new(), None));
        }
        let options: u128 = self.heaps.iter().map(|heap| self.moves.option_bound(*heap)).sum();
        if let Err(refusal) =
            limits.check_steps("the list of all moves", options.saturating_mul(16))
        {
            let found = self.listed(limits, ENOUGH, SPLITS)?;
            // There is a winning move, but it was not found.
            return if found.is_empty() { Err(refusal) } else { Ok((found, Some(refusal))) };
        }
        let mut count = 0u128;
        self.each(limits, u64::MAX, |_, _| {
            count += 1;
            ControlFlow::Continue(())
        })?;
        // Each is a list of numbers, kept once for Left and once for Right.
        let bytes = 2 * (48 + 8 * (self.heaps.len() as u128 + 1));
        limits.check_memory("the list of winning moves", count.saturating_mul(bytes))?;
        Ok((self.listed(limits, count as usize, u64::MAX)?, None))
    }

    /// The first winning moves, at most `most`, among at most `splits` splits for each number of tokens taken.
    fn listed(&self, limits: &Limits, most: usize, splits: u64) -> Result<Vec<Position>, Refusal> {
        let mut positions = Vec::with_capacity(most);
        self.each(limits, splits, |index, parts| {
            let changed = [&self.heaps[..index], parts, &self.heaps[index + 1..]].concat();
            positions.push(Position::Tuple(changed));
            if positions.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(positions)
    }

    /// Calls `found` with the index of the heap and what is left of it, until it breaks.
    fn each(
        &self,
        limits: &Limits,
        splits: u64,
        mut found: impl FnMut(usize, &[u64]) -> ControlFlow<()>,
    ) -> Result<(), Refusal> {
        const OPTIONS_PER_REPORT: u64 = 1 << 20;
        let mut looked = 0u64;
        for (index, heap) in self.heaps.iter().enumerate() {
            // To leave the sum 0, this heap must become worth its value plus the total.
            let target = self.table.value(*heap) + self.total;
            for left in self.moves.options(*heap, splits) {
                looked += 1;
                if looked.is_multiple_of(OPTIONS_PER_REPORT) {
                    limits.progress(index as u64, self.heaps.len() as u64)?;
                }
                let wins = self.table.value(left.small) + self.table.value(left.large) == target;
                if wins && found(index, &left.parts()).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
