//! The options of a position: the steps of each move are followed in every possible way.

use std::collections::HashSet;
use std::convert::Infallible;
use std::ops::RangeInclusive;

use bouton_values::{Limits, Player, Refusal};

use super::bound::{shared_and_own_ways, ways};
use super::context::Context;
use crate::ir::{Becomes, Expr, Move, Number, Program, Select, Set, Shape, Step};
use crate::linear::Interval;
use crate::syntax::{HowMany, Many};

/// The options of a position, and what it took to find them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The tuples that can be moved to, each once.
    pub options: Vec<Vec<u64>>,
    /// How many times a number was chosen on the way. For each option that [`Program::option_bound`] counts, that
    /// is at most once for each name of the move and each heap that it changes.
    pub tried: u64,
}

/// Choices between two reports.
const CHOICES_PER_REPORT: u64 = 1 << 16;

impl Program {
    /// The tuples that `mover` can move to, each once.
    #[must_use]
    pub fn options(&self, tuple: &[u64], mover: Player) -> Vec<Vec<u64>> {
        self.listing(tuple, mover).options
    }

    /// The options, with the number of choices that were tried.
    #[must_use]
    pub fn listing(&self, tuple: &[u64], mover: Player) -> Listing {
        let Ok(listing) = self.list(tuple, mover, &|_| Ok::<(), Infallible>(()));
        listing
    }

    /// The options, if as many steps as the list may need are allowed; whoever watches may stop it.
    pub fn options_within(
        &self,
        tuple: &[u64],
        mover: Player,
        limits: &Limits,
    ) -> Result<Vec<Vec<u64>>, Refusal> {
        let bound = self.option_bound(tuple);
        limits.check_steps("the list of all moves", bound)?;
        let total = u64::try_from(bound).unwrap_or(u64::MAX);
        let watch = |tried: u64| limits.progress(tried, total.max(tried));
        self.list(tuple, mover, &watch).map(|listing| listing.options)
    }

    fn list<E>(
        &self,
        tuple: &[u64],
        mover: Player,
        watch: &dyn Fn(u64) -> Result<(), E>,
    ) -> Result<Listing, E> {
        let mut listing = Listing { options: Vec::new(), tried: 0 };
        let mut seen = HashSet::new();
        for one in self.moves_of(mover) {
            let (listing, seen) = (&mut listing, &mut seen);
            Making { program: self, one, tuple, listing, seen, watch }.add_all()?;
        }
        Ok(listing)
    }
}

/// A move that is made in every possible way.
struct Making<'m, E> {
    program: &'m Program,
    one: &'m Move,
    tuple: &'m [u64],
    listing: &'m mut Listing,
    seen: &'m mut HashSet<Vec<u64>>,
    watch: &'m dyn Fn(u64) -> Result<(), E>,
}

/// What is done once all slots are filled.
type Finish<'f, 'm, E> = &'f mut dyn FnMut(&mut Making<'m, E>, &mut Context<'_>) -> Result<(), E>;

impl<'m, E> Making<'m, E> {
    /// Adds what the move can do. Where intervals show that it can do nothing, no choice is tried: so there are
    /// never more of them than the bound says.
    fn add_all(&mut self) -> Result<(), E> {
        let (one, tuple) = (self.one, self.tuple);
        match &one.select {
            Select::Position if ways(one, tuple, tuple) == 0 => Ok(()),
            Select::Position => self.choose(&[]),
            Select::One => {
                let possible = |index: &usize| ways(one, tuple, &[tuple[*index]]) > 0;
                (0..tuple.len()).filter(possible).try_for_each(|index| self.choose(&[index]))
            }
            Select::Several(how_many, count) => {
                let (shared, own) = shared_and_own_ways(one, tuple);
                let possible = |index: &usize| shared > 0 && own[*index] > 0;
                let possible: Vec<usize> = (0..tuple.len()).filter(possible).collect();
                let most = Context::new(tuple, &[0]).value(count);
                let least = match how_many {
                    HowMany::UpTo => 1,
                    HowMany::Exactly => most,
                    HowMany::Consecutive => return self.choose_near(most, &possible),
                };
                self.choose_more(least..=most, &possible, &mut Vec::new())
            }
        }
    }

