//! Rules of thumb, for any game.

use bouton_rules::{Position, Refusal, Spec};

use crate::strategy::{Strategy, Turn};

/// Any move.
pub(crate) struct Random;

impl<P> Strategy<P> for Random {
    fn pick(&self, turn: Turn<'_, P>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        picked.extend(0..turn.options.len());
        Ok(())
    }
}

/// Leaves as few tokens as possible.
pub(crate) struct Greedy(pub(crate) Spec);

impl Strategy<Position> for Greedy {
    fn pick(&self, turn: Turn<'_, Position>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        turn.prefer_greatest(picked, |option| std::cmp::Reverse(self.0.tokens(option)));
        Ok(())
    }
}

/// Plays one of the options that are wanted, where there is one.
struct Prefer<F>(F);

impl<P, F: Fn(&P) -> bool + Send + Sync> Strategy<P> for Prefer<F> {
    fn pick(&self, turn: Turn<'_, P>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        turn.prefer(picked, &self.0);
        Ok(())
    }
}

/// Leaves heaps that pair up, where it can: each size that is not 0 an even number of times, or for
/// a sum each component.
pub(crate) fn mirror() -> impl Strategy<Position> {
    Prefer(is_paired)
}

/// Leaves heaps with a certain nim-sum, where it can.
pub(crate) fn leave_sum(wanted: u64) -> impl Strategy<Position> {
    let sum = |heaps: Vec<u64>| heaps.iter().fold(0, |sum, heap| sum ^ heap);
    Prefer(move |option: &Position| heaps_of(option).map(sum) == Some(wanted))
}

/// Leaves a multiple of a number of tokens, where it can.
pub(crate) fn leave_multiple(spec: Spec, number: u64) -> impl Strategy<Position> {
    Prefer(move |option: &Position| spec.tokens(option).is_multiple_of(number))
}

fn is_paired(position: &Position) -> bool {
    fn pairs<T: Ord>(mut items: Vec<T>) -> bool {
        items.sort_unstable();
        items.chunks(2).all(|pair| matches!(pair, [one, other] if one == other))
    }
    match position {
        Position::Tuple(heaps) => pairs(heaps.iter().filter(|heap| **heap > 0).collect()),
        Position::Parts(parts) => pairs(parts.iter().collect()),
        Position::Real(_) | Position::Board(_) | Position::Game(_) => false,
    }
}

/// All heaps of a position, of a sum those of all components.
fn heaps_of(position: &Position) -> Option<Vec<u64>> {
    match position {
        Position::Tuple(heaps) => Some(heaps.clone()),
        Position::Parts(parts) => {
            let heaps: Option<Vec<Vec<u64>>> = parts.iter().map(heaps_of).collect();
            heaps.map(|heaps| heaps.concat())
        }
        Position::Real(_) | Position::Board(_) | Position::Game(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use bouton_rules::{Game, Ruleset};
    use bouton_values::Player;

    use super::*;

    fn picks(game: &str, position: &str, strategy: &dyn Strategy<Position>) -> Vec<String> {
        let game = Game::parse(game).unwrap();
        let position = game.position(position).unwrap();
        let options = game.finite().unwrap().options(&position, Player::Left);
        let turn = Turn { position: &position, options: &options, mover: Player::Left };
        let mut picked = Vec::new();
        strategy.pick(turn, &mut picked).unwrap();
        picked.iter().map(|index| options[*index].to_string()).collect()
    }

    #[test]
    fn rules_of_thumb_pick_what_they_say() {
        assert_eq!(picks("nim", "1,3", &Random).len(), 4);
        assert_eq!(picks("nim", "2,5,5", &mirror()), ["0,5,5"]);
        assert_eq!(picks("nim", "1,4", &mirror()), ["1,1"]);
        assert_eq!(picks("nim + nim", "3;1", &mirror()), ["1;1"]);
        assert_eq!(picks("nim", "1,1", &mirror()).len(), 2);
        assert_eq!(picks("nim", "3,4,6", &leave_sum(1)).len(), 13);
        assert_eq!(picks("nim", "3,5", &leave_sum(1)), ["3,2"]);
        assert_eq!(picks("nim + nim", "3;5", &leave_sum(0)), ["3;3"]);
        let spec = |game: &str| Game::parse(game).unwrap().finite().unwrap().spec.clone();
        assert_eq!(picks("nim", "2,5", &Greedy(spec("nim"))), ["2,0"]);
        assert_eq!(picks("nimrod", "30,4", &Greedy(spec("nimrod"))), ["25,5"]);
        let fourth = leave_multiple(spec("subtraction:1,2,3"), 4);
        assert_eq!(picks("subtraction:1,2,3", "7", &fourth), ["4"]);
        assert_eq!(picks("subtraction:1,2,3", "8", &fourth).len(), 3);
    }
}
