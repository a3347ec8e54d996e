//! A7 to A9: the rule by the nim-sum of the heaps raised by one.

use bouton_lab::rules::Limits;
use bouton_lab::values::Outcome;

use super::heaps::{Reading, under_both};
use crate::finding::{Cell, Exhibit, Known, table};
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
        self.also_p.contains(&heaps) || self.raised_sum(heaps) == 0
    }

    /// The first of the positions that the rule gets wrong.
    fn first_failure(
        &self,
        judge: &mut Judge<'_>,
        positions: &[Vec<u64>],
    ) -> Result<Option<(Vec<u64>, Outcome)>> {
        for position in positions {
            let outcome = judge.outcome(position)?;
            if (outcome == Outcome::P) != self.says_p(position) {
                return Ok(Some((position.clone(), outcome)));
            }
        }
        Ok(None)
    }

    fn raised(&self, heaps: &[u64]) -> Vec<u64> {
        heaps.iter().map(|heap| heap + self.shift).collect()
    }

    fn raised_sum(&self, heaps: &[u64]) -> u64 {
        nim_sum(self.raised(heaps))
    }

    fn sum(&self, heaps: &[u64]) -> String {
        format!("{} = {}", listed(self.raised(heaps), " ⊕ "), self.raised_sum(heaps))
    }

    fn against(&self, position: &[u64], outcome: Outcome) -> String {
        let moves = match outcome {
            Outcome::P if position.iter().all(|heap| *heap == 0) => {
                "nothing can move there, so the mover loses"
            }
            Outcome::P => "every move from it leads to an N-position",
            _ => "a move from it leads to a P-position",
        };
        let (name, sum) = (name(position), self.sum(position));
        words("A7.against", &[&name, &outcome, &sum, &moves, &self.shift])
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
    let found = under_both(&frame.limits, |reading, judge| {
        let mut rows = Vec::new();
        for heaps in 1..=most {
            frame.limits.progress(heaps as u64, most as u64 + 1)?;
            let positions = reading.positions(heaps, search_below(reading, heaps));
            let all = rule.first_failure(judge, &positions)?;
            let full = positions.iter().filter(|position| !position.contains(&0)).cloned();
            let full = rule.first_failure(judge, &full.collect::<Vec<_>>())?;
            rows.push(Failure { positions: positions.len() as u128, all, full });
        }
        Ok(rows)
    })?;
    let numbers = frame.forall("the least number of heaps", first..=most);
    let mut tried = numbers.claim(|tried, heaps| {
        let fails = found[0][heaps - 1].all.is_some();
        tried.expect(fails, || words("A8.holds", &[&heaps, &search_below(Reading::Z, heaps)]));
    })?;
    tried.cases = found.iter().flatten().map(|row| row.positions).sum();
    families_break(rule, &frame.limits)?;
    let fails_when = |index: usize, fails: fn(&Failure) -> bool| {
        let numbers = (1..=most as u64).filter(|heaps| fails(&found[index][*heaps as usize - 1]));
        listed(numbers.collect::<Vec<_>>(), ", ")
    };
    let any = |row: &Failure| row.all.is_some();
    Ok(tried
        .argued("A8", &[&most])
        .say("A8.numbers", &[&fails_when(0, any), &fails_when(0, |row| row.full.is_some()), &most])
        .say("A8.welter", &[&fails_when(1, any), &most])
        .exhibit(failures(&found, rule)))
}

/// How far positions are searched: just as far as the first failures lie, and further where there is none.
fn search_below(reading: Reading, heaps: usize) -> u64 {
    match (reading, heaps) {
        (_, 0..=4) | (Reading::W, 7) => 16,
        (_, 5) | (Reading::Z, 7) => 12,
        _ => 11,
    }
}

/// What was found for one number of heaps.
struct Failure {
    positions: u128,
    /// The first failure.
    all: Option<(Vec<u64>, Outcome)>,
    /// The first without an empty heap.
    full: Option<(Vec<u64>, Outcome)>,
}

