//! The meaning of a rule text, from the reference alone: legal positions, options, and who wins where a player
//! is stuck.

use std::collections::BTreeSet;

use bouton_values::Player;

use crate::evaluate::TooMuch;
use crate::evaluate::interval::{Interval, Scene, Truth};
use crate::evaluate::search::Search;
use crate::tree::*;

/// A choice lies between this and its opposite.
const FARTHEST_CHOICE: i128 = 1 << 100;

/// The most positions that one move with several heaps may lead to.
const MOST_COMBINATIONS: usize = 4000;

/// A text, ready to be played.
pub struct Rules<'a> {
    text: &'a Text,
    /// The conditions of the `legal` lines: those that "and" joins, one by one.
    legal: Vec<Condition>,
}

/// A variable of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    After(usize),
    Choice(usize),
}

/// What the chosen heap is replaced by, and the choices that lead to it as far as they matter.
struct Replaced {
    heaps: Vec<i128>,
    after: i128,
    choices: Vec<Interval>,
}

fn ones(tuple: &[u64]) -> Vec<Interval> {
    tuple.iter().map(|number| Interval::one(i128::from(*number))).collect()
}

/// The conditions that an "and", a chain or a range stands for.
fn joined(condition: &Condition) -> Vec<Condition> {
    match condition {
        Condition::And(list) => list.iter().flat_map(joined).collect(),
        Condition::Chain(first, rest) => {
            let lefts = std::iter::once(first).chain(rest.iter().map(|(_, right)| right));
            let link = |(left, link): (&Number, &_)| {
                Condition::Chain(Number::clone(left), vec![Clone::clone(link)])
            };
            lefts.zip(rest).map(link).collect()
        }
        Condition::In(number, Set::Range(low, high), true) => {
            let at_most = |a: &Number, b: &Number| {
                Condition::Chain(a.clone(), vec![(Relation::AtMost, b.clone())])
            };
            vec![at_most(low, number), at_most(number, high)]
        }
        one => vec![one.clone()],
    }
}

fn in_range(value: i128) -> Option<u64> {
    (0..=LARGEST).contains(&value).then_some(value as u64)
}

