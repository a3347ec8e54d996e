//! E5 to E7: what a few outcomes say about their neighbours, wherever they lie.
//!
//! A *cell* is a pile relative to some a, and a rate: (−1, 2) means w(a−1, 2). Far enough from
//! 0 all moves are legal, and each cell obeys w(p,r) = 1 iff w(p−q,q) = 0 for some q ∈ {r−1, r,
//! r+1}, q ≥ 1. What follows from that for cells around a holds for all a.

use std::fmt;

use bouton_lab::duels::{Outcomes, State};
use bouton_lab::rules::Limits;

use crate::finding::{Counterexample, Finding, Known, lines};
use crate::frame::{Frame, Result, all};
use crate::words::words;

/// w(a + `offset`, `rate`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) offset: i64,
    pub(super) rate: i64,
}

/// The cell w(a + offset, rate).
pub(super) const fn at(offset: i64, rate: i64) -> Place {
    Place { offset, rate }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            0 => write!(f, "w(a,{})", self.rate),
            offset => write!(f, "w(a{offset:+},{})", self.rate),
        }
    }
}

/// A cell and its value.
pub(super) type Fact = (Place, bool);

/// How rules about cells are proved.
const DEDUCTION: &str = "deduction from the equations of the cells";

const RATES: i64 = 14;
const REACH: i64 = 70;
const WIDTH: i64 = 2 * REACH + 1;

/// What is known of the cells near a.
struct Deduction {
    values: Vec<Option<bool>>,
    /// Cells that were found and not yet looked at.
    waiting: Vec<Place>,
    known: usize,
    /// For all a ≥ this, each equation that was used belongs to a position with all its moves.
    valid_from: i64,
}

impl Deduction {
    /// All that follows by single equations; nothing if they contradict each other.
    fn from(facts: &[Fact]) -> Option<Deduction> {
        let mut deduction = Deduction {
            values: vec![None; (RATES * WIDTH) as usize],
            waiting: Vec::new(),
            known: 0,
            valid_from: 0,
        };
        let consistent =
            facts.iter().all(|(place, wins)| deduction.set(*place, *wins)) && deduction.run();
        consistent.then_some(deduction)
    }

    fn index(place: Place) -> Option<usize> {
        let inside = (1..=RATES).contains(&place.rate) && (-REACH..=REACH).contains(&place.offset);
        inside.then(|| ((place.rate - 1) * WIDTH + place.offset + REACH) as usize)
    }

    fn value(&self, place: Place) -> Option<bool> {
        Deduction::index(place).and_then(|index| self.values[index])
    }

    /// Notes a value; is it no contradiction?
    fn set(&mut self, place: Place, wins: bool) -> bool {
        let Some(index) = Deduction::index(place) else { return true };
        match self.values[index] {
            Some(known) => known == wins,
            None => {
                self.values[index] = Some(wins);
                self.waiting.push(place);
                self.known += 1;
                true
            }
        }
    }

    fn run(&mut self) -> bool {
        while let Some(place) = self.waiting.pop() {
            // The equation of the cell, and those in which it is an option.
            let above =
                (place.rate - 1..=place.rate + 1).map(|rate| at(place.offset + place.rate, rate));
            for equation in [place].into_iter().chain(above).filter(|place| place.rate >= 1) {
                if !self.use_equation(equation) {
                    return false;
                }
            }
        }
        true
    }

    /// w = 1 iff some option is 0, read in all four directions.
    fn use_equation(&mut self, place: Place) -> bool {
        if Deduction::index(place).is_none() {
            return true;
        }
        let options: Vec<Place> = ((place.rate - 1).max(1)..=place.rate + 1)
            .map(|rate| at(place.offset - rate, rate))
            .collect();
        let values: Vec<Option<bool>> = options.iter().map(|option| self.value(*option)).collect();
        let before = self.known;
        let unknown: Vec<Place> = options
            .iter()
            .zip(&values)
            .filter(|(_, value)| value.is_none())
            .map(|(option, _)| *option)
            .collect();
        let consistent = if values.contains(&Some(false)) {
            self.set(place, true)
        } else if unknown.is_empty() {
            self.set(place, false)
        } else {
            match (self.value(place), &unknown[..]) {
                (Some(false), unknown) => unknown.iter().all(|option| self.set(*option, true)),
                (Some(true), [only]) => self.set(*only, false),
                _ => true,
            }
        };
        if self.known > before {
            self.valid_from = self.valid_from.max(place.rate + 1 - place.offset);
        }
        consistent
    }

