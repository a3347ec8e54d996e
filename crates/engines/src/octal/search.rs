//! The search for a period while the table of nim-values grows.

use bouton_rules::{Limits, Refusal};
use bouton_values::{Nimber, to_index};

use super::values::{Values, check_memory, length_to, meter};
use crate::heap::period::{self, Reach};

/// How far a period is sought even if the question asks for smaller heaps only.
const HORIZON: u64 = 1 << 11;

/// In a search with more terms than this, it is first checked whether the last ones occur before at all.
const TAIL: usize = 64;

/// Nim-values of single heaps: of all heaps, if a period was proved.
pub(super) struct Table {
    pub(super) values: Values,
    /// Preperiod and period, the least possible.
    pub(super) period: Option<(u64, u64)>,
}

impl Table {
    /// A table that knows every heap up to `largest`; `held` bytes will be needed beside it.
    pub(super) fn up_to(
        values: Values,
        largest: u64,
        held: u128,
        limits: &Limits,
    ) -> Result<Table, Refusal> {
        let mut table = Table { values, period: None };
        let Some(reach) = table.values.moves().reach else {
            check_memory(limits, length_to(largest)?, held)?;
            table.values.extend_to(largest, limits)?;
            return Ok(table);
        };
        let horizon = HORIZON.max(reach.taken.saturating_mul(4));
        let is_affordable = table.plain_steps(horizon) <= u128::from(limits.steps);
        let searched = if is_affordable { largest.max(horizon) } else { largest };
        table.search(searched, held, limits)?;
        if table.period.is_none() {
            length_to(largest)?;
        }
        Ok(table)
    }

    /// Seeks a period in growing numbers of terms, at most up to the heap `largest`.
    pub(super) fn search(
        &mut self,
        largest: u64,
        held: u128,
        limits: &Limits,
    ) -> Result<(), Refusal> {
        let target = length_to(largest).or_else(|_| length_to(u64::from(u32::MAX)))?;
        let mut meter = meter(limits, target);
        // The number of terms grows by halves: a search for a period is cheap compared with the terms.
        let mut length = 64;
        loop {
            let end = length.min(target);
            check_memory(limits, end, held)?;
            self.values.extend(end, &mut meter)?;
            self.period = self.values.period(limits)?;
            if self.period.is_some() || end == target {
                return Ok(());
            }
            length += length / 2;
        }
    }

    /// The nim-value of a heap that the table knows.
    pub(super) fn value(&self, heap: u64) -> Nimber {
        let index = to_index(period::representative(heap, self.period));
        Nimber(u64::from(self.values.terms()[index]))
    }

    /// An upper bound for the steps of the terms up to a heap.
    fn plain_steps(&self, largest: u64) -> u128 {
        let length = usize::try_from(largest).unwrap_or(usize::MAX).saturating_add(1);
        self.values.moves().pairs_between(0, length)
    }
}

/// The least preperiod and period that these terms prove.
pub(super) fn period(
    terms: &[u16],
    reach: Reach,
    limits: &Limits,
) -> Result<Option<(u64, u64)>, Refusal> {
    if !may_repeat(terms, reach) {
        return Ok(None);
    }
    // The terms with their rare heaps, and a count for each.
    limits.check_memory("the search for a period", (4 + 8) * terms.len() as u128)?;
    Ok(period::find(terms, reach))
}

/// Can these terms prove a period? If a move splits, the theorem asks that more than half of them
/// agree with the terms p places later, so the last few occur p places before the end.
pub(super) fn may_repeat(terms: &[u16], reach: Reach) -> bool {
    if reach.parts == 1 || terms.len() < 4 * TAIL {
        return true;
    }
    let tail = &terms[terms.len() - TAIL..];
    let last = tail[TAIL - 1];
    let earlier = terms[..terms.len() - 1].windows(TAIL);
    earlier.rev().any(|window| window[TAIL - 1] == last && window == tail)
}
