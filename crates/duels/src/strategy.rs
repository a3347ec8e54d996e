//! What a strategy is, and how one of its choices is drawn.

use bouton_rules::Refusal;
use bouton_values::Player;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// A player by rule.
pub trait Strategy<P>: Send + Sync {
    /// Puts the indices of the options that it would play into `picked`, which is empty: at least
    /// one. It plays one of them, each with the same probability.
    fn pick(&self, turn: Turn<'_, P>, picked: &mut Vec<usize>) -> Result<(), Refusal>;
}

/// A position in which somebody has a move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a, P> {
    /// Where the game stands.
    pub position: &'a P,
    /// Where it can be moved to; not empty.
    pub options: &'a [P],
    /// Who moves.
    pub mover: Player,
}

impl<P> Turn<'_, P> {
    /// Picks the options that are wanted, or all if none is.
    pub(crate) fn prefer(&self, picked: &mut Vec<usize>, is_wanted: impl Fn(&P) -> bool) {
        picked.extend((0..self.options.len()).filter(|index| is_wanted(&self.options[*index])));
        if picked.is_empty() {
            picked.extend(0..self.options.len());
        }
    }

    /// Picks the options with the greatest worth.
    pub(crate) fn prefer_greatest<T: PartialOrd>(
        &self,
        picked: &mut Vec<usize>,
        worth: impl Fn(&P) -> T,
    ) {
        let mut best: Option<T> = None;
        for (index, option) in self.options.iter().enumerate() {
            let worth = worth(option);
            if best.as_ref().is_none_or(|best| worth > *best) {
                picked.clear();
                best = Some(worth);
            } else if best.as_ref().is_some_and(|best| worth < *best) {
                continue;
            }
            picked.push(index);
        }
    }
}

/// One of the indices that a strategy picked. A lone one costs no random number.
pub(crate) fn draw(picked: &[usize], random: &mut ChaCha8Rng) -> usize {
    match picked {
        [only] => *only,
        _ => picked[random.random_range(0..picked.len())],
    }
}

impl<P, S: Strategy<P> + ?Sized> Strategy<P> for Box<S> {
    fn pick(&self, turn: Turn<'_, P>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        (**self).pick(turn, picked)
    }
}
