//! Sums of different games.
//!
//! Sprague and Grundy: where every component is impartial and play is normal, the nim-value of the
//! sum is the nim-sum of those of its components, and a winning move leaves the sum 0.

use bouton_oracle::Oracle;
use bouton_rules::{Ending, FiniteGame, Game, Limits, Position, Refusal, Spec};
use bouton_values::{Nimber, Player};

use crate::ask::Ask;
use crate::engine::{Declined, Engine, Run, normal, position, run};
use crate::finding::{Finding, Solution};
use crate::heap::{Heaps, ValueTable};
use crate::words::explain_sum;

/// Sums of impartial games under normal play.
pub(crate) struct SumOfValues;

impl Engine for SumOfValues {
    fn name(&self) -> &'static str {
        "sum-of-values"
    }

    fn theorem(&self) -> &'static str {
        "Sprague and Grundy: the nim-value of a sum is the nim-sum of its components' nim-values"
    }

    fn knows_values(&self) -> bool {
        true
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let Spec::Sum(components) = normal(game)? else {
            return Declined::because("the game is not a sum");
        };
        let profile = game.finite().map(FiniteGame::profile);
        if !profile
            .is_some_and(|profile| profile.same_options.holds() && profile.terminates.holds())
        {
            return Declined::because("a component is partizan or may go on for ever");
        }
        let Position::Parts(parts) = position(ask)? else {
            return Declined::because("the position is not one of a sum");
        };
        run(Finding::Solution, move |limits| solve(components, parts, limits))
    }
}

/// The nim-values of one component's positions.
enum Component<'a> {
    /// Independent heaps: by a table over single heaps.
    Heaps(ValueTable),
    /// Anything else: by the definition.
    Other(Box<Oracle<'a, FiniteGame>>),
}

impl<'a> Component<'a> {
    /// Ready for `start` and all its options.
    fn new(
        game: &'a FiniteGame,
        start: &Position,
        limits: &Limits,
    ) -> Result<Component<'a>, Refusal> {
        match (&game.spec, start) {
            (Spec::Heap(rules), Position::Tuple(heaps)) => {
                let largest = heaps.iter().copied().max().unwrap_or(0);
                let heaps = Heaps { rules, text: None };
                Ok(Component::Heaps(ValueTable::up_to(heaps, largest, limits)?))
            }
            _ => Ok(Component::Other(Box::new(Oracle::new(game, limits.clone())))),
        }
    }

    fn value(&mut self, position: &Position) -> Result<Nimber, Refusal> {
        match (self, position) {
            (Component::Heaps(table), Position::Tuple(heaps)) => {
                Ok(heaps.iter().map(|heap| table.value(*heap)).sum())
            }
            (Component::Heaps(_), _) => unreachable!("heaps are tuples"),
            (Component::Other(oracle), position) => {
                Ok(oracle.nim_value(position)?.expect("play ends, as the profile proves"))
            }
        }
    }
}

fn solve(specs: &[Spec], parts: &[Position], limits: &Limits) -> Result<Solution, Refusal> {
    let games: Vec<FiniteGame> = specs
        .iter()
        .map(|spec| FiniteGame { spec: spec.clone(), ending: Ending::Normal })
        .collect();
    let mut components = Vec::new();
    let mut values = Vec::new();
    for (game, part) in games.iter().zip(parts) {
        let options = game.spec.option_bound(part);
        limits.check_memory("the list of all moves", options.saturating_mul(128))?;
        let mut component = Component::new(game, part, limits)?;
        values.push(component.value(part)?);
        components.push(component);
    }
    let total: Nimber = values.iter().copied().sum();
    let mut winning = Vec::new();
    if total != Nimber::ZERO {
        for (index, component) in components.iter_mut().enumerate() {
            for option in specs[index].options(&parts[index], Player::Left) {
                if component.value(&option)? == values[index] + total {
                    let mut moved = parts.to_vec();
                    moved[index] = option;
                    winning.push(Position::Parts(moved));
                }
            }
        }
    }
    let named = parts.iter().zip(values).map(|(part, value)| (format!("G({part})"), value.0));
    let reasons = explain_sum(&named.collect::<Vec<_>>());
    Ok(Solution::impartial(Some(total), winning, reasons))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_solution, try_solve};

    #[test]
    fn sums_equal_the_oracle() {
        for (text, firsts, seconds) in [
            ("kayles + subtraction:1,3,4", 0..8u64, 0..9u64),
            ("nim + grundy", 0..6, 0..9),
            ("coins:ruler + nim", 0..6, 0..6),
        ] {
            let game = Game::parse(text).unwrap();
            let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
            for first in firsts {
                for second in seconds.clone() {
                    let position = game.position(&format!("{first};{second}")).unwrap();
                    let solution = try_solve(&SumOfValues, &game, position.clone()).unwrap();
                    assert_solution(&mut oracle, &game, &position, &solution);
                }
            }
        }
        let game = Game::parse("wythoff + nimrod + antonim").unwrap();
        let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
        for text in ["3,5;4,1;1,2", "2,2;5,2;1,3,4", "0,0;0,1;0", "4,1;7,1;2"] {
            let position = game.position(text).unwrap();
            let solution = try_solve(&SumOfValues, &game, position.clone()).unwrap();
            assert_solution(&mut oracle, &game, &position, &solution);
        }
    }

    #[test]
    fn partizan_misere_and_endless_sums_are_declined() {
        for (text, position) in [
            ("nim/misere + kayles/misere", "1;2"),
            ("partizan-subtraction:1|2 + nim", "1;2"),
            ("digraph:0>1,1>0 + nim", "0;2"),
        ] {
            let game = Game::parse(text).unwrap();
            let ask = Ask::Solve(game.position(position).unwrap());
            assert!(SumOfValues.prepare(&game, &ask).is_err(), "{text}");
        }
    }
}
