//! Nimrod and its faster relatives, column by column.
//!
//! w(p, r) depends on w(p - q, q) for the rates q that can be chosen at r. For each row q only the
//! last q outcomes matter, so a ring of q cells a row is enough: when column p is worked out, the cell
//! p mod q of row q still holds the outcome at p - q. Rows above the highest rate that can be reached
//! from (P, r) with the tokens at hand are left out.

use bouton_rules::{Ending, FiniteGame, Game, Limits, Position, RateRules, Refusal, Ruleset, Spec};
use bouton_values::{Nimber, Outcome, Player};

use crate::ask::{Ask, Quantity};
use crate::closed::sector;
use crate::engine::{Declined, Engine, Run, finite, tuple};
use crate::finding::{Finding, Sequence, Solution, Terms};

/// A pile and a rate, under normal or misère play.
pub(crate) struct RateColumns;

impl Engine for RateColumns {
    fn name(&self) -> &'static str {
        "rate-columns"
    }

    fn theorem(&self) -> &'static str {
        "the definition, column by column: the mover wins at (p,r) iff some (p-q,q) that can be \
         chosen is lost"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let game = finite(game)?;
        let Spec::Rate(rules) = &game.spec else {
            return Declined::because("the position is not a pile and a rate");
        };
        if !matches!(game.ending, Ending::Normal | Ending::Misere) {
            return Declined::because("the ending is partizan");
        }
        match ask {
            Ask::Solve(_) => {
                let pile_and_rate = tuple(ask)?;
                Ok(Box::new(move |limits| {
                    solve(game, rules, pile_and_rate, limits).map(Finding::Solution)
                }))
            }
            Ask::Sequence { of: Quantity::Outcome, to, row: Some(row) } => {
                let columns = Columns { rules, ending: &game.ending, to: *to, row: *row };
                Ok(Box::new(move |limits| columns.sequence(limits).map(Finding::Sequence)))
            }
            _ => Declined::because("it solves positions and gives the outcomes of a row"),
        }
    }
}

struct Columns<'a> {
    rules: &'a RateRules,
    ending: &'a Ending,
    /// The largest pile.
    to: u64,
    /// The row that is wanted.
    row: u64,
}

/// The rings of all rows: row q occupies q cells.
struct Rings {
    cells: Vec<bool>,
    /// Where row q starts, and which of its cells is due.
    starts: Vec<usize>,
    due: Vec<usize>,
}

impl Rings {
    fn new(rates: usize) -> Rings {
        let starts: Vec<usize> =
            (0..=rates).map(|rate| rate * rate.saturating_sub(1) / 2).collect();
        Rings { cells: vec![false; (rates + 1) * rates / 2], starts, due: vec![0; rates + 1] }
    }

    fn cell(&mut self, rate: usize) -> &mut bool {
        &mut self.cells[self.starts[rate] + self.due[rate]]
    }

    fn advance(&mut self, rate: usize) {
        self.due[rate] += 1;
        if self.due[rate] == rate {
            self.due[rate] = 0;
        }
    }
}

impl Columns<'_> {
    /// The highest rate that play from a pile of at most `to` at this row can reach.
    ///
    /// To reach the rate x one takes x, before that at least x - reach, and so on down to the row.
    fn highest_rate(&self) -> u64 {
        let cost = |rate: u64| {
            let steps = (rate - self.row).div_ceil(self.rules.reach);
            (0..steps).map(|step| u128::from(rate - step * self.rules.reach)).sum::<u128>()
        };
        let mut rate = self.row;
        while cost(rate + 1) <= u128::from(self.to) {
            rate += 1;
        }
        rate
    }

    /// Calls `column` with each pile p and the list of who is lost there: `lost[r]` for each rate r.
    fn run(&self, limits: &Limits, mut column: impl FnMut(u64, &[bool])) -> Result<(), Refusal> {
        self.check(limits)?;
        let rates = self.highest_rate() as usize;
        let reach = self.rules.reach as usize;
        let mut rings = Rings::new(rates);
        // choices[q]: is (p - q, q) lost, and can q be taken from p?
        let mut choices = vec![false; rates + 1];
        let mut lost = vec![false; rates + 1];
        for pile in 0..=self.to {
            if pile.is_multiple_of(1 << 14) {
                limits.progress(pile, self.to)?;
            }
            for (rate, choice) in choices.iter_mut().enumerate().skip(1) {
                *choice = *rings.cell(rate);
            }
            for rate in 1..=rates {
                let least = rate.saturating_sub(reach).max(1);
                let most = rate.saturating_add(reach).min(rates);
                let is_stuck = least as u64 > pile;
                let wins = match self.ending {
                    Ending::Misere if is_stuck => true,
                    _ => choices[least..=most].contains(&true),
                };
                lost[rate] = !wins;
                *rings.cell(rate) = !wins;
                rings.advance(rate);
            }
            column(pile, &lost);
        }
        Ok(())
    }

    fn check(&self, limits: &Limits) -> Result<(), Refusal> {
        // Rough first, so that the exact highest rate is sought only where it is small.
        let rough = u128::from(self.row) + u128::from((2 * self.to).isqrt()) * 2 + 2;
        let rates = if rough > 1 << 24 { rough } else { self.highest_rate().into() };
        limits.check_memory("the rows of the chart", rates.saturating_mul(rates) / 2)?;
        let choices = 2 * u128::from(self.rules.reach) + 1;
        let steps = rates.saturating_mul(u128::from(self.to)).saturating_mul(choices) / 2;
        limits.check_steps("the columns of the chart", steps)
    }

    fn sequence(&self, limits: &Limits) -> Result<Sequence, Refusal> {
        limits.check_memory("the row", u128::from(self.to))?;
        let mut losing = Vec::new();
        self.run(limits, |_, lost| losing.push(lost[self.row as usize]))?;
        let reasons = vec![format!("every pile up to {} was worked out", self.to)];
        Ok(Sequence { terms: Terms::Losing(losing.into_iter().collect()), period: None, reasons })
    }
}

