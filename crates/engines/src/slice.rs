//! Planes of positions (x, y, beside…): charts of games with any number of numbers.

use std::ops::Range;

use bouton_rules::{Coordinates, FiniteGame, Help, Limits, MAX_NUMBER, Refusal};
use bouton_values::{Outcome, to_index};

use crate::ask::{Ask, Window};
use crate::engine::Declined;
use crate::finding::{Bits, Chart};
use crate::view::length;

/// The positions of a window, with fixed numbers beside it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice<'a> {
    pub(crate) window: &'a Window,
    pub(crate) beside: &'a [u64],
}

/// The most numbers beside a window.
const MOST_BESIDE: usize = 64;

/// Which numbers of a position may be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alike {
    /// Any.
    All,
    /// Zeros only.
    Zeros,
    /// None.
    None,
}

impl Alike {
    fn clash(self, a: u64, b: u64) -> bool {
        match self {
            Alike::All => false,
            Alike::Zeros => a == b && a > 0,
            Alike::None => a == b,
        }
    }
}

impl<'a> Slice<'a> {
    /// The slice that the question asks for, if the game's positions have this many numbers.
    pub(crate) fn of(game: &FiniteGame, ask: &'a Ask) -> Result<Slice<'a>, Declined> {
        let Some((window, beside)) = ask.window() else {
            return Declined::because("this engine draws windows");
        };
        let Some(rules) = game.spec.tuple_rules() else {
            return Declined::because("positions of boards and sums are not pairs of numbers");
        };
        check_numbers(&rules.coordinates(), beside.len())?;
        if beside.len() > MOST_BESIDE {
            return Declined::because(format!("at most {MOST_BESIDE} numbers are fixed"));
        }
        let largest = beside.iter().copied().max().unwrap_or(0);
        if window.x.end.max(window.y.end) > MAX_NUMBER + 1 || largest > MAX_NUMBER {
            return Declined::because(format!("numbers go to {MAX_NUMBER}"));
        }
        Ok(Slice { window, beside })
    }

    /// How many positions it has.
    pub(crate) fn size(&self) -> u128 {
        u128::from(length(&self.window.x)).saturating_mul(length(&self.window.y).into())
    }

    /// The largest number of any position.
    pub(crate) fn largest(&self) -> u64 {
        let ends = [&self.window.x, &self.window.y].map(|range| range.end.saturating_sub(1));
        self.beside.iter().chain(&ends).copied().max().unwrap_or(0)
    }

    /// A chart of an impartial game, given which numbers x are P in a row; illegal positions may have either value.
    pub(crate) fn chart(
        &self,
        alike: Alike,
        limits: &Limits,
        mut row: impl FnMut(u64) -> Bits,
    ) -> Result<Chart, Refusal> {
        let Window { x, y } = self.window;
        let all_legal = self.is_legal(alike);
        let cells = if all_legal { length(x).div_ceil(8) } else { length(x) };
        let bytes = u128::from(length(y)) * (u128::from(cells) + 32);
        limits.check_memory("the chart", bytes)?;
        let mut rows = (Vec::new(), Vec::new());
        for number in y.clone() {
            limits.progress(number - y.start, length(y))?;
            let lost = row(number);
            match all_legal {
                true => rows.0.push(lost),
                false => rows.1.push(self.outcomes(alike, number, &lost)),
            }
        }
        Ok(if all_legal { Chart::Losing(rows.0) } else { Chart::Outcomes(rows.1) })
    }

    /// A chart of an impartial game where at most one number completes the others to a P-position.
    pub(crate) fn chart_of_completions(
        &self,
        alike: Alike,
        limits: &Limits,
        completion: impl Fn(u64) -> Option<u64>,
    ) -> Result<Chart, Refusal> {
        let length = to_index(length(&self.window.x));
        self.chart(alike, limits, |number| {
            let mut words = vec![0; length.div_ceil(64)];
            if let Some(x) = completion(number).filter(|x| self.window.x.contains(x)) {
                let place = to_index(x - self.window.x.start);
                words[place / 64] |= 1 << (place % 64);
            }
            Bits::new(words, length)
        })
    }

    /// A chart cell by cell.
    pub(crate) fn chart_of_cells(
        &self,
        limits: &Limits,
        mut cell: impl FnMut(u64, u64) -> Result<Option<Outcome>, Refusal>,
    ) -> Result<Chart, Refusal> {
        let Window { x, y } = self.window;
        // A row takes room even where it has no cells.
        let bytes = u128::from(length(y)).saturating_mul(2 * u128::from(length(x)) + 32);
        limits.check_memory("the chart", bytes)?;
        let mut rows = Vec::new();
        for number in y.clone() {
            limits.progress(number - y.start, length(y))?;
            rows.push(x.clone().map(|x| cell(x, number)).collect::<Result<_, _>>()?);
        }
        Ok(Chart::Outcomes(rows))
    }

    /// Are all positions legal?
    fn is_legal(&self, alike: Alike) -> bool {
        let Window { x, y } = self.window;
        let common = Range { start: x.start.max(y.start), end: x.end.min(y.end) };
        let first = if alike == Alike::Zeros { common.start.max(1) } else { common.start };
        let diagonal = alike != Alike::All && first < common.end;
        let meets = |range: &Range<u64>| {
            self.beside.iter().any(|b| range.contains(b) && alike.clash(*b, *b))
        };
        !diagonal && !meets(x) && !meets(y) && !self.clashes_beside(alike)
    }

    fn clashes_beside(&self, alike: Alike) -> bool {
        let after = |index: usize| self.beside[index + 1..].iter();
        let mut pairs = self.beside.iter().enumerate();
        pairs.any(|(index, a)| after(index).any(|b| alike.clash(*a, *b)))
    }

    fn outcomes(&self, alike: Alike, y: u64, lost: &Bits) -> Vec<Option<Outcome>> {
        let is_alike = |number: u64| self.beside.iter().any(|b| alike.clash(number, *b));
        if is_alike(y) || self.clashes_beside(alike) {
            return vec![None; lost.len()];
        }
        let mut cells = vec![Some(Outcome::N); lost.len()];
        lost.ones().for_each(|place| cells[to_index(place)] = Some(Outcome::P));
        for number in
            self.beside.iter().chain([&y]).filter(|number| alike.clash(**number, **number))
        {
            if self.window.x.contains(number) {
                cells[to_index(number - self.window.x.start)] = None;
            }
        }
        cells
    }
}

/// Declines where a position does not have two numbers and `beside` more.
fn check_numbers(coordinates: &Coordinates, beside: usize) -> Result<(), Declined> {
    let numbers = beside + 2;
    match coordinates {
        Coordinates::Named(names) if names.len() < 2 => {
            Declined::because("a position is one number, so there is no plane to chart")
        }
        Coordinates::Named(names) if names.len() == 2 && beside > 0 => Declined::unless(
            "a position has two numbers, none beside them",
            Help::from("leave ").setting("beside").and(" out"),
        ),
        Coordinates::Named(names) if names.len() != numbers => Declined::unless(
            format!("a position is {}", names.join(",")),
            Help::from(format!("fix the last {} with ", names.len() - 2)).setting("beside"),
        ),
        Coordinates::Heaps { most, .. } if *most < numbers => Declined::because(match most {
            0 | 1 => "a position is one heap, so there is no plane to chart".to_owned(),
            _ => format!("a position has at most {most} heaps"),
        }),
        _ => Ok(()),
    }
}
