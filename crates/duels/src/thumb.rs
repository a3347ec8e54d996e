//! Strategies that follow a rule of thumb, for any game.

use std::cmp::Reverse;

use bouton_rules::{Position, Spec};

use crate::strategy::{ByWorth, Strategy};

/// Any move.
pub(crate) fn random<P>() -> impl Strategy<P> {
    ByWorth(|_: &P| ())
}

/// Leaves as few tokens as possible.
pub(crate) fn greedy(spec: Spec) -> impl Strategy<Position> {
    ByWorth(move |option: &Position| Reverse(spec.tokens(option)))
}

/// Leaves heaps that pair up, where it can: each size that is not 0 an even number of times, or for
/// a sum each component.
pub(crate) fn mirror() -> impl Strategy<Position> {
    ByWorth(is_paired)
}

/// Leaves heaps with a certain nim-sum, where it can.
pub(crate) fn leave_sum(wanted: u64) -> impl Strategy<Position> {
    ByWorth(move |option: &Position| nim_sum(option) == Some(wanted))
}

/// Leaves a multiple of a number of tokens, where it can.
pub(crate) fn leave_multiple(spec: Spec, number: u64) -> impl Strategy<Position> {
    ByWorth(move |option: &Position| spec.tokens(option).is_multiple_of(number))
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

/// The nim-sum of all heaps of a position, of a sum those of all components.
fn nim_sum(position: &Position) -> Option<u64> {
    match position {
        Position::Tuple(heaps) => Some(heaps.iter().fold(0, |sum, heap| sum ^ heap)),
        Position::Parts(parts) => parts.iter().try_fold(0, |sum, part| Some(sum ^ nim_sum(part)?)),
        Position::Real(_) | Position::Board(_) | Position::Game(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use bouton_rules::{Game, Ruleset};
    use bouton_values::Player;

    use super::*;
    use crate::strategy::Turn;

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
        assert_eq!(picks("nim", "1,3", &random()).len(), 4);
        assert_eq!(picks("nim", "2,5,5", &mirror()), ["0,5,5"]);
        assert_eq!(picks("nim", "1,4", &mirror()), ["1,1"]);
        assert_eq!(picks("nim + nim", "3;1", &mirror()), ["1;1"]);
        assert_eq!(picks("nim", "1,1", &mirror()).len(), 2);
        assert_eq!(picks("nim", "3,4,6", &leave_sum(1)).len(), 13);
        assert_eq!(picks("nim", "3,5", &leave_sum(1)), ["3,2"]);
        assert_eq!(picks("nim + nim", "3;5", &leave_sum(0)), ["3;3"]);
        let spec = |game: &str| Game::parse(game).unwrap().finite().unwrap().spec.clone();
        assert_eq!(picks("nim", "2,5", &greedy(spec("nim"))), ["2,0"]);
        assert_eq!(picks("nimrod", "30,4", &greedy(spec("nimrod"))), ["25,5"]);
        let fourth = leave_multiple(spec("subtraction:1,2,3"), 4);
        assert_eq!(picks("subtraction:1,2,3", "7", &fourth), ["4"]);
        assert_eq!(picks("subtraction:1,2,3", "8", &fourth).len(), 3);
    }
}
