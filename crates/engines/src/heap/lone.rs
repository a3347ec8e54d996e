//! Subtraction games with a single heap: the rules, and a table of outcomes.

use bouton_rules::{Ending, Game, HeapMoves, Spec, SubtractionSet};
use bouton_values::{Outcome, Player, to_index};

use super::period::representative;
use crate::engine::{Declined, finite};

/// The rules for a lone heap: a set for each player, and an ending.
pub(crate) struct LoneHeap<'a> {
    /// What Left may take, and Right.
    pub(crate) sets: [&'a SubtractionSet; 2],
    pub(crate) ending: &'a Ending,
}

impl<'a> LoneHeap<'a> {
    pub(crate) fn of(game: &'a Game) -> Result<LoneHeap<'a>, Declined> {
        let game = finite(game)?;
        if let Ending::Written(_) = game.ending {
            return Declined::because("the ending depends on more than the number of tokens");
        }
        match &game.spec {
            Spec::Heap(rules) => match &rules.moves {
                HeapMoves::Subtract { left, right } => {
                    Ok(LoneHeap { sets: [left, right], ending: &game.ending })
                }
                _ => Declined::because("a move is not a subtraction"),
            },
            _ => Declined::because("the position is not a sum of heaps"),
        }
    }

    /// The farthest that a move reaches back; `None` if without bound.
    pub(crate) fn lookback(&self) -> Option<u64> {
        Some(self.sets[0].max()?.max(self.sets[1].max()?))
    }

    /// Whether `mover`, who cannot move, loses; `None` if there is a move.
    pub(crate) fn loses_stuck(&self, heap: u64, mover: Player) -> Option<bool> {
        let is_stuck = heap < self.sets[mover.index()].min();
        is_stuck.then(|| self.ending.winner(heap, mover) != mover)
    }

    /// The heaps that `mover` can leave.
    pub(crate) fn options(&self, heap: u64, mover: Player) -> impl Iterator<Item = u64> + '_ {
        self.sets[mover.index()].up_to(heap).map(move |taken| heap - taken)
    }
}

/// Who loses the heaps 0, 1, …, moving first: a bit a heap for each player, lowest bit first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Losses {
    words: [Vec<u64>; 2],
}

impl Losses {
    /// How many heaps are known.
    pub(crate) fn len(&self) -> u64 {
        64 * self.words[0].len() as u64
    }

    /// Appends the next 64 heaps: who loses them, Left and Right.
    pub(crate) fn push(&mut self, block: [u64; 2]) {
        self.words[0].push(block[0]);
        self.words[1].push(block[1]);
    }

    /// The 64 heaps from `start` on for one player; below 0, and from `len` on, nobody loses.
    pub(crate) fn window(&self, player: Player, start: i64) -> u64 {
        let words = &self.words[player.index()];
        let word = |index: i64| {
            usize::try_from(index).ok().and_then(|index| words.get(index)).copied().unwrap_or(0)
        };
        let (index, shift) = (start.div_euclid(64), start.rem_euclid(64));
        // In two steps, because a shift by 64 is not defined.
        word(index) >> shift | word(index + 1) << 1 << (63 - shift)
    }

    pub(crate) fn loses(&self, player: Player, heap: u64) -> bool {
        self.words[player.index()][to_index(heap / 64)] >> (heap % 64) & 1 == 1
    }

    pub(crate) fn outcome(&self, heap: u64) -> Outcome {
        outcome(Player::BOTH.map(|player| self.loses(player, heap)))
    }

    /// The outcomes of the heaps 0 to `count - 1`, which must be known, with room for `room`.
    fn outcomes(&self, count: usize, room: usize) -> Vec<Outcome> {
        let mut outcomes = Vec::with_capacity(room.max(count).next_multiple_of(64));
        for (left, right) in self.words[0].iter().zip(&self.words[1]).take(count.div_ceil(64)) {
            outcomes.extend((0..64).map(|bit| outcome([left, right].map(|w| w >> bit & 1 == 1))));
        }
        outcomes.truncate(count);
        outcomes
    }
}

/// The outcome of a heap, given whether Left and Right lose it, moving first.
fn outcome(loses: [bool; 2]) -> Outcome {
    match loses {
        [false, false] => Outcome::N,
        [true, true] => Outcome::P,
        [false, true] => Outcome::L,
        [true, false] => Outcome::R,
    }
}

/// The outcomes of heaps 0, 1, …: all of them, if a period was proved.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutcomeTable {
    pub(crate) losses: Losses,
    /// Preperiod and period, the least possible.
    pub(crate) period: Option<(u64, u64)>,
    /// Among how many heaps a period was sought.
    pub(crate) searched: u64,
}

impl OutcomeTable {
    pub(crate) fn at(&self, heap: u64) -> Outcome {
        self.losses.outcome(representative(heap, self.period))
    }

    /// The outcomes of the heaps 0 to `count - 1`.
    pub(crate) fn terms(&self, count: usize) -> Vec<Outcome> {
        let Some((preperiod, period)) = self.period else {
            return self.losses.outcomes(count, count);
        };
        let known = count.min(to_index(preperiod + period));
        let mut terms = self.losses.outcomes(known, count);
        repeat(&mut terms, to_index(period), count);
        terms
    }
}

/// Lengthens `terms` to `count` by copies of its last `period` terms. For millions of terms this takes
/// as long as it takes to get the memory.
pub(crate) fn repeat<T: Copy>(terms: &mut Vec<T>, period: usize, count: usize) {
    terms.reserve_exact(count.saturating_sub(terms.len()));
    let start = terms.len().saturating_sub(period);
    while terms.len() < count {
        // The periodic part is a whole number of periods, and doubles each time.
        let room = count - terms.len();
        terms.extend_from_within(start..terms.len().min(start + room));
    }
}
