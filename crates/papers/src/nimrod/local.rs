//! E5 to E7: what a few outcomes say about their neighbours, wherever they lie.
//!
//! A *cell* is a pile relative to some a, and a rate: (−1, 2) means w(a−1, 2). Far enough from
//! 0 all moves are legal, and each cell obeys w(p,r) = 1 iff w(p−q,q) = 0 for some q ∈ {r−1, r,
//! r+1}, q ≥ 1. What follows from that for cells around a holds for all a.

use std::collections::BTreeMap;
use std::fmt;

use bouton_lab::duels::{Outcomes, State};

use crate::finding::{Finding, Known, lines};
use crate::frame::{Frame, Result};
use crate::judge::{listed, tuples};
use crate::words::words;

/// w(a + `offset`, `rate`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    rate: i64,
    offset: i64,
}

/// The cell w(a + offset, rate).
pub(super) const fn at(offset: i64, rate: i64) -> Place {
    Place { rate, offset }
}

impl Place {
    /// Is it looked at?
    fn is_near(self) -> bool {
        (1..=RATES).contains(&self.rate) && (-REACH..=REACH).contains(&self.offset)
    }
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

/// What is known of the cells near a.
#[derive(Default)]
struct Deduction {
    values: BTreeMap<Place, bool>,
    /// Cells that were found and not yet looked at.
    waiting: Vec<Place>,
    /// For all a ≥ this, each equation that was used belongs to a position with all its moves.
    valid_from: i64,
}

impl Deduction {
    /// All that follows by single equations; nothing if they contradict each other.
    fn from(facts: &[Fact]) -> Option<Deduction> {
        let mut deduction = Deduction::default();
        facts.iter().try_for_each(|(place, wins)| deduction.set(*place, *wins))?;
        while let Some(place) = deduction.waiting.pop() {
            // The equation of the cell, and those in which it is an option.
            let above =
                (place.rate - 1..=place.rate + 1).map(|rate| at(place.offset + place.rate, rate));
            let mut equations = [place].into_iter().chain(above).filter(|place| place.is_near());
            equations.try_for_each(|equation| deduction.use_equation(equation))?;
        }
        Some(deduction)
    }

    fn known(&self) -> usize {
        self.values.len()
    }

    fn value(&self, place: Place) -> Option<bool> {
        self.values.get(&place).copied()
    }

    /// Notes a value, unless the cell is too far away; nothing if it is a contradiction.
    fn set(&mut self, place: Place, wins: bool) -> Option<()> {
        match self.value(place) {
            Some(known) => return (known == wins).then_some(()),
            None if place.is_near() => {
                self.values.insert(place, wins);
                self.waiting.push(place);
            }
            None => {}
        }
        Some(())
    }

    /// w = 1 iff some option is 0, read in all four directions.
    fn use_equation(&mut self, place: Place) -> Option<()> {
        let options = (place.rate - 1).max(1)..=place.rate + 1;
        let options: Vec<Place> = options.map(|rate| at(place.offset - rate, rate)).collect();
        let wins_by = |option: &Place| self.value(*option) == Some(false);
        let (wins, before) = (options.iter().any(wins_by), self.known());
        let unknown: Vec<Place> =
            options.into_iter().filter(|option| self.value(*option).is_none()).collect();
        match (self.value(place), &unknown[..]) {
            _ if wins => self.set(place, true)?,
            (_, []) => self.set(place, false)?,
            (Some(false), unknown) => unknown.iter().try_for_each(|one| self.set(*one, true))?,
            (Some(true), [only]) => self.set(*only, false)?,
            _ => {}
        }
        if self.known() > before {
            self.valid_from = self.valid_from.max(place.rate + 1 - place.offset);
        }
        Some(())
    }