    /// A line for each rate, the highest first: + where the mover wins, - where not, and dots.
    fn drawing(&self) -> Vec<String> {
        let known: Vec<Place> = (1..=RATES)
            .flat_map(|rate| (-REACH..=REACH).map(move |offset| at(offset, rate)))
            .filter(|place| self.value(*place).is_some())
            .collect();
        let (Some(left), Some(right), Some(top)) = (
            known.iter().map(|place| place.offset).min(),
            known.iter().map(|place| place.offset).max(),
            known.iter().map(|place| place.rate).max(),
        ) else {
            return Vec::new();
        };
        let mut lines: Vec<String> = (1..=top)
            .rev()
            .map(|rate| {
                let cells = (left..=right).map(|offset| match self.value(at(offset, rate)) {
                    Some(true) => '+',
                    Some(false) => '-',
                    None => '.',
                });
                format!("r = {rate:>2}  {}", cells.collect::<String>())
            })
            .collect();
        lines.push(format!("        {}a", " ".repeat((-left) as usize)));
        lines
    }
}

/// If the given cells have these values, then another has this one.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) given: Vec<Fact>,
    pub(super) then: Fact,
}

/// Proposition 1.
pub(super) fn proposition_1() -> Vec<Rule> {
    vec![
        Rule { given: vec![(at(0, 1), false)], then: (at(1, 1), true) },
        Rule { given: hypothesis_2(), then: (at(2, 1), false) },
    ]
}

/// w(a,1) = w(a+1,1) = 1.
fn hypothesis_2() -> Vec<Fact> {
    vec![(at(0, 1), true), (at(1, 1), true)]
}

/// The intermediate steps of the proof of its second part.
pub(super) fn intermediate_steps() -> Vec<Rule> {
    let steps = [
        (at(-1, 2), false),
        (at(-2, 1), true),
        (at(-3, 2), true),
        (at(-4, 3), true),
        (at(-1, 1), false),
        (at(0, 2), true),
        (at(2, 1), false),
    ];
    steps.into_iter().map(|then| Rule { given: hypothesis_2(), then }).collect()
}

/// E5 and E6: rules about neighbouring cells. Decided by deduction from the equations of the cells,
/// which holds for all a from some pile on, and by computed outcomes below that and far beyond.
pub(super) fn rules_hold(rules: &[Rule], frame: &Frame) -> Result {
    let bound = frame.pick(20_000, 1_000_000);
    let outcomes = Outcomes::of_window(bound, 8, &frame.limits)?;
    // From which a on each rule follows from the equations; nothing if one does not.
    let deduced: Option<Vec<i64>> = rules
        .iter()
        .map(|rule| {
            let deduction = Deduction::from(&rule.given)?;
            (deduction.value(rule.then.0) == Some(rule.then.1)).then_some(deduction.valid_from)
        })
        .collect();
    let valid_from = deduced.map(|from| from.into_iter().max().unwrap_or(0));
    let (mut missing, mut last_missing) = (0u64, 0);
    let places =
        rules.iter().flat_map(|rule| (1..=bound.cast_signed() - 8).map(move |a| (rule, a)));
    let enumerated = format!("each a to {bound} at which a hypothesis holds");
    let tried =
        frame.forall(all(enumerated, "the smallest a", places)).survey(|tried, (rule, a)| {
            let value = |place: Place| wins(a, place, &outcomes);
            let applies = rule.given.iter().all(|(place, wins)| value(*place) == Some(*wins));
            tried.count(applies.into());
            match value(rule.then.0).filter(|_| applies) {
                Some(found) => tried.expect(found == rule.then.1, || breaks_at(rule, a, &outcomes)),
                None if applies => (missing, last_missing) = (missing + 1, last_missing.max(a)),
                None => {}
            }
            Ok(())
        })?;
    let known = match valid_from.filter(|from| *from <= bound.cast_signed()) {
        Some(from) => Known::theorem(DEDUCTION, words("E5.deduced", &[&from])),
        None => Known::up_to(format!("piles to {bound}")),
    };
    let texts = rules.iter().map(text).collect();
    let finding = tried.finding(known).exhibit(lines("The rules", texts));
    Ok(match missing {
        0 => finding,
        _ => finding.note(words("E6.missing", &[&missing, &last_missing])),
    })
}

fn text(rule: &Rule) -> String {
    let side = |facts: &[Fact]| -> String {
        let facts: Vec<String> =
            facts.iter().map(|(place, wins)| format!("{place} = {}", u8::from(*wins))).collect();
        facts.join(" and ")
    };
    format!("{} gives {}", side(&rule.given), side(&[rule.then]))
}

