//! The moves of an octal code or of Grundy's game, sorted by what they leave.

use bouton_rules::{HeapMoves, HeapRules, TakeAndBreakCode};
use bouton_values::to_index;

use crate::engine::Declined;
use crate::heap::period::Reach;

/// What one move may do to a heap, sorted by what it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moves {
    /// May a heap of this size be taken whole?
    whole: Vec<bool>,
    /// How many tokens may be taken and the rest left as one heap.
    keep: Vec<usize>,
    /// How many tokens may be taken and the rest left as two heaps.
    split: Vec<usize>,
    /// May those two heaps be equal?
    halves: bool,
    /// What a proof of periodicity needs to know; `None` for Grundy's game, where it matters which
    /// two heaps are left and not only how many.
    pub(super) reach: Option<Reach>,
}

impl Moves {
    /// The moves of a finite octal code or of Grundy's game.
    pub(super) fn of(rules: &HeapRules) -> Result<Moves, Declined> {
        match &rules.moves {
            HeapMoves::Code(code) => Moves::coded(code),
            HeapMoves::Rule(rule) if rule.splits_unequally() => Ok(Moves::grundy()),
            _ => {
                Declined::because("the moves are neither an octal code nor those of Grundy's game")
            }
        }
    }

    fn coded(code: &TakeAndBreakCode) -> Result<Moves, Declined> {
        let Some(last) = code.last_digit() else {
            return Declined::because("the code goes on for ever");
        };
        if code.most_parts() > 2 {
            return Declined::because("the code is hexadecimal: a move can leave three heaps");
        }
        let allowing = |parts: u32| (0..=last).filter(move |i| code.digit(*i) >> parts & 1 == 1);
        let listed = |parts: u32| allowing(parts).map(to_index).collect();
        Ok(Moves {
            whole: (0..=last).map(|taken| code.digit(taken) & 1 == 1).collect(),
            keep: listed(1),
            split: listed(2),
            halves: true,
            reach: Some(Reach { parts: u64::from(code.most_parts()), taken: last }),
        })
    }

    fn grundy() -> Moves {
        Moves { whole: vec![false], keep: vec![], split: vec![0], halves: false, reach: None }
    }

    /// How many digits allow a heap to be split.
    pub(super) fn splits(&self) -> usize {
        self.split.len()
    }

    /// Can two splits of one heap leave an even and an odd number of tokens? If not, what all of
    /// them take is even or odd.
    pub(super) fn common_parity(&self) -> Option<usize> {
        let parity = self.split.first()? % 2;
        self.split.iter().all(|taken| taken % 2 == parity).then_some(parity)
    }

    /// The values of the options that leave at most one heap.
    pub(super) fn unsplit(&self, terms: &[u16], heap: usize) -> impl Iterator<Item = u16> {
        let whole = self.whole.get(heap).is_some_and(|whole| *whole).then_some(0);
        let kept = self.keep.iter().take_while(move |taken| **taken < heap);
        whole.into_iter().chain(kept.map(move |taken| terms[heap - taken]))
    }

    /// How many tokens the splits of a heap leave, where that is enough for two heaps.
    pub(super) fn rests(&self, heap: usize) -> impl Iterator<Item = usize> {
        let rests = self.split.iter().map_while(move |taken| heap.checked_sub(*taken));
        rests.take_while(|rest| *rest >= 2)
    }

    /// In how many ways `rest` tokens lie as two heaps: (1, rest - 1), (2, rest - 2), ….
    pub(super) fn pairs(&self, rest: u64) -> u64 {
        if self.halves { rest / 2 } else { rest.saturating_sub(1) / 2 }
    }

    /// The values of the smaller and of the larger heaps of those pairs, both by ascending size: the
    /// first smaller goes with the last larger one.
    pub(super) fn sides<'a>(&self, terms: &'a [u16], rest: usize) -> (&'a [u16], &'a [u16]) {
        let pairs = to_index(self.pairs(rest as u64));
        (&terms[1..=pairs], &terms[rest - pairs..rest])
    }

    /// Is this heap half of a rest that must not be halved?
    pub(super) fn is_barred(&self, heap: usize, rest: usize) -> bool {
        !self.halves && 2 * heap == rest
    }

    /// Splits of all heaps from `from` on and below `to`.
    pub(super) fn pairs_between(&self, from: usize, to: usize) -> u128 {
        let (from, to) = (from as u128, to.max(from) as u128);
        self.splits() as u128 * (to * to - from * from) / 4
    }

    /// An upper bound for the number of options.
    pub(super) fn option_bound(&self, heap: u64) -> u128 {
        let splits = (self.splits() as u128).saturating_mul(u128::from(heap / 2));
        splits + 1 + self.keep.len() as u128
    }

    /// What the moves leave of a heap, in the order of the rules. Of the splits that take the same number of tokens
    /// there are at most `splits`, those with the smallest heaps.
    pub(super) fn options(&self, heap: u64, splits: u64) -> impl Iterator<Item = Left> {
        (0..self.whole.len() as u64)
            .take_while(move |taken| *taken <= heap)
            .flat_map(move |taken| self.leaving(taken, heap - taken, splits))
    }

    fn leaving(&self, taken: u64, rest: u64, splits: u64) -> impl Iterator<Item = Left> {
        let listed = |list: &[usize]| list.binary_search(&to_index(taken)).is_ok();
        let whole = rest == 0 && self.whole[to_index(taken)];
        let one = whole || rest > 0 && listed(&self.keep);
        let two = rest > 0 && listed(&self.split);
        let pairs = if !two { 0 } else { self.pairs(rest) }.min(splits);
        let one = one.then_some(Left { small: 0, large: rest });
        one.into_iter().chain((1..=pairs).map(move |small| Left { small, large: rest - small }))
    }
}

/// What a move leaves of a heap: two heaps, or one, and then `small` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Left {
    pub(super) small: u64,
    pub(super) large: u64,
}

impl Left {
    /// The heaps as the rules write them.
    pub(super) fn parts(self) -> Vec<u64> {
        if self.small == 0 { vec![self.large] } else { vec![self.small, self.large] }
    }
}
