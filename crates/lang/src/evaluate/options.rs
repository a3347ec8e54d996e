//! The options of a position: the steps of each move are followed in every possible way.

use std::collections::HashSet;
use std::convert::Infallible;
use std::ops::RangeInclusive;

use bouton_values::{Limits, Player, Refusal};

use super::bound::{heap_ways, position_ways, shared_and_own_ways};
use super::context::Context;
use crate::ir::{Becomes, Bound, Expr, Move, Number, Program, Select, Set, Shape, Step};
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

impl<E> Found<'_, E> {
    /// Adds what a move can do. Where intervals show that it can do nothing, no choice is tried: so there are
    /// never more of them than the bound says.
    fn add_move(&mut self, one: &Move, tuple: &[u64]) -> Result<(), E> {
        match &one.select {
            Select::Position => {
                if position_ways(one, tuple) == 0 {
                    return Ok(());
                }
                let mut context = Context::of_position(tuple).with_names(one.names.len());
                self.follow(one, &[], &one.steps, &mut context)
            }
            Select::One => {
                let possible = |index: &usize| heap_ways(one, tuple, tuple[*index]) > 0;
                let mut chosen = (0..tuple.len()).filter(possible);
                chosen.try_for_each(|index| self.choose(one, tuple, &[index]))
            }
            Select::Several(how_many, count) => {
                let (shared, own) = shared_and_own_ways(one, tuple);
                let possible = |index: &usize| shared > 0 && own[*index] > 0;
                let possible: Vec<usize> = (0..tuple.len()).filter(possible).collect();
                let most = Context::of_heap(tuple, 0).value(count);
                match how_many {
                    HowMany::UpTo => {
                        self.choose_more(one, tuple, 1..=most, &possible, &mut Vec::new())
                    }
                    HowMany::Exactly => {
                        self.choose_more(one, tuple, most..=most, &possible, &mut Vec::new())
                    }
                    HowMany::Consecutive => self.choose_near(one, tuple, most, &possible),
                }
            }
        }
    }

    /// Adds what a move can do with these heaps.
    fn choose(&mut self, one: &Move, tuple: &[u64], chosen: &[usize]) -> Result<(), E> {
        let first = chosen.first().map_or(0, |index| tuple[*index]);
        let mut context = Context::of_heap(tuple, first).with_names(one.names.len());
        self.follow(one, chosen, &one.steps, &mut context)
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
                self.choose(one, tuple, chosen)?;
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
            self.choose(one, tuple, &chosen)?;
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

    fn follow(
        &mut self,
        one: &Move,
        chosen: &[usize],
        steps: &[Step],
        context: &mut Context<'_>,
    ) -> Result<(), E> {
        let Some((step, rest)) = steps.split_first() else {
            return self.finish(one, chosen, context);
        };
        match step {
            Step::Define { slot, value } => {
                let value = context.value(value);
                context.set(*slot, value);
                self.follow(one, chosen, rest, context)
            }
            Step::Check(condition) => {
                let all = for_all(one, chosen, context, |context| context.holds(condition));
                if all { self.follow(one, chosen, rest, context) } else { Ok(()) }
            }
            Step::Range { slot, bounds } => {
                let (low, high) = between(one, chosen, context, bounds);
                let Some((low, high)) = low.zip(high) else { return Ok(()) };
                for number in low..=high {
                    self.try_choice()?;
                    context.set(*slot, number);
                    self.follow(one, chosen, rest, context)?;
                }
                Ok(())
            }
            Step::Members { slot, set, bounds } => {
                for number in members(set, between(one, chosen, context, bounds)) {
                    self.try_choice()?;
                    context.set(*slot, number);
                    self.follow(one, chosen, rest, context)?;
                }
                Ok(())
            }
        }
    }

    /// All slots are filled: what comes of it?
    fn finish(&mut self, one: &Move, chosen: &[usize], context: &mut Context<'_>) -> Result<(), E> {
        match (&one.becomes, &one.select) {
            (Becomes::Position(new), _) => {
                let tuple = new.iter().map(|number| position_number(context.value(number)));
                self.add(tuple.collect());
            }
            (Becomes::Heaps(new), Select::Several(..)) => {
                return self.finish_each(one, &new[0], chosen, context);
            }
            (Becomes::Heaps(new), _) => {
                let heaps = new.iter().map(|heap| position_number(context.value(heap)));
                self.replace(chosen, heaps.collect(), context);
            }
            (Becomes::Run(first, last), _) => {
                let (first, last) = (context.value(first), context.value(last));
                if first < 0 && first <= last {
                    return Ok(());
                }
                let most = Program::LARGEST.min(last);
                let heaps = (first..=most).map(position_number).collect();
                self.replace(chosen, heaps, context);
            }
            (Becomes::Rows(new, later), _) => {
                let at = chosen[0];
                let mut rows =
                    context.tuple()[..at].iter().map(|row| Some(*row)).collect::<Vec<_>>();
                rows.push(position_number(context.value(new)));
                for row in &context.tuple()[at + 1..] {
                    context.set_later(*row);
                    rows.push(position_number(context.value(later)));
                }
                self.add(rows.into_iter().collect());
            }
        }
        Ok(())
    }

    /// Each heap that is chosen takes each of its own values.
    fn finish_each(
        &mut self,
        one: &Move,
        new: &Expr,
        chosen: &[usize],
        context: &mut Context<'_>,
    ) -> Result<(), E> {
        let mut values: Vec<(usize, Vec<u64>)> = Vec::new();
        for index in chosen {
            let mut own = Vec::new();
            context.set(0, context.tuple()[*index].into());
            self.each_value(&one.each, new, context, &mut own)?;
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

    /// The values that a chosen heap can take, by the steps that are its own.
    fn each_value(
        &mut self,
        steps: &[Step],
        new: &Expr,
        context: &mut Context<'_>,
        into: &mut Vec<u64>,
    ) -> Result<(), E> {
        let Some((step, rest)) = steps.split_first() else {
            into.extend(position_number(context.value(new)));
            return Ok(());
        };
        match step {
            Step::Define { slot, value } => {
                let value = context.value(value);
                context.set(*slot, value);
                self.each_value(rest, new, context, into)
            }
            Step::Check(condition) => match context.holds(condition) {
                true => self.each_value(rest, new, context, into),
                false => Ok(()),
            },
            Step::Range { slot, bounds } => {
                let (low, high) = own_between(context, bounds);
                let Some((low, high)) = low.zip(high) else { return Ok(()) };
                for number in low..=high {
                    self.try_choice()?;
                    context.set(*slot, number);
                    self.each_value(rest, new, context, into)?;
                }
                Ok(())
            }
            Step::Members { slot, set, bounds } => {
                for number in members(set, own_between(context, bounds)) {
                    self.try_choice()?;
                    context.set(*slot, number);
                    self.each_value(rest, new, context, into)?;
                }
                Ok(())
            }
        }
    }

    fn replace(&mut self, chosen: &[usize], heaps: Option<Vec<u64>>, context: &Context<'_>) {
        let (at, tuple) = (chosen[0], context.tuple());
        self.add(heaps.map(|heaps| [&tuple[..at], &heaps, &tuple[at + 1..]].concat()));
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

/// What is said of the chosen heap must hold for each heap that is chosen.
fn for_all(
    one: &Move,
    chosen: &[usize],
    context: &mut Context<'_>,
    holds: impl Fn(&Context<'_>) -> bool,
) -> bool {
    match one.select {
        Select::Several(..) => chosen.iter().all(|index| {
            context.set(0, context.tuple()[*index].into());
            holds(context)
        }),
        Select::Position | Select::One => holds(context),
    }
}

type Between = (Option<Number>, Option<Number>);

fn between(one: &Move, chosen: &[usize], context: &mut Context<'_>, bounds: &[Bound]) -> Between {
    let Select::Several(..) = one.select else { return own_between(context, bounds) };
    chosen.iter().fold((None, None), |all, index| {
        context.set(0, context.tuple()[*index].into());
        intersect(all, own_between(context, bounds))
    })
}

fn own_between(context: &Context<'_>, bounds: &[Bound]) -> Between {
    bounds.iter().fold((None, None), |all, bound| intersect(all, context.interval(bound)))
}

fn intersect(a: Between, b: Between) -> Between {
    let low = [a.0, b.0].into_iter().flatten().max();
    let high = [a.1, b.1].into_iter().flatten().min();
    (low, high)
}

/// The elements of a set in an interval; a progression needs an upper end.
fn members(set: &Set, (low, high): Between) -> impl Iterator<Item = Number> + '_ {
    let low = low.unwrap_or(Number::MIN);
    let finite = set.finite_between(low, high.unwrap_or(Number::MAX)).iter().copied();
    let tail = set.tail.zip(high).into_iter().flat_map(move |((from, step), high)| {
        let skipped = low.saturating_sub(from).max(0);
        let start = from + skipped.div_euclid(step) * step;
        let start = if start < low { start + step } else { start };
        (0..).map(move |k| start + k * step).take_while(move |number| *number <= high)
    });
    finite.chain(tail)
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
