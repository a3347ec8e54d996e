//! Outcomes of a lone heap, 64 heaps at a time, however far back a move reaches.
//!
//! Let l(n) say that Left, moving first, loses the heap n, and r(n) likewise for Right, as in
//! [`super::register`]. In a block of 64 heaps
//! * a number s ≥ 64 leads below the block: one unaligned word of r for all 64 heaps of Left;
//! * a number s < 64 may lead into the block: a shift register, heap by heap;
//! * a progression without end leads to a prefix of a residue class: one flag a class, set once the
//!   prefix holds a heap that the opponent loses.
//!
//! So a heap costs a few steps, a 64th of a step for each large number, and nothing for those of a progression.
//! A period is sought by [`period`] while the table doubles.

use bouton_rules::{Limits, Refusal, SubtractionSet};
use bouton_values::{Player, to_index};

use super::lone::{LoneHeap, Losses, OutcomeTable};
use super::period::{self, Reach};
use super::tail::{Tail, TakeSet};

/// How many heaps make a block.
const WIDTH: u64 = 64;

/// A table that knows every heap up to `largest`; a period is sought that far, and further for `search` steps.
pub(crate) fn table(
    rules: &LoneHeap<'_>,
    largest: u64,
    search: u64,
    limits: &Limits,
) -> Result<OutcomeTable, Refusal> {
    let mut table = OutcomeTable::default();
    let Some(taken) = rules.lookback() else {
        extend(rules, &mut table.losses, largest, limits)?;
        return Ok(table);
    };
    let reach = Reach { parts: 1, taken };
    let is_wanted = |to| {
        let is_affordable =
            cost_up_to(rules, to) <= limits.steps.into() && fits_with_counts(to, reach, limits);
        is_affordable && (to <= largest || cost_up_to(rules, to) <= search.into())
    };
    table.period = period::search_by(largest, is_wanted, |to| {
        extend(rules, &mut table.losses, to, limits)?;
        Ok((table.losses.len(), find_period(&table.losses, reach, limits)?))
    })?;
    table.searched = table.losses.len();
    Ok(table)
}

fn find_period(
    losses: &Losses,
    reach: Reach,
    limits: &Limits,
) -> Result<Option<(u64, u64)>, Refusal> {
    limits.progress(losses.len(), losses.len())?;
    if losses.len() <= reach.taken || !fits_with_counts(losses.len(), reach, limits) {
        return Ok(None);
    }
    let same = |n: usize, m: usize| losses.outcome(n as u64) == losses.outcome(m as u64);
    period::find_by(to_index(losses.len()), reach, same, limits)
}

/// Does the memory suffice for the table and the agreements that the search for a period counts?
fn fits_with_counts(heaps: u64, reach: Reach, limits: &Limits) -> bool {
    memory(heaps) + reach.bytes(heaps) <= limits.memory.into()
}

/// Steps for the heaps up to `largest`.
fn cost_up_to(rules: &LoneHeap<'_>, largest: u64) -> u128 {
    cost(largest, rules.sets.iter().map(|set| set.count_up_to(largest)).sum())
}

/// Steps for the heaps up to `largest`, where this many numbers can be taken, Left's and Right's.
fn cost(largest: u64, numbers: u128) -> u128 {
    const STEPS_PER_HEAP: u128 = 8;
    (numbers / 32 + STEPS_PER_HEAP).saturating_mul(u128::from(largest))
}

/// Two bits a heap, and as much again while a vector grows.
fn memory(largest: u64) -> u128 {
    u128::from(largest) / 2
}

