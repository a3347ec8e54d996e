//! Nim-values of single heaps: the least nim-value that no option has (Sprague and Grundy).
//!
//! One way for each kind of move:
//! * any smaller heap (Nim): the nim-value of a heap is its size;
//! * a finite set: as bits ([`super::one_hot`]), or by marks where it has more than 63 elements;
//! * a set with a progression: the progression leads to a prefix of a residue class, whose values are
//!   kept in a set that only grows; a heap costs a few steps and its moves outside the progression;
//! * codes: by marks, option by option;
//! * rules of a text: as bytecode ([`values_of_heaps`]), or by marks where a heap may become several.

use bouton_lang::Program;
use bouton_rules::{Game, HeapMoves, HeapRules, Limits, Refusal, SubtractionSet, TakeAndBreakCode};
use bouton_values::{Nimber, Player, to_index};

use super::lone::repeat;
use super::mex::{Mex, ValueSet};
use super::one_hot;
use super::period::{self, Reach, search};
use super::tail::TakeSet;
use crate::written::values_of_heaps;

/// Rules of heaps, and what a text says of one heap where neither a set nor a code does.
#[derive(Clone, Copy)]
pub(crate) struct Heaps<'a> {
    pub(crate) rules: &'a HeapRules,
    pub(crate) text: Option<&'a Program>,
}

impl<'a> Heaps<'a> {
    /// These rules of the game. A text is not read where a set or a code says the same.
    pub(crate) fn of(game: &'a Game, rules: &'a HeapRules) -> Heaps<'a> {
        let text = match &rules.moves {
            HeapMoves::Rule(_) => game.written().map(|written| written.program.as_ref()),
            _ => None,
        };
        Heaps { rules, text }
    }
}

/// Nim-values of single heaps: all of them, if a period was proved.
pub(crate) struct ValueTable {
    kind: Kind,
    /// Preperiod and period, the least possible.
    pub(crate) period: Option<(u64, u64)>,
}

enum Kind {
    /// Nim: the nim-value of a heap is its size.
    Size,
    Listed(Vec<u32>),
}

impl ValueTable {
    /// A table that knows every heap up to `largest`.
    pub(crate) fn up_to(
        heaps: Heaps<'_>,
        largest: u64,
        limits: &Limits,
    ) -> Result<ValueTable, Refusal> {
        ValueTable::searching(heaps, largest, search::FOR_A_SOLUTION, limits)
    }

    /// A table that knows every heap up to `largest`; a period is sought that far, and further for `search` steps.
    pub(crate) fn searching(
        Heaps { rules, text }: Heaps<'_>,
        largest: u64,
        search: u64,
        limits: &Limits,
    ) -> Result<ValueTable, Refusal> {
        if matches!(rules.moves, HeapMoves::Any) {
            return Ok(ValueTable { kind: Kind::Size, period: None });
        }
        let mut values = Vec::new();
        let Some(reach) = reach(rules) else {
            match text.map(|text| values_of_heaps(text, largest)) {
                Some(Ok(table)) => values = table(limits)?,
                _ => extend(rules, &mut values, largest, limits)?,
            }
            return Ok(ValueTable { kind: Kind::Listed(values), period: None });
        };
        let is_wanted = |to| {
            let is_affordable =
                cost(rules, to) <= limits.steps.into() && fits_with_counts(to, reach, limits);
            is_affordable && (to <= largest || cost(rules, to) <= search.into())
        };
        let period = period::search_by(largest, is_wanted, |to| {
            extend(rules, &mut values, to, limits)?;
            Ok((values.len() as u64, find_period(&values, reach, limits)?))
        })?;
        Ok(ValueTable { kind: Kind::Listed(values), period })
    }

    /// The nim-value of a heap that the table knows.
    pub(crate) fn value(&self, heap: u64) -> Nimber {
        let Kind::Listed(values) = &self.kind else { return Nimber(heap) };
        let index = to_index(period::representative(heap, self.period));
        Nimber(u64::from(values[index]))
    }

    /// The nim-values of the heaps 0 to `count - 1`, as `term` writes them.
    pub(crate) fn terms<T: Copy>(&self, count: usize, term: impl Fn(u64) -> T) -> Vec<T> {
        let Kind::Listed(values) = &self.kind else { return (0..count as u64).map(term).collect() };
        let known = match self.period {
            Some((preperiod, period)) => count.min(to_index(preperiod + period)),
            None => count,
        };
        let mut terms = Vec::with_capacity(count);
        terms.extend(values[..known].iter().map(|value| term(u64::from(*value))));
        repeat(&mut terms, self.period.map_or(0, |(_, period)| to_index(period)), count);
        terms
    }

    /// How many heaps were worked out.
    pub(crate) fn len(&self) -> usize {
        match &self.kind {
            Kind::Size => 0,
            Kind::Listed(values) => values.len(),
        }
    }
}

/// How far a move reaches, where that is bounded.
pub(crate) fn reach(rules: &HeapRules) -> Option<Reach> {
    rules.bounds().map(|(parts, taken)| Reach { parts: u64::from(parts), taken })
}

/// Does the memory suffice for the table and the agreements that the search for a period counts?
fn fits_with_counts(heaps: u64, reach: Reach, limits: &Limits) -> bool {
    memory(heaps) + reach.bytes(heaps) <= limits.memory.into()
}

fn find_period(
    values: &[u32],
    reach: Reach,
    limits: &Limits,
) -> Result<Option<(u64, u64)>, Refusal> {
    if !fits_with_counts(values.len() as u64, reach, limits) {
        return Ok(None);
    }
    period::find_by(values.len(), reach, |n, m| values[n] == values[m], limits)
}