fn solve(
    game: &FiniteGame,
    rules: &RateRules,
    pile_and_rate: &[u64],
    limits: &Limits,
) -> Result<Solution, Refusal> {
    let (pile, rate) = (pile_and_rate[0], pile_and_rate[1]);
    let position = Position::Tuple(pile_and_rate.to_vec());
    let options = game.options(&position, Player::Left);
    if options.is_empty() {
        return Ok(stuck(game, pile, rate));
    }
    let mut is_lost = std::collections::HashMap::new();
    let wanted: Vec<(u64, u64)> =
        options.iter().filter_map(Position::tuple).map(|option| (option[0], option[1])).collect();
    let columns = Columns { rules, ending: &game.ending, to: pile, row: rate };
    columns.run(limits, |pile, lost| {
        for option in wanted.iter().filter(|(left, _)| *left == pile) {
            is_lost.insert(*option, lost[option.1 as usize]);
        }
    })?;
    let winning: Vec<Position> = options
        .into_iter()
        .zip(&wanted)
        .filter(|(_, option)| is_lost[*option])
        .map(|(position, _)| position)
        .collect();
    let mut reasons = vec![where_it_lies(game, rules, pile, rate)];
    for (left, chosen) in &wanted {
        let verdict = if is_lost[&(*left, *chosen)] { "lost" } else { "won" };
        reasons
            .push(format!("taking {chosen} leaves ({left},{chosen}), {verdict} for the opponent"));
    }
    let value = (winning.is_empty() && game.ending == Ending::Normal).then_some(Nimber::ZERO);
    Ok(Solution::impartial(value, winning, reasons))
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
        solution.value = Some(Nimber::ZERO);
    }
    solution
}

#[cfg(test)]
mod tests {
    use bouton_oracle::Oracle;

    use super::*;
    use crate::testing::assert_equals_oracle;

    #[test]
    fn solutions_equal_the_oracle() {
        for game in ["nimrod", "nimrod/misere", "nimrod:2", "nimrod:5/misere"] {
            let grid = (0..70).flat_map(|pile| (1..14).map(move |rate| vec![pile, rate]));
            assert_equals_oracle(&RateColumns, game, grid);
        }
    }

    /// The whole grid to 600×60, row by row.
    #[test]
    fn rows_equal_the_oracle() {
        for name in ["nimrod", "nimrod:3", "nimrod/misere"] {
            let game = Game::parse(name).unwrap();
            let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
            for row in 1..=60 {
                let ask = Ask::Sequence { of: Quantity::Outcome, to: 600, row: Some(row) };
                let found = RateColumns.prepare(&game, &ask).unwrap()(&Limits::default());
                let Ok(Finding::Sequence(Sequence { terms: Terms::Losing(terms), .. })) = found
                else {
                    panic!("a row was asked for")
                };
                assert_eq!(terms.len(), 601);
                for pile in 0..=600 {
                    let position = Position::Tuple(vec![pile as u64, row]);
                    let lost = oracle.outcome(&position) == Ok(Outcome::P);
                    assert_eq!(terms.get(pile), lost, "{name} {position}");
                }
            }
        }
    }

    #[test]
    fn too_large_a_pile_is_refused_with_numbers() {
        let game = Game::parse("nimrod").unwrap();
        for position in ["1000000000000000000,1", "1000000000,1"] {
            let ask = Ask::Solve(game.position(position).unwrap());
            let refusal =
                RateColumns.prepare(&game, &ask).unwrap()(&Limits::default()).unwrap_err();
            assert!(refusal.to_string().contains("allowed"), "{refusal}");
        }
    }
}
