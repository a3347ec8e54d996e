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

/// Leaves heaps that pair up, where it can: each size that is not 0 an even number of times, or for
/// a sum each component.
pub(crate) struct Mirror;

impl Strategy<Position> for Mirror {
    fn pick(&self, turn: Turn<'_, Position>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        turn.prefer(picked, is_paired);
        Ok(())
    }
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

/// Leaves heaps with a certain nim-sum, where it can.
pub(crate) struct LeaveSum(pub(crate) u64);

impl Strategy<Position> for LeaveSum {
    fn pick(&self, turn: Turn<'_, Position>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        turn.prefer(picked, |option| {
            heaps_of(option)
                .is_some_and(|heaps| heaps.iter().fold(0, |sum, heap| sum ^ heap) == self.0)
        });
        Ok(())
    }
}

/// Leaves a multiple of a number of tokens, where it can.
pub(crate) struct LeaveMultiple(pub(crate) Spec, pub(crate) u64);

impl Strategy<Position> for LeaveMultiple {
    fn pick(&self, turn: Turn<'_, Position>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        turn.prefer(picked, |option| self.0.tokens(option).is_multiple_of(self.1));
        Ok(())
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
        assert_eq!(picks("nim", "2,5,5", &Mirror), ["0,5,5"]);
        assert_eq!(picks("nim", "1,4", &Mirror), ["1,1"]);
        assert_eq!(picks("nim + nim", "3;1", &Mirror), ["1;1"]);
        assert_eq!(picks("nim", "1,1", &Mirror).len(), 2);
        assert_eq!(picks("nim", "3,4,6", &LeaveSum(1)).len(), 13);
        assert_eq!(picks("nim", "3,5", &LeaveSum(1)), ["3,2"]);
        assert_eq!(picks("nim + nim", "3;5", &LeaveSum(0)), ["3;3"]);
        let spec = |game: &str| Game::parse(game).unwrap().finite().unwrap().spec.clone();
        assert_eq!(picks("nim", "2,5", &Greedy(spec("nim"))), ["2,0"]);
        assert_eq!(picks("nimrod", "30,4", &Greedy(spec("nimrod"))), ["25,5"]);
        let fourth = LeaveMultiple(spec("subtraction:1,2,3"), 4);
        assert_eq!(picks("subtraction:1,2,3", "7", &fourth), ["4"]);
        assert_eq!(picks("subtraction:1,2,3", "8", &fourth).len(), 3);
    }
}