    /// Adds what the move can do with these heaps; there are none where numbers have names.
    fn choose(&mut self, heaps: &[usize]) -> Result<(), E> {
        let numbers = heaps.first().map_or(self.tuple, |first| &self.tuple[*first..=*first]);
        let mut context = Context::new(self.tuple, numbers).with_names(self.one.names.len());
        let finish: Finish<'_, 'm, E> = &mut |making, context| making.finish(heaps, context);
        self.follow(heaps, &self.one.steps, &mut context, finish)
    }

    /// Adds what the move can do with the heaps in `chosen` and some of those in `others`, `count` in all.
    fn choose_more(
        &mut self,
        count: RangeInclusive<Number>,
        others: &[usize],
        chosen: &mut Vec<usize>,
    ) -> Result<(), E> {
        let all = (chosen.len() + others.len()) as Number;
        if *count.end() <= chosen.len() as Number || *count.start() > all {
            return Ok(());
        }
        for (place, index) in others.iter().enumerate() {
            chosen.push(*index);
            if count.contains(&(chosen.len() as Number)) {
                self.choose(chosen)?;
            }
            self.choose_more(count.clone(), &others[place + 1..], chosen)?;
            chosen.pop();
        }
        Ok(())
    }

    /// Adds what the move can do with some of `width` rows that are next to each other in a ring: one of them is the
    /// first, the others are among those after it.
    fn choose_near(&mut self, width: Number, possible: &[usize]) -> Result<(), E> {
        let rows = self.tuple.len();
        for first in possible.iter().filter(|_| width >= 1) {
            let after = |other: &usize| (other + rows - first) % rows;
            let is_near = |other: &&usize| *other != first && (after(other) as Number) < width;
            let others: Vec<usize> = possible.iter().filter(is_near).copied().collect();
            let mut chosen = vec![*first];
            self.choose(&chosen)?;
            self.choose_more(1..=rows as Number, &others, &mut chosen)?;
        }
        Ok(())
    }

    /// Fills the slots of the steps in every possible way.
    fn follow(
        &mut self,
        heaps: &[usize],
        steps: &[Step],
        context: &mut Context<'_>,
        finish: Finish<'_, 'm, E>,
    ) -> Result<(), E> {
        let Some((step, rest)) = steps.split_first() else { return finish(self, context) };
        match step {
            Step::Check(condition) => {
                if self.for_all(heaps, context, |context| context.holds(condition)) {
                    self.follow(heaps, rest, context, finish)?;
                }
            }
            Step::Choose { slot, set, bounds } => {
                let mut all = Interval::ALL;
                self.for_all(heaps, context, |context| {
                    let allowed = bounds.iter().map(|bound| context.interval(bound));
                    all = allowed.fold(all, Interval::meet);
                    true
                });
                for number in numbers(set.as_ref(), all) {
                    self.listing.tried += 1;
                    if self.listing.tried.is_multiple_of(CHOICES_PER_REPORT) {
                        (self.watch)(self.listing.tried)?;
                    }
                    context.set(*slot, number);
                    self.follow(heaps, rest, context, finish)?;
                }
            }
        }
        Ok(())
    }