/// The positions of the argument for all numbers of heaps, checked for up to twelve.
fn families_break(rule: &ShiftRule, limits: &Limits) -> Result<()> {
    let mut judge = Reading::Z.judge(limits)?;
    for heaps in 4..=12 {
        let mut position = vec![0; heaps];
        if heaps % 2 == 0 {
            position[heaps - 2..].copy_from_slice(&[1, 2]);
        }
        let breaks = judge.is_p(&position)? && !rule.says_p(&position);
        sure(breaks, format!("{} breaks the rule", name(&position)))?;
    }
    Ok(())
}

fn failures(found: &[Vec<Failure>; 2], rule: &ShiftRule) -> Exhibit {
    let cell = |failure: &Option<(Vec<u64>, Outcome)>| {
        Cell::new(failure.as_ref().map_or("none found".to_owned(), |(position, outcome)| {
            format!("{} {outcome}, sum {}", name(position), rule.raised_sum(position))
        }))
    };
    let rows = found[0].iter().zip(&found[1]).enumerate().map(|(index, (z, w))| {
        ((index + 1).to_string(), vec![cell(&z.all), cell(&z.full), cell(&w.all)])
    });
    let columns = ["heaps", "Antonim (Z)", "no heap empty (Z)", "Welter (W)"];
    let caption = words("A8.table", &[]);
    table(caption, columns, rows)
}

/// "a is P in Nim, yet b is N in Antonim because c is P."
pub(super) struct Example {
    pub(super) nim: [u64; 4],
    pub(super) position: [u64; 4],
    pub(super) reply: [u64; 4],
}

/// As printed.
pub(super) const EXAMPLE: Example =
    Example { nim: [1, 2, 5, 6], position: [0, 1, 4, 5], reply: [0, 1, 3, 5] };

const COINS_BELOW: u64 = 10;

/// Four coins of Welter's game are P iff their nim-sum is 0: how many positions were compared.
fn four_coins_are_nim(limits: &Limits) -> Result<usize> {
    let mut judge = Reading::W.judge(limits)?;
    let positions = Reading::W.positions(4, COINS_BELOW);
    for coins in &positions {
        let has_sum_0 = nim_sum(coins) == 0;
        sure(judge.is_p(coins)? == has_sum_0, format!("four coins at {}", name(coins)))?;
    }
    Ok(positions.len())
}

/// A9, the example. Decided by the oracle: four facts.
pub(super) fn example(example: &Example, frame: &Frame) -> Result {
    let in_nim = Judge::of("nim", &frame.limits)?.is_p(&example.nim)?;
    let facts = under_both(&frame.limits, |_, judge| {
        let is_option = judge.options(&example.position).contains(&example.reply.to_vec());
        Ok((is_option, judge.is_p(&example.position)?, judge.is_p(&example.reply)?))
    })?;
    let shifted = example.position.map(|heap| heap + 1) == example.nim;
    let [(is_option, is_p, reply_is_p), (_, w_is_p, _)] = facts;
    let [raised, position, reply] =
        [&example.nim, &example.position, &example.reply].map(|heaps| name(heaps));
    let facts = [
        (in_nim, format!("{raised} is N in Nim")),
        (shifted, format!("{raised} is not {position} raised by one")),
        (is_option, format!("{position} cannot move to {reply}")),
        (reply_is_p, format!("{reply} is N")),
        (!is_p, format!("{position} is P")),
    ];
    let mut tried = frame.facts(facts)?;
    tried.cases = 4;
    let under_w = if w_is_p { 'P' } else { 'N' };
    let coins = four_coins_are_nim(&frame.limits)?;
    Ok(tried
        .finding(
            "A9",
            &[&raised, &position, &reply],
            Known::exhausted(4, "four positions, each worked out by the oracle"),
        )
        .say("A9.welter", &[&position, &under_w, &coins, &COINS_BELOW]))
}
