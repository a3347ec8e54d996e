//! Nimrod's faster relatives and misère play, column by column.
//!
//! w(p, r) depends on w(p - q, q) for the rates q that can be chosen at r. For each row q only the
//! last q outcomes matter, so a ring of q cells a row is enough: when column p is worked out, the cell
//! p mod q of row q still holds the outcome at p - q. Rows above the highest rate that can be reached
//! from (P, r) with the tokens at hand are left out.

use bouton_rules::{Ending, FiniteGame, Game, Limits, RateRules, Refusal, Spec};
use bouton_values::to_index;

use super::solution::solution;
use crate::ask::{Ask, Quantity};
use crate::engine::{Declined, Engine, Run, finite, run, tuple};
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
                run(Finding::Solution, move |limits| solve(game, rules, pile_and_rate, limits))
            }
            Ask::Sequence { of: Quantity::Outcome, to, row: Some(row @ 1..) } => {
                let columns = Columns { rules, ending: &game.ending, to: *to, row: *row };
                run(Finding::Sequence, move |limits| columns.sequence(limits))
            }
            _ => Declined::because("this engine solves positions and gives the outcomes of a row"),
        }
    }
}

struct Columns<'a> {
    rules: &'a RateRules,
    ending: &'a Ending,
    /// The largest pile.
    to: u64,
    /// The row that the question is about.
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

    /// Calls `column` with each pile p and its lost positions: `lost[r]` says whether (p, r) is lost.
    fn run(&self, limits: &Limits, mut column: impl FnMut(u64, &[bool])) -> Result<(), Refusal> {
        self.check(limits)?;
        let rates = to_index(self.highest_rate());
        let reach = to_index(self.rules.reach);
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
            for (rate, lost) in lost.iter_mut().enumerate().skip(1) {
                let least = rate.saturating_sub(reach).max(1);
                let most = rate.saturating_add(reach).min(rates);
                let is_stuck = least as u64 > pile;
                let wins = match self.ending {
                    Ending::Misere if is_stuck => true,
                    _ => choices[least..=most].contains(&true),
                };
                *lost = !wins;
                *rings.cell(rate) = !wins;
                rings.advance(rate);
            }
            column(pile, &lost);
        }
        Ok(())
    }

    fn check(&self, limits: &Limits) -> Result<(), Refusal> {
        // A rough check first, so that the exact highest rate is computed only where it is small.
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
        self.run(limits, |_, lost| losing.push(lost[to_index(self.row)]))?;
        let reasons = vec![format!("every pile up to {} was worked out", self.to)];
        Ok(Sequence::without_period(Terms::Losing(losing.into_iter().collect()), reasons))
    }
}

fn solve(
    game: &FiniteGame,
    rules: &RateRules,
    pile_and_rate: &[u64],
    limits: &Limits,
) -> Result<Solution, Refusal> {
    let (pile, rate) = (pile_and_rate[0], pile_and_rate[1]);
    let options: Vec<(u64, u64)> =
        rules.choices(pile, rate).map(|chosen| (pile - chosen, chosen)).collect();
    let mut lost_options = Vec::new();
    if !options.is_empty() {
        let columns = Columns { rules, ending: &game.ending, to: pile, row: rate };
        columns.run(limits, |pile, lost| {
            let here = options.iter().filter(|(left, _)| *left == pile);
            lost_options.extend(here.filter(|(_, chosen)| lost[to_index(*chosen)]));
        })?;
    }
    let is_lost = |left, chosen| lost_options.contains(&(left, chosen));
    Ok(solution(game, rules, (pile, rate), is_lost))
}