    /// What is said of the chosen heap must hold for each heap that is chosen.
    fn for_all(
        &self,
        heaps: &[usize],
        context: &mut Context<'_>,
        mut holds: impl FnMut(&Context<'_>) -> bool,
    ) -> bool {
        match self.one.select {
            Select::Several(..) => heaps.iter().all(|index| {
                context.set(0, self.tuple[*index].into());
                holds(context)
            }),
            Select::Position | Select::One => holds(context),
        }
    }

    /// All slots are filled: what comes of it?
    fn finish(&mut self, heaps: &[usize], context: &mut Context<'_>) -> Result<(), E> {
        let tuple = self.tuple;
        let at = heaps.first().copied().unwrap_or(0);
        // What comes in the place of the chosen heap, and of those after it if they change too.
        let (end, new): (usize, Option<Vec<u64>>) = match (&self.one.becomes, &self.one.select) {
            (Becomes::Heaps(new), Select::Several(..)) => {
                return self.finish_each(heaps, &new[0], context);
            }
            (Becomes::Position(new), _) | (Becomes::Heaps(new), _) => {
                let new = new.iter().map(|number| position_number(context.value(number)));
                (if heaps.is_empty() { tuple.len() } else { at + 1 }, new.collect())
            }
            (Becomes::Run(first, last), _) => {
                let run = context.value(first)..=context.value(last).min(Program::LARGEST);
                (at + 1, run.map(position_number).collect())
            }
            (Becomes::Rows(new, later), _) => {
                let new = position_number(context.value(new));
                let later = tuple[at + 1..].iter().map(|row| {
                    context.set_later(*row);
                    position_number(context.value(later))
                });
                (tuple.len(), [new].into_iter().chain(later).collect())
            }
        };
        self.add(new.map(|new| [&tuple[..at], &new, &tuple[end..]].concat()));
        Ok(())
    }

    /// Each heap that is chosen takes each of its own values.
    fn finish_each(
        &mut self,
        heaps: &[usize],
        new: &Expr,
        context: &mut Context<'_>,
    ) -> Result<(), E> {
        let mut values: Vec<(usize, Vec<u64>)> = Vec::new();
        for index in heaps {
            let mut own = Vec::new();
            context.set(0, self.tuple[*index].into());
            self.follow(&[*index], &self.one.each, context, &mut |_, context| {
                own.extend(position_number(context.value(new)));
                Ok(())
            })?;
            if own.is_empty() {
                return Ok(());
            }
            values.push((*index, own));
        }
        self.combine(&values, &mut self.tuple.to_vec());
        Ok(())
    }

    fn combine(&mut self, values: &[(usize, Vec<u64>)], tuple: &mut Vec<u64>) {
        let Some(((index, own), rest)) = values.split_first() else {
            return self.add(Some(tuple.clone()));
        };
        for value in own {
            tuple[*index] = *value;
            self.combine(rest, tuple);
        }
    }

    /// Adds a new position, if it is one.
    fn add(&mut self, tuple: Option<Vec<u64>>) {
        let Some(mut tuple) = tuple else { return };
        if matches!(self.program.shape, Shape::Many(Many::Coins, _)) {
            tuple = without_twins(tuple);
        }
        if self.program.is_legal(&tuple) && self.seen.insert(tuple.clone()) {
            self.listing.options.push(tuple);
        }
    }
}

/// The numbers of an interval, or those that a set has there, ascending but for a progression, which comes last. What
/// goes on for ever needs an end.
fn numbers(set: Option<&Set>, range: Interval) -> impl Iterator<Item = Number> {
    let Interval { low, high } = range;
    let finite = set.map_or(&[][..], |set| set.finite_between(low, high));
    let progression = match set {
        Some(set) => set.tail,
        None => (low != Number::MIN).then_some((low, 1)),
    };
    let progression = progression.filter(|_| high != Number::MAX);
    let tail = progression.into_iter().flat_map(move |(from, step)| {
        let skipped = low.saturating_sub(from).max(0);
        let start = from + skipped.div_euclid(step) * step;
        let start = if start < low { start + step } else { start };
        (0..).map(move |k| start + k * step).take_while(move |number| *number <= high)
    });
    finite.iter().copied().chain(tail)
}

/// A number that may occur in a position.
fn position_number(number: Number) -> Option<u64> {
    u64::try_from(number).ok().filter(|_| number <= Program::LARGEST)
}

/// Sorted, with equal numbers removed in pairs.
fn without_twins(mut tuple: Vec<u64>) -> Vec<u64> {
    tuple.sort_unstable();
    let mut odd: Vec<u64> = Vec::with_capacity(tuple.len());
    for number in tuple {
        if odd.last() == Some(&number) {
            odd.pop();
        } else {
            odd.push(number);
        }
    }
    odd
}