/// The value of a cell, where the position exists.
fn wins(a: i64, place: Place, outcomes: &Outcomes) -> Option<bool> {
    let pile = u64::try_from(a + place.offset).ok()?;
    Some(!outcomes.is_lost(State { pile, rate: place.rate.cast_unsigned() }))
}

fn breaks_at(rule: &Rule, a: i64, outcomes: &Outcomes) -> (String, Vec<String>) {
    let cells = rule.given.iter().chain([&rule.then]).map(|(place, _)| {
        let pile = a + place.offset;
        format!("w({pile},{}) = {}", place.rate, u8::from(wins(a, *place, outcomes) == Some(true)))
    });
    (format!("at a = {a}: {} fails", text(rule)), cells.collect())
}

/// At most `cells` cells are said to fix at least `fixes` cells.
#[derive(Clone, Copy)]
pub(super) struct Small {
    pub(super) cells: usize,
    pub(super) fixes: usize,
}

/// E7: a small configuration determines at least 30 cells. The figure is lost; decided by searching for one: every set
/// of this many cells on the rows 1 to 3, eight piles wide, with every choice of values that occurs in the game.
pub(super) fn small_configuration(claim: Small, limits: &Limits) -> Result {
    let outcomes = Outcomes::of_window(2_000, 4, limits)?;
    let (mut tried, mut best): (u128, Option<(Vec<Fact>, Deduction)>) = (0, None);
    for cells in 1..=claim.cells {
        for facts in configurations(cells) {
            tried += 1;
            limits.progress(tried as u64 % 1000, 1000)?;
            let Some(deduction) = Deduction::from(&facts) else { continue };
            let better = best.as_ref().is_none_or(|(_, best)| deduction.known > best.known);
            let from = deduction.valid_from;
            if better && occurs(&facts, from, &outcomes).is_some() {
                best = Some((facts, deduction));
            }
        }
    }
    let Some((facts, deduction)) = best else {
        return Ok(Finding::not_checkable("no configuration was tried"));
    };
    let texts: Vec<String> =
        facts.iter().map(|(place, wins)| format!("{place} = {}", u8::from(*wins))).collect();
    let fixed =
        format!("{} fixes {} cells, itself among them", texts.join(" and "), deduction.known);
    let enumerated = words("E7.looked", &[&claim.cells]);
    if deduction.known < claim.fixes {
        let smallest = "the best of all such configurations";
        return Ok(Finding::fails(
            Counterexample::new(fixed, deduction.drawing(), smallest),
            tried,
            enumerated,
        ));
    }
    let reason = words(
        "E7.why",
        &[
            &fixed,
            &deduction.valid_from,
            &occurs(&facts, deduction.valid_from, &outcomes).unwrap_or_default(),
        ],
    );
    let alone = best_alone();
    Ok(Finding::holds(Known::theorem(DEDUCTION, reason), tried, enumerated)
        .say("E7.alone", &[&alone])
        .exhibit(lines(
            format!("What {} fixes: + won, - lost", texts.join(" and ")),
            deduction.drawing(),
        )))
}

/// The most that one cell fixes.
fn best_alone() -> usize {
    let cells = (1..=RATES).flat_map(|rate| [false, true].map(|wins| (at(0, rate), wins)));
    cells
        .filter_map(|fact| Deduction::from(&[fact]))
        .map(|deduction| deduction.known)
        .max()
        .unwrap_or(0)
}

/// All choices of this many cells on the rows 1 to 3 and the piles a to a+7, with all values.
fn configurations(cells: usize) -> Vec<Vec<Fact>> {
    let places: Vec<Place> =
        (1..=3).flat_map(|rate| (0..8).map(move |offset| at(offset, rate))).collect();
    // Each with the place from which on the next cell is taken.
    let mut chosen: Vec<(Vec<Fact>, usize)> = vec![(Vec::new(), 0)];
    for _ in 0..cells {
        let longer = |(facts, start): &(Vec<Fact>, usize)| {
            let next = places.iter().enumerate().skip(*start);
            let next = next.flat_map(|(index, place)| {
                [false, true].map(|wins| ([&facts[..], &[(*place, wins)]].concat(), index + 1))
            });
            next.collect::<Vec<_>>()
        };
        chosen = chosen.iter().flat_map(longer).collect();
    }
    chosen.into_iter().map(|(facts, _)| facts).collect()
}

/// Where the values occur in the game, away from its beginning.
fn occurs(facts: &[Fact], from: i64, outcomes: &Outcomes) -> Option<i64> {
    (from..1_900)
        .find(|a| facts.iter().all(|(place, value)| wins(*a, *place, outcomes) == Some(*value)))
}
