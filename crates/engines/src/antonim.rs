//! Antonim and Welter's game, by completions.
//!
//! *Theorem* (Silbernick and Campbell, with the conditions made exact). For every legal tuple t of
//! n - 1 heaps there is just one z that makes (t, z) a P-position: the least z that is legal beside t
//! and is not the completion of a tuple that arises from t by lowering one heap.
//!
//! *Proof.* Of (t, z) and (t, z') with z' < z at most one is P, as the first can move to the second.
//! Let z be that least number. No option of (t, z) is P: if a heap of t is lowered to give t', then z
//! is not the completion of t'; if z is lowered to a legal z', then z' is the completion of some such
//! t', so (t, z') can move to the P-position (t', z') and is N. ∎
//!
//! The completions of all tuples below a given one are tabulated in an order in which each comes
//! after those it needs. A position is P iff its largest heap completes the others.

use bouton_rules::{DistinctRules, Game, Limits, Position, Refusal, Spec};
use bouton_values::{Nimber, Outcome};

use crate::ask::{Ask, Entries, TableShape};
use crate::engine::{Declined, Engine, Run, normal, tuple, with};
use crate::finding::{Finding, Solution, Table};

/// Antonim with any number of heaps, and tables of completions for Antonim and Welter's game.
pub(crate) struct Completing;

impl Engine for Completing {
    fn name(&self) -> &'static str {
        "completions"
    }

    fn theorem(&self) -> &'static str {
        "each tuple of heaps is completed to a P-position by one number: the least legal one that \
         completes no tuple with one heap lowered"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let Spec::Distinct(rules) = normal(game)? else {
            return Declined::because("heaps may be alike");
        };
        match ask {
            Ask::Solve(_) => {
                let heaps = tuple(ask)?;
                Ok(Box::new(move |limits| solve(rules, heaps, limits).map(Finding::Solution)))
            }
            Ask::Table(shape) if shape.entries == Entries::Completion => {
                Ok(Box::new(move |limits| table(rules, shape, limits).map(Finding::Table)))
            }
            Ask::Count { heaps, below } => {
                Ok(Box::new(move |limits| count(rules, *heaps, *below, limits).map(Finding::Count)))
            }
            _ => Declined::because("it gives completions"),
        }
    }
}

/// The completions of all ascending tuples that lie below `largest` in every place.
struct Completions<'a> {
    rules: &'a DistinctRules,
    /// The largest tuple, ascending.
    largest: Vec<u64>,
    /// By [`Completions::index`].
    completions: Vec<u32>,
}

impl<'a> Completions<'a> {
    fn below(
        rules: &'a DistinctRules,
        mut largest: Vec<u64>,
        limits: &Limits,
    ) -> Result<Completions<'a>, Refusal> {
        largest.sort_unstable();
        let cells =
            largest.iter().fold(1u128, |cells, heap| cells.saturating_mul(1 + *heap as u128));
        let lookups = largest.iter().map(|heap| u128::from(*heap)).sum::<u128>();
        limits.check_memory("the table of completions", cells.saturating_mul(4))?;
        limits.check_steps("the table of completions", cells.saturating_mul(2 * lookups + 1))?;
        let mut table = Completions { rules, largest, completions: vec![0; cells as usize] };
        table.fill(limits)?;
        Ok(table)
    }

    /// Lowering a heap gives a tuple that is smaller when compared from its largest heap down, so
    /// that is the order in which the table is filled.
    fn fill(&mut self, limits: &Limits) -> Result<(), Refusal> {
        let mut heaps = vec![0; self.largest.len()];
        let total = self.largest.last().map_or(1, |heap| heap + 1);
        let mut taken = Vec::new();
        loop {
            if self.is_legal(&heaps) {
                let completion = self.complete(&heaps, &mut taken);
                let index = self.index(&heaps);
                self.completions[index] = completion;
            }
            let before = heaps.last().copied();
            if !self.advance(&mut heaps) {
                return Ok(());
            }
            if heaps.last().copied() != before {
                limits.progress(heaps.last().copied().unwrap_or(0), total)?;
            }
        }
    }

    /// The next ascending tuple: raises the first heap that may rise and resets those before it.
    fn advance(&self, heaps: &mut [u64]) -> bool {
        for place in 0..heaps.len() {
            let next_is_larger = heaps.get(place + 1).is_none_or(|next| heaps[place] < *next);
            if heaps[place] < self.largest[place] && next_is_larger {
                heaps[place] += 1;
                heaps[..place].fill(0);
                return true;
            }
        }
        false
    }

    /// The theorem: the least legal number that completes no tuple with one heap lowered.
    fn complete(&self, heaps: &[u64], taken: &mut Vec<bool>) -> u32 {
        taken.clear();
        for (place, heap) in heaps.iter().enumerate() {
            for lower in 0..*heap {
                let lowered = ascending_with(heaps, place, lower);
                if self.is_legal(&lowered) {
                    mark(taken, self.completions[self.index(&lowered)]);
                }
            }
            if *heap > 0 || !self.rules.zeros_repeat {
                mark(taken, *heap as u32);
            }
        }
        taken.iter().position(|is_taken| !is_taken).unwrap_or(taken.len()) as u32
    }

    fn is_legal(&self, ascending: &[u64]) -> bool {
        let alike = |pair: &[u64]| pair[0] == pair[1] && !(pair[0] == 0 && self.rules.zeros_repeat);
        !ascending.windows(2).any(alike)
    }

    /// Where an ascending tuple stands: a number whose digits it is, the bases one above `largest`.
    fn index(&self, ascending: &[u64]) -> usize {
        let places = ascending.iter().zip(&self.largest).rev();
        places.fold(0, |index, (heap, most)| index * (*most as usize + 1) + *heap as usize)
    }

    /// The completion of any legal tuple below the largest.
    fn of(&self, heaps: &[u64]) -> u64 {
        let mut ascending = heaps.to_vec();
        ascending.sort_unstable();
        u64::from(self.completions[self.index(&ascending)])
    }
}

