//! The options of a position: the steps of each move are followed in every possible way.

use std::collections::HashSet;
use std::convert::Infallible;
use std::ops::RangeInclusive;

use bouton_values::{Limits, Player, Refusal};

use super::bound::{shared_and_own_ways, ways};
use super::context::Context;
use crate::ir::{Becomes, Bound, Expr, Move, Number, Program, Select, Set, Shape, Step};
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
        match self.list(tuple, mover, &|_| Ok::<(), Infallible>(())) {
            Ok(listing) => listing,
            Err(never) => match never {},
        }
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
        let listing = Listing { options: Vec::new(), tried: 0 };
        let mut found = Found { program: self, listing, seen: HashSet::new(), watch };
        for one in self.moves_of(mover) {
            found.add_move(one, tuple)?;
        }
        Ok(found.listing)
    }
}

struct Found<'p, E> {
    program: &'p Program,
    listing: Listing,
    seen: HashSet<Vec<u64>>,
    watch: &'p dyn Fn(u64) -> Result<(), E>,
}

/// A move, and the heaps that it is made with.
#[derive(Clone, Copy)]
struct Choice<'c> {
    one: &'c Move,
    heaps: &'c [usize],
}

/// What is done once all slots are filled.
type Finish<'f, E> = &'f mut dyn FnMut(&mut Found<'_, E>, &mut Context<'_>) -> Result<(), E>;