/// Steps for the nim-values of all heaps up to `largest`, where moves reach back boundedly.
fn cost(rules: &HeapRules, largest: u64) -> u128 {
    let heaps = u128::from(largest) + 1;
    let options = rules.option_bound_up_to(largest);
    match &rules.moves {
        HeapMoves::Any | HeapMoves::Subtract { .. } => cost_of_taking(largest, options),
        HeapMoves::Code(_) | HeapMoves::PartizanCode { .. } => heaps.saturating_mul(options) / 2,
        // A rule is asked for each heap, even if it has no option.
        HeapMoves::Rule(_) => heaps.saturating_mul(options.saturating_add(STEPS_PER_RULE)),
    }
}

/// Steps to ask a rule for the options of a heap, beside the options.
const STEPS_PER_RULE: u128 = 100;

/// Steps for the nim-values of all heaps up to `largest`, where a move takes one of this many numbers.
fn cost_of_taking(largest: u64, numbers: u128) -> u128 {
    const STEPS_PER_HEAP: u128 = 8;
    numbers.saturating_add(STEPS_PER_HEAP).saturating_mul(u128::from(largest) + 1)
}

fn memory(largest: u64) -> u128 {
    4 * u128::from(largest)
}

/// Works out the heaps up to `largest`. Where moves reach back without bound, `values` must be empty.
fn extend(
    rules: &HeapRules,
    values: &mut Vec<u32>,
    largest: u64,
    limits: &Limits,
) -> Result<(), Refusal> {
    if values.len() as u64 > largest {
        return Ok(());
    }
    limits.check_memory(TABLE, memory(largest))?;
    if largest > u64::from(u32::MAX) {
        return Err(Refusal::bad(
            format!("a table of nim-values ends at a heap of {}", u32::MAX),
            "ask for a smaller heap",
        ));
    }
    let set = match &rules.moves {
        HeapMoves::Subtract { left, .. } if left.max().is_none() => {
            return extend_by_prefixes(left, values, largest, limits);
        }
        HeapMoves::Subtract { left, .. } => Some(left),
        _ => None,
    };
    limits.check_steps(TABLE, cost(rules, largest))?;
    values.reserve_exact(to_index(largest + 1) - values.len());
    match set {
        Some(set) if set.count_up_to(largest) <= one_hot::MOST as u128 => {
            let set: Vec<u64> = set.up_to(largest).collect();
            limits.check_memory(TABLE, memory(largest) + one_hot::memory(&set))?;
            one_hot::extend(&set, values, largest, limits)
        }
        _ => extend_by_marks(rules, values, largest, limits),
    }
}

const TABLE: &str = "the table of nim-values";

/// A set with a progression: its moves lead to all heaps of a prefix of a residue class.
fn extend_by_prefixes(
    set: &SubtractionSet,
    values: &mut Vec<u32>,
    largest: u64,
    limits: &Limits,
) -> Result<(), Refusal> {
    limits.check_steps(TABLE, cost_of_taking(largest, 0))?;
    let TakeSet { listed, tail } = TakeSet::up_to(set, largest);
    limits.check_steps(TABLE, cost_of_taking(largest, listed.len() as u128))?;
    let classes = tail.map_or(0, |tail| tail.classes(largest));
    // A class sees at most as many values as it has heaps, none greater than there are moves.
    let sets = classes as u128 * (64 + listed.len() as u128 / 8) + u128::from(largest) / 8;
    limits.check_memory(TABLE, memory(largest) + sets)?;
    let mut seen = vec![ValueSet::default(); classes];
    let mut mex = Mex::default();
    for heap in 0..=largest {
        if heap.is_multiple_of(1 << 12) {
            limits.progress(heap, largest)?;
        }
        let listed = listed.iter().take_while(|taken| **taken <= heap);
        listed.for_each(|taken| mex.mark(values[to_index(heap - taken)]));
        values.push(match tail.and_then(|tail| tail.reached(heap)) {
            None => mex.take(),
            Some((reached, class)) => {
                seen[class].insert(values[reached] as usize);
                mex.take_besides(&seen[class])
            }
        });
    }
    Ok(())
}

fn extend_by_marks(
    rules: &HeapRules,
    values: &mut Vec<u32>,
    largest: u64,
    limits: &Limits,
) -> Result<(), Refusal> {
    // Progress is reported after this many options, however they are distributed among the heaps.
    const OPTIONS_PER_REPORT: u128 = 1 << 16;
    let options = rules.option_bound_up_to(largest).clamp(64, OPTIONS_PER_REPORT);
    let heaps_per_report = (OPTIONS_PER_REPORT / options) as u64;
    let mut mex = Mex::default();
    for heap in values.len() as u64..=largest {
        if heap.is_multiple_of(heaps_per_report) {
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
            left.up_to(heap).for_each(|taken| mex.mark(values[to_index(heap - taken)]));
        }
        HeapMoves::Code(code) => mark_code(code, heap, values, mex),
        HeapMoves::PartizanCode { .. } => unreachable!("partizan heaps have no nim-values"),
        HeapMoves::Rule(rule) => {
            for parts in rule.options(heap, Player::Left) {
                mex.mark(parts.iter().fold(0, |sum, part| sum ^ values[to_index(*part)]));
            }
        }
    }
}

fn mark_code(code: &TakeAndBreakCode, heap: u64, values: &[u32], mex: &mut Mex) {
    let last = code.last_digit().unwrap_or(heap).min(heap);
    for taken in 0..=last {
        let rest = to_index(heap - taken);
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