    /// A line for each rate, the highest first: + where the mover wins, - where not, and dots.
    fn drawing(&self) -> Vec<String> {
        let offsets = self.values.keys().map(|place| place.offset);
        let (left, right) = (offsets.clone().min().unwrap_or(0), offsets.max().unwrap_or(0));
        let top = self.values.keys().map(|place| place.rate).max().unwrap_or(0);
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

/// If the cells that are given have these values, then another has this one.
pub(super) type Rule<'a> = (&'a [Fact], Fact);

/// w(a,1) = w(a+1,1) = 1.
const HYPOTHESIS_2: &[Fact] = &[(at(0, 1), true), (at(1, 1), true)];

/// Proposition 1.
pub(super) const PROPOSITION_1: [Rule<'_>; 2] =
    [(&[(at(0, 1), false)], (at(1, 1), true)), (HYPOTHESIS_2, (at(2, 1), false))];

/// The intermediate steps of the proof of its second part.
pub(super) const INTERMEDIATE_STEPS: [Rule<'_>; 7] = [
    (HYPOTHESIS_2, (at(-1, 2), false)),
    (HYPOTHESIS_2, (at(-2, 1), true)),
    (HYPOTHESIS_2, (at(-3, 2), true)),
    (HYPOTHESIS_2, (at(-4, 3), true)),
    (HYPOTHESIS_2, (at(-1, 1), false)),
    (HYPOTHESIS_2, (at(0, 2), true)),
    (HYPOTHESIS_2, (at(2, 1), false)),
];

/// E5 and E6: rules about neighbouring cells. Decided by deduction from the equations of the cells,
/// which holds for all a from some pile on, and by computed outcomes below that and far beyond.
pub(super) fn rules_hold(rules: &[Rule<'_>], frame: &Frame) -> Result {
    let bound = frame.pick(20_000, 1_000_000);
    let outcomes = Outcomes::of_window(bound, 8, &frame.limits)?;
    // From which a on each rule follows from the equations; nothing if one does not.
    let deduced = rules.iter().map(|(given, (place, wins))| {
        let deduction = Deduction::from(given)?;
        (deduction.value(*place) == Some(*wins)).then_some(deduction.valid_from)
    });
    let valid_from = deduced.collect::<Option<Vec<i64>>>().and_then(|from| from.into_iter().max());
    let (mut missing, mut last_missing) = (0u64, 0);
    let places =
        rules.iter().flat_map(|rule| (1..=bound.cast_signed() - 8).map(move |a| (rule, a)));
    let tried = frame.forall("the smallest a", places).survey(|tried, (rule, a)| {
        let value = |place: Place| wins(a, place, &outcomes);
        let (given, (place, wins)) = rule;
        let applies = given.iter().all(|(place, wins)| value(*place) == Some(*wins));
        tried.count(applies.into());
        match value(*place).filter(|_| applies) {
            Some(found) => tried.expect(found == *wins, || {
                let cells = given.iter().chain([&rule.1]).map(|(place, _)| {
                    let (pile, wins) = (a + place.offset, value(*place) == Some(true));
                    format!("w({pile},{}) = {}", place.rate, u8::from(wins))
                });
                (format!("at a = {a}: {} fails", text(rule)), cells.collect::<Vec<_>>())
            }),
            None if applies => (missing, last_missing) = (missing + 1, last_missing.max(a)),
            None => {}
        }
    })?;
    let known = match valid_from.filter(|from| *from <= bound.cast_signed()) {
        Some(from) => Known::theorem(DEDUCTION, words("E5.deduced", &[&from])),
        None => Known::up_to(format!("piles to {bound}")),
    };
    let texts = rules.iter().map(text).collect();
    let finding = tried.finding("E5", &[&bound], known).exhibit(lines("The rules", texts));
    Ok(match missing {
        0 => finding,
        _ => finding.note(words("E6.missing", &[&missing, &last_missing])),
    })
}

fn text((given, then): &Rule<'_>) -> String {
    format!("{} gives {}", joined(given), joined(&[*then]))
}

/// `w(a,1) = 1 and w(a+1,1) = 1`.
fn joined(facts: &[Fact]) -> String {
    listed(facts.iter().map(|(place, wins)| format!("{place} = {}", u8::from(*wins))), " and ")
}

/// The value of a cell, where the position exists.
fn wins(a: i64, place: Place, outcomes: &Outcomes) -> Option<bool> {
    let pile = u64::try_from(a + place.offset).ok()?;
    Some(!outcomes.is_lost(State { pile, rate: place.rate.cast_unsigned() }))
}

/// E7. The figure is lost; decided by searching for one: every set of at most this many cells on the rows 1 to 3, eight
/// piles wide, with every choice of values that occurs in the game.
pub(super) fn small_configuration(cells: usize, fixes: usize, frame: &Frame) -> Result {
    let outcomes = Outcomes::of_window(2_000, 4, &frame.limits)?;
    // The facts, what follows from them, and where they occur first.
    let mut best: Option<(Vec<Fact>, Deduction, i64)> = None;
    let all = (1..=cells).flat_map(configurations);
    let mut tried = frame.forall(words("E7.order", &[]), all).survey(|_, facts| {
        let deduction = Deduction::from(&facts).filter(|deduction| {
            best.as_ref().is_none_or(|(_, best, _)| deduction.known() > best.known())
        });
        // Where the values occur in the game, away from its beginning.
        let is_value = |a: i64, (place, value): &Fact| wins(a, *place, &outcomes) == Some(*value);
        let occur = |a: &i64| facts.iter().all(|fact| is_value(*a, fact));
        let first = deduction.as_ref().and_then(|found| (found.valid_from..1_900).find(occur));
        if let (Some(deduction), Some(first)) = (deduction, first) {
            best = Some((facts, deduction, first));
        }
    })?;
    let Some((facts, deduction, first)) = best else {
        return Ok(Finding::not_checkable("no configuration was tried"));
    };
    let (facts, known) = (joined(&facts), deduction.known());
    let fixed = format!("{facts} fixes {known} cells, itself among them");
    tried.expect(known >= fixes, || (fixed.clone(), deduction.drawing()));
    let reason = words("E7.why", &[&fixed, &deduction.valid_from, &first]);
    let finding = tried.finding("E7", &[&cells], Known::theorem(DEDUCTION, reason));
    if finding.counterexample.is_some() {
        return Ok(finding);
    }
    let caption = format!("What {facts} fixes: + won, - lost");
    // The most that one cell fixes.
    let cells = (1..=RATES).flat_map(|rate| [false, true].map(|wins| (at(0, rate), wins)));
    let alone = cells.filter_map(|fact| Some(Deduction::from(&[fact])?.known())).max();
    let finding = finding.say("E7.alone", &[&alone.unwrap_or(0)]);
    Ok(finding.exhibit(lines(caption, deduction.drawing())))
}

/// All choices of this many cells on the rows 1 to 3 and the piles a to a+7, with all values.
fn configurations(cells: usize) -> Vec<Vec<Fact>> {
    let places = (1..=3).flat_map(|rate| (0..8).map(move |offset| at(offset, rate)));
    let facts = places.flat_map(|place| [false, true].map(|wins| (place, wins)));
    let mut chosen = tuples(cells, &facts.collect::<Vec<Fact>>());
    chosen.retain(|facts| facts.is_sorted_by(|(one, _), (next, _)| one < next));
    chosen
}
