//! The terms of a sequence by the definition, for lone heaps.

use bouton_definition::{Game, HeapMoves, HeapRules, Ruleset, TakeAndBreakCode, Tuples};
use bouton_lang::Program;
use bouton_values::{Limits, Meter, Nimber, Outcome, Player, Refusal, mex, to_index};

/// What listing one option and looking it up costs, about.
const STEPS_PER_OPTION: u128 = 60;
/// What listing one option costs that a rule text allows.
const STEPS_PER_WRITTEN_OPTION: u64 = 500;
/// What looking at one split costs where nothing is listed.
const STEPS_PER_SPLIT: u128 = 2;
/// What an option takes while the options of a heap are listed.
const BYTES_PER_OPTION: u128 = 64;
/// What a term takes.
const BYTES_PER_TERM: u128 = 8;

/// The nim-values of the heaps 0 to `count - 1`: the least that no option has, where the one of an
/// option is the nim-sum of those of its heaps (Sprague, Grundy).
///
/// The caller knows that the rules are impartial and the play is normal.
pub(crate) fn nim_values(
    rules: &HeapRules,
    count: u128,
    limits: &Limits,
) -> Result<Vec<u64>, Refusal> {
    if let HeapMoves::Code(code) = &rules.moves {
        return values_of_code(rules, code, count, limits);
    }
    let count = affordable(rules, count, STEPS_PER_OPTION, limits)?;
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..count {
        tell(limits, heap, count)?;
        let options = rules.options_of_heap(heap, Player::Left);
        values.push(mex(options.iter().map(|heaps| nim_sum(heaps, &values))).0);
    }
    Ok(values)
}

/// The nim-values of the heaps of a text up to the largest of `heaps`, by the options that the text gives each of them
/// alone; `None` if some option has a heap that is not smaller.
///
/// The caller knows that the rules are impartial and the play is normal.
pub(crate) fn nim_values_of_text(
    program: &Program,
    heaps: &[u64],
    limits: &Limits,
) -> Result<Option<Vec<u64>>, Refusal> {
    let Some(largest) = heaps.iter().max() else { return Ok(Some(Vec::new())) };
    let what = "recomputing the nim-values of all heaps";
    limits.check_steps(what, u128::from(*largest))?;
    let mut values: Vec<u64> = Vec::new();
    let mut meter = Meter::new(limits, what).scaled(STEPS_PER_WRITTEN_OPTION, 1).out_of(*largest);
    for heap in 0..=*largest {
        meter.done(heap);
        let bound = program.option_bound(&[heap]).saturating_add(1);
        meter.spend_many(bound)?;
        let bytes = bound.saturating_mul(BYTES_PER_OPTION).saturating_add(u128::from(heap) * 8);
        meter.hold(what, bytes)?;
        let options = program.options(&[heap], Player::Left);
        if options.iter().flatten().any(|part| *part >= heap) {
            return Ok(None);
        }
        values.push(mex(options.iter().map(|parts| nim_sum(parts, &values))).0);
    }
    Ok(Some(values))
}

/// The nim-values of all heaps of a take-and-break code, without listing the options.
fn values_of_code(
    rules: &HeapRules,
    code: &TakeAndBreakCode,
    count: u128,
    limits: &Limits,
) -> Result<Vec<u64>, Refusal> {
    let count = affordable(rules, count, STEPS_PER_SPLIT, limits)?;
    let mut values: Vec<u64> = Vec::new();
    let mut seen: Vec<bool> = Vec::new();
    for heap in 0..count {
        tell(limits, heap, count)?;
        seen.clear();
        for taken in 0..=code.last_digit().unwrap_or(heap).min(heap) {
            see(&mut seen, code.digit(taken), to_index(heap - taken), &values);
        }
        let least = seen.iter().position(|is_seen| !is_seen).unwrap_or(seen.len());
        values.push(least as u64);
    }
    Ok(values)
}

/// Notes the values of all ways in which a digit allows `rest` tokens to lie: as 0, 1, 2 or 3 heaps
/// that are not empty, by its bits.
fn see(seen: &mut Vec<bool>, digit: u8, rest: usize, values: &[u64]) {
    let allows = |heaps: u32| digit >> heaps & 1 == 1;
    let mut note = |value: u64| {
        let value = to_index(value);
        if value >= seen.len() {
            seen.resize(value + 1, false);
        }
        seen[value] = true;
    };
    if rest == 0 {
        if allows(0) {
            note(0);
        }
        return;
    }
    if allows(1) {
        note(values[rest]);
    }
    if allows(2) {
        (1..=rest / 2).for_each(|a| note(values[a] ^ values[rest - a]));
    }
    if allows(3) {
        for a in 1..=rest / 3 {
            (a..=(rest - a) / 2).for_each(|b| note(values[a] ^ values[b] ^ values[rest - a - b]));
        }
    }
}

/// The nim-sum of the values of these heaps.
pub(crate) fn nim_sum(heaps: &[u64], values: &[u64]) -> Nimber {
    heaps.iter().map(|heap| Nimber(values[to_index(*heap)])).sum()
}

/// The outcomes of the lone heaps 0 to `count - 1`: a mover wins who has an option where the
/// opponent, to move, loses; a stuck mover's fate is the ending's.
///
/// The caller knows that a move leaves a lone heap.
pub(crate) fn outcomes(
    game: &Game,
    rules: &HeapRules,
    count: u128,
    limits: &Limits,
) -> Result<Vec<Outcome>, Refusal> {
    let count = affordable(rules, count, STEPS_PER_OPTION, limits)?;
    let mut winners: Vec<[Player; 2]> = Vec::new();
    for heap in 0..count {
        tell(limits, heap, count)?;
        winners.push(Player::BOTH.map(|mover| {
            let options = rules.options_of_heap(heap, mover);
            let mut rests = options.iter().map(|heaps| to_index(heaps.iter().sum::<u64>()));
            match options.is_empty() {
                true => game.ending(&Tuples(vec![vec![heap]]), mover),
                false if rests.any(|rest| winners[rest][mover.opponent().index()] == mover) => {
                    mover
                }
                false => mover.opponent(),
            }
        }));
    }
    let outcome = |[left, right]: &[Player; 2]| Outcome::from_winners(Some(*left), Some(*right));
    Ok(winners.iter().map(outcome).collect())
}

/// The number of terms, if the limits allow to compute them.
fn affordable(
    rules: &HeapRules,
    count: u128,
    steps: u128,
    limits: &Limits,
) -> Result<u64, Refusal> {
    let what = "recomputing the terms";
    limits.check_steps(what, count)?;
    let heaps = u64::try_from(count).expect("the limit of steps is below 2⁶⁴");
    let options = rules.option_bound_up_to(heaps).saturating_add(1);
    // The options grow with the heap: on average there are half as many as at the end.
    let all = count.saturating_mul(options).saturating_mul(steps) / 2;
    limits.check_steps(what, all)?;
    let listed = options.saturating_mul(BYTES_PER_OPTION);
    limits.check_memory(what, listed.saturating_add(count * BYTES_PER_TERM))?;
    Ok(heaps)
}

fn tell(limits: &Limits, heap: u64, count: u64) -> Result<(), Refusal> {
    match heap.is_multiple_of(1 << 10) {
        true => limits.progress(heap, count),
        false => Ok(()),
    }
}