fn mark(taken: &mut Vec<bool>, number: u32) {
    let number = number as usize;
    if number >= taken.len() {
        taken.resize(number + 1, false);
    }
    taken[number] = true;
}

/// The ascending tuple with the heap at `place` lowered and moved to where it belongs.
fn ascending_with(heaps: &[u64], place: usize, lower: u64) -> Vec<u64> {
    let mut lowered = heaps.to_vec();
    let target = heaps[..place].partition_point(|heap| *heap < lower);
    lowered[target..=place].rotate_right(1);
    lowered[target] = lower;
    lowered
}

/// Only the heaps but the largest are tabulated: whatever is moved, the largest heap of the option
/// is the old largest, or it is the one that moved.
fn solve(rules: &DistinctRules, heaps: &[u64], limits: &Limits) -> Result<Solution, Refusal> {
    let last = index_of_largest(heaps);
    let mut others = heaps.to_vec();
    let largest = others.remove(last);
    let table = Completions::below(rules, others.clone(), limits)?;
    let completion = table.of(&others);
    let mut winning = Vec::new();
    for (place, heap) in heaps.iter().enumerate() {
        if place == last {
            winning.extend((completion < *heap).then(|| with(heaps, place, completion)));
            continue;
        }
        for lower in 0..*heap {
            let option = with(heaps, place, lower);
            let mut rest = option.clone();
            rest.remove(last);
            let mut ascending = rest.clone();
            ascending.sort_unstable();
            if table.is_legal(&ascending) && table.of(&rest) == largest {
                winning.push(option);
            }
        }
    }
    let reasons = explain(&others, largest, completion, &winning, heaps);
    let winning: Vec<Position> = winning.into_iter().map(Position::Tuple).collect();
    let value = winning.is_empty().then_some(Nimber::ZERO);
    let solution = Solution::impartial(value, winning, reasons);
    debug_assert_eq!(solution.outcome == Outcome::P, completion == largest);
    Ok(solution)
}

fn index_of_largest(heaps: &[u64]) -> usize {
    let largest = heaps.iter().max();
    heaps.iter().position(|heap| Some(heap) == largest).unwrap_or(0)
}

fn explain(
    others: &[u64],
    largest: u64,
    completion: u64,
    winning: &[Vec<u64>],
    heaps: &[u64],
) -> Vec<String> {
    let name = |heaps: &[u64]| match heaps {
        [] => "nothing".to_owned(),
        _ => Position::Tuple(heaps.to_vec()).to_string(),
    };
    let mut reasons = vec![format!(
        "beside {} the completion is {completion}: ({},{completion}) is P, and no other number \
         makes a P-position",
        name(others),
        name(others)
    )];
    if completion == largest {
        reasons
            .push("the last heap is the completion, so every move leads to an N-position".into());
        return reasons;
    }
    for option in winning.iter().take(3) {
        let (before, after) = heaps
            .iter()
            .zip(option)
            .find(|(before, after)| before != after)
            .expect("a move changes a heap");
        let last = index_of_largest(option);
        let mut rest = option.clone();
        let completes = rest.remove(last);
        reasons.push(format!(
            "{before} → {after} leaves {}, and {completes} is the completion of {}",
            name(option),
            name(&rest)
        ));
    }
    reasons
}