impl<E> Found<'_, E> {
    /// Adds what a move can do. Where intervals show that it can do nothing, no choice is tried: so there are
    /// never more of them than the bound says.
    fn add_move(&mut self, one: &Move, tuple: &[u64]) -> Result<(), E> {
        match &one.select {
            Select::Position if ways(one, tuple, tuple) == 0 => Ok(()),
            Select::Position => self.choose(one, tuple, tuple, &[]),
            Select::One => {
                let possible = |index: &usize| ways(one, tuple, &[tuple[*index]]) > 0;
                let mut chosen = (0..tuple.len()).filter(possible);
                chosen.try_for_each(|index| self.choose(one, tuple, &[tuple[index]], &[index]))
            }
            Select::Several(how_many, count) => {
                let (shared, own) = shared_and_own_ways(one, tuple);
                let possible = |index: &usize| shared > 0 && own[*index] > 0;
                let possible: Vec<usize> = (0..tuple.len()).filter(possible).collect();
                let most = Context::new(tuple, &[0]).value(count);
                let least = match how_many {
                    HowMany::UpTo => 1,
                    HowMany::Exactly => most,
                    HowMany::Consecutive => return self.choose_near(one, tuple, most, &possible),
                };
                self.choose_more(one, tuple, least..=most, &possible, &mut Vec::new())
            }
        }
    }

    /// Adds what a move can do with these heaps, if these numbers are in the slots of the position.
    fn choose(
        &mut self,
        one: &Move,
        tuple: &[u64],
        numbers: &[u64],
        heaps: &[usize],
    ) -> Result<(), E> {
        let choice = Choice { one, heaps };
        let mut context = Context::new(tuple, numbers).with_names(one.names.len());
        self.follow(choice, &one.steps, &mut context, &mut |found, context| {
            found.finish(choice, context)
        })
    }

    /// Adds what a move can do with the heaps in `chosen` and some of those in `others`, `count` in all.
    fn choose_more(
        &mut self,
        one: &Move,
        tuple: &[u64],
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
                self.choose(one, tuple, &[tuple[chosen[0]]], chosen)?;
            }
            self.choose_more(one, tuple, count.clone(), &others[place + 1..], chosen)?;
            chosen.pop();
        }
        Ok(())
    }

    /// Adds what a move can do with some of `width` rows that are next to each other in a ring: one of them is the
    /// first, the others are among those after it.
    fn choose_near(
        &mut self,
        one: &Move,
        tuple: &[u64],
        width: Number,
        possible: &[usize],
    ) -> Result<(), E> {
        if width < 1 {
            return Ok(());
        }
        for first in possible {
            let after = |other: &usize| (other + tuple.len() - first) % tuple.len();
            let is_near = |other: &&usize| *other != first && (after(other) as Number) < width;
            let others: Vec<usize> = possible.iter().filter(is_near).copied().collect();
            let mut chosen = vec![*first];
            self.choose(one, tuple, &[tuple[*first]], &chosen)?;
            self.choose_more(one, tuple, 1..=tuple.len() as Number, &others, &mut chosen)?;
        }
        Ok(())
    }

    /// Counts a choice, and reports to whoever watches from time to time.
    fn try_choice(&mut self) -> Result<(), E> {
        self.listing.tried += 1;
        match self.listing.tried.is_multiple_of(CHOICES_PER_REPORT) {
            true => (self.watch)(self.listing.tried),
            false => Ok(()),
        }
    }

    /// Fills the slots of the steps in every possible way.
    fn follow(
        &mut self,
        choice: Choice<'_>,
        steps: &[Step],
        context: &mut Context<'_>,
        finish: Finish<'_, E>,
    ) -> Result<(), E> {
        let Some((step, rest)) = steps.split_first() else { return finish(self, context) };
        let (slot, set, bounds) = match step {
            Step::Define { slot, value } => {
                context.set(*slot, context.value(value));
                return self.follow(choice, rest, context, finish);
            }
            Step::Check(condition) => {
                return match choice.for_all(context, |context| context.holds(condition)) {
                    true => self.follow(choice, rest, context, finish),
                    false => Ok(()),
                };
            }
            Step::Range { slot, bounds } => (slot, None, bounds),
            Step::Members { slot, set, bounds } => (slot, Some(set), bounds),
        };
        for number in numbers(set, choice.between(context, bounds)) {
            self.try_choice()?;
            context.set(*slot, number);
            self.follow(choice, rest, context, finish)?;
        }
        Ok(())
    }

    /// All slots are filled: what comes of it?
    fn finish(&mut self, choice: Choice<'_>, context: &mut Context<'_>) -> Result<(), E> {
        let tuple = context.tuple();
        let of = |context: &Context<'_>, new: &[Expr]| -> Option<Vec<u64>> {
            new.iter().map(|number| position_number(context.value(number))).collect()
        };
        // The heaps in the place of the chosen one.
        let replaced = |heaps: Option<Vec<u64>>| {
            let at = choice.heaps[0];
            heaps.map(|heaps| [&tuple[..at], &heaps, &tuple[at + 1..]].concat())
        };
        let new = match (&choice.one.becomes, &choice.one.select) {
            (Becomes::Position(new), _) => of(context, new),
            (Becomes::Heaps(new), Select::Several(..)) => {
                return self.finish_each(choice, &new[0], context);
            }
            (Becomes::Heaps(new), _) => replaced(of(context, new)),
            (Becomes::Run(first, last), _) => {
                let (first, last) = (context.value(first), context.value(last));
                if first < 0 && first <= last {
                    return Ok(());
                }
                let most = Program::LARGEST.min(last);
                replaced((first..=most).map(position_number).collect())
            }
            (Becomes::Rows(new, later), _) => {
                let at = choice.heaps[0];
                let mut rows: Vec<Option<u64>> = tuple[..at].iter().copied().map(Some).collect();
                rows.push(position_number(context.value(new)));
                for row in &tuple[at + 1..] {
                    context.set_later(*row);
                    rows.push(position_number(context.value(later)));
                }
                rows.into_iter().collect()
            }
        };
        self.add(new);
        Ok(())
    }

    /// Each heap that is chosen takes each of its own values.
    fn finish_each(
        &mut self,
        choice: Choice<'_>,
        new: &Expr,
        context: &mut Context<'_>,
    ) -> Result<(), E> {
        let mut values: Vec<(usize, Vec<u64>)> = Vec::new();
        for index in choice.heaps {
            let mut own = Vec::new();
            context.set(0, context.tuple()[*index].into());
            let alone = Choice { one: choice.one, heaps: &[*index] };
            self.follow(alone, &choice.one.each, context, &mut |_, context| {
                own.extend(position_number(context.value(new)));
                Ok(())
            })?;
            if own.is_empty() {
                return Ok(());
            }
            values.push((*index, own));
        }
        self.combine(&values, &mut context.tuple().to_vec());
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

impl Choice<'_> {
    /// What is said of the chosen heap must hold for each heap that is chosen.
    fn for_all(
        self,
        context: &mut Context<'_>,
        mut holds: impl FnMut(&Context<'_>) -> bool,
    ) -> bool {
        match self.one.select {
            Select::Several(..) => self.heaps.iter().all(|index| {
                context.set(0, context.tuple()[*index].into());
                holds(context)
            }),
            Select::Position | Select::One => holds(context),
        }
    }

    /// What all bounds allow, for each heap that is chosen.
    fn between(self, context: &mut Context<'_>, bounds: &[Bound]) -> Interval {
        let mut all = Interval::ALL;
        self.for_all(context, |context| {
            let allowed = bounds.iter().map(|bound| context.interval(bound));
            all = allowed.fold(all, Interval::meet);
            true
        });
        all
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

/// A number that may stand in a position.
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