/// Works out the heaps up to `largest`. Where a set has no end, `losses` must be empty.
fn extend(
    rules: &LoneHeap<'_>,
    losses: &mut Losses,
    largest: u64,
    limits: &Limits,
) -> Result<(), Refusal> {
    if losses.len() > largest {
        return Ok(());
    }
    // To the end of the last block.
    let largest = largest | (WIDTH - 1);
    // A flag for each residue class, if there is a progression.
    let flags = if rules.lookback().is_none() { 2 * u128::from(largest) } else { 0 };
    limits.check_memory("the table of outcomes", memory(largest) + flags)?;
    limits.check_steps("the table of outcomes", cost(largest, 0))?;
    let mut hands = rules.sets.map(|set| Hand::new(set, largest));
    let numbers = hands.iter().map(|hand| hand.far.len() as u128).sum();
    limits.check_steps("the table of outcomes", cost(largest, numbers))?;
    while losses.len() <= largest {
        if (losses.len() / WIDTH).is_multiple_of(1 << 8) {
            limits.progress(losses.len(), largest)?;
        }
        let block = next_block(rules, &mut hands, losses);
        losses.push(block);
    }
    Ok(())
}

/// The numbers that one player may take.
struct Hand {
    least: u64,
    /// Bit s-1: s may be taken, s < 64.
    near: u64,
    /// 64 and more.
    far: Vec<i64>,
    tail: Option<Prefixes>,
}

/// For each residue class: does the opponent lose a heap of the prefix that can be reached?
struct Prefixes {
    tail: Tail,
    has_lost: Vec<bool>,
}

impl Hand {
    fn new(set: &SubtractionSet, largest: u64) -> Hand {
        let TakeSet { listed, tail } = TakeSet::up_to(set, largest);
        let far = listed.partition_point(|s| *s < WIDTH);
        Hand {
            least: set.min(),
            near: listed[..far].iter().fold(0, |mask, s| mask | 1 << (s - 1)),
            far: listed[far..].iter().map(|s| *s as i64).collect(),
            tail: tail.map(|tail| Prefixes { tail, has_lost: vec![false; tail.classes(largest)] }),
        }
    }

    /// The heaps of the block at `start` from which a far move leads to a heap that the opponent loses.
    fn wins_far(&self, losses: &Losses, start: u64, opponent: Player) -> u64 {
        let reached = |taken: &i64| losses.window(opponent, start as i64 - taken);
        self.far.iter().fold(0, |wins, taken| wins | reached(taken))
    }

    fn is_far_only(&self, start: u64) -> bool {
        self.near == 0 && self.tail.is_none() && self.least <= start
    }
}

impl Prefixes {
    /// Does some element of the progression lead from `heap` to one that the opponent loses?
    fn wins(&mut self, heap: u64, loses: impl FnOnce(u64) -> bool) -> bool {
        let Some((reached, class)) = self.tail.reached(heap) else { return false };
        self.has_lost[class] |= loses(reached as u64);
        self.has_lost[class]
    }
}

/// The next 64 heaps: who loses them, Left and Right.
fn next_block(rules: &LoneHeap<'_>, hands: &mut [Hand; 2], losses: &Losses) -> [u64; 2] {
    let start = losses.len();
    let wins_far =
        Player::BOTH.map(|mover| hands[mover.index()].wins_far(losses, start, mover.opponent()));
    if hands.iter().all(|hand| hand.is_far_only(start)) {
        return wins_far.map(|wins| !wins);
    }
    // Bit s-1: who loses the heap s below the next one.
    let mut recent = Player::BOTH
        .map(|player| losses.window(player, start as i64 - WIDTH as i64).reverse_bits());
    for offset in 0..WIDTH {
        let heap = start + offset;
        let loses = Player::BOTH.map(|mover| {
            let hand = &mut hands[mover.index()];
            if heap < hand.least {
                return rules.ending.winner(heap, mover) != mover;
            }
            let opponent = mover.opponent();
            let below = recent[opponent.index()];
            let opponent_loses = |reached: u64| match heap - reached {
                taken @ 1..=WIDTH => below >> (taken - 1) & 1 == 1,
                _ => losses.loses(opponent, reached),
            };
            let by_tail = hand.tail.as_mut().is_some_and(|tail| tail.wins(heap, opponent_loses));
            let is_won = wins_far[mover.index()] >> offset & 1 == 1 || below & hand.near != 0;
            !(is_won || by_tail)
        });
        recent = [0, 1].map(|player| recent[player] << 1 | u64::from(loses[player]));
    }
    recent.map(u64::reverse_bits)
}
