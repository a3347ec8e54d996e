//! The options of a position: the steps of each move are followed in every possible way.

use std::collections::HashSet;

use bouton_values::Player;

use super::context::Context;
use crate::program::{Becomes, Bound, Move, Number, Program, Select, Set, Shape, Step};
use crate::syntax::Many;

impl Program {
    /// The tuples that `mover` can move to, each once.
    #[must_use]
    pub fn options(&self, tuple: &[u64], mover: Player) -> Vec<Vec<u64>> {
        let mut found = Found { program: self, options: Vec::new(), seen: HashSet::new() };
        for one in self.moves_of(mover) {
            match &one.select {
                Select::Position => {
                    let mut context = Context::of_position(tuple).with_names(one.names.len());
                    found.follow(one, &[], &one.steps, &mut context);
                }
                Select::One => {
                    for chosen in 0..tuple.len() {
                        found.choose(one, tuple, &[chosen]);
                    }
                }
                Select::UpTo(most) => {
                    let most = Context::of_heap(tuple, 0).value(most);
                    found.choose_more(one, tuple, most, &mut Vec::new());
                }
            }
        }
        found.options
    }
}

struct Found<'p> {
    program: &'p Program,
    options: Vec<Vec<u64>>,
    seen: HashSet<Vec<u64>>,
}

