//! Guesses a quotient from the outcomes of finitely many sums.
//!
//! Angluin's method for automata, with heaps as letters: sums are distinguished by a list of *tests*, X
//! and Y being alike if X + Z and Y + Z have the same outcome for every test Z. Rows are sums no two
//! of which are alike, such that each row with a heap added is like a row. That is an automaton; it is
//! a monoid if the heaps commute in it. Where they do not, and where the transition algebra
//! contradicts the guess, a new test is found that distinguishes two sums that were taken for alike, so
//! the number of rows grows. There are never more rows than the quotient has elements: if it is finite,
//! this ends.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use bouton_rules::{Meter, Refusal};
use rustc_hash::FxHashMap;

use super::Stage;
use super::heaps::Sum;
use super::monoid::Bipartite;
use super::outcomes::{Outcomes, Split};
use super::transitions::{Check, Transitions};

/// The quotient for the heaps of `outcomes`, proved; `tests` are those of the stage before.
pub(super) fn learn(
    outcomes: &mut Outcomes<'_>,
    mut tests: Vec<Sum>,
    meter: &mut Meter,
) -> Result<Stage, Refusal> {
    loop {
        let table = Table::close(outcomes, &tests, meter)?;
        if let Some(test) = table.clash(outcomes, meter)? {
            tests.push(test);
            continue;
        }
        let monoid = table.monoid(meter)?;
        let images = table.images(outcomes);
        match Transitions::check(&monoid, &images, outcomes.heaps(), meter)? {
            Check::Proved(transitions) => {
                return Ok(Stage { monoid, images, transitions, tests });
            }
            Check::Contradiction(sum) => {
                let moves = outcomes.heaps().moves(&sum);
                outcomes.trust(monoid, images, moves);
                tests.push(table.explain(&sum, outcomes, meter)?);
            }
        }
    }
}

/// The rows, and to which row each leads with a heap added.
struct Table {
    letters: Vec<u32>,
    tests: Vec<Split>,
    sums: Vec<Sum>,
    rows: Vec<Row>,
    /// For each row, where each letter leads.
    next: Vec<Vec<u32>>,
}

/// A sum that is not alike to any before it.
struct Row {
    sum: Split,
    /// Its outcome with each test; the first test is the empty sum.
    lost: Vec<bool>,
    /// The row and the letter that led here.
    parent: Option<(u32, usize)>,
}

impl Table {
    /// Adds rows, the lightest first, until every step from a row leads to a row.
    fn close(
        outcomes: &mut Outcomes<'_>,
        tests: &[Sum],
        meter: &mut Meter,
    ) -> Result<Table, Refusal> {
        let letters = outcomes.heaps().playable();
        let splits: Vec<Split> = letters.iter().map(|heap| outcomes.split(&[*heap])).collect();
        let weights: Vec<u64> =
            letters.iter().map(|heap| outcomes.heaps().moves(&[*heap])).collect();
        let mut table = Table {
            letters,
            tests: tests.iter().map(|test| outcomes.split(test)).collect(),
            sums: tests.to_vec(),
            rows: Vec::new(),
            next: Vec::new(),
        };
        let mut found: FxHashMap<Vec<bool>, u32> = FxHashMap::default();
        let mut queue = BinaryHeap::from([Reverse((0, 0, usize::MAX))]);
        while let Some(Reverse((weight, row, letter))) = queue.pop() {
            let parent = (letter != usize::MAX).then_some((row, letter));
            let sum = match parent {
                None => outcomes.split(&[]),
                Some(_) => outcomes.add(&table.rows[row as usize].sum, &splits[letter]),
            };
            let lost = table.signature(&sum, outcomes, meter)?;
            let id = *found.entry(lost.clone()).or_insert(table.rows.len() as u32);
            if let Some((row, letter)) = parent {
                table.next[row as usize][letter] = id;
            }
            if id as usize == table.rows.len() {
                table.add(Row { sum, lost, parent }, meter)?;
                let steps = weights.iter().enumerate();
                queue.extend(steps.map(|(letter, more)| Reverse((weight + more, id, letter))));
            }
        }
        Ok(table)
    }

    fn add(&mut self, row: Row, meter: &mut Meter) -> Result<(), Refusal> {
        self.next.push(vec![0; self.letters.len()]);
        self.rows.push(row);
        let each = 200 + 24 * self.letters.len() + 2 * self.tests.len();
        meter.hold("the table of outcomes", each as u128 * self.rows.len() as u128)
    }

