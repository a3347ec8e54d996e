//! The solution of a position, with its reasons in words.

use bouton_rules::{Ending, FiniteGame, Position, RateRules};
use bouton_values::{Nimber, Outcome};

use crate::closed::sector;
use crate::finding::Solution;

/// The solution of (pile, rate), where `is_lost(left, chosen)` is the outcome of an option.
pub(super) fn solution(
    game: &FiniteGame,
    rules: &RateRules,
    (pile, rate): (u64, u64),
    is_lost: impl Fn(u64, u64) -> bool,
) -> Solution {
    let options: Vec<(u64, u64)> =
        rules.choices(pile, rate).map(|chosen| (pile - chosen, chosen)).collect();
    if options.is_empty() {
        return stuck(game, pile, rate);
    }
    let mut winning = Vec::new();
    let mut reasons = vec![where_it_lies(game, rules, pile, rate)];
    for (left, chosen) in options {
        let verdict = if is_lost(left, chosen) {
            winning.push(Position::Tuple(vec![left, chosen]));
            "lost"
        } else {
            "won"
        };
        reasons
            .push(format!("taking {chosen} leaves ({left},{chosen}), {verdict} for the opponent"));
    }
    let value = (winning.is_empty() && game.ending == Ending::Normal).then_some(Nimber::ZERO);
    Solution::impartial(value, winning, reasons)
}

/// The sector, or that the core was searched.
fn where_it_lies(game: &FiniteGame, rules: &RateRules, pile: u64, rate: u64) -> String {
    let searched = "it was worked out from all smaller piles";
    if rules.reach != 1 || game.ending != Ending::Normal {
        return format!("({pile},{rate}): {searched}");
    }
    match sector(pile, rate) {
        None => format!("({pile},{rate}) lies in the core, where no sector decides: {searched}"),
        Some(sector) => format!(
            "({pile},{rate}) lies in sector {sector} on the edge of the core; {searched} \
             to find every winning move"
        ),
    }
}

fn stuck(game: &FiniteGame, pile: u64, rate: u64) -> Solution {
    let reasons =
        vec![format!("the mover is stuck: {pile} tokens are fewer than any rate near {rate}")];
    let mut solution = Solution::impartial(None, Vec::new(), reasons);
    if game.ending == Ending::Misere {
        solution.outcome = Outcome::N;
    } else {
        solution.value = Some(Nimber::ZERO.into());
    }
    solution
}
