//! A7 to A9: the rule by the nim-sum of the heaps raised by one.

use bouton_lab::values::Outcome;

use super::heaps::{Reading, under_both};
use crate::finding::{cells, said_table};
use crate::frame::{Frame, Result, sure};
use crate::judge::{Judge, listed, name, nim_sum};
use crate::words::words;

/// (x₁,…,xₙ) is P iff (x₁+c) ⊕ … ⊕ (xₙ+c) = 0, or it is one of a few exceptions.
#[derive(Clone, Debug)]
pub(super) struct ShiftRule {
    pub(super) shift: u64,
    /// Positions that are P besides.
    pub(super) also_p: &'static [&'static [u64]],
}

/// As printed.
pub(super) const PRINTED: ShiftRule = ShiftRule { shift: 1, also_p: &[] };
/// As it holds.
pub(super) const CORRECTED: ShiftRule = ShiftRule { shift: 1, also_p: &[&[0, 0, 0]] };

impl ShiftRule {
    fn says_p(&self, heaps: &[u64]) -> bool {
        self.also_p.contains(&heaps) || nim_sum(self.raised(heaps)) == 0
    }

    /// The first of the positions that the rule gets wrong, with its outcome.
    fn first_failure<'a>(
        &self,
        judge: &mut Judge<'_>,
        positions: impl IntoIterator<Item = &'a Vec<u64>>,
    ) -> Result<Option<String>> {
        for position in positions {
            let outcome = judge.outcome(position)?;
            if (outcome == Outcome::P) != self.says_p(position) {
                let sum = nim_sum(self.raised(position));
                return Ok(Some(format!("{} {outcome}, sum {sum}", name(position))));
            }
        }
        Ok(None)
    }

    fn raised(&self, heaps: &[u64]) -> Vec<u64> {
        heaps.iter().map(|heap| heap + self.shift).collect()
    }

    fn against(&self, position: &[u64], outcome: Outcome) -> String {
        let moves = match outcome {
            Outcome::P if position.iter().all(|heap| *heap == 0) => {
                "nothing can move there, so the mover loses"
            }
            Outcome::P => "every move from it leads to an N-position",
            _ => "a move from it leads to a P-position",
        };
        let raised = self.raised(position);
        let sum = format!("{} = {}", listed(&raised, " ⊕ "), nim_sum(&raised));
        words("A7.against", &[&name(position), &outcome, &sum, &moves, &self.shift])
    }
}

/// A7. Decided by the oracle on all small triples under both readings; what holds is decided as well.
pub(super) fn theorem_2(rule: &ShiftRule, frame: &Frame) -> Result {
    let below = frame.pick(20, 40);
    let [mut z, w] = under_both(&frame.limits, |reading, judge| {
        let triples = reading.positions(3, below);
        frame.forall("smallest by the sum of the heaps", triples).survey(|tried, position| {
            let outcome = judge.outcome(&position)?;
            let is_p = outcome == Outcome::P;
            tried.expect(is_p == rule.says_p(&position), || rule.against(&position, outcome));
            let is_right = is_p == CORRECTED.says_p(&position);
            sure(is_right, format!("the rule at {}", name(&position)))
        })
    })?;
    z.cases += w.cases;
    let under_w = if w.holds() { "A7.welter" } else { "A7.not-welter" };
    Ok(z.argued("A7", &[&below])
        .if_refuted(|finding| finding.say("A7.corrected", &[]).say(under_w, &[&w.cases])))
}