    fn signature(
        &self,
        sum: &Split,
        outcomes: &mut Outcomes<'_>,
        meter: &mut Meter,
    ) -> Result<Vec<bool>, Refusal> {
        meter.spend(50)?;
        self.tests.iter().map(|test| outcomes.is_lost(sum, test, meter)).collect()
    }

    fn step(&self, row: u32, letter: usize) -> u32 {
        self.next[row as usize][letter]
    }

    /// If two letters lead from a row to different rows when they change places, a test that distinguishes
    /// two sums that are taken for alike.
    fn clash(
        &self,
        outcomes: &mut Outcomes<'_>,
        meter: &mut Meter,
    ) -> Result<Option<Sum>, Refusal> {
        let letters = self.distinct_letters();
        for row in 0..self.rows.len() as u32 {
            meter.spend((letters.len() * letters.len()) as u64)?;
            for (index, g) in letters.iter().enumerate() {
                for h in &letters[..index] {
                    let [gh, hg] = [[*g, *h], [*h, *g]]
                        .map(|[first, then]| self.step(self.step(row, first), then));
                    if gh != hg {
                        return self.settle(row, [*g, *h], outcomes, meter).map(Some);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Letters that lead to different rows somewhere.
    fn distinct_letters(&self) -> Vec<usize> {
        let mut columns: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        for letter in (0..self.letters.len()).rev() {
            columns.insert(self.next.iter().map(|row| row[letter]).collect(), letter);
        }
        let mut letters: Vec<usize> = columns.into_values().collect();
        letters.sort_unstable();
        letters
    }

    /// The rows after g, h and after h, g differ by a test Z. One of them has another outcome with Z
    /// than the row with both heaps added; then h + Z, or g + Z, distinguishes the first step's two sums.
    fn settle(
        &self,
        row: u32,
        [g, h]: [usize; 2],
        outcomes: &mut Outcomes<'_>,
        meter: &mut Meter,
    ) -> Result<Sum, Refusal> {
        let ends = [self.step(self.step(row, g), h), self.step(self.step(row, h), g)];
        let [gh, hg] = ends.map(|end| &self.rows[end as usize].lost);
        let test = (0..self.tests.len()).find(|z| gh[*z] != hg[*z]).expect("rows are not alike");
        let both = outcomes.split(&[self.letters[g], self.letters[h]]);
        let whole = outcomes.add(&self.rows[row as usize].sum, &both);
        let truth = outcomes.is_lost(&whole, &self.tests[test], meter)?;
        let second = if gh[test] != truth { h } else { g };
        Ok(super::heaps::added(&self.sums[test], &[self.letters[second]]))
    }

    /// Rivest and Schapire: replace the sum's heaps one after the other by the row that they lead to.
    /// In the end the outcome is the row's, which is wrong; where it turns, the heaps not yet replaced
    /// are a test that distinguishes a row with a heap added from the row that it was taken for.
    fn explain(
        &self,
        sum: &[u32],
        outcomes: &mut Outcomes<'_>,
        meter: &mut Meter,
    ) -> Result<Sum, Refusal> {
        let guess = self.rows[self.row_of(sum) as usize].lost[0];
        for replaced in (0..sum.len()).rev() {
            let row = &self.rows[self.row_of(&sum[..replaced]) as usize];
            let rest = outcomes.split(&sum[replaced..]);
            if outcomes.is_lost(&row.sum, &rest, meter)? != guess {
                return Ok(sum[replaced + 1..].to_vec());
            }
        }
        unreachable!("the sum {sum:?} contradicts the guess")
    }

    fn row_of(&self, sum: &[u32]) -> u32 {
        sum.iter().fold(0, |row, heap| {
            let letter = self.letters.binary_search(heap).expect("sums are of playable heaps");
            self.step(row, letter)
        })
    }

    fn monoid(&self, meter: &mut Meter) -> Result<Bipartite, Refusal> {
        let parents: Vec<(u32, usize)> = self.rows.iter().filter_map(|row| row.parent).collect();
        let is_lost = |row: u32| self.rows[row as usize].lost[0];
        Bipartite::generated(&parents, |row, letter| self.step(row, letter), is_lost, meter)
    }

    /// The element of each heap.
    fn images(&self, outcomes: &Outcomes<'_>) -> Vec<u32> {
        let mut images = vec![0; outcomes.newest() + 1];
        for (letter, heap) in self.letters.iter().enumerate() {
            images[*heap as usize] = self.step(0, letter);
        }
        images
    }
}
