//! Outcomes of a single heap by two shift registers.
//!
//! *Theorem.* Let no move take more than 64 tokens, and let l(n) say that Left, moving first, loses the
//! heap n; r(n) likewise for Right. Where both can move,
//!
//! > l(n) = 1 iff r(n - s) = 0 for all s in Left's set; r(n) = 1 iff l(n - s) = 0 for all s in Right's
//!
//! (the definition; for partizan endings, Proposition 2 of *On Ending Partizan Subtraction Nim*; the sets
//! may differ). So the last 64 bits of l and r, two words, give the next two bits: an AND with the set and a
//! shift for each player. Bits of heaps below 0 are 0, because no move leads there.
//!
//! The two words after heap n + 63 are the outcomes of the heaps n to n + 63. They are the state of a
//! map on a finite set, so they repeat; and two states are equal iff the windows of outcomes are. The
//! first state of the cycle thus gives the least preperiod of the outcomes, and the length of the
//! cycle their least period ([`super::period`] with t = 1). Brent's method finds both and stores
//! two states.

use bouton_rules::{Limits, Refusal};
use bouton_values::Player;

use super::lone::{LoneHeap, Losses, OutcomeTable};
use super::period::MOST_CLASSES;

/// The farthest that a move may reach back.
pub(crate) const WIDTH: u64 = 64;

/// The rules as two masks, and the state after the heaps 0 to 63.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Register {
    /// Bit s-1: Left may take s; Right may take s.
    takes: [u64; 2],
    start: State,
}

/// Who loses the last 64 heaps, moving first: bit s-1 of a player's word stands for the heap s below
/// the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    loses: [u64; 2],
}

/// How many heaps are worked out between two reports of progress; a power of two.
const STRIDE: u64 = 1 << 20;

/// Steps that a heap costs, about.
const STEPS_PER_HEAP: u64 = 2;

impl Register {
    /// The rules, unless a move reaches back too far.
    pub(crate) fn new(rules: &LoneHeap<'_>) -> Option<Register> {
        let takes = match rules.lookback() {
            Some(1..=WIDTH) => rules.sets.map(|set| set.up_to(WIDTH).fold(0, |m, s| m | bit(s))),
            _ => return None,
        };
        Some(Register::with(takes, |heap, mover| rules.loses_stuck(heap, mover)))
    }

    /// The rules in which both players may take s where bit s-1 of `set` is 1; bit n of a player's word in `loses` says
    /// whether that player, who cannot move at the heap n, loses.
    pub(crate) fn labelled(set: u64, loses: [u64; 2]) -> Register {
        let least = u64::from(set.trailing_zeros()) + 1;
        let stuck = |heap: u64, mover: Player| loses[mover.index()] >> heap & 1 == 1;
        Register::with([set; 2], |heap, mover| (heap < least).then(|| stuck(heap, mover)))
    }

    fn with(takes: [u64; 2], loses_stuck: impl Fn(u64, Player) -> Option<bool>) -> Register {
        let mut register = Register { takes, start: State::default() };
        for heap in 0..WIDTH {
            let moved = register.next(register.start);
            let words = Player::BOTH.map(|mover| match loses_stuck(heap, mover) {
                Some(loses) => register.start.loses[mover.index()] << 1 | u64::from(loses),
                None => moved.loses[mover.index()],
            });
            register.start = State { loses: words };
        }
        register
    }

    /// The state after one more heap, at which both players can move.
    #[inline]
    fn next(&self, state: State) -> State {
        let [left, right] = state.loses;
        let left_loses = right & self.takes[0] == 0;
        let right_loses = left & self.takes[1] == 0;
        State { loses: [left << 1 | u64::from(left_loses), right << 1 | u64::from(right_loses)] }
    }

    /// The least preperiod and period of the outcomes, unless they take more than about `most` heaps
    /// to show.
    pub(crate) fn period(&self, most: u64, limits: &Limits) -> Result<Option<(u64, u64)>, Refusal> {
        let Some(period) = self.cycle(most, limits)? else { return Ok(None) };
        let mut behind = self.start;
        let mut ahead = self.advanced(behind, period, limits)?;
        let mut preperiod = 0u64;
        while behind != ahead {
            if preperiod.is_multiple_of(STRIDE) {
                limits.progress(preperiod, most)?;
            }
            (behind, ahead) = (self.next(behind), self.next(ahead));
            preperiod += 1;
        }
        Ok(Some((preperiod, period)))
    }

    fn advanced(&self, mut state: State, heaps: u64, limits: &Limits) -> Result<State, Refusal> {
        for heap in 0..heaps {
            if heap.is_multiple_of(STRIDE) {
                limits.progress(heap, heaps)?;
            }
            state = self.next(state);
        }
        Ok(state)
    }

    /// The length of the cycle (Brent): the state waits at the heaps 2ᵏ until it is met again.
    fn cycle(&self, most: u64, limits: &Limits) -> Result<Option<u64>, Refusal> {
        let mut state = self.start;
        let (mut waits_at, mut heap) = (0u64, 0u64);
        while heap < most {
            let waiting = state;
            // From 0 to 1, to 3, to 7, …: each wait is twice as long as the one before.
            let until = (2 * waits_at + 1).min(most);
            while heap < until {
                limits.progress(heap, most)?;
                for _ in 0..STRIDE.min(until - heap) {
                    state = self.next(state);
                    heap += 1;
                    if state == waiting {
                        return Ok(Some(heap - waits_at));
                    }
                }
            }
            waits_at = heap;
        }
        Ok(None)
    }

    /// Who loses the heaps 0 to `largest`.
    pub(crate) fn losses(&self, largest: u64, limits: &Limits) -> Result<Losses, Refusal> {
        limits.check_memory("the table of outcomes", u128::from(largest) / 4 + 16)?;
        limits.check_steps("the table of outcomes", cost(largest))?;
        let mut losses = Losses::default();
        let mut state = self.start;
        losses.push(state.block());
        while losses.len() <= largest {
            if losses.len().is_multiple_of(STRIDE) {
                limits.progress(losses.len(), largest)?;
            }
            for _ in 0..WIDTH {
                state = self.next(state);
            }
            losses.push(state.block());
        }
        Ok(losses)
    }

    /// A table that knows every heap up to `largest`; a period is sought that far, and further for `search` steps.
    pub(crate) fn table(
        &self,
        largest: u64,
        search: u64,
        limits: &Limits,
    ) -> Result<OutcomeTable, Refusal> {
        // Brent's method goes over each heap once, the search for the preperiod at most three times.
        let affordable = limits.steps / (4 * STEPS_PER_HEAP);
        let searched = largest.max(search / STEPS_PER_HEAP).min(affordable);
        let period = self.period(searched, limits)?;
        let needed = match period {
            // An explanation of the period needs all of its heaps.
            Some((preperiod, period)) if preperiod <= largest && period <= MOST_CLASSES => {
                preperiod + period
            }
            Some((preperiod, period)) => largest.min(preperiod + period),
            None => largest,
        };
        Ok(OutcomeTable { losses: self.losses(needed, limits)?, period, searched })
    }
}

impl State {
    /// The 64 heaps, lowest bit first.
    fn block(self) -> [u64; 2] {
        self.loses.map(u64::reverse_bits)
    }
}

fn bit(taken: u64) -> u64 {
    1 << (taken - 1)
}

fn cost(largest: u64) -> u128 {
    u128::from(largest) * u128::from(STEPS_PER_HEAP)
}
