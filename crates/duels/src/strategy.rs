//! What a strategy is, and how one of its choices is drawn.

use bouton_rules::Refusal;
use bouton_values::Player;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// A strategy: a player that follows a rule.
pub trait Strategy<P>: Send + Sync {
    /// Puts the indices of the options that it would play into `picked`, which is empty: at least
    /// one. It plays one of them, each with the same probability.
    fn pick(&self, turn: Turn<'_, P>, picked: &mut Vec<usize>) -> Result<(), Refusal>;
}

/// A position in which somebody has a move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a, P> {
    /// The position to move from.
    pub position: &'a P,
    /// The options of the player to move; there is at least one.
    pub options: &'a [P],
    /// The player to move.
    pub mover: Player,
}

/// Picks the indices of the options with the greatest score. If the score is whether an option is wanted, it picks the
/// wanted ones, or all if none is.
pub(crate) fn prefer<T: PartialOrd>(worths: impl IntoIterator<Item = T>, picked: &mut Vec<usize>) {
    let mut best: Option<T> = None;
    for (index, worth) in worths.into_iter().enumerate() {
        if best.as_ref().is_none_or(|best| worth > *best) {
            picked.clear();
            best = Some(worth);
        } else if best.as_ref().is_some_and(|best| worth < *best) {
            continue;
        }
        picked.push(index);
    }
}

/// Plays any of the options with the greatest score.
pub(crate) struct ByWorth<F>(pub(crate) F);

impl<P, T: PartialOrd, F: Fn(&P) -> T + Send + Sync> Strategy<P> for ByWorth<F> {
    fn pick(&self, turn: Turn<'_, P>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        prefer(turn.options.iter().map(&self.0), picked);
        Ok(())
    }
}

/// One of the indices that a strategy picked. A lone one costs no random number.
pub(crate) fn draw(picked: &[usize], random: &mut ChaCha8Rng) -> usize {
    match picked {
        [only] => *only,
        _ => picked[random.random_range(0..picked.len())],
    }
}
