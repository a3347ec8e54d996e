//! What the rules of thumb look at.

use bouton_rules::Position;

/// Do the heaps pair up: is each size that is not 0 there an even number of times, or of a sum each component?
pub(crate) fn is_paired(position: &Position) -> bool {
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
pub(crate) fn nim_sum(position: &Position) -> Option<u64> {
    match position {
        Position::Tuple(heaps) => Some(heaps.iter().fold(0, |sum, heap| sum ^ heap)),
        Position::Parts(parts) => parts.iter().try_fold(0, |sum, part| Some(sum ^ nim_sum(part)?)),
        Position::Real(_) | Position::Board(_) | Position::Game(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use bouton_rules::{Game, Limits, Position, Ruleset};
    use bouton_values::Player;

    use crate::{StrategyName, chance_of};

    fn picks(game: &str, position: &str, strategy: &str) -> Vec<String> {
        let (game, limits) = (Game::parse(game).unwrap(), Limits::default());
        let position = game.position(position).unwrap();
        let name = StrategyName::parse(strategy).unwrap();
        let options = game.finite().unwrap().options(&position, Player::Left).into_iter();
        let is_picked = |option: &Position| {
            let turn = (&position, Player::Left);
            chance_of(name, &game, turn, std::slice::from_ref(option), &limits).unwrap() > 0.0
        };
        options.filter(is_picked).map(|option| option.to_string()).collect()
    }

    #[test]
    fn rules_of_thumb_pick_what_they_say() {
        assert_eq!(picks("nim", "1,3", "random").len(), 4);
        assert_eq!(picks("nim", "2,5,5", "mirror"), ["0,5,5"]);
        assert_eq!(picks("nim", "1,4", "mirror"), ["1,1"]);
        assert_eq!(picks("nim + nim", "3;1", "mirror"), ["1;1"]);
        assert_eq!(picks("nim", "1,1", "mirror").len(), 2);
        assert_eq!(picks("nim", "3,4,6", "leave-sum:1").len(), 13);
        assert_eq!(picks("nim", "3,5", "leave-sum:1"), ["3,2"]);
        assert_eq!(picks("nim + nim", "3;5", "leave-sum:0"), ["3;3"]);
        assert_eq!(picks("nim", "2,5", "greedy"), ["2,0"]);
        assert_eq!(picks("nimrod", "30,4", "greedy"), ["25,5"]);
        assert_eq!(picks("subtraction:1,2,3", "7", "leave-multiple:4"), ["4"]);
        assert_eq!(picks("subtraction:1,2,3", "8", "leave-multiple:4").len(), 3);
    }
}