/// A8. Decided by looking for a position that the rule gets wrong, and for all numbers of heaps by two families.
pub(super) fn fails_from(rule: &ShiftRule, first: usize, frame: &Frame) -> Result {
    let most = frame.pick(7, 8);
    let [mut z, mut w] = [Reading::Z.judge(&frame.limits)?, Reading::W.judge(&frame.limits)?];
    // By the number of heaps: the first failure, the first without an empty heap, and the first in Welter's game.
    let (mut found, mut cases) = (Vec::new(), 0);
    for heaps in 1..=most {
        frame.limits.progress(heaps as u64, most as u64 + 1)?;
        let [in_z, in_w] =
            Reading::BOTH.map(|reading| reading.positions(heaps, search_below(reading, heaps)));
        let full = in_z.iter().filter(|position| !position.contains(&0));
        found.push([
            rule.first_failure(&mut z, &in_z)?,
            rule.first_failure(&mut z, full)?,
            rule.first_failure(&mut w, &in_w)?,
        ]);
        cases += in_z.len() + in_w.len();
    }
    let numbers = frame.forall("the least number of heaps", first..=most);
    let mut tried = numbers.claim(|tried, heaps| {
        let fails = found[heaps - 1][0].is_some();
        tried.expect(fails, || words("A8.holds", &[&heaps, &search_below(Reading::Z, heaps)]));
    })?;
    tried.cases = cases as u128;
    // The positions of the argument for all numbers of heaps, checked for up to twelve.
    for heaps in 4..=12 {
        let mut position = vec![0; heaps];
        if heaps % 2 == 0 {
            position[heaps - 2..].copy_from_slice(&[1, 2]);
        }
        let breaks = z.is_p(&position)? && !rule.says_p(&position);
        sure(breaks, format!("{} breaks the rule", name(&position)))?;
    }
    let [all, full, welter] =
        [0, 1, 2].map(|i| listed((1..=most).filter(|heaps| found[heaps - 1][i].is_some()), ", "));
    let rows = (1..).zip(found).map(|(heaps, row): (u64, _)| {
        (heaps, cells(row.map(|failure| failure.unwrap_or("none found".to_owned()))))
    });
    Ok(tried
        .argued("A8", &[&most])
        .say("A8.numbers", &[&all, &full, &most])
        .say("A8.welter", &[&welter, &most])
        .exhibit(said_table("A8.table", &[], rows)))
}

/// How far positions are searched: just as far as the first failures lie, and further where there is none.
fn search_below(reading: Reading, heaps: usize) -> u64 {
    match (reading, heaps) {
        (_, 0..=4) | (Reading::W, 7) => 16,
        (_, 5) | (Reading::Z, 7) => 12,
        _ => 11,
    }
}

const COINS_BELOW: u64 = 10;

/// A9, the example: the first is P in Nim, yet the second is N in Antonim because the third is P. Decided by the oracle:
/// four facts. In Welter's game four coins are P iff their nim-sum is 0.
pub(super) fn example(said: [[u64; 4]; 3], frame: &Frame) -> Result {
    let [nim, position, reply] = said;
    let [mut z, mut w] = [Reading::Z.judge(&frame.limits)?, Reading::W.judge(&frame.limits)?];
    let is_option = z.options(&position).contains(&reply.to_vec());
    let [raised, from, to] = said.map(|heaps| name(&heaps));
    let mut tried = frame.facts([
        (Judge::of("nim", &frame.limits)?.is_p(&nim)?, format!("{raised} is N in Nim")),
        (position.map(|heap| heap + 1) == nim, format!("{raised} is not {from} raised by one")),
        (is_option, format!("{from} cannot move to {to}")),
        (z.is_p(&reply)?, format!("{to} is N")),
        (!z.is_p(&position)?, format!("{from} is P")),
    ])?;
    tried.cases = 4;
    let coins = Reading::W.positions(4, COINS_BELOW);
    for coins in &coins {
        let has_sum_0 = nim_sum(coins) == 0;
        sure(w.is_p(coins)? == has_sum_0, format!("four coins at {}", name(coins)))?;
    }
    Ok(tried
        .argued("A9", &[&raised, &from, &to])
        .say("A9.welter", &[&from, &w.outcome(&position)?, &coins.len(), &COINS_BELOW]))
}
