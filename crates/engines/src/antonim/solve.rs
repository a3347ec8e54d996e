//! The winning moves of one position of Antonim or Welter's game.
//!
//! For each heap there is at most one winning target, the number that completes the other heaps, if it
//! is lower. Completions of the other heaps are needed only up to the largest heap, so nothing beyond
//! is computed.

use bouton_rules::{Limits, Position, Refusal};
use bouton_values::Nimber;

use super::kernel::Find;
use super::reading::Reading;
use super::search::{Scope, search};
use super::shorter::Shorter;
use crate::engine::with;
use crate::finding::Solution;

/// The solution of a legal position.
pub(super) fn solve(reading: Reading, heaps: &[u64], limits: &Limits) -> Result<Solution, Refusal> {
    let set = reading.set(heaps).expect("the position is legal");
    let targets = Targets::find(reading, set, limits)?;
    let moved = heaps.iter().enumerate().filter_map(|(place, heap)| {
        let target = reading.write(targets.of(reading.read(*heap))?);
        Some(with(heaps, place, target))
    });
    let winning: Vec<Vec<u64>> = moved.collect();
    let reasons = explain(reading, heaps, &targets, &winning);
    let winning: Vec<Position> = winning.into_iter().map(Position::Tuple).collect();
    let value = winning.is_empty().then_some(Nimber::ZERO);
    Ok(Solution::impartial(value, winning, reasons))
}

/// For each number of a set the lower one that completes the others; 0 for taking it out.
struct Targets {
    set: Vec<usize>,
    targets: Vec<Option<usize>>,
}

impl Targets {
    fn find(reading: Reading, set: Vec<usize>, limits: &Limits) -> Result<Targets, Refusal> {
        let targets = vec![None; set.len()];
        let mut found = Targets { set, targets };
        if found.set.len() < reading.first_layer() {
            found.find_without_search(reading);
            return Ok(found);
        }
        let (largest, others) = found.set.split_last().expect("a search needs numbers");
        let scope = Scope::up_to(*largest, others.to_vec());
        let shorter = search(reading, &scope, limits, |s, finds| found.enter(s, finds))?;
        found.enter_removals(&shorter);
        Ok(found)
    }

    /// The winning target of a number of the set.
    fn of(&self, number: usize) -> Option<usize> {
        let place = self.set.binary_search(&number).ok()?;
        self.targets[place]
    }

    fn find_without_search(&mut self, reading: Reading) {
        for place in 0..self.set.len() {
            let others = self.without(place);
            let completion = match (reading, &others[..]) {
                (Reading::Antonim, _) => {
                    Shorter::new(reading).completion(&others).unwrap_or_default()
                }
                (Reading::Welter, [other]) => ((other - 1) ^ 1) + 1,
                (Reading::Welter, _) => 1,
            };
            self.targets[place] = Some(completion).filter(|target| *target < self.set[place]);
        }
    }

    fn without(&self, place: usize) -> Vec<usize> {
        let mut others = self.set.clone();
        others.remove(place);
        others
    }

    /// Enters the P-sets {a} ∪ s ∪ {z} that differ from the set in one number, a lower one.
    fn enter(&mut self, s: &[usize], finds: &[Find]) {
        // In all but one number they agree, so s agrees in all but one of its own.
        let strange = s.iter().filter(|number| !self.set.contains(number)).count();
        if s.len() + 2 < self.set.len() || strange > 1 {
            return;
        }
        for Find { a, z } in finds {
            let found = [&[*a], s, &[*z]].concat();
            let mut new = found.iter().filter(|number| !self.set.contains(number));
            let mut left = (0..self.set.len()).filter(|place| !found.contains(&self.set[*place]));
            if let (Some(target), None, Some(place)) = (new.next(), new.next(), left.next())
                && *target < self.set[place]
            {
                self.targets[place] = Some(*target);
            }
        }
    }

    /// Enters the P-sets that arise by taking a number out.
    fn enter_removals(&mut self, shorter: &Shorter) {
        for place in 0..self.set.len() {
            let others = self.without(place);
            let (largest, rest) = others.split_last().expect("a search needs numbers");
            if shorter.completion(rest) == Some(*largest) {
                self.targets[place] = Some(0);
            }
        }
    }
}

fn explain(
    reading: Reading,
    heaps: &[u64],
    targets: &Targets,
    winning: &[Vec<u64>],
) -> Vec<String> {
    let (largest, others) = largest_and_others(heaps);
    let others = name(&others);
    let lower = targets.of(reading.read(largest)).map(|target| reading.write(target));
    let completion = if winning.is_empty() { Some(largest) } else { lower };
    let mut reasons = vec![match completion {
        Some(completion) => format!(
            "the completion of {others} is {completion}: ({others},{completion}) is P, and no \
             other number makes a P-position"
        ),
        None => format!("no number up to {largest} completes {others} to a P-position"),
    }];
    if winning.is_empty() {
        reasons
            .push("the last heap is the completion, so every move leads to an N-position".into());
    }
    reasons.extend(winning.iter().take(3).map(|option| explain_move(heaps, option)));
    reasons
}

fn explain_move(heaps: &[u64], option: &[u64]) -> String {
    let changed = heaps.iter().zip(option).find(|(before, after)| before != after);
    let (before, after) = changed.expect("a move changes a heap");
    let (largest, others) = largest_and_others(option);
    format!(
        "{before} → {after} leaves {}, and {largest} is the completion of {}",
        name(option),
        name(&others)
    )
}

fn largest_and_others(heaps: &[u64]) -> (u64, Vec<u64>) {
    let largest = heaps.iter().max().copied().unwrap_or(0);
    let mut others = heaps.to_vec();
    if let Some(place) = heaps.iter().position(|heap| *heap == largest) {
        others.remove(place);
    }
    (largest, others)
}

fn name(heaps: &[u64]) -> String {
    match heaps {
        [] => "nothing".to_owned(),
        _ => Position::Tuple(heaps.to_vec()).to_string(),
    }
}
