//! Nimrod under normal play: rows, windows and positions in the core.

use bouton_rules::{FiniteGame, Game, Limits, MAX_NUMBER, RateRules, Refusal};
use bouton_values::{Outcome, to_index};

use super::solution::solution;
use super::sweep::lost;
use crate::ask::{Ask, Quantity, Window};
use crate::closed::nimrod;
use crate::engine::{Declined, Engine, Run, finite, pair, run};
use crate::finding::{Bits, Chart, Finding, Sequence, Solution, Terms, outcome_if};

/// Nimrod, whole rows at once.
pub(crate) struct NimrodRows;

impl Engine for NimrodRows {
    fn name(&self) -> &'static str {
        "nimrod-rows"
    }

    fn theorem(&self) -> &'static str {
        "the definition, 64 rows by 64 piles at once: a row is lost where none of the three rows \
         next to it, each delayed by its own rate, is; outside the core the sectors decide"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let rules = nimrod(game)?;
        let game = finite(game)?;
        match ask {
            Ask::Solve(_) => {
                let [pile, rate] = pair(ask, "a pile with a rate")?;
                run(Finding::Solution, move |limits| solve(game, rules, pile, rate, limits))
            }
            Ask::Sequence { of: Quantity::Outcome, to, row: Some(row @ 1..=MAX_NUMBER) } => {
                run(Finding::Sequence, move |limits| sequence(*to, *row, limits))
            }
            Ask::Sequence { row: Some(_), .. } => Declined::because(format!(
                "this engine gives outcomes, at rates from 1 to {MAX_NUMBER}"
            )),
            Ask::Chart { window, beside }
                if beside.is_empty() && window.x.end.max(window.y.end) > MAX_NUMBER + 1 =>
            {
                Declined::because(format!("the window reaches beyond {MAX_NUMBER}"))
            }
            Ask::Chart { window, beside } if beside.is_empty() => {
                run(Finding::Chart, move |limits| chart(window, limits))
            }
            _ => Declined::because("this engine solves positions and gives the outcomes of rows"),
        }
    }
}

fn solve(
    game: &FiniteGame,
    rules: &RateRules,
    pile: u64,
    rate: u64,
    limits: &Limits,
) -> Result<Solution, Refusal> {
    match options_of(rules, pile, rate) {
        None => Ok(solution(game, rules, (pile, rate), |_, _| false)),
        Some(window) => Ok(solved(game, rules, (pile, rate), &window, &lost(&window, limits)?)),
    }
}

/// The window that has all options of a position, if there is one.
pub(super) fn options_of(rules: &RateRules, pile: u64, rate: u64) -> Option<Window> {
    let (least, most) = (rules.choices(pile, rate).next()?, rules.choices(pile, rate).last()?);
    Some(Window { x: pile - most..pile - least + 1, y: least..most + 1 })
}

/// The solution of a position whose options lie in a window with these lost positions.
pub(super) fn solved(
    game: &FiniteGame,
    rules: &RateRules,
    position: (u64, u64),
    window: &Window,
    rows: &[Bits],
) -> Solution {
    solution(game, rules, position, |left, chosen| {
        rows[to_index(chosen - window.y.start)].get(to_index(left - window.x.start))
    })
}

fn sequence(to: u64, row: u64, limits: &Limits) -> Result<Sequence, Refusal> {
    let window = Window { x: 0..to.saturating_add(1), y: row..row + 1 };
    let losing = lost(&window, limits)?.pop().unwrap_or_default();
    let reasons = vec![format!("every pile up to {to} was worked out")];
    Ok(Sequence::without_period(Terms::Losing(losing), reasons))
}

/// The chart; where the window includes the rate 0, which is not a position, it has cells without an outcome.
fn chart(window: &Window, limits: &Limits) -> Result<Chart, Refusal> {
    if window.y.start > 0 || window.y.is_empty() {
        return lost(window, limits).map(Chart::Losing);
    }
    let width = window.x.end.saturating_sub(window.x.start);
    limits.check_memory("the chart", u128::from(window.y.end) * u128::from(width))?;
    let rows = lost(&Window { x: window.x.clone(), y: 1..window.y.end }, limits)?;
    let rate_0 = vec![None; to_index(width)];
    Ok(Chart::Outcomes([rate_0].into_iter().chain(rows.iter().map(outcomes)).collect()))
}

fn outcomes(row: &Bits) -> Vec<Option<Outcome>> {
    (0..row.len()).map(|pile| Some(outcome_if(row.get(pile)))).collect()
}