impl Found<'_> {
    /// Adds what a move can do with these heaps.
    fn choose(&mut self, one: &Move, tuple: &[u64], chosen: &[usize]) {
        let first = chosen.first().map_or(0, |index| tuple[*index]);
        let mut context = Context::of_heap(tuple, first).with_names(one.names.len());
        self.follow(one, chosen, &one.steps, &mut context);
    }

    /// Adds what a move can do with the heaps in `chosen` and some of those behind them, `most` in all.
    fn choose_more(&mut self, one: &Move, tuple: &[u64], most: Number, chosen: &mut Vec<usize>) {
        if most <= chosen.len() as Number {
            return;
        }
        for index in chosen.last().map_or(0, |last| last + 1)..tuple.len() {
            chosen.push(index);
            self.choose(one, tuple, chosen);
            self.choose_more(one, tuple, most, chosen);
            chosen.pop();
        }
    }

    fn follow(&mut self, one: &Move, chosen: &[usize], steps: &[Step], context: &mut Context<'_>) {
        let Some((step, rest)) = steps.split_first() else {
            return self.finish(one, chosen, context);
        };
        match step {
            Step::Define { slot, value } => {
                let value = context.value(value);
                context.set(*slot, value);
                self.follow(one, chosen, rest, context);
            }
            Step::Check(condition) => {
                let all = for_all(one, chosen, context, |context| context.holds(condition));
                if all {
                    self.follow(one, chosen, rest, context);
                }
            }
            Step::Range { slot, bounds } => {
                let Some((low, high)) = interval(one, chosen, context, bounds) else { return };
                for number in low..=high {
                    context.set(*slot, number);
                    self.follow(one, chosen, rest, context);
                }
            }
            Step::Members { slot, set, bounds } => {
                for number in members(set, between(one, chosen, context, bounds)) {
                    context.set(*slot, number);
                    self.follow(one, chosen, rest, context);
                }
            }
        }
    }

    /// All slots are filled: what comes of it?
    fn finish(&mut self, one: &Move, chosen: &[usize], context: &mut Context<'_>) {
        match (&one.becomes, &one.select) {
            (Becomes::Position(new), _) => {
                let tuple = new.iter().map(|number| position_number(context.value(number)));
                self.add(tuple.collect());
            }
            (Becomes::Heaps(new), Select::UpTo(_)) => {
                let tuple = context.tuple().to_vec();
                self.finish_each(one, &new[0], chosen, tuple, context);
            }
            (Becomes::Heaps(new), _) => {
                let heaps = new.iter().map(|heap| position_number(context.value(heap)));
                self.replace(chosen, heaps.collect(), context);
            }
            (Becomes::Run(first, last), _) => {
                let (first, last) = (context.value(first), context.value(last));
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
    }

    /// The heaps that are chosen change one after the other, each in all ways.
    fn finish_each(
        &mut self,
        one: &Move,
        new: &crate::program::Expr,
        chosen: &[usize],
        tuple: Vec<u64>,
        context: &mut Context<'_>,
    ) {
        let Some((first, rest)) = chosen.split_first() else { return self.add(Some(tuple)) };
        let mut values = Vec::new();
        context.set(0, context.tuple()[*first].into());
        each_value(&one.each, new, context, &mut values);
        for value in values {
            let Some(heap) = position_number(value) else { continue };
            let mut changed = tuple.clone();
            changed[*first] = heap;
            self.finish_each(one, new, rest, changed, context);
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
            self.options.push(tuple);
        }
    }
}

/// The values that a chosen heap can take, by the steps that are its own.
fn each_value(
    steps: &[Step],
    new: &crate::program::Expr,
    context: &mut Context<'_>,
    into: &mut Vec<Number>,
) {
    let Some((step, rest)) = steps.split_first() else {
        into.push(context.value(new));
        return;
    };
    match step {
        Step::Define { slot, value } => {
            let value = context.value(value);
            context.set(*slot, value);
            each_value(rest, new, context, into);
        }
        Step::Check(condition) => {
            if context.holds(condition) {
                each_value(rest, new, context, into);
            }
        }
        Step::Range { slot, bounds } => {
            let Some((low, high)) = own_interval(context, bounds) else { return };
            for number in low..=high {
                context.set(*slot, number);
                each_value(rest, new, context, into);
            }
        }
        Step::Members { slot, set, bounds } => {
            for number in members(set, own_between(context, bounds)) {
                context.set(*slot, number);
                each_value(rest, new, context, into);
            }
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
        Select::UpTo(_) => chosen.iter().all(|index| {
            context.set(0, context.tuple()[*index].into());
            holds(context)
        }),
        Select::Position | Select::One => holds(context),
    }
}

type Between = (Option<Number>, Option<Number>);

fn between(one: &Move, chosen: &[usize], context: &mut Context<'_>, bounds: &[Bound]) -> Between {
    let Select::UpTo(_) = one.select else { return own_between(context, bounds) };
    chosen.iter().fold((None, None), |all, index| {
        context.set(0, context.tuple()[*index].into());
        intersect(all, own_between(context, bounds))
    })
}

fn interval(
    one: &Move,
    chosen: &[usize],
    context: &mut Context<'_>,
    bounds: &[Bound],
) -> Option<(Number, Number)> {
    let (low, high) = between(one, chosen, context, bounds);
    low.zip(high)
}

fn own_between(context: &Context<'_>, bounds: &[Bound]) -> Between {
    bounds.iter().fold((None, None), |all, bound| intersect(all, context.interval(bound)))
}

fn own_interval(context: &Context<'_>, bounds: &[Bound]) -> Option<(Number, Number)> {
    let (low, high) = own_between(context, bounds);
    low.zip(high)
}

fn intersect(a: Between, b: Between) -> Between {
    let low = [a.0, b.0].into_iter().flatten().max();
    let high = [a.1, b.1].into_iter().flatten().min();
    (low, high)
}

/// The elements of a set in an interval; a progression needs an upper end.
fn members(set: &Set, (low, high): Between) -> impl Iterator<Item = Number> + '_ {
    let low = low.unwrap_or(Number::MIN);
    let finite = set.finite.iter().copied();
    let tail = set.tail.zip(high).into_iter().flat_map(move |((from, step), high)| {
        let skipped = (low.saturating_sub(from)).max(0).div_euclid(step);
        let start = from + skipped * step;
        (0..).map(move |k| start + k * step).take_while(move |number| *number <= high)
    });
    finite
        .chain(tail)
        .filter(move |number| *number >= low && high.is_none_or(|high| *number <= high))
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
