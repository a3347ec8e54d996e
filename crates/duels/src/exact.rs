//! Exact chances: a strategy draws evenly from what it picks, so the chance at a position is the
//! mean of the chances at the options picked.

use bouton_rules::{Limits, Refusal, Ruleset};
use bouton_values::{Player, to_index};
use rustc_hash::FxHashMap;

use crate::game::{Lists, Table};
use crate::nimrod::{Nimrod, State};
use crate::strategy::Turn;

/// The chance that Left wins, for either player to start.
pub(crate) type Chances = [f64; 2];

/// What a position costs here, about.
const STEPS_A_POSITION: u128 = 150;

/// Nimrod, column by column: to work out the pile p at the rate r one needs the piles p - q at the
/// rates q next to r, so of each row q the last q piles are kept.
pub(crate) fn nimrod(table: &Table<'_, Nimrod>, limits: &Limits) -> Result<Chances, Refusal> {
    let start = table.start;
    let rates = to_index(highest_rate(start));
    let states = 2 * u128::from(start.pile) * rates as u128;
    limits.check_steps("the exact chance", states.saturating_mul(STEPS_A_POSITION))?;
    limits.check_memory("the exact chance", (rates as u128).pow(2) * 8)?;
    let mut rings: Vec<Vec<Chances>> = (0..=rates).map(|rate| vec![[0.0; 2]; rate]).collect();
    // after[q]: the chances at the pile p - q and the rate q.
    let mut after = vec![[0.0; 2]; rates + 1];
    let (mut options, mut picked) = (Vec::new(), Vec::new());
    for pile in 0..=start.pile {
        if pile % 1024 == 0 {
            limits.progress(pile, start.pile)?;
        }
        for (rate, chances) in after.iter_mut().enumerate().skip(1) {
            *chances = rings[rate][to_index(pile % rate as u64)];
        }
        for rate in 1..=rates as u64 {
            let state = State { pile, rate };
            table.rules.list(&state, Player::Left, &mut options);
            // What the highest row could raise its rate to is never met.
            let met = options.iter().filter(|option| option.rate <= rates as u64).count();
            let chances = Player::BOTH.map(|mover| match &options[..met] {
                [] => Ok(f64::from(table.rules.ending(&state, mover) == Player::Left)),
                options => {
                    picked.clear();
                    let turn = Turn { position: &state, options, mover };
                    table.players[mover.index()].pick(turn, &mut picked)?;
                    let next = mover.opponent().index();
                    Ok(mean(picked.iter().map(|index| after[to_index(options[*index].rate)][next])))
                }
            });
            let [left, right] = chances;
            rings[to_index(rate)][to_index(pile % rate)] = [left?, right?];
        }
    }
    Ok(rings[to_index(start.rate)][to_index(start.pile % start.rate)])
}

/// The highest rate that can be reached: to raise it from r₀ to r one takes r₀+1, …, r at least.
fn highest_rate(start: State) -> u64 {
    let (mut rate, mut left) = (start.rate, start.pile);
    while left > rate {
        rate += 1;
        left -= rate;
    }
    rate
}

fn mean(chances: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = chances.len() as f64;
    chances.sum::<f64>() / count
}

/// Any game that ends: depth first, with a stack of its own. Only the starts that are asked for are worked out.
pub(crate) fn any<R: Ruleset>(
    table: &Table<'_, R>,
    starts: &[Player],
    limits: &Limits,
) -> Result<Chances, Refusal> {
    if table.most_moves.is_some() {
        return Err(Refusal::bad(
            "play may go on for ever, so there is no exact chance",
            "play games instead",
        ));
    }
    let mut known: FxHashMap<(R::Position, Player), f64> = FxHashMap::default();
    let mut stack: Vec<_> = starts.iter().map(|first| (table.start.clone(), *first)).collect();
    let mut picked = Vec::new();
    while let Some((position, mover)) = stack.last().cloned() {
        let options = table.rules.options_within(&position, mover, limits)?;
        let chance = if options.is_empty() {
            f64::from(table.rules.ending(&position, mover) == Player::Left)
        } else {
            picked.clear();
            let turn = Turn { position: &position, options: &options, mover };
            table.players[mover.index()].pick(turn, &mut picked)?;
            let next = picked.iter().map(|index| (options[*index].clone(), mover.opponent()));
            let (found, missing): (Vec<_>, Vec<_>) =
                next.partition(|node| known.contains_key(node));
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            mean(found.iter().map(|node| known[node]))
        };
        stack.pop();
        known.insert((position, mover), chance);
        if known.len().is_multiple_of(1024) {
            let (what, done, waiting) = ("the exact chance", known.len(), stack.len());
            limits.check_memory(what, (done + waiting) as u128 * 200)?;
            limits.check_steps(what, done as u128 * 10 * STEPS_A_POSITION)?;
            limits.progress(done as u64, (done + waiting) as u64)?;
        }
    }
    let chance = |first| known.get(&(table.start.clone(), first)).copied();
    Ok(Player::BOTH.map(|first| chance(first).unwrap_or_default()))
}
