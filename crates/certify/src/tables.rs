//! The terms of a sequence by the definition, for lone heaps.

use bouton_rules::{FiniteGame, HeapRules, Limits, Refusal};
use bouton_values::{Nimber, Outcome, Player, mex};

/// What listing one option and looking it up costs, about.
const STEPS_PER_OPTION: u128 = 60;
/// What an option takes while the options of a heap are listed.
const BYTES_PER_OPTION: u128 = 64;
/// What a term takes.
const BYTES_PER_TERM: u128 = 8;

/// The nim-values of the heaps 0 to `count - 1`: the least that no option has, where an option is
/// worth the nim-sum of its heaps (Sprague, Grundy).
///
/// The caller knows that the rules are impartial and the play is normal.
pub(crate) fn nim_values(
    rules: &HeapRules,
    count: u128,
    limits: &Limits,
) -> Result<Vec<u64>, Refusal> {
    let count = affordable(rules, count, limits)?;
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..count {
        tell(limits, heap, count)?;
        let options = rules.options_of_heap(heap, Player::Left);
        values.push(mex(options.iter().map(|heaps| nim_sum(heaps, &values))).0);
    }
    Ok(values)
}

/// The nim-sum of the values of these heaps.
pub(crate) fn nim_sum(heaps: &[u64], values: &[u64]) -> Nimber {
    heaps.iter().map(|heap| Nimber(values[*heap as usize])).sum()
}

/// The outcomes of the lone heaps 0 to `count - 1`: a mover wins who has an option where the
/// opponent, to move, loses; a stuck mover's fate is the ending's.
///
/// The caller knows that a move leaves a lone heap.
pub(crate) fn outcomes(
    game: &FiniteGame,
    rules: &HeapRules,
    count: u128,
    limits: &Limits,
) -> Result<Vec<Outcome>, Refusal> {
    let count = affordable(rules, count, limits)?;
    let mut winners: Vec<[Player; 2]> = Vec::new();
    for heap in 0..count {
        tell(limits, heap, count)?;
        winners.push(Player::BOTH.map(|mover| {
            let options = rules.options_of_heap(heap, mover);
            let mut rests = options.iter().map(|heaps| heaps.iter().sum::<u64>() as usize);
            match options.is_empty() {
                true => game.ending.winner(heap, mover),
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
fn affordable(rules: &HeapRules, count: u128, limits: &Limits) -> Result<u64, Refusal> {
    let what = "recomputing the terms";
    limits.check_steps(what, count)?;
    let heaps = u64::try_from(count).expect("the limit of steps is below 2⁶⁴");
    let options = rules.option_bound_of_heap(heaps).saturating_add(1);
    limits.check_steps(what, count.saturating_mul(options).saturating_mul(STEPS_PER_OPTION))?;
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