impl<'a> Rules<'a> {
    /// The rules of this text.
    #[must_use]
    pub fn new(text: &'a Text) -> Rules<'a> {
        Rules { text, legal: text.legal.iter().flat_map(joined).collect() }
    }

    fn scene<'s>(&'s self, now: &'s [Interval], heaps: &'s [Interval]) -> Scene<'s> {
        Scene { text: self.text, now, after: &[], choices: &[], heaps, later: Interval::one(0) }
    }

    /// Completes a position whose last numbers were left out.
    #[must_use]
    pub fn filled(&self, mut tuple: Vec<u64>) -> Option<Vec<u64>> {
        let Shape::Named(names) = &self.text.shape else { return Some(tuple) };
        for (_, preset) in names.iter().skip(tuple.len()) {
            let now = ones(&tuple);
            // A default below 0 counts as 0.
            tuple.push(in_range(self.scene(&now, &[]).number(preset.as_ref()?).low.max(0))?);
        }
        (tuple.len() == names.len()).then_some(tuple)
    }

    /// One order of heaps; no two coins on one place.
    #[must_use]
    pub fn canonical(&self, mut tuple: Vec<u64>) -> Vec<u64> {
        match self.text.many() {
            Some(Many::Heaps) => tuple.sort_unstable(),
            Some(Many::Coins) => {
                tuple.sort_unstable();
                let alike = tuple.chunk_by(|a, b| a == b);
                return alike.filter(|run| run.len() % 2 == 1).map(|run| run[0]).collect();
            }
            Some(Many::Rows) | None => {}
        }
        tuple
    }

    /// Is this a legal position?
    #[must_use]
    pub fn is_legal(&self, tuple: &[u64]) -> bool {
        let numbers = ones(tuple);
        tuple.iter().all(|number| i128::from(*number) <= LARGEST)
            && (self.text.many().is_some() || tuple.len() == self.text.named())
            && !self.legality(&numbers).can_fail
    }

    /// Whether a position can be legal and can be illegal.
    fn legality(&self, numbers: &[Interval]) -> Truth {
        let mut truth = Truth { can_hold: true, can_fail: false };
        for condition in &self.legal {
            if self.text.many().is_none() {
                truth = truth.and(self.scene(numbers, &[]).truth(condition));
            } else if condition.mentions(&|number| matches!(number, Number::Now(_))) {
                for heap in numbers {
                    let now = [*heap];
                    truth = truth.and(self.scene(&now, numbers).truth(condition));
                }
            } else {
                truth = truth.and(self.scene(&[], numbers).truth(condition));
            }
            if !truth.can_hold {
                break;
            }
        }
        truth
    }

    /// Who wins where `stuck` cannot move.
    #[must_use]
    pub fn winner(&self, tuple: &[u64], stuck: Player) -> Player {
        let numbers = ones(tuple);
        let mut winner = self.text.end.as_ref().unwrap_or(&Winner::Normal);
        loop {
            match winner {
                Winner::Normal => return stuck.opponent(),
                Winner::Misere => return stuck,
                Winner::Is(player) => return *player,
                Winner::If(condition, then, otherwise) => {
                    let truth = self.scene(&numbers, &numbers).truth(condition);
                    winner = if truth.can_hold { then } else { otherwise };
                }
            }
        }
    }

    /// Are all moves moves of both players?
    #[must_use]
    pub fn has_one_kind_of_moves(&self) -> bool {
        self.text.moves.iter().all(|line| line.player.is_none())
    }

    /// The positions that `mover` can move to.
    pub fn options(
        &self,
        tuple: &[u64],
        mover: Player,
        fuel: &mut u64,
    ) -> Result<BTreeSet<Vec<u64>>, TooMuch> {
        let mut options = BTreeSet::new();
        for line in &self.text.moves {
            if line.player.is_some_and(|player| player != mover) {
                continue;
            }
            match &line.chosen {
                None => self.named_options(line, tuple, fuel, &mut options)?,
                Some(Chosen::One) => self.heap_options(line, tuple, fuel, &mut options)?,
                Some(chosen) => self.several_options(line, chosen, tuple, fuel, &mut options)?,
            }
        }
        Ok(options)
    }

    fn named_options(
        &self,
        line: &Move,
        tuple: &[u64],
        fuel: &mut u64,
        options: &mut BTreeSet<Vec<u64>>,
    ) -> Result<(), TooMuch> {
        let now = ones(tuple);
        let mut slots: Vec<Slot> = (0..now.len())
            .filter(|index| line.mentions(&|number| *number == Number::After(*index)))
            .map(Slot::After)
            .collect();
        let results = slots.len();
        slots.extend(mentioned_choices(line));
        let holds = |ranges: &[Interval]| {
            let mut after = [Interval::one(0); 12];
            after[..now.len()].copy_from_slice(&now);
            let choices = spread(&slots, ranges, &mut after);
            let after = &after[..now.len()];
            let scene = Scene { after, choices: &choices, ..self.scene(&now, &[]) };
            let truth = clauses(line, &scene);
            if truth.can_hold { truth.and(self.legality(after)) } else { truth }
        };
        for found in search(&slots, results, &holds, fuel)? {
            let mut option = tuple.to_vec();
            for (slot, value) in slots.iter().zip(&found) {
                if let Slot::After(index) = slot {
                    option[*index] = *value as u64;
                }
            }
            options.insert(option);
        }
        Ok(())
    }

    fn heap_options(
        &self,
        line: &Move,
        tuple: &[u64],
        fuel: &mut u64,
        options: &mut BTreeSet<Vec<u64>>,
    ) -> Result<(), TooMuch> {
        let is_rows = self.text.many() == Some(Many::Rows);
        for (index, heap) in tuple.iter().enumerate() {
            if !is_rows && tuple[..index].contains(heap) {
                continue;
            }
            for replaced in self.replacements(line, tuple, index, true, fuel)? {
                let mut option: Vec<i128> =
                    tuple[..index].iter().map(|heap| i128::from(*heap)).collect();
                option.extend(&replaced.heaps);
                option.extend(self.later_rows(line, tuple, index, &replaced));
                self.add(option, options);
            }
        }
        Ok(())
    }

    /// The rows after the chosen one.
    fn later_rows(
        &self,
        line: &Move,
        tuple: &[u64],
        index: usize,
        replaced: &Replaced,
    ) -> Vec<i128> {
        let numbers = ones(tuple);
        let (now, after) = ([numbers[index]], [Interval::one(replaced.after)]);
        let rest = tuple[index + 1..].iter().map(|row| i128::from(*row));
        rest.map(|row| match &line.later {
            None => row,
            Some(number) => {
                let scene = Scene {
                    after: &after,
                    choices: &replaced.choices,
                    later: Interval::one(row),
                    ..self.scene(&now, &numbers)
                };
                scene.number(number).low
            }
        })
        .collect()
    }

    /// Adds a position if it is one and legal.
    fn add(&self, position: Vec<i128>, options: &mut BTreeSet<Vec<u64>>) {
        if let Some(tuple) = position.into_iter().map(in_range).collect::<Option<Vec<u64>>>() {
            let tuple = self.canonical(tuple);
            if self.is_legal(&tuple) {
                options.insert(tuple);
            }
        }
    }

    fn several_options(
        &self,
        line: &Move,
        chosen: &Chosen,
        tuple: &[u64],
        fuel: &mut u64,
        options: &mut BTreeSet<Vec<u64>>,
    ) -> Result<(), TooMuch> {
        let numbers = ones(tuple);
        let amount = |count: &Number| self.scene(&[], &numbers).number(count).low;
        let is_choice = |places: &[usize]| match chosen {
            Chosen::One => places.len() == 1,
            Chosen::UpTo(count) => !places.is_empty() && places.len() as i128 <= amount(count),
            Chosen::Exactly(count) => !places.is_empty() && places.len() as i128 == amount(count),
            // Some stretch of the ring, so many rows long, holds them all.
            Chosen::Consecutive(count) => {
                let ring = tuple.len();
                let in_stretch = |start: usize, place: usize| {
                    (((place + ring - start) % ring) as i128) < amount(count)
                };
                let all = |start: usize| places.iter().all(|place| in_stretch(start, *place));
                !places.is_empty() && (0..ring).any(all)
            }
        };
        let most = match chosen {
            Chosen::One => 1,
            Chosen::UpTo(count) | Chosen::Exactly(count) => amount(count),
            Chosen::Consecutive(_) => tuple.len() as i128,
        };
        // What is left of the heaps so far, which of them were chosen, and the choices that they share.
        type Partial = (Vec<i128>, Vec<usize>, Option<Vec<Interval>>);
        let mut partial: Vec<Partial> = vec![(Vec::new(), Vec::new(), None)];
        for index in 0..tuple.len() {
            let replacements = self.replacements(line, tuple, index, false, fuel)?;
            let mut next = Vec::new();
            for (heaps, chosen, shared) in partial {
                if (chosen.len() as i128) < most {
                    let places = [&chosen[..], &[index]].concat();
                    let fits = |replaced: &&Replaced| {
                        shared.as_ref().is_none_or(|shared| *shared == replaced.choices)
                    };
                    next.extend(replacements.iter().filter(fits).map(|replaced| {
                        let heaps = [&heaps[..], &replaced.heaps].concat();
                        (heaps, places.clone(), Some(replaced.choices.clone()))
                    }));
                }
                next.push(([heaps, vec![i128::from(tuple[index])]].concat(), chosen, shared));
            }
            if next.len() > MOST_COMBINATIONS {
                return Err(TooMuch);
            }
            partial = next;
        }
        for (heaps, chosen, _) in partial {
            if is_choice(&chosen) {
                self.add(heaps, options);
            }
        }
        Ok(())
    }

    /// What the heap at `index` can be replaced by, if it is chosen.
    fn replacements(
        &self,
        line: &Move,
        tuple: &[u64],
        index: usize,
        alone: bool,
        fuel: &mut u64,
    ) -> Result<Vec<Replaced>, TooMuch> {
        let numbers = ones(tuple);
        let now = [numbers[index]];
        let slots = heap_slots(line);
        // Several heaps must agree on what they share.
        let all_matter = !alone
            || matches!(line.becomes, Some(Becomes::All(..)))
            || line.later.as_ref().is_some_and(|number| {
                number.mentions(&|number| matches!(number, Number::Choice(_)))
            });
        let primed = usize::from(slots.first() == Some(&Slot::After(0)));
        let results = match (&line.becomes, all_matter) {
            (_, true) => slots.len(),
            (Some(Becomes::Parts(parts)), _) => primed + parts.len(),
            _ => primed,
        };
        // Coins may vanish, and later rows change: there, what is legal is looked at afterwards.
        let looks_ahead = alone
            && self.text.many() != Some(Many::Coins)
            && line.later.is_none()
            && !matches!(line.becomes, Some(Becomes::All(..)));
        let holds = |ranges: &[Interval]| {
            let mut after = now;
            let choices = spread(&slots, ranges, &mut after);
            let scene = Scene { after: &after, choices: &choices, ..self.scene(&now, &numbers) };
            let truth = clauses(line, &scene);
            if !truth.can_hold || !looks_ahead {
                return truth;
            }
            let mut heaps = numbers[..index].to_vec();
            match &line.becomes {
                None => heaps.push(after[0]),
                Some(Becomes::Parts(parts)) => {
                    heaps.extend(parts.iter().map(|part| choices[*part]))
                }
                Some(_) => {}
            }
            heaps.extend(&numbers[index + 1..]);
            truth.and(self.legality(&heaps))
        };
        let mut replaced = Vec::new();
        for found in search(&slots, results, &holds, fuel)? {
            replaced.extend(self.replaced(line, &slots, &found, now, &numbers));
        }
        Ok(replaced)
    }

    fn replaced(
        &self,
        line: &Move,
        slots: &[Slot],
        found: &[i128],
        now: [Interval; 1],
        numbers: &[Interval],
    ) -> Option<Replaced> {
        let ranges: Vec<Interval> = found.iter().map(|value| Interval::one(*value)).collect();
        let mut after = now;
        let choices = spread(slots, &ranges, &mut after);
        let heaps = match &line.becomes {
            None => vec![after[0].low],
            Some(Becomes::Nothing) => Vec::new(),
            Some(Becomes::Parts(parts)) => parts.iter().map(|part| choices[*part].low).collect(),
            Some(Becomes::All(low, high)) => {
                let scene = Scene { after: &after, choices: &choices, ..self.scene(&now, numbers) };
                let (low, high) = (scene.number(low).low, scene.number(high).low);
                if low < 0 && low <= high {
                    return None;
                }
                (low..=high.min(low + 1000)).collect()
            }
        };
        Some(Replaced { heaps, after: after[0].low, choices: choices.to_vec() })
    }
}