fn table(rules: &DistinctRules, shape: &TableShape, limits: &Limits) -> Result<Table, Refusal> {
    if shape.rows == 0 || shape.columns == 0 {
        return Ok(Table::Numbers(vec![Vec::new(); shape.rows as usize]));
    }
    let largest = [&shape.fixed[..], &[shape.rows - 1, shape.columns - 1]].concat();
    let table = Completions::below(rules, largest, limits)?;
    let cell = |row: u64, column: u64| {
        let mut ascending = [&shape.fixed[..], &[row, column]].concat();
        ascending.sort_unstable();
        table.is_legal(&ascending).then(|| table.of(&ascending))
    };
    let row = |row: u64| (0..shape.columns).map(|column| cell(row, column)).collect();
    Ok(Table::Numbers((0..shape.rows).map(row).collect()))
}

/// Each P-position is counted where its largest heap completes the others.
fn count(
    rules: &DistinctRules,
    heaps: usize,
    below: u64,
    limits: &Limits,
) -> Result<u128, Refusal> {
    if heaps == 0 || below == 0 {
        return Ok(0);
    }
    let table = Completions::below(rules, vec![below - 1; heaps - 1], limits)?;
    let mut others = vec![0; heaps - 1];
    let mut found = 0;
    loop {
        if table.is_legal(&others) {
            let completion = table.of(&others);
            let most = others.last().copied().unwrap_or(0);
            let is_largest = completion > most || (completion == 0 && most == 0);
            found += u128::from(is_largest && completion < below);
        }
        if !table.advance(&mut others) {
            return Ok(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use bouton_oracle::Oracle;

    use super::*;
    use crate::testing::assert_equals_oracle;

    fn tuples(heaps: u32, below: u64) -> impl Iterator<Item = Vec<u64>> {
        (0..below.pow(heaps))
            .map(move |code| (0..heaps).map(|i| code / below.pow(i) % below).collect())
    }

    #[test]
    fn solutions_equal_the_oracle() {
        for (heaps, below) in [(1, 12), (2, 12), (3, 10), (4, 9), (5, 6)] {
            assert_equals_oracle(&Completing, "antonim", tuples(heaps, below));
            assert_equals_oracle(&Completing, "welter", tuples(heaps, below));
        }
    }

    fn ask(game: &str, ask: Ask) -> Finding {
        let game = Game::parse(game).unwrap();
        Completing.prepare(&game, &ask).unwrap()(&Limits::default()).unwrap()
    }

    /// Cells are the least number that the oracle calls P, searched well beyond the table.
    #[test]
    fn tables_equal_the_oracle() {
        for name in ["antonim", "welter"] {
            for fixed in [vec![], vec![0], vec![1], vec![4], vec![1, 3]] {
                let shape = TableShape {
                    entries: Entries::Completion,
                    fixed: fixed.clone(),
                    rows: 7,
                    columns: 6,
                };
                let Finding::Table(Table::Numbers(rows)) = ask(name, Ask::Table(shape)) else {
                    panic!("a table was asked for")
                };
                let game = Game::parse(name).unwrap();
                let finite = game.finite().unwrap();
                let mut oracle = Oracle::new(finite, Limits::default());
                for (row, cells) in rows.iter().enumerate() {
                    for (column, cell) in cells.iter().enumerate() {
                        let heaps = [&fixed[..], &[row as u64, column as u64]].concat();
                        let expected = finite.spec.tuple(heaps.clone()).ok().and_then(|_| {
                            (0..40).find(|z| {
                                let position = finite.spec.tuple([&heaps[..], &[*z]].concat());
                                position.is_ok_and(|p| oracle.outcome(&p) == Ok(Outcome::P))
                            })
                        });
                        assert_eq!(*cell, expected, "{name} {fixed:?} {row} {column}");
                    }
                }
            }
        }
    }

    #[test]
    fn counts_equal_the_oracle() {
        for name in ["antonim", "welter"] {
            let game = Game::parse(name).unwrap();
            let finite = game.finite().unwrap();
            let mut oracle = Oracle::new(finite, Limits::default());
            for (heaps, below) in [(1, 5), (2, 9), (3, 9), (4, 8), (5, 6), (3, 1), (2, 0)] {
                let ascending = tuples(heaps, below).filter(|t: &Vec<u64>| t.is_sorted());
                let expected = ascending
                    .filter_map(|tuple| finite.spec.tuple(tuple).ok())
                    .filter(|position| oracle.outcome(position) == Ok(Outcome::P))
                    .count();
                let counted = ask(name, Ask::Count { heaps: heaps as usize, below });
                assert_eq!(counted, Finding::Count(expected as u128), "{name} {heaps} {below}");
            }
        }
    }
}