/// The variables of a move on a heap; those that make up the result come first.
fn heap_slots(line: &Move) -> Vec<Slot> {
    let mut slots = Vec::new();
    if line.mentions(&|number| *number == Number::After(0)) {
        slots.push(Slot::After(0));
    }
    if let Some(Becomes::Parts(parts)) = &line.becomes {
        slots.extend(parts.iter().map(|part| Slot::Choice(*part)));
    }
    for slot in mentioned_choices(line) {
        if !slots.contains(&slot) {
            slots.push(slot);
        }
    }
    slots
}

fn mentioned_choices(line: &Move) -> Vec<Slot> {
    (0..line.choices.len())
        .filter(|index| line.mentions(&|number| *number == Number::Choice(*index)))
        .map(Slot::Choice)
        .collect()
}

/// Puts the ranges of the variables where they belong: into `after`, or among the choices.
fn spread(slots: &[Slot], ranges: &[Interval], after: &mut [Interval]) -> [Interval; 16] {
    let mut choices = [Interval::one(0); 16];
    for (slot, range) in slots.iter().zip(ranges) {
        match slot {
            Slot::After(index) => after[*index] = *range,
            Slot::Choice(index) => choices[*index] = *range,
        }
    }
    choices
}

fn clauses(line: &Move, scene: &Scene<'_>) -> Truth {
    let mut truth = Truth { can_hold: true, can_fail: false };
    for clause in &line.clauses {
        truth = truth.and(scene.truth(clause));
        if !truth.can_hold {
            break;
        }
    }
    if truth.can_hold
        && let Some(Becomes::Parts(parts)) = &line.becomes
    {
        let sizes = parts.iter().map(|part| scene.choices[*part]);
        let fits = sizes.fold((true, false), |(hold, fail), size| {
            (
                hold && size.high >= 0 && size.low <= LARGEST,
                fail || size.low < 0 || size.high > LARGEST,
            )
        });
        truth = truth.and(Truth { can_hold: fits.0, can_fail: fits.1 });
    }
    truth
}

fn search(
    slots: &[Slot],
    results: usize,
    holds: &dyn Fn(&[Interval]) -> Truth,
    fuel: &mut u64,
) -> Result<BTreeSet<Vec<i128>>, TooMuch> {
    let ranges = slots.iter().map(|slot| match slot {
        Slot::After(_) => Interval::new(0, LARGEST),
        Slot::Choice(_) => Interval::new(-FARTHEST_CHOICE, FARTHEST_CHOICE),
    });
    let mut search = Search { holds, results, fuel, found: BTreeSet::new() };
    search.run(ranges.collect())?;
    Ok(search.found)
}
